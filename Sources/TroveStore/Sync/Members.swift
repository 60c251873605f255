import TroveCodecs
import TroveModel

/// Fields by name, as they travel.
enum Members {
    /// Sets the fields that a change has, clears those that it has as null; others stay.
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

    /// The change that turns one state into another; empty when they are the same.
    static func difference(from old: [JSON.Member], to new: [JSON.Member]) -> [JSON.Member] {
        var changes = new.filter { member in
            !old.contains { $0.name == member.name && $0.value == member.value }
        }
        for member in old where !new.contains(where: { $0.name == member.name }) {
            changes.append(JSON.Member(member.name, .null))
        }
        return changes
    }

    static func value(_ name: String, in fields: [JSON.Member]) -> JSON {
        fields.first { $0.name == name }?.value ?? .null
    }

    /// From an object of JSON that this program wrote.
    static func parse(_ text: String) throws(Damage) -> [JSON.Member] {
        guard let json = try? JSON(parsing: Array(text.utf8), depthLimit: 32),
            let members = json.members
        else { throw Damage(text: text) }
        return members
    }

    /// What stands in the library file and is no object of JSON.
    struct Damage: Error {
        let text: String
    }

    /// The fields of a thing, without those that have no value.
    static func of(_ values: [Value?], _ kind: Kind) -> [JSON.Member] {
        values.indices.compactMap { index in
            values[index].map { JSON.Member(kind.fields[index].name, $0.json) }
        }
    }
}
