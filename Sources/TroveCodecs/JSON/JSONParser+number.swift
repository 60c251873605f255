extension JSONParser {
    /// Reads a number. `position` is at its first character.
    mutating func number(in bytes: Span<UInt8>) throws(JSON.Failure) -> JSON {
        let start = position
        let isNegative = bytes[position] == UInt8(ascii: "-")
        if isNegative { position += 1 }
        let first = position
        try digits(in: bytes)
        if bytes[first] == UInt8(ascii: "0"), position > first + 1 {
            throw JSON.Failure(.notANumber, at: first + 1)
        }
        var isWhole = true
        if position < bytes.count, bytes[position] == UInt8(ascii: ".") {
            isWhole = false
            position += 1
            try digits(in: bytes)
        }
        if position < bytes.count, bytes[position] | 0x20 == UInt8(ascii: "e") {
            isWhole = false
            position += 1
            if position < bytes.count,
                bytes[position] == UInt8(ascii: "+") || bytes[position] == UInt8(ascii: "-")
            {
                position += 1
            }
            try digits(in: bytes)
        }
        // `Int` has no `-0`.
        if isWhole, !(isNegative && bytes[first] == UInt8(ascii: "0")) {
            if let number = whole(in: bytes.extracting(first..<position), isNegative) {
                return .integer(number)
            }
        }
        return .number(try text(in: bytes, start..<position, isASCII: true))
    }

    /// Skips digits, of which there must be at least one.
    private mutating func digits(in bytes: Span<UInt8>) throws(JSON.Failure) {
        let start = position
        while position < bytes.count, bytes[position].isDigit { position += 1 }
        guard position > start else {
            throw JSON.Failure(position < bytes.count ? .notANumber : .endsEarly, at: position)
        }
    }

    /// Returns the number that some digits represent; nil beyond `Int`.
    private func whole(in digits: Span<UInt8>, _ isNegative: Bool) -> Int? {
        var number = 0
        for index in digits.indices {
            let digit = Int(digits[index] & 15)
            let (product, overflows) = number.multipliedReportingOverflow(by: 10)
            let (sum, exceeds) =
                isNegative
                ? product.subtractingReportingOverflow(digit)
                : product.addingReportingOverflow(digit)
            if overflows || exceeds { return nil }
            number = sum
        }
        return number
    }
}
