extension Table {
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
        let magnitude = number.magnitude
        var unit: UInt = 1
        var digits = 1
        while magnitude / unit > 9 || digits < width {
            unit *= 10
            digits += 1
        }
        while unit > 0 {
            append(0x30 + UInt8(magnitude / unit % 10))
            unit /= 10
        }
    }
}
