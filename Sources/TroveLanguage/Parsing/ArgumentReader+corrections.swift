import TroveCodecs
import TroveModel

/// Errors whose correction quotes a text, or changes an operator.
extension ArgumentReader {
    /// Returns the error for a comparison, such as `field=value`, where a field is set.
    func comparisonForAssignment(_ pair: Token.Pair, _ token: Token) -> LanguageError {
        // In `field==value`, the second sign is part of the value.
        let isDoubled =
            source.utf8.dropFirst(pair.value.span.lowerBound).first == UInt8(ascii: "=")
        let end = pair.value.span.lowerBound + (isDoubled ? 1 : 0)
        let value = String(pair.value.value.dropFirst(isDoubled ? 1 : 0))
        return LanguageError(
            .comparisonForAssignment(field: pair.name.value, pair.operator, value: value),
            at: token.span,
            correction: Correction(pair.name.span.upperBound..<end, Operator.set.rawValue))
    }

    /// Returns the error for `field=>value` and the like, whose sign the lexer has split; nil for
    /// other comparisons.
    func foreignComparison(_ pair: Token.Pair) -> LanguageError? {
        let start = pair.value.span.lowerBound
        // A quote before the value is not part of a sign.
        let behind = String(
            decoding: source.utf8.dropFirst(start).prefix { "=<>~!:".utf8.contains($0) },
            as: UTF8.self)
        let sign = pair.operator.rawValue + behind
        guard let meant = Operator(ofAnotherProgram: sign), pair.value.value.hasPrefix(behind)
        else { return nil }
        return LanguageError(
            .foreignComparison(
                field: pair.name.value, sign: sign, meant,
                value: String(pair.value.value.dropFirst(behind.count))),
            at: pair.name.span.upperBound..<start + behind.utf8.count)
    }

    /// Returns the error for fields and values at the end of the words that name items, as in
    /// `set Dune pages 300`; nil if no word after the first is a field that can have the words
    /// after it as its value.
    func missingColon(in words: [Token]) -> LanguageError? {
        let places = words.indices.dropFirst().filter { field(words[$0]) != nil }
        var meant: [String] = []
        var first: Token?
        var end = words.endIndex
        for place in places.reversed() {
            guard let name = field(words[place]),
                let value = value(of: name, words[(place + 1)..<end])
            else { break }
            meant.insert("\(name):\(Quoting.argument(value))", at: 0)
            first = words[place]
            end = place
        }
        guard let first, let last = words.last else { return nil }
        return LanguageError(
            .missingColon(field: first.text, meant: meant.joined(separator: " ")),
            at: first.span.lowerBound..<last.span.upperBound)
    }

    /// Returns the field that a word means: one of this name, or of what other programs call it;
    /// nil for any other word.
    private func field(_ word: Token) -> String? {
        guard word.kind == .word, !word.isQuoted, word.pair == nil else { return nil }
        let isName = context.kinds.all.contains { kind in
            kind.shownFields.contains { $0.name == word.text }
        }
        if isName { return word.text }
        // `to` and `by` mean a field only before a name.
        return word.text.utf8.count > 2
            ? Nearest.field(called: word.text, of: context.kinds.all) : nil
    }

    /// Returns the value that a field without a colon has; nil if the words are not a value.
    private func value(of field: String, _ words: ArraySlice<Token>) -> String? {
        let hasSign = words.first.map { ["=", ":", "to", "is"].contains($0.text) } == true
        let words = hasSign && words.count > 1 ? words.dropFirst() : words
        guard words.allSatisfy({ $0.pair == nil }), let text = Self.joined(words) else {
            return nil
        }
        // Quotes among several words belong to the value.
        let isAsTyped = words.count > 1 && words.contains(where: \.isQuoted)
        let value =
            isAsTyped ? String(decoding: Array(source.utf8)[text.span], as: UTF8.self) : text.value
        guard value.utf8.first.map({ "=<>~!:".utf8.contains($0) }) == false
        else { return nil }
        let canHave = context.kinds.all.contains { kind in
            kind.shownFields.contains {
                guard $0.name == field else { return false }
                return switch $0.content {
                case .integer, .decimal: FixedDecimal(parsing: value) != nil
                case .date: $0.isDate(value)
                default: true
                }
            }
        }
        return canHave ? value : nil
    }

