/// Writes JSON into bytes: RFC 8259, UTF-8, no white space that nobody asked for.
///
/// Pointers to a text's bytes live inside the closures that get them, which only read and copy.
package struct JSONText: Sendable {
    /// What was written so far, in UTF-8.
    package private(set) var bytes: [UInt8] = []

    /// An empty text, with room for one usual change.
    package init() {
        bytes.reserveCapacity(160)
    }

    /// A member's name with its colon: `"title":`.
    package static func key(_ name: String) -> String {
        var json = JSONText()
        json.append(string: name)
        return String(decoding: json.bytes, as: UTF8.self) + ":"
    }

    /// Begins anew, in the same memory.
    package mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
    }

    /// Appends punctuation, a number or a word as it stands.
    package mutating func append(_ text: String) {
        var text = text
        text.withUTF8 { unsafe bytes.append(contentsOf: $0) }
    }

    /// Appends one ASCII sign as it stands.
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
