/// Writes JSON (RFC 8259) in UTF-8, without white space.
///
/// Pointers to the bytes of a text do not escape the closures that receive them, which only read
/// and copy.
package struct JSONText: Sendable {
    /// The text written so far, in UTF-8.
    package private(set) var bytes: [UInt8] = []

    /// Creates an empty text, with room for one typical change.
    package init() {
        bytes.reserveCapacity(160)
    }

    /// Returns the name of a member with its colon: `"title":`.
    package static func key(_ name: String) -> String {
        var json = JSONText()
        json.append(string: name)
        return String(decoding: json.bytes, as: UTF8.self) + ":"
    }

    /// Removes the text, and keeps the capacity.
    package mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
    }

    /// Appends punctuation, a number or a word unchanged.
    package mutating func append(_ text: String) {
        var text = text
        text.withUTF8 { unsafe bytes.append(contentsOf: $0) }
    }

    /// Appends one ASCII character unchanged.
    package mutating func append(_ sign: Unicode.Scalar) {
        bytes.append(UInt8(truncatingIfNeeded: sign.value))
    }

    /// Appends a string with its quotes.
    package mutating func append(string: String) {
        bytes.append(0x22)
        var string = string
        let isPlain = string.withUTF8 { text in
            unsafe text.allSatisfy { $0 >= 0x20 && $0 != 0x22 && $0 != 0x5C }
        }
        if isPlain {
            string.withUTF8 { unsafe bytes.append(contentsOf: $0) }
        } else {
            appendEscaped(string)
        }
        bytes.append(0x22)
    }

    private mutating func appendEscaped(_ string: String) {
        for byte in string.utf8 {
            switch byte {
            case 0x22, 0x5C:
                bytes.append(0x5C)
                bytes.append(byte)
            case 0..<0x20:
                append("\\u00")
                bytes.append(Self.hex(byte >> 4))
                bytes.append(Self.hex(byte & 15))
            default: bytes.append(byte)
            }
        }
    }

    private static func hex(_ nibble: UInt8) -> UInt8 {
        nibble < 10 ? 0x30 + nibble : 0x57 + nibble
    }
}
