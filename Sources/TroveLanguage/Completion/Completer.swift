package import TroveModel

/// Completes lines from the table of verbs, the kinds and the library.
///
/// If names begin with the typed text, only they are offered; otherwise those with words that begin
/// with the typed words; otherwise those that contain the typed words.
package struct Completer {
    let vocabulary: Vocabulary
    let kinds: Kinds
    let currentKind: KindIndex
    let source: any CompletionSource
    /// The last way of matching that is tried.
    var widest = TextPattern.Match.inside

    /// The maximum number of suggestions, unless `limit` is set.
    package static let limit = 40

    /// The maximum number of suggestions.
    package var limit = Completer.limit

    /// Whether all titles are searched, whatever time it takes.
    package var isThorough = false

    /// The suggestions at the cursor.
    package struct Result: Sendable {
        /// The range that the suggestions replace, in bytes of UTF-8.
        package let replaced: Range<Int>
        /// At most `limit` suggestions.
        package let suggestions: [Suggestion]
        /// The number of suggestions in all.
        package let total: Int
        /// Whether there may be more than `total`, because the search was cut short.
        package let isCut: Bool
        /// How they match what is typed.
        package let match: TextPattern.Match
    }

    /// What is completed: the word at the cursor, and what is before it.
    struct Place {
        let line: PartialLine
        let verb: Verb
        let slots: LineSlots

        var word: PartialLine.Word { line.current }
        /// The position of the word after the verb, from 1.
        var number: Int { line.words.count }
    }

    /// Creates a completer.
    ///
    /// - Parameters:
    ///   - vocabulary: The verbs.
    ///   - kinds: The kinds of the library.
    ///   - currentKind: The index of the kind that `add` adds to.
    ///   - source: The names and values to suggest.
    package init(
        _ vocabulary: Vocabulary, kinds: Kinds, currentKind: KindIndex, source: any CompletionSource
    ) {
        self.vocabulary = vocabulary
        self.kinds = kinds
        self.currentKind = currentKind
        self.source = source
    }

    /// Returns the suggestions at the cursor, an offset in bytes of UTF-8.
    package func complete(_ line: String, at cursor: Int) -> Result {
        complete(line, at: cursor, runBy: nil)
    }

    /// Returns the suggestions at the cursor of a command that a verb runs; nil for the whole line.
    private func complete(_ line: String, at cursor: Int, runBy outer: Verb?) -> Result {
        let before = String(
            decoding: Array(line.utf8)[..<min(cursor, line.utf8.count)], as: UTF8.self)
        guard let line = PartialLine(before) else { return result(cursor..<cursor, .none) }
        let word = line.current
        guard let verbName = line.verb else {
            return result(word.span, verbs(word.text, runBy: outer))
        }
        guard let verb = vocabulary.verb(named: verbName) else { return result(word.span, .none) }
        if let start = line.startOfCommand(in: verb) {
            return complete(before, from: start, runBy: verb)
        }
        let place = Place(line: line, verb: verb, slots: LineSlots(verb, line.words))
        if let name = word.field {
            return result(word.valueSpan, values(ofField: name, at: place))
        }
        return argument(at: place)
    }

    /// Returns the suggestions at the end of a line for the command that begins at `start`, which a
    /// verb runs.
    private func complete(_ line: String, from start: Int, runBy outer: Verb) -> Result {
        let bytes = Array(line.utf8.dropFirst(start))
        let inner = complete(String(decoding: bytes, as: UTF8.self), at: bytes.count, runBy: outer)
        return Result(
            replaced: inner.replaced.lowerBound + start..<inner.replaced.upperBound + start,
            suggestions: inner.suggestions, total: inner.total, isCut: inner.isCut,
            match: inner.match)
    }

    func result(_ span: Range<Int>, _ found: Matches<Suggestion>) -> Result {
        let repeated = Self.repeated(found.elements.map { $0.insertion })
        var seen: Set<String> = []
        let different =
            repeated.isEmpty
            ? found.elements : found.elements.filter { seen.insert($0.insertion).inserted }
        return Result(
            replaced: span, suggestions: Array(different.prefix(limit)),
            total: found.total - (found.elements.count - different.count), isCut: found.isCut,
            match: found.match)
    }

    /// Returns the texts that occur several times.
    static func repeated(_ texts: [String]) -> Set<String> {
        guard !areDifferent(texts) else { return [] }
        let sorted = texts.sorted()
        return Set(zip(sorted, sorted.dropFirst()).filter { $0 == $1 }.map { $0.0 })
    }

    /// Returns whether all texts are ASCII and different. False only means that this is not
    /// certain.
    private static func areDifferent(_ texts: [String]) -> Bool {
        // Comparing numbers made of the bytes (FNV-1a) takes less time than comparing the texts.
        var numbers: [UInt64] = []
        numbers.reserveCapacity(texts.count)
        for text in texts {
            let bytes = text.utf8.span
            var number: UInt64 = 0xCBF2_9CE4_8422_2325
            for index in 0..<bytes.count {
                guard bytes[index] < 0x80 else { return false }
                number = (number ^ UInt64(bytes[index])) &* 0x100_0000_01B3
            }
            numbers.append(number)
        }
        numbers.sort()
        return zip(numbers, numbers.dropFirst()).allSatisfy { $0 != $1 }
    }

    private func verbs(_ typed: String, runBy outer: Verb?) -> Matches<Suggestion> {
        var names = vocabulary.names
        if let outer { names.removeAll { !vocabulary.canRun(outer.name, $0) } }
        // Only a verb that is offered is created, for its summary.
        return pattern(typed).best(of: names + source.aliases) { $0 }.map { name in
            Suggestion(name, note: vocabulary.verb(named: name)?.summary ?? "alias")
        }
    }

    // MARK: Matching

    func pattern(_ typed: String) -> TextPattern {
        TextPattern(typed, upTo: widest, isThorough: isThorough)
    }

    /// Returns the suggestions whose labels match best.
    func best(of suggestions: [Suggestion], for typed: String) -> Matches<Suggestion> {
        pattern(typed).best(of: suggestions, by: { $0.label })
    }

    func best(of words: [String], for typed: String) -> Matches<Suggestion> {
        best(of: words.map { Suggestion($0) }, for: typed)
    }

    func fieldNames(at place: Place, for typed: String) -> Matches<Field> {
        pattern(typed).best(of: fields(at: place)) { $0.name }
    }

    /// Returns the fields of the kind at a place, or those of all kinds, each name once.
    func fields(at place: Place) -> [Field] {
        var seen: Set<String> = []
        return (kind(at: place).map { [kinds[$0]] } ?? kinds.all).flatMap(\.shownFields)
            .filter { seen.insert($0.name).inserted }
    }

    func files(beginningWith path: String) -> Matches<Suggestion> {
        let files = source.files(beginningWith: path).map {
            Suggestion(Quoting.argument($0), label: $0, isFinal: !$0.hasSuffix("/"))
        }
        return Matches(files, .beginning)
    }
}
