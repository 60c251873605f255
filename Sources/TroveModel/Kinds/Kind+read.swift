extension Kind {
    /// The read list: one entry for each finished reading of a book, owned or not.
    ///
    /// Earlier versions used the stored name `read` for `plannedRead`.
    package static let read = Kind(
        name: "read", plural: "reads", storedName: "reading",
        offline: OfflineRules(create: .queue, update: .queue, delete: .queue),
        distinguishing: "author",
        fields: [
            Field("title", .text, "the title on the cover", rank: 1),
            Field(
                "author", .text, "the author; several are separated by semicolons",
                rank: 2, namesPeople: true, role: .creator),
            Field("isbn", .isbn, "the number below the barcode", role: .isbn),
            Field("work", .text, "the key of the work in the catalogue", role: .catalogueKey),
            Field("started", .date, "the date you began to read it", role: .started),
            Field(
                "on", .date, "the date you finished it; may be only a year", rank: 3,
                isInPast: true, role: .completed),
            Field("rating", .stars, "your rating", rank: 4, role: .rating),
            Field("note", .text, "your note", role: .note),
        ])

    /// The read list of earlier versions, which held books to read next. Its entries become books
    /// when a library is opened for writing, and when a device with an earlier version sends some.
    package static let plannedRead = Kind(
        name: "planned-read", plural: "planned-reads", storedName: "read",
        offline: OfflineRules(create: .queue, update: .queue, delete: .queue),
        replacement: Replacement(kind: "book", rung: "to-read"),
        fields: [
            Field("title", .text, "the title on the cover", rank: 1),
            Field("author", .text, "the author", rank: 2, role: .creator),
            Field("isbn", .text, "the number below the barcode", role: .isbn),
            Field("work", .text, "the key of the work in the catalogue", role: .catalogueKey),
            Field("on", .date, "the date it was put on the list", rank: 3, role: .added),
        ])
}
