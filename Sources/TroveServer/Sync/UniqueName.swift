import TroveCodecs
import TroveModel

/// A value of a field whose values must be unique among the entries of a user.
struct UniqueName {
    /// The stored name of the kind.
    let kind: String
    let field: Field
    let text: String
    /// The form in which names are compared and stored: the folded text, or a digest of it if it is
    /// long, because an index of PostgreSQL takes no keys of more than 2,700 bytes. Only digests
    /// begin with a zero byte.
    let folded: [UInt8]

    /// The longest folded text that is stored, in bytes; also in `UserScope.shortenNames`.
    static let longest = 1024

    init(kind: String, field: Field, text: String) {
        self.kind = kind
        self.field = field
        self.text = text
        folded = Self.stored(Folding.name(text))
    }

    /// Returns a folded text as it is stored.
    static func stored(_ folded: [UInt8]) -> [UInt8] {
        folded.count <= longest ? folded : [0] + AccessToken.hash(of: folded)
    }

    /// Returns the names in the fields of an entry. Leaves out values that the field no longer
    /// allows.
    static func all(of fields: [Field], kind: String, in members: [JSON.Member]) -> [UniqueName] {
        fields.compactMap { field in
            guard let member = members.first(where: { $0.name.isExactly(field.storedName) }),
                case .text(let text)? = try? field.value(from: member.value)
            else { return nil }
            return UniqueName(kind: kind, field: field, text: text)
        }
    }

    /// Returns whether two names of one entry are the same name of the same field.
    func isSame(_ other: UniqueName) -> Bool {
        field.storedName == other.field.storedName && folded == other.folded
    }
}
