import TroveCodecs

/// Checks messages against the server's description of them, as far as it uses JSON Schema.
struct Schema {
    private let document: JSON

    init(_ document: JSON) {
        self.document = document
    }

    /// Returns the schema of a reply's body, null for none; nil if the description does not list
    /// the status.
    func reply(_ method: String, _ path: String, status: Int) -> JSON? {
        let route = document["paths"]?[path]?[method.lowercased()]
        guard let reply = route?["responses"]?["\(status)"] else { return nil }
        return reply["content"]?["application/json"]?["schema"] ?? .null
    }

    /// Returns the reason that a value violates its schema, or nil.
    func flaw(of value: JSON, as schema: JSON, at place: String = "") -> String? {
        if let reference = schema["$ref"]?.text {
            let name = String(reference.split(separator: "/").last ?? "")
            guard let schema = document["components"]?["schemas"]?[name] else {
                return "\(place): there is no schema \(name)"
            }
            return flaw(of: value, as: schema, at: place)
        }
        if let choices = schema["oneOf"]?.array {
            let count = choices.count { flaw(of: value, as: $0) == nil }
            return count == 1 ? nil : "\(place): fits \(count) of the choices"
        }
        let types = schema["type"]?.text.map { [$0] } ?? schema["type"]?.array?.compactMap(\.text)
        if let types, !types.contains(type(of: value)) { return "\(place): no \(types)" }
        if let words = schema["enum"]?.array, !words.contains(value) {
            return "\(place): \(value.written) is none of the words"
        }
        if let least = schema["minimum"]?.int, let number = value.int, number < least {
            return "\(place): \(number) is too small"
        }
        if let most = schema["maximum"]?.int, let number = value.int, number > most {
            return "\(place): \(number) is too large"
        }
        for name in schema["required"]?.array ?? [] where value[name.text ?? ""] == nil {
            return "\(place): \(name.text ?? "") is missing"
        }
        for member in schema["properties"]?.members ?? [] {
            guard let part = value[member.name] else { continue }
            if let flaw = flaw(of: part, as: member.value, at: "\(place).\(member.name)") {
                return flaw
            }
        }
        if let element = schema["items"] {
            for (index, part) in (value.array ?? []).enumerated() {
                if let flaw = flaw(of: part, as: element, at: "\(place)[\(index)]") { return flaw }
            }
        }
        return nil
    }

    private func type(of value: JSON) -> String {
        switch value {
        case .null: "null"
        case .bool: "boolean"
        case .integer: "integer"
        case .number: "number"
        case .string: "string"
        case .array: "array"
        case .object: "object"
        }
    }
}
