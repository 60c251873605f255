package import TroveLanguage

/// A command with its alias expanded, which maps positions in the expansion back to the typed text.
///
/// In a command that runs another one, such as `as-of WHEN COMMAND`, the alias of the inner command is
/// expanded, too.
package struct AliasExpansion {
    /// The expanded command.
    package let source: String
    private let typed: String
    /// The aliases that were expanded, in order: each in the result of the former one.
    private let steps: [Step]

    /// An alias that was replaced by its command.
    private struct Step {
        let alias: String
        /// The place of the alias, in bytes of UTF-8.
        let word: Range<Int>
        /// The length of the alias's command in bytes.
        let length: Int
    }

    /// Expands the first word of a command, and that of the commands in it, if they are aliases;
    /// `aliases` has their commands by name. Each alias is expanded once.
    package init(of typed: String, _ aliases: [String: String]) {
        self.typed = typed
        var source = typed
        var steps: [Step] = []
        var start = aliases.isEmpty ? nil : 0
        while let begin = start {
            let word = Self.firstWord(of: source.utf8.dropFirst(begin))
            let name = String(word) ?? ""
            let place = Self.place(of: word, in: source)
            if let command = aliases[name], !steps.contains(where: { $0.alias == name }) {
                source = source[..<word.startIndex] + command + source[word.endIndex...]
                steps.append(Step(alias: name, word: place, length: command.utf8.count))
            }
            start = Self.startOfInnerCommand(in: source, from: place.lowerBound)
        }
        self.source = source
        self.steps = steps
    }

    /// The beginning of the typed text up to the first alias that was expanded, which is the alias
    /// itself if the command begins with it; nil if there is none.
    var alias: String? {
        guard let step = steps.first else { return nil }
        let start = min(firstPlace.lowerBound, step.word.lowerBound)
        return String(typed.utf8.dropFirst(start).prefix(step.word.upperBound - start))
    }

    private static func firstWord(of typed: Substring.UTF8View) -> Substring.UTF8View {
        typed.drop { $0 == 0x20 || $0 == 0x09 }.prefix { $0 != 0x20 && $0 != 0x09 }
    }

    private static func place(of word: Substring.UTF8View, in text: String) -> Range<Int> {
        let low = text.utf8.distance(from: text.startIndex, to: word.startIndex)
        return low..<low + word.count
    }

    /// Returns where the command begins that another one runs; nil if it runs none.
    private static func startOfInnerCommand(in source: String, from start: Int) -> Int? {
        let rest = source.utf8.dropFirst(start)
        guard let name = String(firstWord(of: rest)), let command = String(rest) else { return nil }
        let vocabulary = CommandTable.vocabulary
        let verb = vocabulary.verb(named: name) ?? vocabulary.verb(named: name.lowercased())
        return verb?.startOfInnerCommand(in: command).map { start + $0 }
    }

    /// Maps a report about the expanded command to the typed text. A position inside an alias
    /// becomes the word that was typed.
    package func report(_ report: ErrorReport) -> ErrorReport {
        ErrorReport(
            report.text, report.advice,
            at: report.span.map { typedPlace(of: $0).span } ?? firstPlace,
            isSecret: report.isSecret,
            correction: report.correction.flatMap(correction),
            showsCorrection: report.showsCorrection, code: report.code)
    }

    /// Maps a correction of the expanded command to the typed text; nil if it changes an alias.
    package func correction(_ correction: Correction) -> Correction? {
        let place = typedPlace(of: correction.span)
        return place.isTyped ? Correction(place.span, correction.replacement) : nil
    }

    /// The span of the first word of the typed text.
    private var firstPlace: Range<Int> {
        Self.place(of: Self.firstWord(of: typed.utf8[...]), in: typed)
    }

    /// Maps a span of the expansion to the typed text, and tells whether it was typed.
    private func typedPlace(of span: Range<Int>) -> (span: Range<Int>, isTyped: Bool) {
        var place = (span: span, isTyped: true)
        for step in steps.reversed() {
            let word = step.word
            if place.span.lowerBound >= word.lowerBound + step.length {
                let shift = step.length - word.count
                place.span = place.span.lowerBound - shift..<place.span.upperBound - shift
            } else if place.span.lowerBound >= word.lowerBound
                || place.span.upperBound > word.lowerBound
            {
                place = (word, false)
            }
        }
        return place
    }
}
