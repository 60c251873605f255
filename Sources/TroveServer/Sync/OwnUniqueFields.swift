import TroveCodecs
import TroveModel

/// The fields with unique values that a user has defined, from the entries of the kind
/// `definition`.
struct OwnUniqueFields {
    /// The fields by the stored name of their kind.
    private(set) var fields: [String: [Field]] = [:]

    /// A definition without this option has no such field.
    private static let definitions = UserQuery.select(
        "fields", from: .entries,
        where: "kind = 'definition' AND deleted = 0 AND fields LIKE '%unique:%'")
    private static let followed = UserQuery.select("kind, field", from: .uniques)

    /// The stored names of a kind and of a field.
    typealias Name = (kind: String, field: String)

    /// Returns the statement that reads the definitions, for the initializer.
    static func reading(_ scope: UserScope) throws(StoreFault) -> any StoreRows {
        try scope.statement(definitions)
    }

    /// Returns the statement that reads the fields whose values are in `names`, for `followed`.
    static func readingFollowed(_ scope: UserScope) throws(StoreFault) -> any StoreRows {
        try scope.statement(followed)
    }

    /// Takes the definitions. One that cannot be read, as a newer device may have written it, has
    /// no effect.
    init(_ rows: any StoreRows) throws(StoreFault) {
        while try rows.step() {
            guard let members = try? JSON(parsing: Array((rows.text(0) ?? "").utf8)).members,
                let definition = Definition(members), let field = definition.readField,
                field.isUnique, !field.isRetired
            else { continue }
            fields[definition.kind, default: []].append(field)
        }
    }

    /// Takes the fields whose values are in `names`.
    static func followed(_ rows: any StoreRows) throws(StoreFault) -> [Name] {
        var fields: [Name] = []
        while try rows.step() { fields.append((rows.text(0) ?? "", rows.text(1) ?? "")) }
        return fields
    }

    /// Returns whether these are the fields whose values are in `names`.
    func isFollowed(_ followed: [Name]) -> Bool {
        followed.count == fields.values.reduce(0) { $0 + $1.count }
            && followed.allSatisfy { has(field: $0.field, ofKind: $0.kind) }
    }

    /// Returns whether a field has unique values, by the stored names.
    func has(field: String, ofKind kind: String) -> Bool {
        fields[kind]?.contains { $0.storedName == field } ?? false
    }
}

extension Definition {
    /// Creates the definition that an entry holds; nil if it holds none.
    fileprivate init?(_ members: [JSON.Member]) {
        let names = Kind.definition.fields.map(\.storedName)
        let texts = names.map { name in members.first { $0.name == name }?.value.text }
        self.init(values: texts.map { text in text.map { .text($0) } })
    }

    /// The field that the text defines, which is the title if it defines a kind; nil if the text
    /// cannot be read.
    fileprivate var readField: Field? {
        guard let name = field else {
            let read = try? KindReader.kinds(in: text, isPart: true).first
            return read?.storedName == subject ? read?.fields.first : nil
        }
        let read = try? KindReader.field(in: text)
        return read?.storedName == name ? read : nil
    }
}
