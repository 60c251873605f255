import TroveModel

/// The values of a record that belong to no field, as lines for the note of the item:
/// `Publisher: Chilton`.
struct UnknownValues {
    private var lines: [String] = []

    /// Adds a value. `name` is that of its column, or of the member of an object.
    mutating func add(_ name: String, _ text: String) {
        lines.append("\(name): \(text)")
    }

    /// Appends the lines to the note of an item, or to its description if its kind has no notes.
    ///
    /// - Throws: `hasNoField` if the kind has neither; `violation` if the text gets too long.
    func append(to values: inout [Value?], of kind: Kind) throws(ImportRejection) {
        guard !lines.isEmpty else { return }
        guard let field = kind.index(ofRole: .note) ?? kind.index(ofRole: .description) else {
            throw .hasNoField("note", kind: kind.name)
        }
        var all = lines
        if case .text(let text)? = values[field] { all.insert(text, at: 0) }
        do throws(RuleViolation) {
            values[field] = try kind.fields[field].parse(
                all.joined(separator: "\n"), namedDay: { _ in nil })
        } catch {
            throw .violation(error, kind: kind.name)
        }
    }
}
