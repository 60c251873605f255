import TroveCommands
import TroveLanguage
import TroveTerminal

/// Writes an error: its place, its text, the line with a caret under it, and the advice.
struct ErrorRenderer {
    /// Where a command came from.
    struct Place {
        /// The script's name; nil at the prompt.
        let file: String?
        /// The number of the command's first line, from 1.
        let line: Int

        /// The place of a command at the prompt.
        static let prompt = Place(file: nil, line: 1)
    }

    let style: Style
    /// The columns of the terminal; nil where lines are not broken.
    let width: Int?
    /// Whether the output suits a screen reader: the place is written as text instead of marked by
    /// a caret below it.
    var isPlain = false
    /// The maximum width of a source line as shown, in columns.
    private static let longestExcerpt = 100
    /// The longest corrected command that is shown whole, in characters.
    private static let longestCommand = 200

    func render(_ report: ErrorReport, source: String, at place: Place) -> TerminalText {
        let position = report.span.map { SourcePosition(of: $0, in: source) }
        var text: TerminalText = ""
        if let file = place.file {
            let line = place.line + (position?.line ?? 0)
            text += "\(file):\(line):\(position?.column ?? 1): "
        }
        text = fitted(text + style(.error, "error: ") + report.text)
        if let position, !report.isSecret, !source.isEmpty {
            let room = min(Self.longestExcerpt, (width ?? .max) - 2)
            text +=
                isPlain ? position.text(width: room) : position.excerpt(width: room, style)
        }
        if let advice = report.advice {
            text += render(advice: advice + corrected(source, report))
        }
        return text
    }

    /// Advice, below an error.
    func render(advice: TerminalText) -> TerminalText {
        style(.faint, fitted("  " + advice))
    }

    /// The corrected command that follows the advice, in backticks; empty if none does.
    private func corrected(_ source: String, _ report: ErrorReport) -> TerminalText {
        guard report.showsCorrection, let correction = report.correction else { return "" }
        // The whole command is the best advice, unless it is a long text.
        let command = correction.applied(to: source)
        return command.count <= Self.longestCommand
            ? " `\(command)`" : " \(String(correction.replacement.prefix(Self.longestCommand)))"
    }

    /// A warning, which has no place.
    func render(warning: TerminalText) -> TerminalText {
        fitted(style(.warning, "warning: ") + warning)
    }

    /// Something that has happened meanwhile, which is not a problem.
    func render(note: TerminalText) -> TerminalText {
        fitted(style(.faint, "note: " + note))
    }

    /// A line with its end, broken at blanks where the terminal is narrower.
    private func fitted(_ line: TerminalText) -> TerminalText {
        (width.map { line.wrapped(to: $0) } ?? line) + "\n"
    }
}

/// Where a span stands among the lines of a command.
private struct SourcePosition {
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

    /// The text at the place; empty at the end of a line.
    func text(width: Int) -> TerminalText {
        marked.isEmpty
            ? "" : "  at: " + TerminalText(marked).truncated(to: max(1, width - 4)) + "\n"
    }

    /// The line, cut to a window around the place, and a caret under it.
    func excerpt(width: Int, _ style: Style) -> TerminalText {
        let rest = TerminalText(marked + after)
        let lead = TerminalText(before).truncatedAtStart(
            to: max(width / 2, width - max(1, rest.width)))
        let room = width - lead.width
        let line = rest.truncated(to: room)
        let mark = min(TerminalText(marked).width, room)
        let caret = "^" + TerminalText(repeating: "~", count: mark - 1)
        let indent = TerminalText(repeating: " ", count: lead.width)
        return "  \(lead)\(line)\n  \(indent)\(style(.error, caret))\n"
    }
}
