/// An output format as the value of a setting.
package struct OutputChoice: RawRepresentable, CaseIterable, Hashable, Sendable {
    /// All formats, in the order in which they are offered. Settings, options, completion, help and
    /// the manual page take their names from here.
    private static let formats: [any OutputFormat.Type] = [
        TableFormat.self, LinesFormat.self, JSONFormat.self, JSONLinesFormat.self, CSVFormat.self,
        TSVFormat.self, MarkdownFormat.self,
    ]

    /// All formats as settings, in the same order.
    package static let allCases = formats.map { OutputChoice($0) }
    /// The default.
    package static let table = OutputChoice(TableFormat.self)
    /// The default of plain mode.
    static let lines = OutputChoice(LinesFormat.self)
    /// The format of `--json`.
    package static let json = OutputChoice(JSONFormat.self)

    /// The type of the format.
    package let format: any OutputFormat.Type

    private init(_ format: any OutputFormat.Type) {
        self.format = format
    }

    /// Returns nil if no format has the name.
    package init?(rawValue: String) {
        guard let format = Self.formats.first(where: { $0.name == rawValue }) else { return nil }
        self.format = format
    }

    /// The name of the format, as it is typed.
    package var rawValue: String { format.name }

    package static func == (left: OutputChoice, right: OutputChoice) -> Bool {
        left.rawValue == right.rawValue
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(rawValue)
    }
}
