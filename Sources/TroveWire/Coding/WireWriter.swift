package import TroveCodecs
package import TroveModel

/// Writes a JSON message, member by member. The names must not have characters that JSON escapes.
package struct WireWriter {
    /// The JSON written so far.
    package private(set) var text = JSONText()
    /// Whether the next member or element needs a comma before it.
    private var needsComma = false

    /// Creates an empty writer.
    package init() {}

    /// The JSON written so far, in UTF-8.
    package var bytes: [UInt8] { text.bytes }

    /// Makes room for this many more bytes.
    package mutating func reserve(_ count: Int) {
        text.reserve(count)
    }

    private mutating func separate() {
        if needsComma { text.append("," as Unicode.Scalar) }
        needsComma = true
    }

    private mutating func begin(_ name: String) {
        separate()
        text.append(plainName: name)
    }

    /// Writes a string member.
    package mutating func member(_ name: String, _ value: String) {
        begin(name)
        text.append(string: value)
    }

    /// Writes the ID of an entry.
    package mutating func member(_ name: String, _ id: ItemID) {
        begin(name)
        text.append { bytes in
            bytes.append(UInt8(ascii: "\""))
            id.append(to: &bytes)
            bytes.append(UInt8(ascii: "\""))
        }
    }

    /// Writes an integer member.
    package mutating func member(_ name: String, _ value: Int) {
        begin(name)
        text.append(value)
    }

    /// Writes a version member.
    package mutating func member(_ name: String, _ value: Version) {
        member(name, value.rawValue)
    }

    /// Writes a Boolean member.
    package mutating func member(_ name: String, _ value: Bool) {
        begin(name)
        text.append(value ? "true" : "false")
    }

    /// Writes a member with any JSON value.
    package mutating func member(_ name: String, _ value: JSON) {
        begin(name)
        text.append(value)
    }

    /// Writes a mark as hexadecimal text.
    package mutating func member(_ name: String, mark: UInt64) {
        member(name, String(mark, radix: 16))
    }

    /// Writes a member whose value `write` appends, as JSON in UTF-8.
    package mutating func member(_ name: String, _ write: (inout [UInt8]) -> Void) {
        begin(name)
        text.append(write)
    }

    /// Writes a member whose value is JSON text.
    package mutating func member(_ name: String, raw: String) {
        begin(name)
        text.append(raw)
    }

    /// Writes an object member.
    package mutating func object(_ name: String, _ body: (inout WireWriter) -> Void) {
        begin(name)
        object(body)
    }

    /// Writes an object as an element or as the message.
    package mutating func element(_ body: (inout WireWriter) -> Void) {
        separate()
        object(body)
    }

    private mutating func object(_ body: (inout WireWriter) -> Void) {
        text.append("{" as Unicode.Scalar)
        needsComma = false
        body(&self)
        text.append("}" as Unicode.Scalar)
        needsComma = true
    }

    /// Writes an array member; `body` writes the elements.
    package mutating func list(_ name: String, _ body: (inout WireWriter) -> Void) {
        begin(name)
        text.append("[" as Unicode.Scalar)
        needsComma = false
        body(&self)
        text.append("]" as Unicode.Scalar)
        needsComma = true
    }

    /// Returns a message that is an object.
    package static func message(_ body: (inout WireWriter) -> Void) -> [UInt8] {
        var writer = WireWriter()
        writer.object(body)
        return writer.bytes
    }
}
