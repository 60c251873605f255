package import TroveModel

extension Kind {
    /// Stamps are identified by name.
    package static let stamp = Kind(
        name: "stamp", plural: "stamps",
        offline: OfflineRules(create: .queue, update: .queue, delete: .queue),
        fields: [
            Field("name", .text, "what you call it; unique", isUnique: true, rank: 1),
            Field("country", .text, "the country that issued it", rank: 2),
            Field("year", .integer(1840...2100), "the year of issue", rank: 3),
            Field(
                "condition",
                .ladder(Ladder([.init("used", "postmarked"), .init("mint", "as printed")])),
                "how well it is preserved", rank: 4, initial: .rung("used")),
            Field("note", .text, "what you want to remember", role: .note),
        ])
}
