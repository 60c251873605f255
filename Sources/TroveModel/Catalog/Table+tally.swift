extension Table {
    /// Counts the items for each value of a field, sorted by value; nil counts the items without
    /// one. Values that no item has are omitted.
    package func tally(_ field: FieldIndex) -> [(value: Value?, count: Int)] {
        var codes: [Int32?: Int] = [:]
        var texts: [String: Int] = [:]
        for row in rows where isAlive(row) {
            switch columns[field] {
            case .codes(let column), .symbols(let column, _): codes[column[row], default: 0] += 1
            case .texts(let column):
                if let text = column[row] {
                    texts[text, default: 0] += 1
                } else {
                    codes[nil, default: 0] += 1
                }
            }
        }
        let content = kind.fields[field].content
        let coded = codes.sorted { ($0.key ?? .min) < ($1.key ?? .min) }.map { code, count in
            (value: code.flatMap { columns[field].value(of: $0, as: content) }, count: count)
        }
        return coded + texts.sorted { $0.key < $1.key }.map { (.text($0.key), $0.value) }
    }
}
