extension Table {
    /// Counts the items for each value of a field, sorted by value; nil counts the items without
    /// one. Values that no item has are omitted.
    package func tally(_ field: FieldIndex) -> [(value: Value?, count: Int)] {
        var known: [(value: Value?, count: Int)]
        switch columns[field] {
        case .codes(let column), .symbols(let column, _):
            let content = kind.fields[field].content
            known = column.tally { $0 < rows.upperBound && isAlive($0) }.map { code, count in
                (columns[field].value(of: code, as: content), count)
            }
        case .texts(let column):
            var texts: [String: Int] = [:]
            for row in rows where isAlive(row) {
                if let text = column[row] { texts[text, default: 0] += 1 }
            }
            known = texts.sorted { $0.key < $1.key }.map { (.text($0.key), $0.value) }
        }
        let missing = count - known.reduce(0) { $0 + $1.count }
        if missing > 0 { known.insert((nil, missing), at: 0) }
        return known
    }

    /// Counts rows for each value of a field, sorted by value if the values are numbers.
    package func tally(_ field: FieldIndex, of rows: [RowIndex]) -> [(value: Value?, count: Int)] {
        var known: [Value?: Int] = [:]
        for (value, count) in counts(of: rows, by: field) { known[value, default: 0] += count }
        return known.map { (value: $0.key, count: $0.value) }.sorted { left, right in
            let (low, high) = (left.value?.order ?? .min, right.value?.order ?? .min)
            if low != high { return low < high }
            return (left.value?.description ?? "") < (right.value?.description ?? "")
        }
    }
}

extension Value {
    /// The place of a number or a month among others; 0 for another value.
    fileprivate var order: Int {
        switch self {
        case .integer(let number): number
        case .decimal(let number): number.thousandths
        case .month(let month): month.rawValue
        case .text, .date, .set: 0
        }
    }
}

extension Table {
    /// The number of rows that share a value.
    package struct Group: Sendable {
        /// The value, as the first of the rows has it; nil for the rows without one.
        package let value: Value?
        /// The number of rows.
        package let count: Int
    }

    /// Counts rows by the value of a field, the most frequent first, then sorted by value; rows
    /// without a value come last among equals. Each name of a set and each person of a text counts
    /// for itself, texts are equal regardless of case, and dates are counted by year.
    package func groups(of rows: [RowIndex], by field: FieldIndex) -> [Group] {
        var groups: [GroupKey: (value: Value, count: Int)] = [:]
        var missing = 0
        var keys: [Value: [(GroupKey, Value)]] = [:]
        for (value, count) in counts(of: rows, by: field) {
            guard let value else {
                missing += count
                continue
            }
            let members = keys[value] ?? members(of: value, in: kind.fields[field])
            keys[value] = members
            for (key, value) in members { groups[key, default: (value, 0)].count += count }
        }
        let found = groups.sorted { left, right in
            left.value.count == right.value.count
                ? left.key < right.key : left.value.count > right.value.count
        }.map { Group(value: $0.value.value, count: $0.value.count) }
        guard missing > 0 else { return found }
        let place = found.firstIndex { $0.count < missing } ?? found.endIndex
        return found[..<place] + [Group(value: nil, count: missing)] + found[place...]
    }

    /// Counts rows by the value of a field, in the order of the first rows that have the values. A
    /// text may occur more than once.
    private func counts(
        of rows: [RowIndex], by field: FieldIndex
    ) -> [(value: Value?, count: Int)] {
        let column: CodeColumn
        switch columns[field] {
        case .texts: return rows.map { (value(field, at: $0), 1) }
        case .codes(let codes), .symbols(let codes, _): column = codes
        }
        var counts: [(value: Value?, count: Int)] = []
        var places: [Int32?: Int] = [:]
        for row in rows {
            let code = column[row]
            if let place = places[code] {
                counts[place].count += 1
            } else {
                places[code] = counts.count
                counts.append((value(field, at: row), 1))
            }
        }
        return counts
    }

    private func members(of value: Value, in field: Field) -> [(GroupKey, Value)] {
        switch (field.content, value) {
        case (.ladder(let ladder), .text(let state)):
            [(GroupKey(number: ladder.index(of: state) ?? 0), value)]
        case (_, .text(let text)) where field.namesPeople:
            Self.distinct(
                PersonName.names(in: text).map {
                    (GroupKey(text: PersonName.sortKey($0)), .text($0))
                })
        case (_, .text(let text)): [(GroupKey(text: Folding.order(text)), value)]
        case (_, .set(let names)):
            names.map { (GroupKey(text: Folding.order($0)), .text($0)) }
        case (_, .integer(let number)): [(GroupKey(number: number), value)]
        case (_, .decimal(let number)): [(GroupKey(number: number.thousandths), value)]
        case (_, .month(let month)): [(GroupKey(number: month.rawValue), value)]
        case (_, .date(let date)): [(GroupKey(number: date.year), .integer(date.year))]
        }
    }
}

extension Table {
    /// Returns each member once: an item counts once for an author, however often it names them.
    private static func distinct(_ members: [(GroupKey, Value)]) -> [(GroupKey, Value)] {
        guard members.count > 1 else { return members }
        var seen: Set<GroupKey> = []
        return members.filter { seen.insert($0.0).inserted }
    }
}

/// Identifies and sorts the values that are counted together.
private struct GroupKey: Hashable, Comparable {
    var number = 0
    var text: [UInt8] = []

    static func < (left: Self, right: Self) -> Bool {
        left.number == right.number
            ? left.text.lexicographicallyPrecedes(right.text) : left.number < right.number
    }
}
