/// A field of a message: the name that its reader and writer use, and its description for
/// `GET /v1/openapi.json`.
package struct WireField: Sendable {
    /// The name of the JSON member.
    package let name: String
    /// The type of the value.
    package let type: WireType
    /// Whether the message can lack the field.
    package let isOptional: Bool
    /// What the value means, for the OpenAPI description.
    package let meaning: String

    /// Creates a field that every message has.
    init(_ name: String, _ type: WireType, _ meaning: String) {
        self.init(name, type, meaning, isOptional: false)
    }

    /// Creates a field that the message can lack.
    static func optional(_ name: String, _ type: WireType, _ meaning: String) -> WireField {
        WireField(name, type, meaning, isOptional: true)
    }

    private init(_ name: String, _ type: WireType, _ meaning: String, isOptional: Bool) {
        self.name = name
        self.type = type
        self.meaning = meaning
        self.isOptional = isOptional
    }

    /// Returns the field with another type, for a form of the message that allows other values.
    func typed(_ type: WireType) -> WireField {
        WireField(name, type, meaning, isOptional: isOptional)
    }
}