    /// Words for the verbs' own names: what other programs call them.
    private static let synonyms = [
        "order": "sort", "by": "sort", "max": "limit", "top": "limit", "first": "limit",
        "fields": "columns", "group": "by",
    ]

    /// Whether a comparison such as `limit=3` has one of the verb's own names in place of a field.
    func isOwnName(_ pair: Token.Pair) -> Bool {
        let name = pair.name.value
        return pair.operator == .equal && verb.ownNames.contains(name)
            && context.kinds.all.allSatisfy { $0.match(field: name) == .unknown }
    }

    /// Whether a word is one of the verb's own names without its colon.
    private func isOwnName(_ word: Token) -> Bool {
        !word.isQuoted && verb.ownNames.contains(word.text)
    }

    /// Returns the error for `name:value` in a condition, or `limit=3`. For a name that is not a
    /// field, it suggests one of the verb's own names, or a field that is compared.
    func assignmentForComparison(_ pair: Token.Pair, _ token: Token) -> LanguageError {
        let name = pair.name.value
        guard context.kinds.all.allSatisfy({ $0.match(field: name) == .unknown }) else {
            return LanguageError(
                .assignmentForComparison(field: name, value: pair.value.value), at: token.span)
        }
        let nearest = namesWithOperators(near: name)
        let span = pair.name.span.lowerBound..<pair.value.span.lowerBound
        return LanguageError(
            .unknownField(name, kinds: [], nearest: nearest), at: pair.name.span,
            correction: nearest.first.map { Correction(span, $0) })
    }

    /// Returns the verb's own names that a name resembles, as in `sort:`; else the fields, as in
    /// `genre=`.
    private func namesWithOperators(near name: String) -> [String] {
        let own = verb.ownNames
        if own.contains(name) { return [name + ":"] }
        if let synonym = Self.synonyms[name], own.contains(synonym) { return [synonym + ":"] }
        let nearest = Nearest.names(to: name, among: own)
        guard nearest.isEmpty else { return nearest.map { $0 + ":" } }
        return Nearest.fields(to: name, of: context.kinds.all).map { $0 + "=" }
    }

    /// Returns the error for a word that follows `field:value`, or `field:` and a space. The
    /// correction makes the value and the words after it one value.
    func wordBehindValue(
        _ token: Token, field: String, value: Spanned<String>?
    ) -> LanguageError {
        let words = [token] + rest.prefix { $0.kind == .word && $0.pair == nil }
        // In `to:Bob due 2026-12-24`, the word is the next name.
        if isOwnName(token) {
            guard let text = Self.joined(words.dropFirst()) else { return unexpected(token) }
            return LanguageError(
                .missingColon(
                    field: token.text, meant: "\(token.text):\(Quoting.argument(text.value))"),
                at: token.span.lowerBound..<text.span.upperBound)
        }
        if value?.value.isEmpty == false, !takesText(field) { return unexpected(token) }
        let text = Self.joined(words) ?? Spanned(token.text, token.span)
        let before = value?.value ?? ""
        let meant =
            before.isEmpty
            ? Quoting.argument(text.value) : Quoting.quoted("\(before) \(text.value)")
        return LanguageError(
            .wordBehindValue(token.text, field: field, value: before, meant: meant),
            at: token.span,
            correction: value.map {
                Correction($0.span.lowerBound..<text.span.upperBound, meant)
            })
    }

    /// Throws if a value and the two words after it are a day such as `3 days ago`.
    func checkDay(
        _ value: Spanned<String>, before words: some Collection<Token>
    ) throws(LanguageError) {
        let words = Array(words.prefix(2))
        guard words.allSatisfy({ $0.kind == .word && $0.pair == nil }), let last = words.last
        else { return }
        let day = ([value.value] + words.map(\.text)).joined(separator: " ").lowercased()
        guard RelativeDay.isShifted(day) else { return }
        let span = value.span.lowerBound..<last.span.upperBound
        throw LanguageError(
            .unquotedDay(day), at: span, correction: Correction(span, Quoting.quoted(day)))
    }

