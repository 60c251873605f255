import TroveCommands

/// A command with its alias put in, and the way back from places in it to places in what was typed.
struct AliasExpansion {
    /// The command that is run.
    let source: String
    private let typed: String
    /// How many bytes stand in the place of the first word; nil where that is no alias.
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

    /// A report about the command as one about what was typed; one without a place gets the first
    /// word.
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
