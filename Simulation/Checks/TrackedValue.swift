import TroveCodecs
import TroveModel

/// A value that a user gave to a field. Such values are unique in a world, so each can be tracked.
struct TrackedValue: Hashable {
    let id: ItemID
    let field: String
    /// The number in the value: 17 for `u17`.
    let mark: Int

    /// Creates the value from its text; nil for a value that is not tracked.
    init?(_ id: ItemID, _ field: String, _ text: String?) {
        guard let text, let mark = Self.mark(of: text) else { return nil }
        self.id = id
        self.field = field
        self.mark = mark
    }

    /// Returns the number in a text; nil for a value that is not tracked.
    static func mark(of text: String) -> Int? {
        guard text.utf8.first == 0x75 else { return nil }
        return Int(text.dropFirst())
    }

    /// Returns the tracked values in a JSON object of fields.
    static func all(_ fields: [JSON.Member], of id: ItemID) -> [TrackedValue] {
        fields.compactMap { TrackedValue(id, $0.name, $0.value.text) }
    }
}

extension TrackedValue: CustomStringConvertible {
    var description: String { "\(field)=u\(mark) of \(id.short)" }
}

extension ItemID {
    /// The last digits of the ID, enough to recognize it.
    var short: String { String(low & 0xFFFF_FFFF, radix: 16) }
}
