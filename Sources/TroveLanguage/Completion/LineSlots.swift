import TroveModel

/// The words of a line with a known verb, and the slots that they allow.
struct LineSlots {
    /// The words, the verb first. Completion has those before the cursor.
    let words: [String]
    /// The slots after the verb.
    let slots: [Slot]
    /// The name of the only kind that the verb is about; nil for all.
    private let impliedKind: String?

    init(_ verb: Verb, _ words: [String]) {
        self.words = words
        impliedKind = verb.kind
        slots = verb.slots(behind: words.dropFirst())
    }

    /// Returns the position after the verb, from 1, where a command begins that the verb takes as
    /// typed; nil if it takes none after these words, the first of which is the verb.
    static func commandPlace(of verb: Verb, in tokens: [Token]) -> Int? {
        guard verb.takesSource else { return nil }
        return LineSlots(verb, tokens.map(\.text)).slots.first { slot in
            switch slot.content {
            case .verb, .command: true
            default: false
            }
        }?.first
    }

    /// The contents that a word may have at a position after the verb, from 1.
    func contents(at place: Int) -> [Slot] {
        slots.filter { $0.first <= place && $0.only ?? place == place }
    }

    /// The position of `where` in a line of a verb that takes items: `delete where …` or
    /// `delete books where …`; nil if there is none.
    var whereClause: Int? {
        guard takesItems else { return nil }
        return [1, 2].first { $0 < words.count && words[$0].isWhere }
    }

    var takesItems: Bool { slots.contains { $0.content.isItems } }

    /// Whether the verb takes items, and fields to set in them.
    var takesFieldsOfItems: Bool {
        takesItems && slots.contains { if case .assignments = $0.content { true } else { false } }
    }

    /// Whether the verb takes a field and a value with this operator between them.
    func takesField(before sign: Operator) -> Bool {
        let isCompared = sign != .set
        return isCompared && whereClause != nil
            || slots.contains { slot in
                switch slot.content {
                case .assignments: !isCompared
                case .conditions: isCompared
                default: false
                }
            }
    }

    /// Returns the values that a name of the verb's own has; nil if it is not one.
    func value(ofName name: String) -> Slot.Value? {
        for slot in slots {
            if case .named(name, let value) = slot.content { return value }
        }
        return nil
    }

    /// Returns the kind that the line names or implies, or nil.
    func kind(_ kinds: Kinds, current: KindIndex) -> KindIndex? {
        if whereClause != nil { return words.dropFirst().first.flatMap { kinds.index(of: $0) } }
        let place = slots.first(where: \.content.isKind)?.first
        let implied = impliedKind.flatMap { kinds.index(of: $0) }
        guard let place else { return implied }
        if let word = words.dropFirst(place).first, let kind = kinds.index(of: word) {
            return kind
        }
        // Fields after the title of a new item belong to the current kind.
        let isNew = slots.contains { if case .newItem = $0.content { true } else { false } }
        return isNew ? current : implied
    }
}

extension Slot.Content {
    var isKind: Bool {
        switch self {
        case .kind, .ownKind, .changeableKind: true
        default: false
        }
    }

    /// Whether the content is one item or several.
    var isItems: Bool {
        switch self {
        case .item, .formerItem, .items, .records: true
        default: false
        }
    }
}

extension Verb {
    /// Returns the slots after the verb that the words so far allow: those of the forms that their
    /// keywords select, else of all forms that they do not rule out.
    fileprivate func slots(behind words: ArraySlice<String>) -> [Slot] {
        var chosen: [Slot] = []
        var possible: [Slot] = []
        for form in slots {
            var (hasKeyword, fits) = (false, true)
            for case let (place, keyword)? in form.lazy.map(\.keyword) where place <= words.count {
                hasKeyword = true
                fits = fits && words[words.startIndex + place - 1] == keyword
            }
            guard fits else { continue }
            if hasKeyword { chosen += form } else { possible += form }
        }
        return chosen.isEmpty ? possible : chosen
    }
}

extension Slot {
    /// Whether the slot takes several items.
    var isRepeated: Bool {
        switch content {
        case .items, .records: true
        default: false
        }
    }

    /// Whether the slot is a `name:value`.
    var isNamed: Bool {
        if case .named = content { true } else { false }
    }

    /// The keyword that selects a form, and its position after the verb, from 1.
    var keyword: (place: Int, word: String)? {
        if case .keyword(let word) = content, let only { (only, word) } else { nil }
    }
}
