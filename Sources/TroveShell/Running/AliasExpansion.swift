import TroveCommands
import TroveLanguage

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
            report.text, report.advice, at: report.span.flatMap(typedPlace) ?? firstPlace,
            isSecret: report.isSecret,
            correction: report.correction.flatMap(correction),
            showsCorrection: report.showsCorrection, code: report.code)
    }

    /// Maps a correction of the expanded command to the typed text; nil if it changes the alias.
    func correction(_ correction: Correction) -> Correction? {
        typedPlace(of: correction.span).map { Correction($0, correction.replacement) }
    }

    /// The span of the first word of the typed text.
    private var firstPlace: Range<Int> {
        let first = Self.firstWord(of: typed)
        let low = typed.utf8.distance(from: typed.startIndex, to: first.startIndex)
        return low..<low + first.utf8.count
    }

    /// Maps a span of the expansion to the typed text; nil if it is inside the alias.
    private func typedPlace(of span: Range<Int>) -> Range<Int>? {
        guard let length else { return span }
        let word = firstPlace
        guard span.lowerBound >= word.lowerBound + length else { return nil }
        let shift = length - word.count
        return span.lowerBound - shift..<span.upperBound - shift
    }
}
