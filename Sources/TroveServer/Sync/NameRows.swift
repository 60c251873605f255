import TroveCodecs
import TroveModel
import TroveWire

/// The names that a push reads and changes, and the fields whose values are names. It loads names
/// in one call, and its changes are saved in one call.
final class NameRows {
    /// A name as it is stored.
    struct Key: Hashable {
        let kind: String
        let field: String
        let folded: [UInt8]

        init(_ name: UniqueName) {
            kind = name.kind
            field = name.field.storedName
            folded = name.folded
        }

        init(_ row: any StoreRows) {
            kind = row.text(0) ?? ""
            field = row.text(1) ?? ""
            folded = row.blob(2)
        }
    }

    private let scope: UserScope
    private let size: StoredSize.Counter
    /// The owners of the names that were read, as they are now; nil for a free name.
    private var owners: [Key: ItemID?] = [:]
    /// The owners of changed names in the store.
    private var former: [Key: ItemID?] = [:]

    private static let key: [(StaticString, StoreColumn.Kind)] = [
        ("kind", .text), ("field", .text), ("folded", .bytes),
    ]
    private static let find = UserQuery.find("kind, field, folded, id", from: .names, by: key)
    private static let keep = UserQuery.insertAll(
        into: .names, key + [("id", .id)],
        "ON CONFLICT (user_id, kind, field, folded) DO UPDATE SET id = excluded.id")
    private static let remove = UserQuery.deleteAll(from: .names, by: key)
    private static let entries = UserQuery.page(
        "ver, id, fields, deleted",
        where: "kind = ?3 AND deleted = 0 AND (ver > ?4 OR ver = ?4 AND id > ?5)", by: "ver, id")
    /// The most entries whose names are in memory while a field is followed.
    private static let entriesAtOnce = 500
    private static let sizeOfField = UserQuery.select(
        "count(*), coalesce(sum(length(folded)), 0)", from: .names,
        where: "kind = ?2 AND field = ?3")
    private static let deleteField = UserQuery.delete(
        from: .names, where: "kind = ?2 AND field = ?3")
    private static let follow = UserQuery.insert(
        into: .uniques, "kind, field", values: "?2, ?3", "ON CONFLICT DO NOTHING")
    private static let unfollow = UserQuery.delete(
        from: .uniques, where: "kind = ?2 AND field = ?3")

    init(_ scope: UserScope, size: StoredSize.Counter) {
        self.scope = scope
        self.size = size
    }

    // MARK: Loading and saving

    /// Begins to read the owners of names: returns the statement whose rows `take` expects. Until
    /// then, the names count as free.
    func beginReading(_ names: [UniqueName]) throws(StoreFault) -> any StoreRows {
        let keys = names.map(Key.init)
        for key in keys { owners[key] = .some(nil) }
        return try scope.statement(Self.find, Self.columns(keys))
    }

    /// Takes the owners of names.
    func take(_ found: any StoreRows) throws(StoreFault) {
        while try found.step() {
            guard let words = found.words(3) else { continue }
            owners[Key(found)] = ItemID(high: words.high, low: words.low)
        }
    }

    /// Returns the statements that save what has changed.
    func saving() throws(StoreFault) -> [any StoreRows] {
        var freed: [Key] = []
        var taken: [(key: Key, id: ItemID)] = []
        for (key, owner) in former {
            let now = owners[key] ?? nil
            guard now != owner else { continue }
            if let now { taken.append((key, now)) } else { freed.append(key) }
        }
        former = [:]
        var statements: [any StoreRows] = []
        if !freed.isEmpty {
            statements.append(try scope.statement(Self.remove, Self.columns(freed)))
        }
        if !taken.isEmpty {
            let columns = Self.columns(taken.map(\.key)) + [.ids(taken.map(\.id))]
            statements.append(try scope.statement(Self.keep, columns))
        }
        return statements
    }

    private static func columns(_ keys: [Key]) -> [StoreColumn] {
        [.texts(keys.map(\.kind)), .texts(keys.map(\.field)), .bytes(keys.map(\.folded))]
    }

