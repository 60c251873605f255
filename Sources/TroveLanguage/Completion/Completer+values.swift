import TroveModel

/// Values after `name:`, and after an operator.
extension Completer {
    /// Returns the suggestions for the value of a field, or of one of the verb's own names.
    func values(ofField name: String, at place: Place) -> Matches<Suggestion> {
        if let value = place.slots.value(ofName: name) {
            return suggestions(for: value, of: name, at: place)
        }
        if let values = values(ofOption: name, at: place) { return values }
        guard let sign = place.word.operator, place.slots.takesField(before: sign) else {
            return .none
        }
        var fields: [(kind: KindIndex, field: FieldIndex)] = []
        let named = kind(at: place)
        if let named { source.prepare(named) }
        for kind in named.map({ [$0] }) ?? Array(kinds.indices) {
            guard case .found(let field) = kinds[kind].match(field: name) else { continue }
            if kinds[kind].fields[field].role == .photo {
                return files(beginningWith: place.word.value)
            }
            fields.append((kind, field))
        }
        let found = values(of: fields, for: place.word.value, isComparison: sign != .set)
        guard sign == .set, fields.count == 1, let rung = rungOfItem(at: place),
            case .ladder(let ladder) = kinds[fields[0].kind].fields[fields[0].field].content
        else { return found }
        // Only later states are a change.
        let names = ladder.rungs.dropFirst(rung + 1).map(\.name)
        let later = found.elements.filter { names.contains($0.label) }
        return found.replaced(by: later, total: later.count)
    }

    /// Returns the values of the fields with a role, of all kinds.
    func values(withRole role: Field.Role, for typed: String) -> Matches<Suggestion> {
        let fields = kinds.indices.compactMap { kind in
            kinds[kind].index(ofRole: role).map { (kind: kind, field: $0) }
        }
        return values(of: fields, for: typed)
    }

    /// Returns the suggestions for the value of one of the verb's own names.
    private func suggestions(
        for value: Slot.Value, of name: String, at place: Place
    ) -> Matches<Suggestion> {
        let typed = place.word.value
        switch value {
        case .free: return .none
        case .item: return titles(typed, at: place, isPhrase: false, ofRecords: false)
        case .kind: return best(of: kinds.all.map(\.name), for: typed)
        case .file: return files(beginningWith: typed)
        case .place: return places(["today", "yesterday"], for: typed)
        case .mark: return places([], for: typed)
        case .known(let role): return values(withRole: role, for: typed)
        case .choice(let choices): return best(of: choices, for: typed)
        case .state:
            let kinds = kindOfItems(at: place).map { [self.kinds[$0]] } ?? self.kinds.all
            // Only later states are a change.
            let first = kinds.count == 1 ? rungOfItem(at: place).map { $0 + 1 } ?? 0 : 0
            let rungs = kinds.compactMap { $0.ladder?.ladder.rungs }.flatMap {
                $0.dropFirst(first)
            }
            // Two kinds may have a state of the same name.
            var seen: Set<String> = []
            let states = rungs.filter { seen.insert($0.name).inserted }
            return best(
                of: states.map {
                    Suggestion($0.name, note: $0.longName == $0.name ? nil : $0.longName)
                }, for: typed)
        case .fields:
            let done = typed.split(separator: ",", omittingEmptySubsequences: false)
            let last = done.last.map(String.init) ?? ""
            let sign = last.hasPrefix("-") ? "-" : ""
            let lead = typed.dropLast(last.count)
            // Items can be sorted by their number, which is not a field.
            let named = Self.names(before: lead)
            let names = (fields(at: place).map(\.name) + (name == "sort" ? ["number"] : []))
                .filter { !named.contains(Folding.name($0)) }
            return pattern(String(last.dropFirst(sign.count))).best(of: names) { $0 }
                .map { Suggestion(lead + sign + $0, label: $0) }
        }
    }

