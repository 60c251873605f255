package import TroveModel

extension Kind {
    /// Stamps are identified by name.
    package static let stamp = Kind(
        name: "stamp", plural: "stamps",
        offline: OfflineRules(create: .queue, update: .queue, delete: .queue),
        fields: [
            Field("name", .text, "what you call it; unique", isUnique: true, isListed: true),
            Field("country", .text, "the country that issued it", isListed: true),
            Field("year", .integer(1840...2100), "the year of issue", isListed: true),
            Field(
                "condition",
                .ladder(Ladder([.init("used", "postmarked"), .init("mint", "as printed")])),
                "how well it is preserved", isListed: true, initial: .rung("used")),
            Field("note", .text, "what you want to remember", role: .note),
        ])
}
