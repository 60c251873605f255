import TroveModel

/// The meaning of a filter, implemented as simply as possible, one item at a time.
struct Reference {
    let kind: Kind

    func matches(_ filter: Filter, _ values: [Value?]) -> Bool {
        switch filter {
        case .everything: true
        case .isAbsent(let field): values[field] == nil
        case .all(let parts): parts.allSatisfy { matches($0, values) }
        case .any(let parts): parts.contains { matches($0, values) }
        case .not(let part): !matches(part, values)
        case .anyText(let text):
            kind.fields.indices.contains {
                kind.fields[$0].isSearched && contains(values[$0], text)
            }
        case .contains(let field, let texts): texts.contains { contains(values[field], $0) }
        case .compare(let field, let comparison, let wanted):
            wanted.contains { holds(values[field], comparison, $0, of: field) }
        }
    }

    private func contains(_ value: Value?, _ text: String) -> Bool {
        let needle = String(decoding: Folding.search(text), as: UTF8.self).unicodeScalars
        func occurs(_ text: String) -> Bool {
            let found = Array(String(decoding: Folding.search(text), as: UTF8.self).unicodeScalars)
            let wanted = Array(needle)
            guard found.count >= wanted.count else { return false }
            return (0...found.count - wanted.count).contains {
                Array(found[$0..<$0 + wanted.count]) == wanted
            }
        }
        return switch value {
        case .text(let text)?: occurs(text)
        case .set(let names)?: names.contains(where: occurs)
        default: false
        }
    }

    private func holds(
        _ value: Value?, _ comparison: Filter.Comparison, _ wanted: Value, of field: FieldIndex
    ) -> Bool {
        switch (kind.fields[field].content, value, wanted) {
        case (.set, .set(let names)?, .set(let wanted)):
            return wanted.allSatisfy { one in
                names.contains { Folding.name($0) == Folding.name(one) }
            }
        case (.ladder(let ladder), .text(let name)?, .text(let wanted)):
            guard let rung = ladder.rungs.firstIndex(where: { $0.name == name }),
                let other = ladder.rungs.firstIndex(where: { $0.name == wanted })
            else { return false }
            return holds(rung, comparison, other, other)
        case (.text, .text(let text)?, .text(let wanted))
        where kind.fields[field].namesPeople && comparison == .equal:
            let names = text.split(separator: ";").map { $0.drop { $0 == " " } }
            return ([text[...]] + names).contains {
                Folding.name(String($0)) == Folding.name(wanted)
            }
        case (_, .text(let text)?, .text(let wanted)):
            let (left, right) = (Folding.name(text), Folding.name(wanted))
            let order = left == right ? 0 : left.lexicographicallyPrecedes(right) ? -1 : 1
            return holds(order, comparison, 0, 0)
        case (_, .integer(let number)?, .integer(let wanted)):
            return holds(number, comparison, wanted, wanted)
        case (_, .decimal(let number)?, .decimal(let wanted)):
            return holds(number, comparison, wanted, wanted)
        case (_, .month(let month)?, .month(let wanted)):
            return holds(month.rawValue, comparison, wanted.rawValue, wanted.rawValue)
        case (_, .date(let date)?, .date(let wanted)):
            // The first and last day of the wanted period, as sortable texts.
            let first = PartialDate(packed: wanted.packed)
            let last = PartialDate(packed: wanted.span.upperBound)
            return holds(date, comparison, first, last)
        default:
            return false
        }
    }

    /// Whether a value compares this way with everything between two bounds.
    private func holds<Bound: Comparable>(
        _ value: Bound, _ comparison: Filter.Comparison, _ low: Bound, _ high: Bound
    ) -> Bool {
        switch comparison {
        case .equal: low <= value && value <= high
        case .less: value < low
        case .lessOrEqual: value <= high
        case .greater: value > high
        case .greaterOrEqual: value >= low
        }
    }
}
