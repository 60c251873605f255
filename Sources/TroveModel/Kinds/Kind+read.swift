extension Kind {
    /// The reading list: books to read next, found in a catalogue service and not necessarily
    /// owned.
    package static let read = Kind(
        name: "read", plural: "reads",
        offline: OfflineRules(create: .queue, update: .queue, delete: .queue),
        fields: [
            Field("title", .text, "the title on the cover", isListed: true),
            Field("author", .text, "the author", isListed: true, role: .creator),
            Field("isbn", .text, "the number below the barcode", role: .isbn),
            Field("work", .text, "the key of the work in the catalogue", role: .catalogueKey),
            Field("on", .date, "the date it was put on the list", isListed: true, initial: .today),
        ])
}
