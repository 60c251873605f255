extension Kind {
    /// The books that the user owns or wants, with a ladder from the wish list to finished.
    package static let book = Kind(
        name: "book", plural: "books",
        offline: OfflineRules(create: .refuse, update: .refuse, delete: .refuse),
        catalogue: .books, completions: "read", distinguishing: "author",
        fields: [
            Field("title", .text, "the title on the cover", rank: 1),
            Field(
                "author", .text, "the author; several are separated by semicolons",
                rank: 2, namesPeople: true, role: .creator),
            Field("isbn", .isbn, "the number below the barcode", role: .isbn),
            Field("series", .text, "the series it belongs to", role: .series),
            Field(
                "volume", .decimal(FixedDecimal(0)...FixedDecimal(9999), step: nil),
                "its number in the series", role: .volume),
            Field("year", .integer(-5000...2999), "the year it was first published", role: .year),
            Field("publisher", .text, "the publisher", role: .publisher),
            Field("language", .text, "the language it is written in", role: .language),
            Field(
                "genre", .choice(suggestions: Genres.suggestions), "the genre",
                rank: 8, role: .genre),
            Field("tags", .set, "your tags, separated by commas", role: .tags),
            Field("pages", .integer(1...999_999), "the number of pages", rank: 9),
            Field(
                "page", .integer(0...999_999), "your current page", rank: 6,
                role: .progress(of: "pages")),
            Field("description", .text, "what it is about", role: .description),
            Field(
                "state", .ladder(.reading), "your progress; it only moves forward",
                rank: 3, initial: .rung("wish")),
            Field("started", .date, "the date you began to read it", role: .started),
            Field(
                "added", .date, "the date it was added; the default is today", role: .added,
                initial: .today),
            Field("note", .text, "your note", role: .note),
            Field("rating", .stars, "your rating", rank: 4, role: .rating),
            Field(
                "shelves", .set, "the shelves it is on, separated by commas", rank: 7,
                role: .shelves),
            Field("cover", .text, "the address of a picture of the cover", role: .cover),
            Field("lent-to", .text, "who borrowed it", rank: 5, role: .borrower),
            Field("lent-on", .date, "the date of the loan", role: .lentOn),
            Field("due", .date, "the date it is due back", role: .due),
        ])
}

extension Ladder {
    /// The states of a book. The first one means that it is wanted, all others that it is owned.
    static let reading = Ladder([
        Rung("wish", "want to have", synonyms: ["wishlist", "wanted"]),
        Rung(
            "to-read", "want to read", synonyms: ["to read", "owned", "unread", "tbr"],
            isOwned: true),
        Rung(
            "reading", "started progress", synonyms: ["started", "currently-reading"],
            isOwned: true),
        Rung(
            "abandoned", "set aside",
            synonyms: ["dnf", "did-not-finish", "dropped", "stopped", "wont-finish", "on-hold"],
            isOwned: true, isSkipped: true),
        Rung(
            "finished", "completed reading", synonyms: ["read", "done", "completed"],
            isOwned: true),
    ])
}

extension Field.Content {
    /// A rating of up to five stars, in quarters.
    static let stars = Field.Content.decimal(
        FixedDecimal(thousandths: 250)...FixedDecimal(5), step: FixedDecimal(thousandths: 250))
}
