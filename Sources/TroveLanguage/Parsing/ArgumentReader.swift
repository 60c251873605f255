package import TroveModel

/// Reads the arguments of a verb, in order.
package struct ArgumentReader {
    /// The state that names in a command are resolved against.
    package struct Context: Sendable {
        /// The kinds and fields that names refer to.
        package let kinds: Kinds
        /// The kind that `add` uses by default.
        package let currentKind: KindIndex
        /// The number of commands around this one.
        package private(set) var depth = 0

        /// The maximum number of commands around another one.
        package static let deepest = 8

        /// Creates a context.
        package init(kinds: Kinds, currentKind: KindIndex) {
            self.kinds = kinds
            self.currentKind = currentKind
        }

        /// The context of a command in the arguments of another one.
        package var inner: Context {
            var inner = self
            inner.depth += 1
            return inner
        }
    }

    /// The state that names are resolved against.
    package let context: Context
    /// The verb whose arguments these are.
    package let verb: Verb
    /// The verb, and the keywords that select its form: `snapshot save`.
    private(set) var form: String
    /// The whole source, for arguments that are taken as typed.
    let source: String
    private var tokens: ArraySlice<Token>
    /// The end of the verb, where errors about missing arguments point.
    private let end: Int
    private var options: Set<String> = []

    init(
        _ tokens: [Token], verb: Verb, source: String, context: Context
    ) throws(LanguageError) {
        self.context = context
        self.verb = verb
        form = verb.name
        self.source = source
        end = tokens.last?.span.upperBound ?? 0
        guard !verb.takesSource, tokens.contains(where: \.isOption) else {
            self.tokens = tokens.dropFirst()
            return
        }
        var rest: [Token] = []
        for token in tokens.dropFirst() {
            guard token.isOption else {
                rest.append(token)
                continue
            }
            guard verb.options.contains(token.text) else {
                throw LanguageError(
                    .unknownOption(
                        token.text, verb: verb.name,
                        nearest: Nearest.names(to: token.text, among: verb.options)),
                    at: token.span)
            }
            options.insert(token.text)
        }
        self.tokens = rest[...]
    }

    // MARK: Looking

    /// The next word, which is not consumed.
    package var peek: Token? { tokens.first }
    /// Whether all words have been taken.
    package var isAtEnd: Bool { tokens.isEmpty }
    /// The number of remaining words.
    package var count: Int { tokens.count }

    /// The remaining words, which are not consumed.
    package var rest: [Token] { Array(tokens) }

    /// Returns a reader of the same command for other words of it.
    func reading(_ words: [Token]) -> Self {
        var reader = self
        reader.tokens = words[...]
        return reader
    }

    /// Whether the line has an option.
    package func has(_ option: String) -> Bool { options.contains(option) }

    /// Returns the remaining word at a position after the verb, from 0.
    func word(at place: Int) -> String? {
        tokens.dropFirst(place).first?.text
    }

    /// Takes the next word, a keyword that selects the form.
    mutating func takeKeyword() {
        if let word = next(), !word.isOption { form += " \(word.text)" }
    }

    /// Takes the next token.
    package mutating func next() -> Token? { tokens.popFirst() }

    /// Takes the last token.
    package mutating func popLast() -> Token? { tokens.popLast() }

    // MARK: Errors

    /// Returns the error for a missing argument.
    package func missing(_ argument: LanguageError.Argument) -> LanguageError {
        // After the last argument only a comment can follow.
        let rest = source.utf8.dropFirst(end)
        let hasComment = rest.contains(0x23)
        return LanguageError(
            hasComment
                ? .missingBeforeComment(argument, verb: form)
                : .missing(argument, verb: form), at: end..<end)
    }

    /// Returns the error for a word that the verb does not take.
    package func unexpected(_ token: Token) -> LanguageError {
        LanguageError(.unexpected(token.text, verb: form), at: token.span)
    }

    /// Throws unless all words have been taken.
    package func finish() throws(LanguageError) {
        if let token = tokens.first { throw unexpected(token) }
    }

    // MARK: Taking

    /// Takes the next word if it names a kind.
    package mutating func takeKind() -> KindIndex? {
        guard let token = peek, token.kind == .word, token.pair == nil, !token.isQuoted,
            let kind = context.kinds.index(of: token.text)
        else { return nil }
        tokens.removeFirst()
        return kind
    }

    /// Throws if the next word names a retired kind. Where a title may begin, another word must
    /// follow: then it is unlikely to be the beginning of the title.
    package func refuseRetiredKind(mayBeTitle: Bool = false) throws(LanguageError) {
        guard !mayBeTitle || tokens.count > 1, let token = peek, token.kind == .word,
            token.pair == nil,
            !token.isQuoted,
            let kind = context.kinds.retiredKind(called: token.text)
        else { return }
        throw LanguageError(.retiredKind(kind.name), at: token.span)
    }

    /// Throws if the next word resembles the name of a kind and a quoted title follows it: then it
    /// is unlikely to be a part of the title.
    package func refuseMisspelledKind() throws(LanguageError) {
        guard let token = peek, token.kind == .word, token.pair == nil, !token.isQuoted,
            let next = tokens.dropFirst().first, next.isQuoted, next.pair == nil
        else { return }
        let near = kindsResembling(token.text)
        guard let best = near.first else { return }
        throw LanguageError(
            .misspelledKind(token.text, nearest: near), at: token.span,
            correction: Correction(token.span, best))
    }

    /// Returns the next word, and the kinds that it resembles, if it begins a title of several
    /// words but may be a misspelled kind: it is in lower case, as in `gme Ruby`.
    package var likelyKind: (word: String, meant: [String])? {
        guard let token = peek, token.kind == .word, token.pair == nil, !token.isQuoted,
            token.text == token.text.lowercased(), let next = tokens.dropFirst().first,
            next.kind == .word, next.pair == nil
        else { return nil }
        // Short words resemble many others, and most words begin like some name.
        let near = kindsResembling(token.text).filter { name in
            name.first == token.text.first && !name.hasPrefix(token.text)
                && (token.text.count > 3 || name.sorted() == token.text.sorted())
        }
        return near.isEmpty ? nil : (token.text, near)
    }

    private func kindsResembling(_ word: String) -> [String] {
        let kinds = context.kinds
        // An entry of the read list is rarely added by hand, and `Road` resembles `read`.
        let names = kinds.indices.filter { !kinds.isRecord($0) }
            .flatMap { [kinds[$0].name, kinds[$0].plural] }
        return Nearest.names(to: word, among: names)
    }

    /// Takes the next word, which must name a kind.
    package mutating func takeKnownKind() throws(LanguageError) -> KindIndex {
        guard let token = peek else { throw missing(.kind) }
        if let kind = takeKind() { return kind }
        if let kind = context.kinds.retiredKind(called: token.text) {
            throw LanguageError(.retiredKind(kind.name), at: token.span)
        }
        let known = context.kinds.all.map(\.name) + context.kinds.all.map(\.plural)
        throw LanguageError(
            .unknownKind(token.text, nearest: Nearest.names(to: token.text, among: known)),
            at: token.span)
    }

    /// Takes all remaining words as one text, with the spaces between them.
    package mutating func takeText() -> Spanned<String>? {
        let text = Self.joined(tokens)
        tokens = []
        return text
    }

    /// Takes all remaining words. Adjacent ones, such as a parenthesis and a word, are one.
    package mutating func takeSeparateWords() -> [Spanned<String>] {
        let tokens = takeAll()
        var words: [Spanned<String>] = []
        var start = tokens.startIndex
        for index in tokens.indices {
            let next = tokens.index(after: index)
            let isLast =
                next == tokens.endIndex
                || tokens[next].span.lowerBound != tokens[index].span.upperBound
            guard isLast else { continue }
            if let word = Self.joined(tokens[start..<next]) { words.append(word) }
            start = next
        }
        return words
    }

    /// Joins words: with one space between separate ones, with none between adjacent ones.
    package static func joined(_ tokens: some Collection<Token>) -> Spanned<String>? {
        guard let first = tokens.first else { return nil }
        var text = first.text
        var end = first.span.upperBound
        for token in tokens.dropFirst() {
            if token.span.lowerBound > end { text += " " }
            text += token.text
            end = token.span.upperBound
        }
        return Spanned(text, first.span.lowerBound..<end)
    }

    /// Takes a word that must be one of a few.
    package mutating func takeWord(
        among known: [String], missing argument: LanguageError.Argument
    ) throws(LanguageError) -> Spanned<String> {
        guard let token = peek else { throw missing(argument) }
        guard known.contains(token.text) else { throw expectedOneOf(known) }
        tokens.removeFirst()
        return Spanned(token.text, token.span)
    }

    /// Returns the error for a next word that is missing or not one of a few.
    func expectedOneOf(_ known: [String]) -> LanguageError {
        guard let token = peek else { return missing(.command) }
        return LanguageError(
            .unknownWord(
                token.text, known: known, nearest: Nearest.names(to: token.text, among: known)),
            at: token.span)
    }

    /// Takes all remaining words.
    package mutating func takeAll() -> [Token] {
        defer { tokens = [] }
        return Array(tokens)
    }

    /// Takes the rest of the line as typed.
    package mutating func takeSource() -> Spanned<String>? {
        let rest = takeAll()
        guard let first = rest.first, let last = rest.last else { return nil }
        let span = first.span.lowerBound..<last.span.upperBound
        let text = String(decoding: Array(source.utf8)[span], as: UTF8.self)
        return Spanned(text, span)
    }

    /// Takes the title and the fields of a new item. The title is either one run of words, or set
    /// like the other fields.
    package mutating func takeTitleAndAssignments(
        of kind: Kind
    ) throws(LanguageError) -> (title: Spanned<String>?, [Assignment]) {
        var words: [Token] = []
        var assignments: [Assignment] = []
        var field: Token?
        var isTitleComplete = false
        while let token = next() {
            if let pair = token.pair, pair.operator == .set {
                if kind.match(field: pair.name.value) == .unknown, assignments.isEmpty {
                    throw unknownField(pair, of: kind, inTitle: words + [token])
                }
                if words.isEmpty, pair.value.span.isEmpty,
                    let error = fieldInTitle(words, token, pair)
                {
                    throw error
                }
                field = assignments.isEmpty ? token : nil
                assignments.append(Assignment(pair, token))
                isTitleComplete = !words.isEmpty
                continue
            }
            if let pair = token.pair, case .found = kind.match(field: pair.name.value) {
                throw comparisonForAssignment(pair, token)
            }
            if isTitleComplete, let last = assignments.last {
                // In `add The Language: A History`, the capital letter tells a title from a field.
                if let field, let pair = field.pair, pair.value.span.isEmpty,
                    pair.name.value.first?.isUppercase == true, token.kind == .word,
                    token.pair == nil
                {
                    tokens.insert(token, at: tokens.startIndex)
                    if let error = fieldInTitle(words, field, pair) { throw error }
                }
                throw wordBehindValue(token, last)
            }
            words.append(token)
        }
        if words.isEmpty,
            let index = assignments.firstIndex(where: { assignment in
                kind.match(field: assignment.field.value) == .found(Kind.titleIndex)
            })
        {
            return (assignments.remove(at: index).value, assignments)
        }
        return (Self.joined(words), assignments)
    }

    /// Takes the remaining words, all of which must be assignments.
    package mutating func takeAssignments() throws(LanguageError) -> [Assignment] {
        var assignments: [Assignment] = []
        while let token = next() {
            guard let pair = token.pair else {
                throw assignments.last.map { wordBehindValue(token, $0) } ?? unexpected(token)
            }
            guard pair.operator == .set else {
                throw comparisonForAssignment(pair, token)
            }
            assignments.append(Assignment(pair, token))
        }
        return assignments
    }

    /// Takes the words before the first assignment.
    package mutating func takeWordsBeforeAssignments() -> [Token] {
        var words: [Token] = []
        while let token = peek, token.pair?.operator != .set {
            words.append(token)
            tokens.removeFirst()
        }
        return words
    }

    /// Takes `name:value` for one of the verb's own names.
    package mutating func takeNamed(_ name: String) throws(LanguageError) -> Spanned<String>? {
        var found: Spanned<String>?
        var rest: [Token] = []
        for (place, token) in zip(tokens.indices, tokens) {
            guard let pair = token.pair, pair.operator == .set, pair.verbsName == name else {
                rest.append(token)
                continue
            }
            guard found == nil else { throw LanguageError(.fieldTwice(name), at: token.span) }
            try checkDay(pair.value, before: tokens[(place + 1)...])
            found = pair.value
        }
        tokens = rest[...]
        return found
    }
}

extension Assignment {
    init(_ pair: Token.Pair, _ token: Token) {
        field = pair.name
        value = pair.value.span.isEmpty ? nil : pair.value
        span = token.span
    }
}