    // MARK: Names

    /// Returns the entry that owns a name; nil if the name is free.
    func owner(of name: UniqueName) throws(StoreFault) -> ItemID? {
        let key = Key(name)
        if let owner = owners[key] { return owner }
        try take(beginReading([name]))
        return owners[key] ?? nil
    }

    /// Reserves a name for an entry, unless it belongs to another one.
    func take(_ name: UniqueName, for id: ItemID) throws(StoreFault) {
        guard try owner(of: name) == nil else { return }
        set(name, id)
        size.add(StoredSize.name(name.folded.count))
    }

    /// Releases a name, if it belongs to this entry.
    func free(_ name: UniqueName, of id: ItemID) throws(StoreFault) {
        guard try owner(of: name) == id else { return }
        set(name, nil)
        size.add(-StoredSize.name(name.folded.count))
    }

    private func set(_ name: UniqueName, _ owner: ItemID?) {
        let key = Key(name)
        if former[key] == nil { former[key] = .some(owners[key] ?? nil) }
        owners[key] = .some(owner)
    }

    // MARK: Fields

    /// Reserves and releases the names of all entries, after the fields that the user has defined
    /// with unique values have changed. Of several entries with the same name, the one that was
    /// changed first gets it. Requires that all changes are saved.
    func follow(_ own: OwnUniqueFields, after followed: [OwnUniqueFields.Name]) throws(StoreFault) {
        guard !own.isFollowed(followed) else { return }
        for name in followed where !own.has(field: name.field, ofKind: name.kind) {
            try releaseAll(name.kind, name.field)
        }
        for (kind, fields) in own.fields {
            for field in fields
            where !followed.contains(where: { $0.kind == kind && $0.field == field.storedName }) {
                try takeAll(kind, field)
            }
        }
    }

    private func releaseAll(_ kind: String, _ field: String) throws(StoreFault) {
        let names = try statement(Self.sizeOfField, kind, field)
        if try names.step() {
            size.add(-names.integer(0) * StoredSize.name(0) - names.integer(1))
        }
        names.reset()
        try statement(Self.deleteField, kind, field).run()
        try statement(Self.unfollow, kind, field).run()
        owners = owners.filter { $0.key.kind != kind || $0.key.field != field }
    }

    private func takeAll(_ kind: String, _ field: Field) throws(StoreFault) {
        try statement(Self.follow, kind, field.storedName).run()
        var last: (version: Version, id: ItemID)? = (.none, ItemID(high: 0, low: 0))
        while let place = last {
            last = try takeAll(kind, field, after: place)
            for statement in try saving() { try statement.run() }
            owners = [:]
        }
    }

    /// Reserves the names of a page of entries. Returns the place of the last entry; nil if there
    /// are no more.
    private func takeAll(
        _ kind: String, _ field: Field, after place: (version: Version, id: ItemID)
    ) throws(StoreFault) -> (version: Version, id: ItemID)? {
        let rows = try scope.statement(Self.entries)
        rows.bind(Self.entriesAtOnce, at: 2)
        rows.bind(kind, at: 3)
        rows.bind(place.version, at: 4)
        rows.bind(id: place.id.high, place.id.low, at: 5)
        var last: (version: Version, id: ItemID)?
        var names: [(name: UniqueName, id: ItemID)] = []
        while try rows.step() {
            guard let words = rows.words(1) else { continue }
            let id = ItemID(high: words.high, low: words.low)
            last = (rows.version(0), id)
            guard let members = try? JSON(parsing: rows.blob(2)).members else { continue }
            for name in UniqueName.all(of: [field], kind: kind, in: members) {
                names.append((name, id))
            }
        }
        rows.reset()
        try take(beginReading(names.map(\.name)))
        for (name, id) in names { try take(name, for: id) }
        return last
    }

    private func statement(
        _ query: UserQuery, _ kind: String, _ field: String
    ) throws(StoreFault) -> any StoreStatement {
        let statement = try scope.statement(query)
        statement.bind(kind, at: 2)
        statement.bind(field, at: 3)
        return statement
    }
}
