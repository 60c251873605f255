import TroveCodecs

/// Computes the keys under which texts are compared: canonical decomposition (Unicode annex 15),
/// then case folding of each scalar. ASCII text takes a fast path.
package enum Folding {
    /// Returns the key under which names are equal: normalized, regardless of case.
    package static func name(_ text: String) -> [UInt8] {
        fold(text, keepingMarks: true)
    }

    /// Returns the key for searching: like `name`, and regardless of accents and of the shapes of
    /// quotation marks and hyphens.
    package static func search(_ text: String) -> [UInt8] {
        fold(text, keepingMarks: false)
    }

    /// Returns the key by which texts are sorted: as they are searched, so that é follows e, then
    /// by name.
    package static func order(_ text: String) -> [UInt8] {
        let name = name(text)
        guard !text.utf8.allSatisfy({ $0 < 0x80 }) else { return name }
        return order(search(text), name)
    }

    /// Returns the key for sorting that consists of a key for searching and a name.
    static func order(_ search: [UInt8], _ name: [UInt8]) -> [UInt8] {
        search == name ? name : search + [0] + name
    }

    /// Returns an ASCII letter in lower case, any other byte unchanged.
    @inline(__always)
    package static func lowercased(_ byte: UInt8) -> UInt8 {
        byte &- 0x41 < 26 ? byte | 0x20 : byte
    }

    private static func fold(_ text: String, keepingMarks: Bool) -> [UInt8] {
        var key: [UInt8] = []
        key.reserveCapacity(text.utf8.count)
        for byte in text.utf8 {
            if byte >= 0x80 {
                key.removeAll(keepingCapacity: true)
                CanonicalDecomposition.forEachScalar(of: text) { scalar in
                    append(scalar, keepingMarks: keepingMarks, to: &key)
                }
                return key
            }
            key.append(lowercased(byte))
        }
        return key
    }

    /// Appends the folded form of one scalar of a decomposition.
    private static func append(
        _ scalar: Unicode.Scalar, keepingMarks: Bool, to key: inout [UInt8]
    ) {
        if scalar.value < 0x80 {
            key.append(lowercased(UInt8(scalar.value)))
            return
        }
        if !keepingMarks {
            if isAccent(scalar) { return }
            if let plain = plainForms[scalar] {
                key.append(contentsOf: plain.utf8)
                return
            }
        }
        // Maps to upper case and back, which equates ß with ss and both forms of the small sigma.
        // Maps to lower case first, because the capital ẞ is its own upper case.
        for lower in scalar.properties.lowercaseMapping.unicodeScalars {
            for upper in lower.properties.uppercaseMapping.unicodeScalars {
                key.append(contentsOf: upper.properties.lowercaseMapping.utf8)
            }
        }
    }

    /// Returns whether a mark is an accent, a Hebrew point or an Arabic vowel sign. The marks of
    /// other scripts, such as the sound marks of kana and the vowels of Thai and Hindi, tell words
    /// apart.
    private static func isAccent(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0300...0x036F, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE20...0xFE2F,
            0x0591...0x05C7, 0x0610...0x061A, 0x064B...0x065F, 0x0670, 0x06D6...0x06ED:
            scalar.properties.generalCategory == .nonspacingMark
        default: false
        }
    }

    /// Letters that Unicode does not decompose and the punctuation of typesetters, with the plain
    /// characters that match them.
    private static let plainForms: [Unicode.Scalar: String] = [
        "ł": "l", "Ł": "l", "ø": "o", "Ø": "o", "đ": "d", "Đ": "d", "ħ": "h", "Ħ": "h",
        "æ": "ae", "Æ": "ae", "œ": "oe", "Œ": "oe", "ı": "i",
        "\u{2018}": "'", "\u{2019}": "'", "\u{02BC}": "'", "\u{201C}": "\"", "\u{201D}": "\"",
        "\u{2010}": "-", "\u{2011}": "-", "\u{2013}": "-",
    ]
}
