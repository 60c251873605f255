extension Kind {
    /// Gemstones, each with a unique name.
    package static let gem = Kind(
        name: "gem", plural: "gems",
        offline: OfflineRules(create: .queue, update: .refuse, delete: .queue),
        fields: [
            Field(
                "name", .text, "its name, which must be unique", isUnique: true,
                rank: 1),
            Field(
                "description", .text, "where it comes from, what is special about it",
                role: .description),
            Field("photo", .text, "a picture file", role: .photo),
            Field("color", .text, "its color", rank: 2),
            Field(
                "hardness", .decimal(FixedDecimal(1)...FixedDecimal(10), step: nil),
                "its hardness on the Mohs scale", rank: 4),
            Field(
                "birthstone", .month, "the month whose birthstone it is", rank: 3,
                role: .birthstone),
            Field("tags", .set, "your tags, separated by commas", role: .tags),
        ])
}
