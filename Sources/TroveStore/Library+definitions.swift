import TroveCodecs
package import TroveModel
import TroveSQLite
import TroveWire

/// The kinds and fields that a library defines.
extension Library {
    /// Reads the definitions in the file. If they differ from those in memory, the catalog is
    /// emptied, to be loaded again with the new kinds. `isDefining` means that some were just
    /// written, and are not in the list of known ones yet; otherwise a file without that list has
    /// no definitions.
    func readDefinitions(isDefining: Bool = false) throws {
        guard catalog.kinds.definitions != nil else { return }
        let definitions = definitions
        let known = try earlierDefinitions + definitions.known()
        let living = known.isEmpty && !isDefining ? [] : try definitions.living()
        let kinds = catalog.kinds.builtIn.defined(by: living, known: known.uniqueSubjects)
        if kinds != catalog.kinds { use(kinds) }
    }

    private var definitions: Definitions {
        Definitions(connection: database, meta: replica.meta)
    }

    /// Reads the definitions if other programs have changed them since the last change of the log
    /// that was seen.
    func readForeignDefinitions() throws {
        guard let kind = catalog.kinds.definitions else { return }
        let name = Schema.quoted(catalog.kinds[kind].storedName).replacing("\"", with: "'")
        let isNew = try database.integer(
            "SELECT 1 FROM changes WHERE seq > \(log.last) AND kind = \(name) LIMIT 1")
        if isNew != nil { try readDefinitions() }
    }

    /// Follows changes of definitions that were just written in the open transaction: adds tables
    /// and columns, empties the catalog, and adds the items and values that the server sent
    /// earlier.
    func define(by changes: [Change], at time: Timestamp) throws {
        guard let kind = catalog.kinds.definitions, changes.contains(where: { $0.kind == kind })
        else { return }
        let former = catalog.kinds
        try readDefinitions(isDefining: true)
        let kinds = catalog.kinds
        guard kinds != former else { return }
        try Schema.addTables(of: kinds, in: database)
        try definitions.write(known: kinds.known)
        guard isReplicating else { return }
        try Transaction(self).adopt(Adoption.new(in: kinds, since: former), at: time)
    }

    /// Adds what the server sent before this version knew its kind or field. Call it after an
    /// earlier version has used the file.
    func adoptAll(at time: Timestamp) throws {
        guard let kind = catalog.kinds.definitions, isReplicating else { return }
        let transaction = Transaction(self)
        try transaction.adopt([.items(of: catalog.kinds[kind].storedName)], at: time)
        let builtIn = catalog.kinds.builtIn
        try transaction.adopt(Adoption.new(in: catalog.kinds, since: builtIn), at: time)
        // The earlier version may also have lacked built-in kinds and fields.
        guard let earlier = try replica.meta.text(MetaTable.Key.earlierKinds) else { return }
        try transaction.adopt(Adoption.new(in: builtIn, since: earlier), at: time)
    }

    /// Returns the number of items of each kind that the server has and this library cannot show,
    /// because it has no definition of the kind, by the stored name of the kind.
    package func unknownItems() throws(LibraryError) -> [(kind: String, count: Int)] {
        guard isReplicating else { return [] }
        return try looking {
            let rows = try database.prepare(
                """
                SELECT kind, count(*) FROM shadow WHERE number = 0 AND deleted = 0 AND version > 0
                AND kind <> '\(Conflict.kind)' GROUP BY kind ORDER BY kind
                """)
            var found: [(kind: String, count: Int)] = []
            while try rows.step() { found.append((rows.text(0) ?? "", rows.integer(1))) }
            return found
        }
    }

    /// Returns whether a file that defines kinds has changed since it was last loaded.
    package func isNew(kindFile name: String, _ bytes: [UInt8]) throws(LibraryError) -> Bool {
        try looking {
            try replica.meta.text(Self.key(ofKindFile: name)) != "\(SHA256(of: bytes))"
        }
    }

    private static func key(ofKindFile name: String) -> String { "kind_file_\(name)" }

