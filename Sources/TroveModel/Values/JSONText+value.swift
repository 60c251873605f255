import TroveCodecs

extension JSONText {
    /// Begins the object of an item: its number, which a definition lacks, its id and kind. The
    /// brace stays open.
    package mutating func begin(number: ItemNumber?, id: ItemID, _ kind: Kind) {
        append("{\"number\":")
        if let number { append { $0.append(number: number.rawValue) } } else { append("null") }
        append(",\"id\":\"")
        append { id.append(to: &$0) }
        append("\",\"kind\":")
        append(string: kind.name)
    }

    /// Appends a field as the next member; nothing if it has no value.
    package mutating func append(_ name: String, _ value: Value?) {
        guard let value else { return }
        append(",")
        append(string: name)
        append(":")
        append(value: value)
    }

    /// Appends a value as users know it, with months by name; null for no value.
    package mutating func append(value: Value?) {
        switch value {
        case nil: append("null")
        case .text(let text)?: append(string: text)
        case .integer, .decimal: append { value?.appendText(to: &$0) }
        case .date(let date)?:
            append("\"")
            append { date.append(to: &$0) }
            append("\"")
        case .month(let month)?: append(string: month.name)
        case .set(let names)?:
            for (index, name) in names.enumerated() {
                append(index == 0 ? "[" : ",")
                append(string: name)
            }
            append("]")
        }
    }
}
