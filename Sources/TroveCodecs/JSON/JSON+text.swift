extension JSON {
    /// The value as JSON, in UTF-8, without white space.
    package var bytes: [UInt8] {
        var text = JSONText()
        text.append(self)
        return text.bytes
    }

    /// The value as JSON. (The characters of a string are `text`.)
    package var written: String { String(decoding: bytes, as: UTF8.self) }
}

extension JSONText {
    /// Appends a value, without white space.
    package mutating func append(_ value: JSON) {
        switch value {
        case .null: append("null")
        case .bool(let bool): append(bool ? "true" : "false")
        case .integer(let number): append(number)
        case .number(let text): append(text)
        case .string(let text): append(string: text)
        case .array(let elements):
            append("[" as Unicode.Scalar)
            for (index, element) in elements.enumerated() {
                if index > 0 { append("," as Unicode.Scalar) }
                append(element)
            }
            append("]" as Unicode.Scalar)
        case .object(let members):
            append("{" as Unicode.Scalar)
            for (index, member) in members.enumerated() {
                if index > 0 { append("," as Unicode.Scalar) }
                append(string: member.name)
                append(":" as Unicode.Scalar)
                append(member.value)
            }
            append("}" as Unicode.Scalar)
        }
    }
}
