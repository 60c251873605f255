extension Kind {
    /// Films that the user has watched.
    package static let movie = Kind(
        name: "movie", plural: "movies", synonyms: ["film", "films"],
        offline: OfflineRules(create: .queue, update: .refuse, delete: .refuse),
        catalogue: .movies,
        fields: [
            Field("name", .text, "the title of the film", isListed: true),
            Field(
                "rating", .integer(1...10), "your rating", isListed: true,
                role: .rating),
            Field("notes", .text, "your notes", role: .note),
            Field(
                "watched", .date, "the date you watched it; the default is today", isListed: true,
                initial: .today),
            Field("cover", .text, "the address of its poster", role: .cover),
        ])
}
