/// An import format that the user can choose by name.
package struct ImportChoice: RawRepresentable, CaseIterable, Sendable {
    /// All formats, in the order in which they are tried and offered.
    private static let formats: [any ImportFormat] = [
        TroveTableFormat(), TroveArchiveFormat(), LibraryThingJSON(), TroveJSONFormat(name: "json"),
        TroveJSONFormat(name: "jsonl"), ProgramFormat.goodreads, ProgramFormat.storyGraph,
        ProgramFormat.libraryThing, ProgramFormat.calibre, ProgramFormat.openreads,
        ProgramFormat.bookWyrm, Letterboxd(), AnyTableFormat(),
    ]

    /// The format for a table whose columns the user names.
    package static let table = ImportChoice(AnyTableFormat())

    /// All formats, in the order in which they are tried and offered.
    package static let allCases = formats.map { ImportChoice($0) }

    let format: any ImportFormat

    private init(_ format: any ImportFormat) {
        self.format = format
    }

    /// Returns the format with a name; nil if there is none.
    package init?(rawValue: String) {
        guard let format = Self.formats.first(where: { $0.name == rawValue }) else { return nil }
        self.format = format
    }

    /// The name of the format, as the user types it.
    package var rawValue: String { format.name }
}

extension ImportChoice: CustomStringConvertible {
    /// The name of the format, as the user types it.
    package var description: String { rawValue }
}
