import TroveCodecs
import TroveModel

/// Functions on the fields of an entry: JSON values by field name, as sent between devices.
enum EntryFields {
    /// Applies changed fields to an entry's fields. A null clears a field; fields without a change
    /// stay.
    static func merge(_ changes: [JSON.Member], into fields: inout [JSON.Member]) {
        for change in changes {
            let index = fields.firstIndex { $0.name == change.name }
            switch (index, change.value.isNull) {
            case (let index?, true): fields.remove(at: index)
            case (let index?, false): fields[index].value = change.value
            case (nil, true): break
            case (nil, false): fields.append(change)
            }
        }
    }

    /// Returns the changed fields that turn `old` into `new`; empty when both are the same.
    static func difference(from old: [JSON.Member], to new: [JSON.Member]) -> [JSON.Member] {
        var changes = new.filter { member in
            !old.contains { $0.name == member.name && $0.value == member.value }
        }
        for member in old where !new.contains(where: { $0.name == member.name }) {
            changes.append(JSON.Member(member.name, .null))
        }
        return changes
    }

    /// Returns the value of a field; null if it has none.
    static func value(_ name: String, in fields: [JSON.Member]) -> JSON {
        fields.first { $0.name == name }?.value ?? .null
    }

    /// Parses fields from the library file.
    ///
    /// - Throws: `Damage` if the text is not a JSON object.
    static func parse(_ text: String) throws(Damage) -> [JSON.Member] {
        guard let json = try? JSON(parsing: Array(text.utf8), depthLimit: 32),
            let members = json.members
        else { throw Damage(text: text) }
        return members
    }

    /// A text in the library file that is not a JSON object.
    struct Damage: Error {
        let text: String
    }

    /// Returns the fields of an item, without those that have no value.
    static func of(_ values: [Value?], _ kind: Kind) -> [JSON.Member] {
        values.indices.compactMap { index in
            values[index].map { JSON.Member(kind.fields[index].storedName, $0.json) }
        }
    }
}
