package import TroveCodecs

/// Writes messages, member by member.
package struct WireWriter {
    /// The JSON that was written so far.
    package private(set) var text = JSONText()
    /// Whether a comma comes before the next member or element.
    private var needsComma = false

    package init() {}

    /// What was written.
    package var bytes: [UInt8] { text.bytes }

    private mutating func separate() {
        if needsComma { text.append("," as Unicode.Scalar) }
        needsComma = true
    }

    private mutating func begin(_ name: String) {
        separate()
        text.append(string: name)
        text.append(":" as Unicode.Scalar)
    }

    /// Writes a member that is a string.
    package mutating func member(_ name: String, _ value: String) {
        begin(name)
        text.append(string: value)
    }

    /// Writes a member that is a whole number.
    package mutating func member(_ name: String, _ value: Int) {
        begin(name)
        text.append("\(value)")
    }

    /// Writes a member that is a version.
    package mutating func member(_ name: String, _ value: Version) {
        member(name, value.rawValue)
    }

    /// Writes a member that is `true` or `false`.
    package mutating func member(_ name: String, _ value: Bool) {
        begin(name)
        text.append(value ? "true" : "false")
    }

    /// Writes a member that is any JSON value.
    package mutating func member(_ name: String, _ value: JSON) {
        begin(name)
        text.append(value)
    }

    /// A digest, as text in hexadecimal.
    package mutating func member(_ name: String, mark: UInt64) {
        member(name, String(mark, radix: 16))
    }

    /// A value that is JSON already.
    package mutating func member(_ name: String, raw: String) {
        begin(name)
        text.append(raw)
    }

    /// An object as a member.
    package mutating func object(_ name: String, _ body: (inout WireWriter) -> Void) {
        begin(name)
        object(body)
    }

    /// An object as an element, or as the message.
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

    /// A list as a member; the closure appends the elements.
    package mutating func list(_ name: String, _ body: (inout WireWriter) -> Void) {
        begin(name)
        text.append("[" as Unicode.Scalar)
        needsComma = false
        body(&self)
        text.append("]" as Unicode.Scalar)
        needsComma = true
    }

    /// The bytes of a message that is an object.
    package static func message(_ body: (inout WireWriter) -> Void) -> [UInt8] {
        var writer = WireWriter()
        writer.object(body)
        return writer.bytes
    }
}
