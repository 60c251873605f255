import TroveCodecs

extension JSONText {
    /// Begins the object of an item: its number, id and kind. The brace stays open.
    package mutating func begin(number: ItemNumber, id: ItemID, _ kind: Kind) {
        append("{\"number\":\(number),\"id\":\"\(id)\",\"kind\":")
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
        case .integer(let number)?: append("\(number)")
        case .decimal(let number)?: append("\(number)")
        case .date(let date)?: append(string: "\(date)")
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
