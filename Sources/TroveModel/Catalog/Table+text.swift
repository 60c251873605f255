package import TroveCodecs

extension Table {
    /// Returns whether a row may have a value in a field; false is certain.
    package func mayHaveValues(_ field: FieldIndex) -> Bool {
        switch columns[field] {
        case .texts(let column): !column.isEmpty
        case .codes(let column), .symbols(let column, _): !column.isEmpty
        }
    }

    /// Appends a value as the next member of a JSON object, without creating the value. Appends
    /// nothing for a missing value.
    ///
    /// - Parameters:
    ///   - field: the field.
    ///   - key: the name of the member with its colon, as `JSONText.key` returns it.
    ///   - row: the row of the item.
    ///   - json: the object, which has a member.
    package func append(
        _ field: FieldIndex, _ key: String, at row: RowIndex, to json: inout JSONText
    ) {
        if case .texts(let column) = columns[field] {
            guard let range = column.range(at: row) else { return }
            json.append(",")
            json.append(key)
            json.append(string: column.bytes.span.extracting(range))
        } else if let value = value(field, at: row) {
            json.append(",")
            json.append(key)
            json.append(value: value)
        }
    }

    /// Appends the text of a value, equal to its `description`, without creating the value. Appends
    /// nothing for a missing value.
    package func appendText(of field: FieldIndex, at row: RowIndex, to bytes: inout [UInt8]) {
        switch columns[field] {
        case .texts(let column):
            guard let range = column.range(at: row) else { return }
            bytes.append(contentsOf: column.bytes[range])
        case .symbols(let column, let table):
            guard let code = column[row] else { return }
            let text = table.texts[Int(code)]
            guard case .set = kind.fields[field].content else {
                bytes.append(contentsOf: text.utf8)
                return
            }
            for byte in text.utf8 {
                if byte == Column.setSeparatorByte {
                    bytes.append(UInt8(ascii: ","))
                    bytes.append(0x20)
                } else {
                    bytes.append(byte)
                }
            }
        case .codes(let column):
            guard let code = column[row] else { return }
            Column.value(of: code, as: kind.fields[field].content)?.appendText(to: &bytes)
        }
    }
}

extension [UInt8] {
    /// Appends the decimal digits of a number, padded with zeros to a width.
    package mutating func append(number: Int, width: Int = 1) {
        if number < 0 { append(UInt8(ascii: "-")) }
        let start = count
        var rest = number.magnitude
        repeat {
            append(0x30 + UInt8(truncatingIfNeeded: rest % 10))
            rest /= 10
        } while rest > 0
        while count - start < width { append(0x30) }
        var (low, high) = (start, count - 1)
        while low < high {
            swapAt(low, high)
            (low, high) = (low + 1, high - 1)
        }
    }
}
