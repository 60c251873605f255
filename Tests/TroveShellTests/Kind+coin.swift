import TroveModel

extension Kind {
    /// A fifth kind: all that the program needs to know of coins stands here.
    static let coin = Kind(
        name: "coin", plural: "coins",
        fields: [
            Field(
                "name", .text, "what it is called; no two share one", isUnique: true, rank: 1
            ),
            Field("year", .integer(1...2100), "when it was struck", rank: 2),
            Field(
                "metal", .choice(suggestions: ["copper", "gold", "silver"]), "what it is made of",
                rank: 3),
            Field(
                "grade",
                .ladder(
                    Ladder([
                        .init("poor", "hardly to be read"), .init("fine", "worn but whole"),
                        .init("mint", "as it left the mint"),
                    ])), "how well it is kept", rank: 4, initial: .rung("poor")),
            Field("found", .date, "when it was found", rank: 5, initial: .today),
            Field(
                "worth", .decimal(FixedDecimal(0)...FixedDecimal(10), step: nil), "in marks",
                role: .rating),
            Field("trays", .set, "where it lies"),
            Field("notes", .text, "what there is to say", role: .note),
        ])
}
