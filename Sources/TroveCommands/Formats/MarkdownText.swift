import TroveTerminal

/// Markdown whose markup comes only from literals. Interpolated data is escaped for Markdown and
/// HTML.
struct MarkdownText: ExpressibleByStringInterpolation {
    private(set) var text: TerminalText

    init(stringLiteral text: String) {
        self.text = TerminalText(stringLiteral: text)
    }

    init(stringInterpolation: StringInterpolation) {
        text = stringInterpolation.text
    }

    /// Escapes data. `&` begins an HTML entity, which can stand for any character, and `~~` strikes
    /// text out.
    init(_ data: TerminalText) {
        text = data.escaping(["|", "\\", "`", "*", "_", "<", "[", "&", "~"])
    }

    /// Returns a row of a table, with its line end.
    static func row(_ cells: [MarkdownText]) -> MarkdownText {
        var row: MarkdownText = "| "
        row.text += cells.map(\.text).joined(separator: " | ")
        row.text += " |\n"
        return row
    }

    struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var text: TerminalText = ""

        init(literalCapacity: Int, interpolationCount: Int) {}

        mutating func appendLiteral(_ literal: String) {
            text += TerminalText(stringLiteral: literal)
        }

        mutating func appendInterpolation(_ data: TerminalText) {
            text += MarkdownText(data).text
        }

        /// Appends a message without data as it is: its backticks mark commands in Markdown too.
        mutating func appendInterpolation(message: TerminalText) {
            text += message
        }
    }
}

extension [UInt8] {
    mutating func append(markdown: MarkdownText) {
        append(markdown.text)
    }
}
