import TroveModel

/// The values of fields and of named arguments.
extension LineHighlighter {
    mutating func addPair(_ pair: Token.Pair, _ token: Token, _ slots: LineSlots) {
        let name = pair.name
        if let value = slots.value(ofName: name.value) {
            add(name.span, .field)
            addValue(pair, fields: fields(for: value), isKnown: isKnown(value))
            return
        }
        let takesFields = slots.slots.contains { slot in
            switch slot.content {
            case .assignments, .conditions: true
            default: false
            }
        }
        guard takesFields || slots.whereClause != nil else { return addStrings([token]) }
        let found = fields(name.value, slots)
        if !found.isEmpty {
            add(name.span, .field)
        } else if !isTyped(token.span) {
            add(name.span, .error)
        }
        addValue(pair, fields: found) { _ in nil }
    }

    /// Adds the alternatives of a value.
    ///
    /// - Parameters:
    ///   - pair: The pair with the value.
    ///   - fields: The fields whose values are known.
    ///   - isKnown: Returns whether a text is one of the words that the verb takes; nil if it takes
    ///     any text.
    private mutating func addValue(
        _ pair: Token.Pair, fields: [Place], isKnown: (String) -> Bool?
    ) {
        let bytes = Array(line.utf8)
        for part in pair.alternatives where !part.value.isEmpty {
            let known = isKnown(part.value) ?? self.isKnown(part.value, fields)
            let quote = bytes.dropFirst(part.span.lowerBound).first
            if known == true {
                add(part.span, .value)
            } else if known == false, !isTyped(part.span) {
                add(part.span, .unknownValue)
            } else if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
                add(part.span, .string)
            }
        }
    }

    /// A field of a kind.
    typealias Place = (kind: KindIndex, field: FieldIndex)

    /// Returns the fields with a name, or the only ones that it begins.
    func fields(_ name: String, _ slots: LineSlots) -> [Place] {
        let kinds = completer.kinds
        let kind = slots.kind(kinds, current: completer.currentKind)
        return (kind.map { [$0] } ?? Array(kinds.indices)).compactMap { kind in
            guard case .found(let field) = kinds[kind].match(field: name) else { return nil }
            return (kind, field)
        }
    }

    /// Returns the fields that a value of the verb's own is one of.
    private func fields(for value: Slot.Value) -> [Place] {
        let kinds = completer.kinds
        return kinds.indices.compactMap { kind in
            switch value {
            case .known(let role): kinds[kind].index(ofRole: role).map { (kind, $0) }
            case .state: kinds[kind].ladder.map { (kind, $0.index) }
            case .free, .fields, .file, .place, .choice: nil
            }
        }
    }

    private func isKnown(_ value: Slot.Value) -> (String) -> Bool? {
        switch value {
        case .choice(let choices): { choices.contains($0) }
        case .fields:
            { [kinds = completer.kinds] text in
                text.split(separator: ",").allSatisfy { name in
                    let name = String(name.hasPrefix("-") ? name.dropFirst() : name)
                    return kinds.all.contains { $0.match(field: name) != .unknown }
                } ? true : nil
            }
        case .free, .state, .file, .place, .known: { _ in nil }
        }
    }

    /// Returns whether one of the fields has a value: false only if no item can have it, nil if
    /// none has it now.
    private func isKnown(_ text: String, _ fields: [Place]) -> Bool? {
        var isPossible = fields.isEmpty
        for (kind, index) in fields {
            switch completer.kinds[kind].fields[index].content {
            case .ladder(let ladder):
                if ladder.index(of: text) != nil { return true }
            case .month:
                if Month(parsing: text) != nil { return true }
            case .integer, .decimal, .date: isPossible = true
            case .text, .isbn, .choice:
                isPossible = true
                if completer.source.hasValue(text, of: index, kind: kind) { return true }
            case .set:
                isPossible = true
                let names = text.split(separator: ",").map { name in
                    String(name.hasPrefix("+") || name.hasPrefix("-") ? name.dropFirst() : name)
                }
                let areKnown = names.allSatisfy {
                    completer.source.hasValue($0, of: index, kind: kind)
                }
                if !names.isEmpty, areKnown { return true }
            }
        }
        return isPossible ? nil : false
    }
}
