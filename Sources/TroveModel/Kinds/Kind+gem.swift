extension Kind {
    /// Gems have a name of their own within the collection.
    package static let gem = Kind(
        name: "gem", plural: "gems",
        offline: OfflineRules(create: .queue, update: .refuse, delete: .queue),
        fields: [
            Field(
                "name", .text, "what you call it; no two gems share one", isUnique: true,
                isListed: true),
            Field("description", .text, "where it is from, what is special about it"),
            Field("photo", .text, "the picture file", role: .photo),
            Field("color", .text, "its color", isListed: true),
            Field(
                "hardness", .decimal(FixedDecimal(1)...FixedDecimal(10), step: nil),
                "on the Mohs scale, from talc to diamond", isListed: true),
            Field(
                "birthstone", .month, "the month whose stone it is", isListed: true,
                role: .birthstone),
        ])
}
