import TroveCodecs
import TroveWire

extension OpenAPI {
    /// Appends the JSON Schemas of the scalar types and of all messages.
    static func appendSchemas(to writer: inout WireWriter) {
        for (name, schema) in scalars { writer.member(name, raw: schema) }
        writer.object("Description") { writer in
            writer.member("type", "object")
            writer.member("required", .array([.string("openapi"), .string("paths")]))
            writer.member(
                "properties", raw: #"{"openapi":{"type":"string"},"paths":{"type":"object"}}"#)
        }
        for message in WireMessage.all {
            writer.object(message.name) { append(message, to: &$0) }
        }
    }

    /// Appends the schema of a message: an object, or a choice of objects.
    private static func append(_ message: WireMessage, to writer: inout WireWriter) {
        guard message.forms.count > 1 else {
            for form in message.forms { append(form, to: &writer) }
            return
        }
        writer.list("oneOf") { writer in
            for form in message.forms { writer.element { append(form, to: &$0) } }
        }
    }

    private static func append(_ fields: [WireField], to writer: inout WireWriter) {
        writer.member("type", "object")
        let required = fields.filter { !$0.isOptional }
        writer.member("required", .array(required.map { .string($0.name) }))
        writer.object("properties") { writer in
            for field in fields {
                writer.object(field.name) { writer in
                    append(field.type, to: &writer)
                    writer.member("description", field.meaning)
                }
            }
        }
    }

    private static func append(_ type: WireType, to writer: inout WireWriter) {
        switch type {
        case .text: writer.member("type", "string")
        case .nullableText:
            writer.member("type", .array([.string("string"), .string("null")]))
        case .word(let words):
            writer.member("type", "string")
            writer.member("enum", .array(words.map { .string($0) }))
        case .integer: writer.member("type", "integer")
        case .count:
            writer.member("type", "integer")
            writer.member("minimum", 0)
        case .flag: writer.member("type", "boolean")
        case .alwaysTrue:
            writer.member("type", "boolean")
            writer.member("enum", .array([.bool(true)]))
        case .scalar(let scalar): appendReference(to: scalar.rawValue, &writer)
        case .list(let element, let most):
            writer.member("type", "array")
            if let most { writer.member("maxItems", most) }
            writer.object("items") { append(element, to: &$0) }
        case .object(let fields): append(fields, to: &writer)
        case .message(let message): appendReference(to: message.name, &writer)
        }
    }

    private static func appendReference(to schema: String, _ writer: inout WireWriter) {
        writer.member("$ref", "#/components/schemas/\(schema)")
    }
}
