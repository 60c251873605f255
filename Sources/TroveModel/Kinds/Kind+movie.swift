extension Kind {
    /// Films that were watched.
    package static let movie = Kind(
        name: "movie", plural: "movies", synonyms: ["film", "films"],
        offline: OfflineRules(create: .queue, update: .refuse, delete: .refuse),
        catalogue: .movies,
        fields: [
            Field("name", .text, "the film's title", isListed: true),
            Field(
                "rating", .integer(1...10), "how good it was", isListed: true,
                role: .rating),
            Field("notes", .text, "what you want to remember", role: .note),
            Field(
                "watched", .date, "when you saw it; today if you do not say", isListed: true,
                initial: .today),
            Field("cover", .text, "the address of its poster", role: .cover),
        ])
}
