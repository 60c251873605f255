extension ISBN {
    /// Reads a number from bytes of UTF-8, in any of the ways that `init(parsing:)` knows.
    ///
    /// Files have thousands of them, most as digits and nothing else, which are read at once.
    package init?(utf8 bytes: ArraySlice<UInt8>) {
        guard bytes.dropLast().allSatisfy(\.isDigit), let last = bytes.last,
            let digits = bytes.count == 13 && last.isDigit
                ? Self.checked(thirteen: bytes)
                : bytes.count == 10 ? Self.thirteen(ofTen: bytes, last) : nil
        else {
            self.init(parsing: String(decoding: bytes, as: UTF8.self))
            return
        }
        self.init(checked: digits)
    }

    /// Thirteen digits of a book whose check digit is right.
    private static func checked(thirteen bytes: ArraySlice<UInt8>) -> String? {
        let first = bytes.startIndex
        guard bytes.starts(with: "978".utf8) || bytes.starts(with: "979".utf8),
            bytes[first + 2] == 0x38 || bytes[first + 3] != 0x30,
            checkDigit(ofTwelve: bytes.dropLast()) == bytes[first + 12]
        else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The thirteen digits of a book that has ten, the last perhaps an X.
    private static func thirteen(ofTen bytes: ArraySlice<UInt8>, _ last: UInt8) -> String? {
        var sum = last.isDigit ? Int(last & 15) : last | 0x20 == 0x78 ? 10 : 11
        guard sum <= 10 else { return nil }
        for (index, byte) in bytes.dropLast().enumerated() { sum += (10 - index) * Int(byte & 15) }
        guard sum % 11 == 0 else { return nil }
        var digits = Array("978".utf8) + bytes.dropLast()
        digits.append(checkDigit(ofTwelve: digits[...]))
        return String(decoding: digits, as: UTF8.self)
    }

    /// The thirteenth digit behind twelve others, as a byte.
    private static func checkDigit(ofTwelve digits: ArraySlice<UInt8>) -> UInt8 {
        var sum = 0
        var weight = 1
        for digit in digits {
            sum += Int(digit & 15) * weight
            weight = 4 - weight
        }
        return UInt8((10 - sum % 10) % 10) | 0x30
    }
}
