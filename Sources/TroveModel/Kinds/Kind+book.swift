extension Kind {
    /// Books climb a ladder from the wish to the last page.
    package static let book = Kind(
        name: "book", plural: "books",
        offline: OfflineRules(create: .refuse, update: .refuse, delete: .refuse),
        catalogue: .books,
        fields: [
            Field("title", .text, "what is on the cover", isListed: true),
            Field("author", .text, "who wrote it", isListed: true, role: .creator),
            Field("isbn", .text, "the number under the barcode", role: .isbn),
            Field(
                "genre", .choice(suggestions: Genres.suggestions), "what sort of book it is",
                isListed: true),
            Field("pages", .integer(1...999_999), "how many pages it has", isListed: true),
            Field(
                "page", .integer(0...999_999), "the page you are on", isListed: true,
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
                    ])), "how far you have come with it; it only moves forward", isListed: true,
                initial: .firstRung),
            Field("note", .text, "what you want to remember", role: .note),
            Field(
                "rating",
                .decimal(
                    FixedDecimal(thousandths: 250)...FixedDecimal(5),
                    step: FixedDecimal(thousandths: 250)),
                "how good it was", isListed: true, role: .rating),
            Field(
                "shelves", .set, "the shelves it stands on, joined by commas", isListed: true,
                role: .shelves),
            Field("cover", .text, "the address of a picture of the cover", role: .cover),
            Field("lent-to", .text, "who has it", isListed: true, role: .borrower),
            Field("lent-on", .date, "since when", role: .lentOn),
            Field("due", .date, "when it should be back", role: .due),
        ])
}
