package import TroveModel

/// Reads the arguments behind a verb, one after the other.
package struct ArgumentReader {
    /// What the words of the language mean at this moment.
    package struct Context: Sendable {
        /// What names of kinds and fields are looked for in.
        package let kinds: Kinds
        /// The kind that `add` adds to when none is named.
        package let currentKind: Int

        package init(kinds: Kinds, currentKind: Int) {
            self.kinds = kinds
            self.currentKind = currentKind
        }
    }

    /// What the words of the language mean at this moment.
    package let context: Context
    /// The verb whose arguments these are.
    package let verb: Verb
    /// The whole source, for arguments that are taken as they stand.
    let source: String
    private var tokens: ArraySlice<Token>
    /// Where the verb stands, for what is missing behind it.
    private let end: Int
    private var options: Set<String> = []

    init(
        _ tokens: [Token], verb: Verb, source: String, context: Context
    ) throws(LanguageError) {
        self.context = context
        self.verb = verb
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
                        token.text, nearest: Nearest.names(to: token.text, among: verb.options)),
                    at: token.span)
            }
            options.insert(token.text)
        }
        self.tokens = rest[...]
    }

    // MARK: Looking

    /// The next word, which stays.
    package var peek: Token? { tokens.first }
    /// Whether no word is left.
    package var isAtEnd: Bool { tokens.isEmpty }
    /// How many words are left.
    package var count: Int { tokens.count }

    /// Whether an option stands behind the verb.
    package func has(_ option: String) -> Bool { options.contains(option) }

    /// The word at a place behind the verb, from 0, that is left to be read.
    func word(at place: Int) -> String? {
        tokens.dropFirst(place).first?.text
    }

    /// Takes the next word, or a parenthesis.
    package mutating func next() -> Token? { tokens.popFirst() }

    /// Takes the last word.
    package mutating func popLast() -> Token? { tokens.popLast() }

    // MARK: Failing

    /// What is said where an argument is missing.
    package func missing(_ argument: LanguageError.Argument) -> LanguageError {
        // Nothing but a comment can stand behind the last argument.
        let rest = source.utf8.dropFirst(end)
        let hasComment = rest.contains(0x23)
        return LanguageError(
            hasComment
                ? .missingBeforeComment(argument, verb: verb.name)
                : .missing(argument, verb: verb.name), at: end..<end)
    }

    /// What is said of a word that the verb does not take.
    package func unexpected(_ token: Token) -> LanguageError {
        LanguageError(.unexpected(token.text, verb: verb.name), at: token.span)
    }

    /// Makes sure that nothing is left.
    package func finish() throws(LanguageError) {
        if let token = tokens.first { throw unexpected(token) }
    }

    // MARK: Taking

    /// Takes the next word if it names a kind.
    package mutating func takeKind() -> Int? {
        guard let token = peek, token.kind == .word, token.pair == nil, !token.isQuoted,
            let kind = context.kinds.index(of: token.text)
        else { return nil }
        tokens.removeFirst()
        return kind
    }

    /// Takes the next word, which must name a kind.
    package mutating func takeKnownKind() throws(LanguageError) -> Int {
        guard let token = peek else { throw missing(.kind) }
        if let kind = takeKind() { return kind }
        let known = context.kinds.all.map(\.name)
        throw LanguageError(
            .unknownKind(token.text, nearest: Nearest.names(to: token.text, among: known)),
            at: token.span)
    }

    /// Takes all that is left as one text, with the blanks between the words.
    package mutating func takeText() -> Spanned<String>? {
        let text = Self.joined(tokens)
        tokens = []
        return text
    }

    /// Words that stand apart with one blank between them, and those that touch with none.
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

    /// Takes a word that is one of a few.
    package mutating func takeWord(
        among known: [String], missing argument: LanguageError.Argument
    ) throws(LanguageError) -> Spanned<String> {
        guard let token = peek else { throw missing(argument) }
        guard known.contains(token.text) else { throw noneOf(known) }
        tokens.removeFirst()
        return Spanned(token.text, token.span)
    }

    /// What is said when the next word is none of a few, or is missing.
    func noneOf(_ known: [String]) -> LanguageError {
        guard let token = peek else { return missing(.command) }
        return LanguageError(
            .unknownWord(
                token.text, known: known, nearest: Nearest.names(to: token.text, among: known)),
            at: token.span)
    }

    /// Takes all words that are left.
    package mutating func takeAll() -> [Token] {
        defer { tokens = [] }
        return Array(tokens)
    }

    /// Takes the rest of the line as it was typed.
    package mutating func takeSource() -> Spanned<String>? {
        let rest = takeAll()
        guard let first = rest.first, let last = rest.last else { return nil }
        let span = first.span.lowerBound..<last.span.upperBound
        let text = String(decoding: Array(source.utf8)[span], as: UTF8.self)
        return Spanned(text, span)
    }

    /// Takes the title and the assignments of a new thing. The title's words stand together, or it is
    /// assigned like the other fields.
    package mutating func takeTitleAndAssignments(
        of kind: Kind
    ) throws(LanguageError) -> (title: Spanned<String>?, [Assignment]) {
        var words: [Token] = []
        var assignments: [Assignment] = []
        var isTitleComplete = false
        while let token = next() {
            if let pair = token.pair, pair.operator == .set {
                if kind.match(field: pair.name.value) == .unknown, assignments.isEmpty {
                    throw unknownField(pair, of: kind, inTitle: words + [token])
                }
                assignments.append(Assignment(pair, token))
                isTitleComplete = !words.isEmpty
                continue
            }
            if let pair = token.pair, case .found = kind.match(field: pair.name.value) {
                throw LanguageError(
                    .comparisonForAssignment(field: pair.name.value, value: pair.value.value),
                    at: token.span)
            }
            if isTitleComplete, let last = assignments.last {
                throw LanguageError(
                    .wordBehindValue(
                        token.text, field: last.field.value, value: last.value?.value ?? ""),
                    at: token.span)
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

    /// `Dune: Messiah` is a title; `ganre:sci-fi` was meant for a field.
    private func unknownField(
        _ pair: Token.Pair, of kind: Kind, inTitle words: [Token]
    ) -> LanguageError {
        let name = pair.name.value
        let isValue = !pair.value.value.isEmpty
        let owner = context.kinds.all.first { other in
            if case .found = other.match(field: name) { isValue } else { false }
        }
        if let owner {
            return LanguageError(
                .fieldOfAnotherKind(name, owner: owner.name, kind: kind.name), at: pair.name.span)
        }
        let nearest = isValue ? Nearest.names(to: name, among: kind.fields.map(\.name)) : []
        let rest = tokens.prefix { token in
            token.pair.map { kind.match(field: $0.name.value) == .unknown } ?? true
        }
        let title = Self.joined(words + rest)?.value ?? ""
        return LanguageError(
            .colonInTitle(name, title: title, nearest: nearest), at: pair.name.span)
    }

    /// Takes assignments, and nothing else.
    package mutating func takeAssignments() throws(LanguageError) -> [Assignment] {
        var assignments: [Assignment] = []
        while let token = next() {
            guard let pair = token.pair else { throw unexpected(token) }
            guard pair.operator == .set else {
                throw LanguageError(
                    .comparisonForAssignment(field: pair.name.value, value: pair.value.value),
                    at: token.span)
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

    /// Takes `name:value` with one of the verb's own names.
    package mutating func takeNamed(_ name: String) throws(LanguageError) -> Spanned<String>? {
        var found: Spanned<String>?
        var rest: [Token] = []
        for token in tokens {
            guard let pair = token.pair, pair.operator == .set, pair.name.value == name else {
                rest.append(token)
                continue
            }
            guard found == nil else { throw LanguageError(.fieldTwice(name), at: token.span) }
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
