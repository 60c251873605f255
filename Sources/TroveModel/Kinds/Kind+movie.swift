extension Kind {
    /// Films that the user has watched or wants to watch.
    package static let movie = Kind(
        name: "movie", plural: "movies", synonyms: ["film", "films"],
        offline: OfflineRules(create: .queue, update: .refuse, delete: .refuse),
        catalogue: .movies, distinguishing: "year",
        fields: [
            Field("name", .text, "the title of the film", rank: 1),
            Field(
                "year", .integer(1870...2999), "the year of its release", rank: 2,
                role: .year),
            Field(
                "director", .text, "the director; several are separated by semicolons", rank: 3,
                namesPeople: true, role: .creator),
            Field(
                "state",
                .ladder(
                    Ladder([
                        Ladder.Rung(
                            "to-watch", "want to watch",
                            synonyms: ["watchlist", "to watch", "wish", "unwatched"]),
                        Ladder.Rung("watched", "have watched", synonyms: ["seen", "done"]),
                    ])), "whether you have watched it", rank: 5,
                initial: .rung("watched")),
            Field("rating", .integer(1...10), "your rating", rank: 4, role: .rating),
            Field("notes", .text, "your notes", role: .note),
            Field(
                "watched", .date, "the date you watched it; the default is today", rank: 6,
                isInPast: true, role: .completed, initial: .today),
            Field("tags", .set, "your tags, separated by commas", role: .tags),
            Field("cover", .text, "the address of its poster", role: .cover),
        ])
}
