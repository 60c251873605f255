extension Kind {
    /// The books that the user owns or wants, with a ladder from the wish list to finished.
    package static let book = Kind(
        name: "book", plural: "books",
        offline: OfflineRules(create: .refuse, update: .refuse, delete: .refuse),
        catalogue: .books,
        fields: [
            Field("title", .text, "the title on the cover", isListed: true),
            Field("author", .text, "the author", isListed: true, role: .creator),
            Field("isbn", .text, "the number below the barcode", role: .isbn),
            Field(
                "genre", .choice(suggestions: Genres.suggestions), "the genre",
                isListed: true),
            Field("pages", .integer(1...999_999), "the number of pages", isListed: true),
            Field(
                "page", .integer(0...999_999), "your current page", isListed: true,
                role: .progress(of: "pages")),
            Field("description", .text, "what it is about"),
            Field(
                "state",
                .ladder(
                    Ladder([
                        .init("wish", "want to have"),
                        .init("to-read", "want to read"),
                        .init("reading", "started progress"),
                        .init("finished", "completed reading"),
                    ])), "your progress; it only moves forward", isListed: true,
                initial: .firstRung),
            Field("note", .text, "your note", role: .note),
            Field(
                "rating",
                .decimal(
                    FixedDecimal(thousandths: 250)...FixedDecimal(5),
                    step: FixedDecimal(thousandths: 250)),
                "your rating", isListed: true, role: .rating),
            Field(
                "shelves", .set, "the shelves it is on, separated by commas", isListed: true,
                role: .shelves),
            Field("cover", .text, "the address of a picture of the cover", role: .cover),
            Field("lent-to", .text, "who borrowed it", isListed: true, role: .borrower),
            Field("lent-on", .date, "the date of the loan", role: .lentOn),
            Field("due", .date, "the date it is due back", role: .due),
        ])
}
