package import TroveLanguage

/// A command with its alias expanded, which maps positions in the expansion back to the typed text.
///
/// In a command that runs another one, such as `as-of WHEN COMMAND`, the alias of the inner command
/// is expanded, too.
package struct AliasExpansion: Sendable {
    /// The expanded command.
    package let source: String
    private let typed: String
    /// The aliases that were expanded, in order: each in the result of the former one.
    private let steps: [Step]

    /// An alias that was replaced by its command.
    private struct Step: Sendable {
        let alias: String
        /// The place of the alias, in bytes of UTF-8.
        let word: Range<Int>
        /// The length of the alias's command in bytes.
        let length: Int
    }

    /// Expands the first word of a command, and those of the commands inside it, if they are
    /// aliases. Each alias is expanded once.
    ///
    /// - Parameters:
    ///   - typed: the command.
    ///   - aliases: the commands of the aliases by name.
    ///   - isEdited: whether the command is being typed: a word at its end may be the beginning of
    ///     another one, and commands that are only explained or kept are expanded, too.
    package init(of typed: String, _ aliases: [String: String], isEdited: Bool = false) {
        self.typed = typed
        var source = typed
        var steps: [Step] = []
        var start = aliases.isEmpty ? nil : 0
        // The parser refuses commands that are nested deeper.
        for _ in 0...ArgumentReader.Context.deepest {
            guard let begin = start else { break }
            let word = Self.firstWord(of: source.utf8.dropFirst(begin))
            let name = String(word)?.lowercased() ?? ""
            let place = Self.place(of: word, in: source)
            let isComplete = !isEdited || word.endIndex < source.endIndex
            if isComplete, let command = aliases[name], !steps.contains(where: { $0.alias == name })
            {
                source = source[..<word.startIndex] + command + source[word.endIndex...]
                steps.append(Step(alias: name, word: place, length: command.utf8.count))
            }
            start = Self.startOfInnerCommand(
                in: source, from: place.lowerBound, isAny: isEdited)
        }
        self.source = source
        self.steps = steps
    }

    /// The typed text up to and including the first alias that was expanded, or only the alias if
    /// the command begins with it; nil if no alias was expanded.
    var alias: String? {
        guard let step = steps.first else { return nil }
        let start = min(firstPlace.lowerBound, step.word.lowerBound)
        return String(typed.utf8.dropFirst(start).prefix(step.word.upperBound - start))
    }

    private static func firstWord(of typed: Substring.UTF8View) -> Substring.UTF8View {
        let word = typed.drop { $0 == 0x20 || $0 == 0x09 }.prefix { $0 != 0x20 && $0 != 0x09 }
        // A semicolon ends the command.
        let end = word.lastIndex { $0 != UInt8(ascii: ";") }
        return word[..<(end.map(word.index(after:)) ?? word.startIndex)]
    }

    private static func place(of word: Substring.UTF8View, in text: String) -> Range<Int> {
        let low = text.utf8.distance(from: text.startIndex, to: word.startIndex)
        return low..<low + word.count
    }

    /// Returns where the inner command begins in a command that runs one; nil for other commands.
    private static func startOfInnerCommand(
        in source: String, from start: Int, isAny: Bool
    ) -> Int? {
        let rest = source.utf8.dropFirst(start)
        guard let name = String(firstWord(of: rest)), let command = String(rest) else { return nil }
        let vocabulary = CommandTable.vocabulary
        let verb = vocabulary.verb(named: name) ?? vocabulary.verb(named: name.lowercased())
        return verb?.startOfInnerCommand(in: command, isAny: isAny).map { start + $0 }
    }

    // MARK: Places

    /// The places of the aliases in the typed text.
    package var aliasPlaces: [Range<Int>] {
        steps.indices.compactMap { index in
            let place = typedPlace(of: steps[index].word, before: index)
            return place.isTyped ? place.span : nil
        }
    }

    /// Maps a position in the typed text to the expansion. A position inside an alias becomes the
    /// end of the alias's command.
    package func position(of typed: Int) -> Int {
        steps.reduce(typed) { position, step in
            if position <= step.word.lowerBound { return position }
            return max(position, step.word.upperBound) + step.length - step.word.count
        }
    }

    /// Maps a part of the expansion to the typed text; nil for a part that came from an alias.
    package func place(of part: Range<Int>) -> Range<Int>? {
        let place = typedPlace(of: part)
        return place.isTyped ? place.span : nil
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
    ///
    /// - Parameters:
    ///   - span: the place in the expansion.
    ///   - end: how many of the first aliases are expanded in the text of `span`; nil for all.
    /// - Returns: the place; for a part that came from an alias, the place of the alias.
    private func typedPlace(
        of span: Range<Int>, before end: Int? = nil
    ) -> (span: Range<Int>, isTyped: Bool) {
        var place = (span: span, isTyped: true)
        for step in steps.prefix(end ?? steps.count).reversed() {
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
