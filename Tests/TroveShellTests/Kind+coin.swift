import TroveModel

extension Kind {
    /// A fifth kind: all that the program needs to know of coins stands here.
    static let coin = Kind(
        name: "coin", plural: "coins",
        fields: [
            Field(
                "name", .text, "what it is called; no two share one", isUnique: true, isListed: true
            ),
            Field("year", .integer(1...2100), "when it was struck", isListed: true),
            Field(
                "metal", .choice(suggestions: ["copper", "gold", "silver"]), "what it is made of",
                isListed: true),
            Field(
                "grade",
                .ladder(
                    Ladder([
                        .init("poor", "hardly to be read"), .init("fine", "worn but whole"),
                        .init("mint", "as it left the mint"),
                    ])), "how well it is kept", isListed: true, initial: .rung("poor")),
            Field("found", .date, "when it was found", isListed: true, initial: .today),
            Field(
                "worth", .decimal(FixedDecimal(0)...FixedDecimal(10), step: nil), "in marks",
                role: .rating),
            Field("trays", .set, "where it lies"),
            Field("notes", .text, "what there is to say", role: .note),
        ])
}
