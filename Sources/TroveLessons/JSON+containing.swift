package import TroveCodecs

extension JSON {
    /// Returns whether this value contains another: objects may have more members, arrays may not
    /// have more elements, and numbers are compared as numbers.
    package func contains(_ expected: JSON) -> Bool {
        switch (self, expected) {
        case (.object, .object(let members)):
            members.allSatisfy { member in
                self[member.name]?.contains(member.value) ?? false
            }
        case (.array(let elements), .array(let others)):
            elements.count == others.count
                && zip(elements, others).allSatisfy { $0.contains($1) }
        case (.integer, .number), (.number, .integer), (.number, .number):
            double == expected.double
        default: self == expected
        }
    }

    /// Returns the JSON values that follow each other in a text, up to the first error.
    package static func sequence(in bytes: [UInt8]) -> [JSON] {
        var values: [JSON] = []
        var rest = bytes[...]
        while let start = rest.firstIndex(where: { $0 > 0x20 }) {
            rest = rest[start...]
            do throws(JSON.Failure) {
                values.append(try JSON(parsing: rest))
                return values
            } catch {
                guard error.reason == .goesOn, error.offset > 0 else { return values }
                let end = rest.startIndex + error.offset
                guard let value = try? JSON(parsing: rest[..<end]) else { return values }
                values.append(value)
                rest = rest[end...]
            }
        }
        return values
    }
}
