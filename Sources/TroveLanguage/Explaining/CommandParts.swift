import TroveModel

/// Finds the parts of a command by the lexer and the grammar of its verb.
package struct CommandParts {
    private let line: String
    private let bytes: [UInt8]
    private let vocabulary: Vocabulary
    private let context: ArgumentReader.Context
    private var parts: [CommandPart] = []

    /// Returns the parts of a command, in order; for a command with an error, the parts up to the
    /// error.
    ///
    /// - Parameters:
    ///   - line: the command, with its alias expanded.
    ///   - error: the error that parsing it gives; nil for none.
    ///   - vocabulary: the verbs.
    ///   - context: the state that names are resolved against.
    /// - Returns: the parts; the last one is the place of the error, if there is one.
    package static func of(
        _ line: String, _ error: LanguageError?, _ vocabulary: Vocabulary,
        in context: ArgumentReader.Context
    ) -> [CommandPart] {
        var finder = CommandParts(line, vocabulary, context)
        finder.run()
        guard let error else { return finder.parts }
        var parts = finder.parts.filter { $0.span.upperBound <= error.span.lowerBound }
        if let wrong = finder.part(error.span, .wrong) { parts.append(wrong) }
        return parts
    }

    private init(
        _ line: String, _ vocabulary: Vocabulary, _ context: ArgumentReader.Context
    ) {
        self.line = line
        bytes = Array(line.utf8)
        self.vocabulary = vocabulary
        self.context = context
    }

    private func part(_ span: Range<Int>, _ meaning: CommandPart.Meaning) -> CommandPart? {
        // A token may end past the end of the line if its quote is open.
        let span = span.clamped(to: 0..<bytes.count)
        guard !span.isEmpty else { return nil }
        return CommandPart(
            text: String(decoding: bytes[span], as: UTF8.self), span: span, meaning: meaning)
    }

    private mutating func add(_ span: Range<Int>, _ meaning: CommandPart.Meaning) {
        if let part = part(span, meaning) { parts.append(part) }
    }

    private mutating func run() {
        let tokens = Lexer.partialTokens(of: line)
        guard let first = tokens.first,
            let verb = vocabulary.verb(named: first.text)
                ?? vocabulary.verb(named: first.text.lowercased())
        else { return }
        add(first.span, .verb(verb))
        let arguments = Array(tokens.dropFirst())
        guard let place = LineSlots.commandPlace(of: verb, in: tokens) else {
            return addArguments(arguments, of: verb, tokens)
        }
        for token in arguments.prefix(place - 1) { add(token.span, .text) }
        if let inner = arguments.dropFirst(place - 1).first, let last = arguments.last {
            add(inner.span.lowerBound..<last.span.upperBound, .command)
        }
    }

    // MARK: Arguments

    private mutating func addArguments(_ arguments: [Token], of verb: Verb, _ all: [Token]) {
        // Some forms are selected by a keyword that looks like an option.
        let words = arguments.filter { !$0.isOption || !verb.options.contains($0.text) }
        let slots = LineSlots(verb, [verb.name] + words.map(\.text))
        let reader = try? ArgumentReader(all, verb: verb, source: line, context: context)
        var index = 0
        var rest = arguments[...]
        while let token = rest.first {
            guard !token.isOption || !verb.options.contains(token.text) else {
                add(token.span, .option)
                rest = rest.dropFirst()
                continue
            }
            let taken = addPart(rest, at: index + 1, slots, reader)
            index += taken
            rest = rest.dropFirst(taken)
        }
    }

    /// Adds the part at the beginning of these tokens. Returns the number of its words, at least 1.
    private mutating func addPart(
        _ tokens: ArraySlice<Token>, at place: Int, _ slots: LineSlots, _ reader: ArgumentReader?
    ) -> Int {
        guard let token = tokens.first else { return 1 }
        let kind = slots.kind(context.kinds, current: context.currentKind)
        if let pair = token.pair {
            if slots.takesField(before: pair.operator), let next = tokens.dropFirst().first,
                token.isCompared(with: next)
            {
                add(
                    token.span.lowerBound..<next.span.upperBound,
                    .comparison(
                        field: pair.name.value, pair.operator, next.alternatives.map(\.value),
                        kind))
                return 2
            }
            add(token.span, meaning(of: pair, kind, slots))
            return 1
        }
        guard token.kind == .word else {
            add(token.span, .parenthesis)
            return 1
        }
        if let clause = slots.whereClause, place <= clause {
            let named = context.kinds.index(of: token.text)
            add(token.span, place == clause ? .keyword : named.map { .kind($0) } ?? .text)
            return 1
        }
        let contents = slots.contents(at: place)
        if takesConditions(slots, contents), let taken = addCondition(tokens, kind, slots) {
            return taken
        }
        if slots.whereClause == nil, let slot = contents.first(where: \.content.isItems),
            let reader
        {
            let words = tokens.prefix { $0.pair == nil && $0.kind == .word && !$0.isOption }
            // In `rate Dune 5`, the number does not name an item.
            let hasNumber = slots.slots.contains {
                if case .number = $0.content { true } else { false }
            }
            if hasNumber, words.count > 1, let number = words.last {
                let count = addReferences(words.dropLast(), reader)
                add(number.span, .text)
                return count + 1
            }
            return addReferences(slot.only == nil ? words : words.prefix(1), reader)
        }
        return addWords(tokens, contents)
    }

    private func meaning(
        of pair: Token.Pair, _ kind: KindIndex?, _ slots: LineSlots
    ) -> CommandPart.Meaning {
        let name = pair.name.value
        if pair.operator == .set, let value = slots.value(ofName: name) {
            return .named(name, value: pair.value.value, value)
        }
        guard slots.takesField(before: pair.operator) else { return .text }
        return pair.operator == .set
            ? .assignment(field: name, value: pair.value.value, kind)
            : .comparison(field: name, pair.operator, pair.alternatives.map(\.value), kind)
    }

    private func takesConditions(_ slots: LineSlots, _ contents: [Slot]) -> Bool {
        slots.whereClause != nil
            || contents.contains { if case .conditions = $0.content { true } else { false } }
    }

    /// Adds a word of a condition, or a comparison with spaces around its operator; nil if the
    /// word is the kind.
    private mutating func addCondition(
        _ tokens: ArraySlice<Token>, _ kind: KindIndex?, _ slots: LineSlots
    ) -> Int? {
        guard let token = tokens.first else { return nil }
        let next = Array(tokens.dropFirst().prefix(2))
        if next.count == 2, !token.isQuoted, !next[0].isQuoted, next[0].pair == nil,
            let sign = Operator(rawValue: next[0].text), sign != .set, next[1].pair == nil
        {
            add(
                token.span.lowerBound..<next[1].span.upperBound,
                .comparison(
                    field: token.text, sign, next[1].alternatives.map(\.value), kind))
            return 3
        }
        // Without a comparison behind it, `where` is searched for.
        let isWhere =
            token.isKeyword("where") && tokens.dropFirst().contains(where: \.isOfCondition)
        if isWhere || ["and", "or", "not"].contains(where: token.isKeyword) {
            add(token.span, .keyword)
            return 1
        }
        let isKind =
            slots.whereClause == nil && parts.count == 1 && !token.isQuoted
            && context.kinds.index(of: token.text) != nil
        guard !isKind else { return nil }
        add(token.span, .searchText)
        return 1
    }

    /// Adds the words that name items. Returns their number.
    private mutating func addReferences(
        _ words: ArraySlice<Token>, _ reader: ArgumentReader
    ) -> Int {
        guard let found = try? reader.references(Array(words)) else {
            for word in words { add(word.span, .text) }
            return max(1, words.count)
        }
        for reference in found { add(reference.span, .reference(reference.value)) }
        return max(1, words.count)
    }

    /// Adds a kind, a keyword, or all words that follow as one text. Returns their number.
    private mutating func addWords(_ tokens: ArraySlice<Token>, _ contents: [Slot]) -> Int {
        guard let token = tokens.first else { return 1 }
        for slot in contents where !token.isQuoted {
            switch slot.content {
            case .kind, .ownKind, .changeableKind:
                guard let kind = context.kinds.index(of: token.text) else { continue }
                add(token.span, .kind(kind))
                return 1
            case .keyword(token.text):
                add(token.span, .keyword)
                return 1
            case .words(let words) where words.contains(token.text):
                add(token.span, .keyword)
                return 1
            case .conflict where token.text == "all", .rejectedChange where token.text == "all":
                add(token.span, .keyword)
                return 1
            default: continue
            }
        }
        let words = tokens.prefix { $0.pair == nil && $0.kind == .word && !$0.isOption }
        let isNew = contents.contains { if case .newItem = $0.content { true } else { false } }
        if let text = ArgumentReader.joined(words) { add(text.span, isNew ? .newTitle : .text) }
        return max(1, words.count)
    }
}

extension Verb {
    /// Returns where the command begins that a verb runs, in bytes of UTF-8.
    ///
    /// - Parameters:
    ///   - line: a command of the verb, which need not be well-formed.
    ///   - isAny: whether a command that the verb only explains or keeps counts, too.
    /// - Returns: nil if the verb runs none, or the line ends before it.
    package func startOfInnerCommand(in line: String, isAny: Bool = false) -> Int? {
        guard takesSource else { return nil }
        let tokens = Lexer.partialTokens(of: line)
        let slot = slots.joined().first { if case .command = $0.content { true } else { false } }
        let place = isAny ? LineSlots.commandPlace(of: self, in: tokens) : slot?.first
        return place.flatMap { tokens.dropFirst($0).first?.span.lowerBound }
    }
}