    /// Whether a field is a date in some kind.
    func isDate(_ name: String) -> Bool {
        context.kinds.all.contains { kind in
            guard case .found(let field) = kind.match(field: name) else { return false }
            return kind.fields[field].content == .date
        }
    }

    /// Whether a value of several words is possible: in a field that is not a number, and in one of
    /// the verb's own names.
    private func takesText(_ name: String) -> Bool {
        let fields = context.kinds.all.compactMap { kind -> Field? in
            if case .found(let field) = kind.match(field: name) { kind.fields[field] } else { nil }
        }
        return fields.isEmpty
            || fields.contains { field in
                switch field.content {
                case .integer, .decimal: false
                default: true
                }
            }
    }

    /// Returns the error for a word that follows an assignment.
    func wordBehindValue(_ token: Token, _ assignment: Assignment) -> LanguageError {
        // In `genre:sci-fi year 1966`, the word is the next field.
        let words = [token] + rest.prefix { $0.kind == .word && $0.pair == nil }
        if words.count > 1, let error = missingColon(in: [token] + words) { return error }
        let name = assignment.field.value
        let kinds = context.kinds.all
        // In `author:Ann Lee: Poems`, `Lee:` is not a field.
        if assignment.value == nil, kinds.allSatisfy({ $0.match(field: name) == .unknown }) {
            return LanguageError(
                .unknownField(name, kinds: [], nearest: Nearest.fields(to: name, of: kinds)),
                at: assignment.field.span)
        }
        let end = assignment.span.upperBound
        return wordBehindValue(
            token, field: name,
            value: assignment.value ?? Spanned("", end..<end))
    }

    /// Returns the correction for a value that was typed without its name, as in `lend Dune Anna`
    /// or `lend Dune to Anna`, and the words before it.
    ///
    /// - Parameters:
    ///   - name: the name that the value needs.
    ///   - words: the words that name items, and the value.
    /// - Returns: the words before the value, and the correction; nil if no word can be the value.
    func valueWithoutName(
        _ name: String, in words: [Token]
    ) -> (items: [Token], correction: Correction)? {
        let keyword = words.dropFirst().lastIndex { $0.isKeyword(name) }
        let values = keyword.map { words[($0 + 1)...] } ?? words.dropFirst().suffix(1)
        // A number alone is another item.
        guard let text = Self.joined(values), words.first?.isKeyword(name) == false,
            values.allSatisfy({ $0.kind == .word && $0.pair == nil }),
            keyword != nil || text.value.utf8.first.map(\.isDigit) == false
        else { return nil }
        // In `to Ana due 2026-12`, the value ends before the next name.
        var parts: [(name: String, words: [Token])] = [(name, [])]
        for word in values {
            if !parts[parts.count - 1].words.isEmpty, isOwnName(word) {
                parts.append((word.text, []))
            } else {
                parts[parts.count - 1].words.append(word)
            }
        }
        let meant = parts.compactMap { part in
            Self.joined(part.words).map { text in
                // In `tag Dune +sea`, the sign is not part of the tag, as in `set Dune tags:+sea`.
                let value =
                    part.name == "with" && text.value.hasPrefix("+")
                    ? String(text.value.dropFirst()) : text.value
                return "\(part.name):\(Quoting.argument(value))"
            }
        }
        guard meant.count == parts.count else { return nil }
        let start = keyword ?? values.startIndex
        let span = words[start].span.lowerBound..<text.span.upperBound
        return (Array(words[..<start]), Correction(span, meant.joined(separator: " ")))
    }

