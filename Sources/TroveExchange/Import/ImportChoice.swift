/// An import format that can be chosen, by its name.
package struct ImportChoice: RawRepresentable, CaseIterable, Sendable {
    /// All formats, in the order in which they are tried and offered.
    private static let formats: [any ImportFormat] = [
        TroveTableFormat(), TroveJSONFormat(name: "json"), TroveJSONFormat(name: "jsonl"),
        ProgramFormat.goodreads, ProgramFormat.storyGraph, ProgramFormat.libraryThing,
        ProgramFormat.calibre, ProgramFormat.openreads, ProgramFormat.bookWyrm, Letterboxd(),
    ]

    package static let allCases = formats.map { ImportChoice($0) }

    let format: any ImportFormat

    private init(_ format: any ImportFormat) {
        self.format = format
    }

    /// Nil when no format has the name.
    package init?(rawValue: String) {
        guard let format = Self.formats.first(where: { $0.name == rawValue }) else { return nil }
        self.format = format
    }

    /// The name of the format, as it is typed.
    package var rawValue: String { format.name }
}

extension ImportChoice: CustomStringConvertible {
    package var description: String { rawValue }
}