    /// Records that a file that defines kinds was loaded.
    package func note(kindFile name: String, _ bytes: [UInt8]) throws(LibraryError) {
        try writing { transaction in
            try transaction.replica.meta.set(
                Self.key(ofKindFile: name), "\(SHA256(of: bytes))")
        }
    }

    /// Returns the number for a definition with this id: the one that an item with the id had, or a
    /// new one. The ids of definitions derive from their subjects, so they can return.
    package func number(ofDefinition id: ItemID) throws(LibraryError) -> ItemNumber {
        let former = try looking { try replica.shadow.entry(id)?.number ?? 0 }
        return former > 0 ? former : try takeNumber(isDefinition: true)
    }
}

/// Items or values in the shadow whose kind or field has become known.
enum Adoption: Equatable {
    /// All items of a kind, by its stored name.
    case items(of: String)
    /// The items of a kind with a value in a field, by their stored names.
    case values(of: String, field: String)

    /// The stored name of the kind.
    var kind: String {
        switch self {
        case .items(let kind), .values(let kind, _): kind
        }
    }

    /// Returns what has become known since a version of Trove with these kinds.
    ///
    /// - Parameters:
    ///   - kinds: the kinds of this version.
    ///   - description: the other version's kinds, as in `Schema.description`.
    /// - Returns: the kinds and fields that the other version lacked.
    static func new(in kinds: Kinds, since description: String) -> [Adoption] {
        var former: [Substring: Set<Substring>] = [:]
        for kind in description.split(separator: " ") {
            let parts = kind.split(separator: "(", maxSplits: 1)
            former[parts[0]] = Set((parts.last?.dropLast() ?? "").split(separator: ","))
        }
        return kinds.stored.flatMap { kind -> [Adoption] in
            guard let fields = former[kind.storedName[...]] else {
                return [.items(of: kind.storedName)]
            }
            return kind.fields.filter { !fields.contains($0.storedName[...]) }
                .map { .values(of: kind.storedName, field: $0.storedName) }
        }
    }

    /// Returns what has become known with new kinds.
    static func new(in kinds: Kinds, since former: Kinds) -> [Adoption] {
        kinds.stored.enumerated().flatMap { index, kind -> [Adoption] in
            guard index < former.stored.count else { return [.items(of: kind.storedName)] }
            let fields = former.stored[index].fields
            return kind.fields.enumerated().compactMap { place, field in
                place < fields.count && fields[place].content == field.content
                    ? nil : .values(of: kind.storedName, field: field.storedName)
            }
        }
    }
}

extension Transaction {
    /// Updates the rows of items that the server has and whose kind or field has become known.
    func adopt(_ adoptions: [Adoption], at time: Timestamp) throws {
        for adoption in adoptions {
            let rows: Statement
            switch adoption {
            case .items(let kind):
                rows = try database.prepare(
                    "SELECT id, number, by FROM shadow WHERE kind = ?1 AND version > 0")
                rows.bind(kind, at: 1)
            case .values(let kind, let field):
                rows = try database.prepare(
                    """
                    SELECT id, number, by FROM shadow WHERE kind = ?1 AND version > 0
                    AND instr(fields, ?2) > 0
                    """)
                rows.bind(kind, at: 1)
                rows.bind("\"\(field)\"", at: 2)
            }
            var devices: [String: [ItemID]] = [:]
            var unnumbered: [ItemID] = []
            let isDefinition = adoption.kind == Kind.definition.storedName
            while try rows.step() {
                guard let words = rows.words(0) else { continue }
                let id = ItemID(high: words.high, low: words.low)
                if rows.integer(1) == 0 { unnumbered.append(id) }
                devices[rows.text(2) ?? "", default: []].append(id)
            }
            for id in unnumbered {
                try replica.shadow.setNumber(
                    try library.takeNumber(isDefinition: isDefinition), of: id)
            }
            for (device, ids) in devices.sorted(by: { $0.key < $1.key }) {
                try updateRows(
                    of: ids, from: device.isEmpty ? Authorship.server : device, at: time)
            }
        }
    }
}

extension [Definition] {
    /// The first definition of each subject.
    fileprivate var uniqueSubjects: [Definition] {
        var seen: Set<String> = []
        return filter { seen.insert($0.subject).inserted }
    }
}
