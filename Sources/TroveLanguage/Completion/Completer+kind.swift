import TroveModel

/// The kind of the items that a line is about.
extension Completer {
    /// Returns the kind before the cursor; nil if it is not known.
    func kind(at place: Place) -> KindIndex? {
        kind(of: place.slots, place.line.tokens.dropFirst())
    }

    /// Finds the kind that a line names or implies, or the kind of all items that it names before
    /// their fields.
    ///
    /// - Parameters:
    ///   - slots: The words of the line and what they allow.
    ///   - arguments: The words after the verb.
    /// - Returns: The kind; nil if it is not known.
    func kind(of slots: LineSlots, _ arguments: ArraySlice<Token>) -> KindIndex? {
        if let kind = slots.kind(kinds, current: currentKind) { return kind }
        guard slots.takesFieldsOfItems, slots.whereClause == nil else { return nil }
        return kind(ofItems: arguments)
    }

    /// Returns the kind before the cursor, or that of all items that the line names; nil if neither
    /// is known.
    func kindOfItems(at place: Place) -> KindIndex? {
        kind(at: place) ?? kind(ofItems: place.line.tokens.dropFirst())
    }

    private func kind(ofItems words: ArraySlice<Token>) -> KindIndex? {
        let words = words.filter { !$0.isOption }.prefix { $0.isItemWord }
        var found: Set<KindIndex> = []
        for word in words {
            guard let reference = try? ArgumentReader.reference(in: word) else {
                // Words that are not references are a title together with the others.
                return ArgumentReader.joined(words).flatMap { source.kind(ofTitle: $0.value) }
            }
            if let named = kind(namedBy: reference) { found.insert(named) }
        }
        return found.count == 1 ? found.first : nil
    }

    /// Returns the position of the state of the one item that a line names; nil if it names
    /// several.
    func rungOfItem(at place: Place) -> Int? {
        let words = place.line.tokens.dropFirst().filter { !$0.isOption }.prefix { $0.isItemWord }
        if words.count == 1, let word = words.first,
            let reference = try? ArgumentReader.reference(in: word)
        {
            switch reference {
            case .number(let number): return source.rung(ofItem: number)
            case .it: return source.it.flatMap(source.rung)
            case .title, .range, .result, .selection: break
            }
        }
        let found = ArgumentReader.joined(words).map { source.items(titled: $0.value) } ?? []
        return found.count == 1 ? source.rung(ofItem: found[0].number) : nil
    }

    private func kind(namedBy reference: Reference) -> KindIndex? {
        switch reference {
        case .number(let number): source.kind(ofItem: number)
        case .it: source.it.flatMap { source.kind(ofItem: $0) }
        case .title(let title): source.kind(ofTitle: title)
        case .range, .result, .selection: nil
        }
    }
}

extension Token {
    /// Whether the word can name an item, alone or with others.
    var isItemWord: Bool { pair == nil && kind == .word }
}