    /// Returns the error for a title with a colon that needs quotes where items are named, as in
    /// `set Batman: Year One rating:5`.
    ///
    /// - Parameters:
    ///   - words: the words before it.
    ///   - names: the verb's own names.
    /// - Returns: the error; nil if the next word is a field, or may be a misspelled one.
    func colonInTitle(after words: [Token], names: [String] = []) -> LanguageError? {
        func isName(_ pair: Token.Pair) -> Bool {
            names.contains(pair.verbsName)
                || context.kinds.all.contains { $0.match(field: pair.name.value) != .unknown }
        }
        guard let token = peek, let pair = token.pair, !isName(pair) else { return nil }
        let following = rest.dropFirst().prefix { word in
            word.pair.map { !isName($0) } ?? (word.kind == .word)
        }
        // After a number or a quoted title, it is a misspelled field.
        let isTitle =
            pair.value.span.isEmpty && !following.isEmpty
            && words.allSatisfy { !$0.isQuoted && $0.listNumber == nil }
        guard words.isEmpty || isTitle,
            let title = Self.joined(words + [token] + following)
        else { return nil }
        return LanguageError(
            .colonInTitle(pair.name.value, title: title.value, nearest: []), at: pair.name.span,
            correction: Correction(title.span, Quoting.quoted(title.value)))
    }

    /// Returns the error for a field that a word follows, as in `add Note: A Life`.
    ///
    /// - Parameters:
    ///   - words: The words before the field.
    ///   - token: The field with its value.
    ///   - pair: Its parts.
    /// - Returns: The error; nil if no word follows.
    func fieldInTitle(_ words: [Token], _ token: Token, _ pair: Token.Pair) -> LanguageError? {
        let following = rest.prefix { $0.kind == .word && $0.pair == nil }
        guard let next = following.first, let title = Self.joined(words + [token] + following)
        else { return nil }
        return LanguageError(
            .fieldInTitle(pair.name.value, value: pair.value.value, word: next.text),
            at: token.span, correction: Correction(title.span, Quoting.quoted(title.value)))
    }

    /// Returns the error for a new item without a title. A field with a capital letter, as in
    /// `add Year:Zero`, may be the title, if it is the only one.
    package func missingTitle(before fields: [Token]) -> LanguageError {
        let missing = missing(.title)
        guard fields.count == 1, let first = fields.first, let name = first.pair?.name.value,
            name.first?.isUppercase == true
        else { return missing }
        return LanguageError(
            missing.problem, at: missing.span,
            correction: Correction(first.span, Quoting.quoted(first.text)))
    }

    /// Returns the error for an unknown field: `Dune: Messiah` is a title, but `ganre:sci-fi` is a
    /// misspelled field.
    func unknownField(
        _ pair: Token.Pair, of kind: Kind, inTitle words: [Token]
    ) -> LanguageError {
        let name = pair.name.value
        let isValue = !pair.value.value.isEmpty
        let owner = context.kinds.all.first { $0.index(ofField: name) != nil }
        if let owner, isValue {
            return LanguageError(
                .fieldOfAnotherKind(name, owner: owner.name, kind: kind.name), at: pair.name.span)
        }
        // A capital letter begins a title rather than a field.
        let mayBeField = isValue && name.first?.isUppercase != true
        let nearest =
            mayBeField ? Nearest.fields(to: name, of: [kind]) : []
        let following = rest.prefix { token in
            token.pair.map { kind.match(field: $0.name.value) == .unknown } ?? true
        }
        let title = Self.joined(words + following) ?? pair.name
        return LanguageError(
            .colonInTitle(name, title: title.value, nearest: nearest), at: pair.name.span,
            correction: nearest.isEmpty
                ? Correction(title.span, Quoting.quoted(title.value)) : nil)
    }
}

extension Operator {
    /// Creates the comparison that a sign of another program means; nil for any other text.
    init?(ofAnotherProgram sign: String) {
        switch sign {
        case "==", "===", ":=", "::": self = .equal
        case "<>", ":!=": self = .notEqual
        case ":<": self = .less
        case "=<", ":<=": self = .lessOrEqual
        case ":>": self = .greater
        case "=>", ":>=": self = .greaterOrEqual
        case "=~", "~=", ":~", "~~": self = .contains
        default: return nil
        }
    }
}
