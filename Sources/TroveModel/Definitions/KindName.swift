/// The names of kinds and fields that definitions may use.
package enum KindName {
    /// The longest name, in bytes.
    package static let longest = 32

    /// Returns whether a text is a name: letters a to z, digits and hyphens, beginning with a
    /// letter.
    package static func isValid(_ text: String) -> Bool {
        guard let first = text.utf8.first, text.utf8.count <= longest else { return false }
        return (0x61...0x7A).contains(first)
            && text.utf8.allSatisfy {
                (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D
            }
    }

    /// The words with a meaning in commands or files, which no field can have as its name: the
    /// members of JSON besides fields, the columns of SQLite, and the arguments of questions.
    package static let reservedForFields: Set<String> = [
        "number", "id", "kind", "rowid", "oid", "sort", "limit", "columns", "by", "as", "to", "or",
        "and", "not", "where",
    ]

    /// The words with a meaning in commands or files, which no kind can have as its name: the
    /// tables of a library, the stored names of built-in kinds, and the words of references and
    /// conditions.
    package static let reservedForKinds: Set<String> = tables.union([
        "reading", "definition", "definitions", "where", "it", "or", "and", "not", "all", "item",
        "items",
        "kind", "kinds", "keys", "prompt", "lessons",
    ])

    /// The arguments that verbs take after items. Kinds and fields of earlier libraries may have
    /// these names, but new ones cannot.
    private static let arguments: Set<String> = ["with", "from"]

    /// The member of JSON that says whether an item is queued. Fields of earlier libraries may have
    /// this name, but new ones cannot.
    private static let syncMember = "sync"

    /// The names of a library's tables and indexes, and the stored name of conflicts.
    private static let tables: Set<String> = [
        "meta", "changes", "shadow", "outbox", "problems", "discarded", "incoming", "policies",
        "batches", "conflict", "conflicts",
    ]

    /// The columns of every table, and SQLite's own names for the first one.
    private static let columns: Set<String> = ["number", "id", "rowid", "oid"]

    /// Returns whether a kind of a definition can have a table with this name. A definition may
    /// come from a server or a file, so it may have any name.
    static func canBeTable(_ name: String) -> Bool { isValid(name) && !tables.contains(name) }

    /// Returns whether a field of a definition can have a column with this name.
    static func canBeColumn(_ name: String) -> Bool { isValid(name) && !columns.contains(name) }

    /// Returns whether no new field can have a name, because it has a meaning in commands or files.
    package static func isReserved(forNewField name: String) -> Bool {
        reservedForFields.contains(name) || arguments.contains(name) || name == syncMember
    }

    /// Returns whether no new kind can have a name, because it has a meaning in commands or files:
    /// a reserved word, or that of a search result, such as `r2`.
    package static func isReserved(forNewKind name: String) -> Bool {
        let isResult =
            name.utf8.first == UInt8(ascii: "r") && name.utf8.count > 1
            && name.utf8.dropFirst().allSatisfy { (0x30...0x39).contains($0) }
        return reservedForKinds.contains(name) || arguments.contains(name) || isResult
    }
}
