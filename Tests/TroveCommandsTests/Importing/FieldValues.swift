import TroveModel

extension Kind {
    /// Returns the values of an item from the texts of some of its fields.
    func values(_ texts: KeyValuePairs<String, String>) throws -> [Value?] {
        var values = fields.map { _ in nil as Value? }
        for (name, text) in texts {
            guard let field = index(ofField: name) else { continue }
            values[field] = try fields[field].parse(text, namedDay: { _ in nil })
        }
        return values
    }

    /// Returns the fields with a value, as `name: value`.
    func described(_ values: [Value?]) -> [String] {
        zip(fields, values).compactMap { field, value in value.map { "\(field.name): \($0)" } }
    }
}
