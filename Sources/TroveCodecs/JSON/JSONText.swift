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

    /// Makes room for this many more bytes.
    package mutating func reserve(_ count: Int) {
        bytes.reserveCapacity(bytes.count + count)
    }

    /// Removes the text, and keeps the capacity.
    package mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
    }

    /// Appends punctuation, a number or a word unchanged.
    package mutating func append(_ text: String) {
        append(text.utf8.span)
    }

    /// Lets `write` append bytes, which must be JSON in UTF-8.
    package mutating func append(_ write: (inout [UInt8]) -> Void) {
        write(&bytes)
    }

    /// Appends an integer.
    package mutating func append(_ number: Int) {
        if number < 0 { bytes.append(0x2D) }
        let start = bytes.count
        var rest = number.magnitude
        repeat {
            bytes.append(0x30 + UInt8(truncatingIfNeeded: rest % 10))
            rest /= 10
        } while rest > 0
        bytes[start...].reverse()
    }

    /// Appends the name of a member with its colon. It must not have characters that JSON escapes.
    package mutating func append(plainName name: String) {
        bytes.append(0x22)
        append(name)
        bytes.append(0x22)
        bytes.append(0x3A)
    }

    /// Appends one ASCII character unchanged.
    package mutating func append(_ sign: Unicode.Scalar) {
        bytes.append(UInt8(truncatingIfNeeded: sign.value))
    }

    /// Appends a string with its quotes.
    package mutating func append(string: String) {
        append(string: string.utf8.span)
    }

    /// Appends a string with its quotes, from its UTF-8.
    package mutating func append(string text: Span<UInt8>) {
        bytes.append(0x22)
        defer { bytes.append(0x22) }
        // The start of the bytes that have not been appended yet.
        var start = 0
        while true {
            let end = PlainCharacters.end(in: text, from: start).place
            append(text.extracting(start..<end))
            guard end < text.count else { return }
            append(escaped: text[end])
            start = end + 1
        }
    }

    /// Appends the escape of a quote, a backslash or a control character.
    private mutating func append(escaped byte: UInt8) {
        bytes.append(0x5C)
        guard byte < 0x20 else { return bytes.append(byte) }
        append("u00")
        bytes.append(Self.hex(byte >> 4))
        bytes.append(Self.hex(byte & 15))
    }

    /// Appends JSON in UTF-8 unchanged.
    private mutating func append(_ text: Span<UInt8>) {
        unsafe text.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
    }

    private static func hex(_ nibble: UInt8) -> UInt8 {
        nibble < 10 ? 0x30 + nibble : 0x57 + nibble
    }
}
