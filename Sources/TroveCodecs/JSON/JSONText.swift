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
        var text = text
        text.withUTF8 { unsafe bytes.append(contentsOf: $0) }
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
        var string = string
        string.withUTF8 { unsafe append(string: $0.span) }
    }

    /// Appends a string with its quotes, from its UTF-8.
    package mutating func append(string text: Span<UInt8>) {
        bytes.append(0x22)
        defer { bytes.append(0x22) }
        guard Self.hasEscapes(text) else { return append(text) }
        // The start of the bytes that have not been appended yet.
        var start = 0
        for index in text.indices {
            let byte = text[index]
            if byte >= 0x20, byte != 0x22, byte != 0x5C { continue }
            append(text.extracting(start..<index))
            start = index + 1
            bytes.append(0x5C)
            if byte >= 0x20 {
                bytes.append(byte)
            } else {
                append("u00")
                bytes.append(Self.hex(byte >> 4))
                bytes.append(Self.hex(byte & 15))
            }
        }
        append(text.extracting(start..<text.count))
    }

    /// Whether a character of a string must be escaped. Without an early end, the loop reads many
    /// bytes at once.
    private static func hasEscapes(_ text: Span<UInt8>) -> Bool {
        unsafe text.withUnsafeBufferPointer {
            unsafe $0.reduce(UInt8(0)) { found, byte in
                found | (byte < 0x20 ? 1 : 0) | (byte == 0x22 ? 1 : 0) | (byte == 0x5C ? 1 : 0)
            } != 0
        }
    }

    /// Appends JSON in UTF-8 unchanged.
    private mutating func append(_ text: Span<UInt8>) {
        unsafe text.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
    }

    private static func hex(_ nibble: UInt8) -> UInt8 {
        nibble < 10 ? 0x30 + nibble : 0x57 + nibble
    }
}
