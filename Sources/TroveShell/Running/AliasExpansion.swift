import TroveCommands

/// A command with its alias expanded, which maps positions in the expansion back to the typed text.
struct AliasExpansion {
    /// The expanded command.
    let source: String
    private let typed: String
    /// The length of the alias's command in bytes; nil when the first word is not an alias.
    private let length: Int?

    init(of typed: String, _ aliases: [String: String]) {
        self.typed = typed
        guard !aliases.isEmpty, let command = aliases[String(Self.firstWord(of: typed))] else {
            source = typed
            length = nil
            return
        }
        let word = Self.firstWord(of: typed)
        source = typed[..<word.startIndex] + command + typed[word.endIndex...]
        length = command.utf8.count
    }

    private static func firstWord(of typed: String) -> Substring {
        typed.drop { $0 == " " || $0 == "\t" }.prefix { $0 != " " && $0 != "\t" }
    }

    /// Maps a report about the expanded command to the typed text. A position inside the alias
    /// becomes the first word.
    func report(_ report: ErrorReport) -> ErrorReport {
        ErrorReport(
            report.text, report.advice, at: place(of: report.span), isSecret: report.isSecret)
    }

    private func place(of span: Range<Int>?) -> Range<Int> {
        let first = Self.firstWord(of: typed)
        let low = typed.utf8.distance(from: typed.startIndex, to: first.startIndex)
        let word = low..<low + first.utf8.count
        guard let span else { return word }
        guard let length else { return span }
        guard span.lowerBound >= low + length else { return word }
        let shift = length - word.count
        return span.lowerBound - shift..<span.upperBound - shift
    }
}
