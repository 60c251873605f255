import TroveTerminal

/// Writes an error down: the place, the words, the line with a caret under it, and what to do.
struct ErrorRenderer {
    /// Where a command came from.
    struct Place {
        /// The script's name; nil at the prompt.
        let file: String?
        /// The number of the command's first line, from 1.
        let line: Int
    }

    let style: Style
    /// How much of a source line is shown, in columns.
    private static let width = 100

    func render(_ report: ErrorReport, source: String, at place: Place) -> String {
        let position = report.span.map { Position(of: $0, in: source) }
        var text = ""
        if let file = place.file {
            let line = place.line + (position?.line ?? 0)
            text += "\(TextFitting.visible(file)):\(line):\(position?.column ?? 1): "
        }
        text += style(.error, "error: ") + TextFitting.visible(report.text) + "\n"
        if let position, !report.isSecret { text += position.excerpt(width: Self.width, style) }
        if let advice = report.advice {
            text += style(.faint, "  " + TextFitting.visible(advice)) + "\n"
        }
        return text
    }

    /// A warning, which has no place.
    func render(warning: String) -> String {
        style(.warning, "warning: ") + TextFitting.visible(warning) + "\n"
    }

    /// Something that has happened meanwhile, and is no trouble.
    func render(note: String) -> String {
        style(.faint, "note: " + TextFitting.visible(note)) + "\n"
    }
}

/// Where a span stands among the lines of a command.
private struct Position {
    /// Lines before it, 0 for the first.
    let line: Int
    /// Its first character in its line, from 1.
    let column: Int
    private let before: String
    private let marked: String
    private let after: String

    init(of span: Range<Int>, in source: String) {
        let bytes = Array(source.utf8)
        let low = min(span.lowerBound, bytes.count)
        let high = min(max(span.upperBound, low), bytes.count)
        let newline: UInt8 = 0x0A
        line = bytes[..<low].count { $0 == newline }
        let start = bytes[..<low].lastIndex(of: newline).map { $0 + 1 } ?? 0
        let end = bytes[low...].firstIndex(of: newline) ?? bytes.count
        before = String(decoding: bytes[start..<low], as: UTF8.self)
        marked = String(decoding: bytes[low..<min(high, end)], as: UTF8.self)
        after = String(decoding: bytes[min(high, end)..<end], as: UTF8.self)
        column = before.count + 1
    }

    /// The line, cut to a window around the place, and a caret under it.
    func excerpt(width: Int, _ style: Style) -> String {
        var lead = TextFitting.visible(before)
        if DisplayWidth.of(lead) > width / 2 {
            var kept = ""
            for character in lead.reversed() {
                if DisplayWidth.of(kept) + DisplayWidth.of(character) > width / 2 - 1 { break }
                kept = String(character) + kept
            }
            lead = "…" + kept
        }
        let room = width - DisplayWidth.of(lead)
        let line = TextFitting.truncated(TextFitting.visible(marked + after), to: room)
        let mark = min(DisplayWidth.of(TextFitting.visible(marked)), room)
        let caret = "^" + String(repeating: "~", count: max(0, mark - 1))
        let indent = String(repeating: " ", count: DisplayWidth.of(lead))
        return "  \(lead)\(line)\n  \(indent)\(style(.error, caret))\n"
    }
}
