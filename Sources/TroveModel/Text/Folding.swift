@_spi(_Unicode) import Swift

/// How texts are compared: the standard library's canonical decomposition (Unicode annex 15), then
/// case folding scalar by scalar. Text of ASCII alone takes a short cut.
package enum Folding {
    /// The key under which names are the same: normalised, upper and lower case alike.
    package static func name(_ text: String) -> [UInt8] {
        fold(text, keepingMarks: true)
    }

    /// The key for searching: like `name`, and accents do not count either.
    package static func search(_ text: String) -> [UInt8] {
        fold(text, keepingMarks: false)
    }

    /// An ASCII letter in lower case, any other byte as it is.
    @inline(__always)
    package static func lowercased(_ byte: UInt8) -> UInt8 {
        byte &- 0x41 < 26 ? byte | 0x20 : byte
    }

    private static func fold(_ text: String, keepingMarks: Bool) -> [UInt8] {
        var key: [UInt8] = []
        key.reserveCapacity(text.utf8.count)
        for byte in text.utf8 {
            if byte >= 0x80 { return foldUnicode(text, keepingMarks: keepingMarks) }
            key.append(lowercased(byte))
        }
        return key
    }

    private static func foldUnicode(_ text: String, keepingMarks: Bool) -> [UInt8] {
        var key: [UInt8] = []
        for scalar in text._nfd {
            if scalar.value < 0x80 {
                key.append(lowercased(UInt8(scalar.value)))
                continue
            }
            if !keepingMarks, scalar.properties.generalCategory == .nonspacingMark { continue }
            if let plain = plainLetters[scalar], !keepingMarks {
                key.append(contentsOf: plain.utf8)
                continue
            }
            // To upper case and back: it joins ß with ss and the two small sigmas. To lower case
            // before: the capital ẞ is its own upper case.
            for lower in scalar.properties.lowercaseMapping.unicodeScalars {
                for upper in lower.properties.uppercaseMapping.unicodeScalars {
                    key.append(contentsOf: upper.properties.lowercaseMapping.utf8)
                }
            }
        }
        return key
    }

    /// Letters that have no decomposition in Unicode and are searched by their plain neighbours.
    private static let plainLetters: [Unicode.Scalar: String] = [
        "ł": "l", "Ł": "l", "ø": "o", "Ø": "o", "đ": "d", "Đ": "d", "ħ": "h", "Ħ": "h",
        "æ": "ae", "Æ": "ae", "œ": "oe", "Œ": "oe", "ı": "i",
    ]
}
