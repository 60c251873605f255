import TroveCodecs
import TroveModel

/// The statements on names and on the fields whose values are names, for one transaction.
struct NameStatements {
    private let scope: UserScope
    private let size: StoredSize.Counter
    private let finding: any StoreStatement
    private let insertion: any StoreStatement
    private let deletion: any StoreStatement

    private static let find = UserQuery.select(
        "id", from: .names, where: "kind = ?2 AND field = ?3 AND folded = ?4")
    private static let insert = UserQuery.insert(
        into: .names, "kind, field, folded, id", values: "?2, ?3, ?4, ?5",
        "ON CONFLICT DO NOTHING")
    private static let delete = UserQuery.delete(
        from: .names, where: "kind = ?2 AND field = ?3 AND folded = ?4 AND id = ?5")
    private static let entries = UserQuery.select(
        "id, fields", from: .entries, where: "kind = ?2 AND deleted = 0", "ORDER BY ver")
    private static let sizeOfField = UserQuery.select(
        "count(*), coalesce(sum(length(folded)), 0)", from: .names,
        where: "kind = ?2 AND field = ?3")
    private static let deleteField = UserQuery.delete(
        from: .names, where: "kind = ?2 AND field = ?3")
    private static let follow = UserQuery.insert(
        into: .uniques, "kind, field", values: "?2, ?3", "ON CONFLICT DO NOTHING")
    private static let unfollow = UserQuery.delete(
        from: .uniques, where: "kind = ?2 AND field = ?3")

    init(_ scope: UserScope, size: StoredSize.Counter) throws(StoreFault) {
        self.scope = scope
        self.size = size
        finding = try scope.statement(Self.find)
        insertion = try scope.statement(Self.insert)
        deletion = try scope.statement(Self.delete)
    }

    /// Returns the entry that owns a name; nil if the name is free.
    func owner(of name: UniqueName) throws(StoreFault) -> ItemID? {
        bind(name, to: finding)
        defer { finding.reset() }
        guard try finding.step(), let words = finding.words(0) else { return nil }
        return ItemID(high: words.high, low: words.low)
    }

    /// Reserves a name for an entry, unless it belongs to another one.
    func take(_ name: UniqueName, for id: ItemID) throws(StoreFault) {
        bind(name, to: insertion)
        insertion.bind(id: id.high, id.low, at: 5)
        try insertion.run()
        if scope.changes == 1 { size.add(StoredSize.name(name.folded.count)) }
    }

    /// Releases a name, if it belongs to this entry.
    func free(_ name: UniqueName, of id: ItemID) throws(StoreFault) {
        bind(name, to: deletion)
        deletion.bind(id: id.high, id.low, at: 5)
        try deletion.run()
        if scope.changes == 1 { size.add(-StoredSize.name(name.folded.count)) }
    }

    private func bind(_ name: UniqueName, to statement: any StoreStatement) {
        statement.bindLasting(name.kind, at: 2)
        statement.bindLasting(name.field.storedName, at: 3)
        statement.bind(blob: name.folded, at: 4)
    }

    // MARK: Fields

    /// Reserves and releases the names of all entries, after the fields that the user has defined
    /// with unique values have changed. Of several entries with the same name, the one that was
    /// changed first gets it.
    func follow(_ own: OwnUniqueFields) throws(StoreFault) {
        let followed = try OwnUniqueFields.followed(scope)
        guard !own.isFollowed(followed) else { return }
        for (kind, field) in followed where !own.has(field: field, ofKind: kind) {
            try releaseAll(kind, field)
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
        defer { names.reset() }
        if try names.step() {
            size.add(-names.integer(0) * StoredSize.name(0) - names.integer(1))
        }
        try statement(Self.deleteField, kind, field).run()
        try statement(Self.unfollow, kind, field).run()
    }

    private func takeAll(_ kind: String, _ field: Field) throws(StoreFault) {
        try statement(Self.follow, kind, field.storedName).run()
        let rows = try scope.statement(Self.entries)
        rows.bind(kind, at: 2)
        defer { rows.reset() }
        while try rows.step() {
            guard let words = rows.words(0),
                let members = try? JSON(parsing: Array((rows.text(1) ?? "").utf8)).members
            else { continue }
            for name in UniqueName.all(of: [field], kind: kind, in: members) {
                try take(name, for: ItemID(high: words.high, low: words.low))
            }
        }
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
