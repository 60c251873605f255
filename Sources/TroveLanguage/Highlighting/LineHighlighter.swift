import TroveModel

/// Finds the parts of a line that is being typed, from the lexer and the grammar of its verb.
package struct LineHighlighter {
    /// The longest line that is highlighted, in bytes: a longer paste would take too long at each
    /// keystroke.
    package static let longestLine = 4096

    let completer: Completer
    let line: String
    private let cursor: Int
    private var spans: [SyntaxSpan] = []
    /// The kind that the line is about; nil if it is not known.
    private(set) var kind: KindIndex?

    /// Returns the parts of a line, in order and without overlaps.
    ///
    /// - Parameters:
    ///   - line: The line.
    ///   - cursor: The position of the cursor, in bytes of UTF-8.
    ///   - error: The error that parsing the line gives; nil for none.
    ///   - completer: The verbs, kinds and values.
    /// - Returns: The parts; everything else has no meaning of its own.
    package static func spans(
        of line: String, cursor: Int, error: LanguageError?, _ completer: Completer
    ) -> [SyntaxSpan] {
        guard line.utf8.count <= longestLine else { return [] }
        var highlighter = LineHighlighter(completer: completer, line: line, cursor: cursor)
        return highlighter.run(error)
    }

    private init(completer: Completer, line: String, cursor: Int) {
        self.completer = completer
        self.line = line
        self.cursor = cursor
    }

    private mutating func run(_ error: LanguageError?) -> [SyntaxSpan] {
        let tokens = Lexer.partialTokens(of: line)
        addComments(between: tokens)
        if let first = tokens.first { addVerb(first, Array(tokens.dropFirst())) }
        if let error, Self.isFinal(error, in: line, cursor: cursor), !isAlias(error) {
            spans.removeAll { $0.range.overlaps(error.span) }
            add(error.span, .error)
        }
        let end = line.utf8.count
        var last = 0
        var ordered: [SyntaxSpan] = []
        for span in spans.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
            // A token may end past the end of the line if its quote is open.
            let range = span.range.clamped(to: 0..<end)
            guard !range.isEmpty, range.lowerBound >= last else { continue }
            ordered.append(SyntaxSpan(range, span.role))
            last = range.upperBound
        }
        return ordered
    }

    /// Returns whether an error remains, whatever is typed at the cursor: more text follows the
    /// error, and the cursor is not in its word.
    private static func isFinal(_ error: LanguageError, in line: String, cursor: Int) -> Bool {
        switch error.problem {
        case .missing, .missingBeforeComment, .missingCondition, .openParenthesis, .openQuote:
            return false
        default: break
        }
        let bytes = Array(line.utf8)
        guard !error.span.isEmpty, error.span.upperBound < bytes.count else { return false }
        let between =
            cursor > error.span.upperBound
            ? bytes[error.span.upperBound..<min(cursor, bytes.count)]
            : bytes[max(0, cursor)..<max(cursor, error.span.lowerBound)]
        if cursor >= error.span.lowerBound, cursor <= error.span.upperBound { return false }
        return between.contains { $0 <= 0x20 }
    }

    /// Whether the error is that an alias is not a verb.
    private func isAlias(_ error: LanguageError) -> Bool {
        guard case .unknownVerb(let verb, _) = error.problem else { return false }
        return completer.source.aliases.contains(verb.lowercased())
    }

    mutating func add(_ range: Range<Int>, _ role: SyntaxSpan.Role) {
        spans.append(SyntaxSpan(range, role))
    }

    /// Whether the cursor is in a part of the line, or at its end.
    func isTyped(_ range: Range<Int>) -> Bool {
        cursor >= range.lowerBound && cursor <= range.upperBound
    }

    // MARK: Comments

    private mutating func addComments(between tokens: [Token]) {
        let bytes = Array(line.utf8)
        var start = 0
        for end in tokens.map(\.span.lowerBound) + [bytes.count] {
            var index = start
            while index < end {
                let first = index
                if bytes[index] == UInt8(ascii: "#") {
                    while index < end, bytes[index] != 0x0A { index += 1 }
                    add(first..<index, .comment)
                } else {
                    index += 1
                }
            }
            start = tokens.first { $0.span.lowerBound == end }?.span.upperBound ?? bytes.count
        }
    }

    // MARK: The verb

    private mutating func addVerb(_ first: Token, _ arguments: [Token]) {
        let vocabulary = completer.vocabulary
        let verb =
            first.isQuoted
            ? nil
            : vocabulary.verb(named: first.text)
                ?? vocabulary.verb(named: first.text.lowercased())
        if let verb {
            add(first.span, .verb)
            if let place = LineSlots.commandPlace(of: verb, in: [first] + arguments) {
                addArguments(Array(arguments.prefix(place - 1)), of: verb)
                guard let inner = arguments.dropFirst(place - 1).first else { return }
                return addVerb(inner, Array(arguments.dropFirst(place)))
            }
            guard !verb.takesSource else { return addStrings(arguments) }
            addArguments(arguments, of: verb)
        } else {
            if !first.isQuoted, completer.source.aliases.contains(first.text.lowercased()) {
                add(first.span, .verb)
            } else if isTyped(first.span),
                vocabulary.names.contains(where: { $0.hasPrefix(first.text) })
            {
                // Its look does not change when it is complete.
                add(first.span, .verb)
            } else if first.span.upperBound < line.utf8.count, !isTyped(first.span) {
                add(first.span, .error)
            }
            addStrings(arguments)
        }
    }

    mutating func addStrings(_ tokens: [Token]) {
        for token in tokens where token.isQuoted {
            add(token.pair?.value.span ?? token.span, .string)
        }
    }

    // MARK: Arguments

    private mutating func addArguments(_ arguments: [Token], of verb: Verb) {
        for token in arguments where token.isOption && verb.options.contains(token.text) {
            add(token.span, .field)
        }
        let tokens = arguments.filter { !$0.isOption }
        let slots = LineSlots(verb, [verb.name] + tokens.map(\.text))
        kind = completer.kind(of: slots, tokens[...])
        var index = 0
        while index < tokens.count {
            let token = tokens[index]
            if let pair = token.pair {
                addPair(pair, token, slots)
            } else if let clause = slots.whereClause, index < clause {
                add(token.span, index + 1 == clause ? .verb : .value)
            } else if token.kind == .word {
                index += addWords(tokens[index...], at: index + 1, slots)
                continue
            }
            index += 1
        }
    }

    /// Adds the words at the beginning of these tokens. Returns their number, at least 1.
    private mutating func addWords(
        _ tokens: ArraySlice<Token>, at place: Int, _ slots: LineSlots
    ) -> Int {
        guard let first = tokens.first else { return 1 }
        let contents = slots.contents(at: place)
        let isCondition =
            slots.whereClause != nil
            || contents.contains { if case .conditions = $0.content { true } else { false } }
        if isCondition, addConnective(first, before: tokens.dropFirst().first) { return 1 }
        if slots.whereClause == nil, let slot = contents.first(where: \.content.isItems) {
            let words = tokens.prefix { $0.isItemWord }
            let isBeforeNumber = contents.contains {
                if case .number = $0.content { true } else { false }
            }
            addItems(
                slot.only == nil ? words : words.prefix(1), of: slot.content,
                beforeNumber: isBeforeNumber)
            return max(1, slot.only == nil ? words.count : 1)
        }
        if let role = role(of: first, in: contents, at: place, slots) {
            add(first.span, role)
        } else if first.isQuoted {
            add(first.span, .string)
        }
        return 1
    }

    /// Adds a word of a condition: `and`, `or`, `not`, or a field before an operator between
    /// spaces.
    private mutating func addConnective(_ token: Token, before next: Token?) -> Bool {
        if ["and", "or", "not"].contains(where: token.isKeyword) {
            add(token.span, .verb)
            return true
        }
        guard !token.isQuoted, let next, !next.isQuoted, next.pair == nil,
            Operator(rawValue: next.text) != nil, !fields(token.text).isEmpty
        else { return false }
        add(token.span, .field)
        return true
    }

    /// Returns the role of a word by what is possible at its position; nil if it has none.
    private func role(
        of token: Token, in contents: [Slot], at place: Int, _ slots: LineSlots
    ) -> SyntaxSpan.Role? {
        guard !token.isQuoted else { return nil }
        let takesVerb = contents.contains { if case .verb = $0.content { true } else { false } }
        var isClosed = !contents.isEmpty
        for slot in contents {
            switch slot.content {
            case .kind, .ownKind, .changeableKind:
                if completer.kinds.index(of: token.text) != nil { return .value }
            case .keyword(let word):
                if word == token.text { return .verb }
            case .words(let words):
                if words.contains(token.text) { return .value }
                // Other forms of words are known to the parser, which rejects unknown ones. A topic
                // of help has no other form.
                isClosed = isClosed && takesVerb
            case .month:
                if Month(parsing: token.text) != nil { return .value }
            case .verb, .command:
                let isVerb = completer.vocabulary.verb(named: token.text) != nil
                if isVerb || completer.kinds.index(of: token.text) != nil { return .value }
            case .setting: return role(ofSetting: token, at: place, slots)
            case .field, .ownField:
                if !fields(token.text).isEmpty { return .field }
                isClosed = false
            case .result:
                if completer.source.results.contains(where: { "r\($0.number)" == token.text }) {
                    return .value
                }
            case .conflict, .rejectedChange:
                if token.text == "all" { return .value }
                isClosed = false
            case .place:
                if completer.source.isPlace(token.text) { return .value }
            case .named: break
            case .item, .formerItem, .items, .records, .newItem, .number, .assignments,
                .conditions, .known, .newField, .changedField, .file, .snapshot, .alias, .mark,
                .demo, .tutorial:
                isClosed = false
            }
        }
        let isOnlyNamed = contents.allSatisfy { $0.isNamed }
        return isClosed && !isOnlyNamed && !isTyped(token.span) ? .unknownValue : nil
    }

    /// Returns the role of the name of a setting, or of the value after it.
    private func role(
        ofSetting token: Token, at place: Int, _ slots: LineSlots
    ) -> SyntaxSpan.Role? {
        let settings = completer.source.settings
        let known: [String] =
            switch place {
            case 1: settings.map(\.name)
            case 2: settings.first { $0.name == slots.words[1] }?.choices ?? []
            default: []
            }
        if known.contains(token.text) { return .value }
        return known.isEmpty || isTyped(token.span) ? nil : .unknownValue
    }
}
