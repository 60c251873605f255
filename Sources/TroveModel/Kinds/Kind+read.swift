extension Kind {
    /// The read list: what to read next, found in a catalogue, not necessarily owned.
    package static let read = Kind(
        name: "read", plural: "reads",
        offline: OfflineRules(create: .queue, update: .queue, delete: .queue),
        fields: [
            Field("title", .text, "what is on the cover", isListed: true),
            Field("author", .text, "who wrote it", isListed: true, role: .creator),
            Field("isbn", .text, "the number under the barcode", role: .isbn),
            Field("work", .text, "its key in the catalogue", role: .catalogueKey),
            Field("on", .date, "when it was put on the list", isListed: true, initial: .today),
        ])
}