    /// A value of the fields that are completed, and how many items have it.
    private struct Offer {
        let lead: String
        let text: String
        var count: Int
        /// The kind of the items; nil for several kinds.
        var kind: KindIndex?
    }

    /// Returns the values of several fields, the most frequent first. A value that several kinds
    /// have is offered once. For a comparison, suggested values that no item has are left out.
    private func values(
        of fields: [(kind: KindIndex, field: FieldIndex)], for typed: String,
        isComparison: Bool = false
    ) -> Matches<Suggestion> {
        var isOrdered = true
        let lists = fields.map { kind, index in
            let field = kinds[kind].fields[index]
            let (lead, typed) = Self.lastName(in: typed, of: field)
            isOrdered = isOrdered && field.isOrdered
            let named = Self.names(before: lead[...])
            let found = source.values(
                of: index, kind: kind, matching: pattern(typed), limit: limit + named.count)
            var others =
                named.isEmpty
                ? found.elements
                : found.elements.filter { !named.contains(Folding.name($0.text)) }
            // Suggestions that no item has come after the values of items.
            if isComparison, case .choice = field.content, others.contains(where: { $0.count > 0 })
            {
                others.removeAll { $0.count == 0 }
            }
            return found.replaced(
                by: others.prefix(limit).map {
                    Offer(lead: lead, text: $0.text, count: $0.count, kind: kind)
                }, total: found.total - (found.elements.count - others.count))
        }
        let found = Matches.best(of: lists)
        // `result` leaves out values that differ only in how their accents are stored.
        guard lists.count > 1 else { return found.map(suggestion) }
        var places: [String: Int] = [:]
        var offers: [Offer] = []
        for offer in found.elements {
            if let place = places[offer.text] {
                if offer.count > 0 {
                    offers[place].kind = offers[place].count > 0 ? nil : offer.kind
                }
                offers[place].count += offer.count
            } else {
                places[offer.text] = offers.count
                offers.append(offer)
            }
        }
        if !isOrdered {
            // The sort is stable: equal counts keep their order.
            offers.sort { $0.count > $1.count }
        }
        let total = found.total - (found.elements.count - offers.count)
        return found.replaced(by: offers.map(suggestion), total: total)
    }

    private func suggestion(_ offer: Offer) -> Suggestion {
        Suggestion(Quoting.argument(offer.lead + offer.text), label: offer.text, note: note(offer))
    }

    /// Returns how many items have a value: `12 books`; nil for none.
    private func note(_ offer: Offer) -> String? {
        guard offer.count > 0 else { return nil }
        let isOne = offer.count == 1
        let name = offer.kind.map { isOne ? kinds[$0].name : kinds[$0].plural }
        return "\(offer.count) \(name ?? (isOne ? "item" : "items"))"
    }

    /// Splits the names of a set before the one that is being typed: `sea,+sa` into `sea,+` and
    /// `sa`. The value of another field is one name.
    private static func lastName(
        in value: String, of field: Field
    ) -> (lead: String, typed: String) {
        guard case .set = field.content else { return ("", value) }
        var typed = value[
            (value.lastIndex(of: ",").map(value.index(after:)) ?? value.startIndex)...]
        if typed.hasPrefix("+") || typed.hasPrefix("-") { typed = typed.dropFirst() }
        return (String(value[..<typed.startIndex]), String(typed))
    }

    /// Returns the names in a list before the one that is being typed, folded as names are
    /// compared, and without their signs.
    private static func names(before lead: Substring) -> Set<[UInt8]> {
        Set(
            lead.unicodeScalars.split(separator: ",").map { name in
                Folding.name(String(name.drop { $0 == "+" || $0 == "-" }.trimmed))
            })
    }
}

extension Field {
    /// Whether the values have an order of their own: states, months and days.
    fileprivate var isOrdered: Bool {
        switch content {
        case .ladder, .month, .date: true
        case .text, .isbn, .choice, .set, .integer, .decimal: false
        }
    }
}
