import TroveCodecs

extension JSONText {
    /// Begins the object that a thing is: its number, identity and kind. The brace is left open.
    package mutating func begin(number: ItemNumber, id: ItemID, _ kind: Kind) {
        append("{\"number\":\(number),\"id\":\"\(id)\",\"kind\":")
        append(string: kind.name)
    }

    /// A field as the next member, unless it has no value.
    package mutating func append(_ name: String, _ value: Value?) {
        guard let value else { return }
        append(",")
        append(string: name)
        append(":")
        append(value: value)
    }

    /// A value alone, as people know it: months by their names; null for none.
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
