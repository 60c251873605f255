package import TroveCodecs

extension Value {
    /// The value as it is sent to the server: numbers as numbers, months as 1 to 12, dates as text
    /// (`2026-11`), states by their short names, sets as arrays of names.
    package var json: JSON {
        switch self {
        case .text(let text): .string(text)
        case .integer(let number): .integer(number)
        case .decimal(let number):
            number.thousandths % 1000 == 0
                ? .integer(number.thousandths / 1000) : .number(number.description)
        case .date(let date): .string(date.description)
        case .month(let month): .integer(month.rawValue)
        case .set(let names): .array(names.map { .string($0) })
        }
    }
}

extension Field {
    /// Reads a value from untrusted JSON. The rules are those for typed values, except that words
    /// such as `today` are not dates.
    ///
    /// - Returns: the normalized value; nil for null.
    /// - Throws: the rule that the value breaks.
    package func value(from json: JSON) throws(RuleViolation) -> Value? {
        switch (content, json) {
        case (_, .null): return nil
        // The most frequent values need no conversion to text.
        case (.integer(let range), .integer(let number)) where range.contains(number):
            return .integer(number)
        case (.ladder(let ladder), .string(let text))
        where ladder.rungs.contains { $0.name == text }:
            return .text(text)
        // A device with an earlier version may send any text.
        case (.isbn, .string(let text)):
            if let number = ISBN(parsing: text) { return .text(number.thirteen) }
            return try Field(name, .text, summary).value(from: json)
        default: break
        }
        return try parse(try typed(json), namedDay: { _ in nil })
    }

    /// Returns the text that a user would type for a value of the right type.
    private func typed(_ json: JSON) throws(RuleViolation) -> String {
        switch (content, json) {
        case (.text, .string(let text)), (.isbn, .string(let text)), (.choice, .string(let text)),
            (.date, .string(let text)), (.ladder, .string(let text)):
            return text
        case (.integer, .integer(let number)), (.decimal, .integer(let number)),
            (.month, .integer(let number)):
            return "\(number)"
        case (.integer, .number(let text)), (.decimal, .number(let text)),
            (.month, .number(let text)):
            return text
        case (.set, .array(let elements)):
            var names: [String] = []
            for element in elements {
                guard case .string(let name) = element else {
                    throw violation(.string, by: element)
                }
                names.append(name)
            }
            return names.joined(separator: ",")
        case (.text, _), (.isbn, _), (.choice, _), (.date, _), (.ladder, _):
            throw violation(.string, by: json)
        case (.integer, _), (.decimal, _), (.month, _): throw violation(.number, by: json)
        case (.set, _): throw violation(.array, by: json)
        }
    }

    private func violation(_ expected: JSON.Shape, by json: JSON) -> RuleViolation {
        let written = json.written
        return RuleViolation(
            field: name,
            value: written.dropFirst(20).isEmpty ? written : written.prefix(20) + "…",
            rule: .isOfOtherType(expected))
    }
}
