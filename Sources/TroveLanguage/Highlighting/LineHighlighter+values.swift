import TroveModel

/// The values of fields and of named arguments.
extension LineHighlighter {
    mutating func addPair(_ pair: Token.Pair, _ token: Token, _ slots: LineSlots) {
        let name = pair.name
        if let value = slots.value(ofName: name.value) {
            add(name.span, .field)
            return addValue(pair, of: value)
        }
        guard slots.takesField(before: pair.operator) else { return addStrings([token]) }
        let found = fields(name.value)
        if !found.isEmpty {
            add(name.span, .field)
        } else if !isTyped(token.span) {
            add(name.span, .error)
        }
        addAlternatives(pair) { highlighter, text in
            highlighter.role(of: text, in: found, pair.operator)
        }
    }

    /// Adds the value of one of the verb's own names.
    private mutating func addValue(_ pair: Token.Pair, of value: Slot.Value) {
        switch value {
        case .choice(let choices):
            addAlternatives(pair) { _, text in choices.contains(text) ? .value : .unknownValue }
        case .kind:
            addAlternatives(pair) { highlighter, text in
                highlighter.completer.kinds.index(of: text) == nil ? .unknownValue : .value
            }
        case .fields:
            addFieldNames(in: pair)
        case .state, .known:
            let fields = fields(for: value)
            addAlternatives(pair) { highlighter, text in
                highlighter.role(of: text, in: fields, .set)
            }
        case .place:
            addAlternatives(pair) { highlighter, text in
                highlighter.completer.source.isPlace(text) ? .value : .unknownValue
            }
        case .free, .item, .file, .mark:
            addAlternatives(pair) { _, _ in nil }
        }
    }

    /// Adds the alternatives of a value.
    ///
    /// - Parameters:
    ///   - pair: The pair with the value.
    ///   - role: Returns the role of a text once it is complete; nil for a text that an item may
    ///     have, but no item has.
    private mutating func addAlternatives(
        _ pair: Token.Pair, _ role: (Self, String) -> SyntaxSpan.Role?
    ) {
        for part in pair.alternatives where !part.value.isEmpty {
            let role = role(self, part.value)
            if let role, role == .value || !isTyped(part.span) {
                add(part.span, role)
            } else if isQuoted(part) {
                add(part.span, .string)
            }
        }
    }

    private func isQuoted(_ part: Spanned<String>) -> Bool {
        let first = line.utf8.dropFirst(part.span.lowerBound).first
        return first == UInt8(ascii: "\"") || first == UInt8(ascii: "'")
    }

    /// Adds the names of fields between commas.
    private mutating func addFieldNames(in pair: Token.Pair) {
        let value = pair.value
        // The positions of the names are known only without quotes and escapes.
        guard value.value.utf8.count == value.span.count else {
            return addAlternatives(pair) { _, _ in nil }
        }
        var start = value.span.lowerBound
        for part in value.value.split(separator: ",", omittingEmptySubsequences: false) {
            let span = start..<start + part.utf8.count
            start = span.upperBound + 1
            let name = String(part.hasPrefix("-") ? part.dropFirst() : part)
            // The number is not a field, but items can be sorted by it, and it is always shown.
            let isNumber = name == "number" && ["columns", "sort"].contains(pair.name.value)
            if isNumber || !fields(name).isEmpty {
                add(span, .value)
            } else if !name.isEmpty, !isTyped(span), !isBeginning(ofFields: name) {
                add(span, .error)
            }
        }
    }

    // MARK: Fields

    /// A field of a kind.
    typealias Place = (kind: KindIndex, field: FieldIndex)

    private var possibleKinds: [KindIndex] {
        kind.map { [$0] } ?? Array(completer.kinds.indices)
    }

    /// Returns the fields with a name, or the only ones that it begins.
    func fields(_ name: String) -> [Place] {
        possibleKinds.compactMap { kind in
            guard case .found(let field) = completer.kinds[kind].match(field: name) else {
                return nil
            }
            return (kind, field)
        }
    }

    /// Returns whether a text begins the names of several fields of a kind.
    private func isBeginning(ofFields text: String) -> Bool {
        possibleKinds.contains { completer.kinds[$0].match(field: text) != .unknown }
    }

    /// Returns the fields that a value of one of the verb's own names belongs to.
    private func fields(for value: Slot.Value) -> [Place] {
        let kinds = completer.kinds
        return kinds.indices.compactMap { kind in
            switch value {
            case .known(let role): kinds[kind].index(ofRole: role).map { (kind, $0) }
            case .state: kinds[kind].ladder.map { (kind, $0.index) }
            case .kind, .item, .free, .fields, .file, .place, .mark, .choice: nil
            }
        }
    }

    // MARK: Values

    /// Returns the role of a complete value of one of the fields; nil if an item may have it, but
    /// no item has it.
    private func role(
        of text: String, in fields: [Place], _ comparison: Operator
    ) -> SyntaxSpan.Role? {
        var isPossible = fields.isEmpty
        var isWord = false
        // Any value may be stored, but a condition with one that no item has finds nothing.
        var isUnknown = (comparison == .equal || comparison == .notEqual) && !fields.isEmpty
        for (kind, index) in fields {
            let field = completer.kinds[kind].fields[index]
            switch field.content {
            case .ladder(let ladder):
                if ladder.index(of: text) != nil { return .value }
                isWord = true
            case .month:
                if Month(parsing: text) != nil { return .value }
                isWord = true
            case .integer, .decimal, .date:
                isUnknown = false
                isPossible = isPossible || field.takes(text, comparison)
            case .isbn where comparison == .set && !field.takes(text, comparison):
                isUnknown = false
            case .text, .isbn, .choice:
                isUnknown =
                    isUnknown && field.hasWholeValues
                    && completer.source.knowsAllValues(of: index, kind: kind)
                isPossible = true
                if completer.source.hasValue(text, of: index, kind: kind) { return .value }
            case .set:
                isUnknown =
                    isUnknown && completer.source.knowsAllValues(of: index, kind: kind)
                isPossible = true
                if isKnown(names: text, of: index, kind) { return .value }
            }
        }
        if isPossible { return isUnknown ? .unknownValue : nil }
        return isWord ? .unknownValue : .error
    }

    /// Returns whether items have all names of a set, each of which may follow a sign.
    private func isKnown(names text: String, of field: FieldIndex, _ kind: KindIndex) -> Bool {
        let names = text.split(separator: ",").map { name in
            String(name.hasPrefix("+") || name.hasPrefix("-") ? name.dropFirst() : name)
        }
        return !names.isEmpty
            && names.allSatisfy { completer.source.hasValue($0, of: field, kind: kind) }
    }
}

extension Field {
    /// Whether a value of an item is compared as a whole, as it is stored: not one of several
    /// persons, or an ISBN with hyphens.
    fileprivate var hasWholeValues: Bool {
        switch content {
        case .choice: true
        case .text: !namesPeople
        case .isbn, .set, .integer, .decimal, .date, .month, .ladder: false
        }
    }

    /// The last possible day. Highlighting does not know today, so no date is in the future.
    private static let lastDay = PartialDate(packed: 9999 << 9 | 12 << 5 | 31)

    /// Returns whether a text can be set as the value of the field, or be compared with it.
    fileprivate func takes(_ text: String, _ comparison: Operator) -> Bool {
        if comparison == .set { return (try? parse(text, today: Self.lastDay)) != nil }
        return (try? parseForComparison(text, today: Self.lastDay)) != nil
    }
}
