import TroveCodecs
import TroveModel
import TroveWire

/// A stored entry with everything that merging needs.
struct EntryRow {
    let kind: String
    let version: Version
    /// The number of the device that made the last change.
    let device: Int
    let isDeleted: Bool
    /// The fields; a tombstone keeps those that the entry had.
    let fields: [JSON.Member]
    let versions: FieldVersions
    /// The bytes of the stored fields and versions.
    let size: (fields: Int, versions: Int)

    /// A row that this server could not have written.
    struct Damage: Error {
        let id: ItemID
    }
}

/// The statements on entries, for one transaction.
struct EntryStatements {
    private let scope: UserScope
    private let size: StoredSize.Counter
    private let finding: any StoreStatement
    private let insertion: any StoreStatement
    private let replacement: any StoreStatement
    private let deletion: any StoreStatement

    private static let find = UserQuery.select(
        "ver, device, deleted, kind, versions, fields", from: .entries, where: "id = ?2")
    private static let insert = UserQuery.insert(
        into: .entries, "id, ver, device, kind, fields", values: "?2, ?3, ?4, ?5, ?6",
        "ON CONFLICT DO NOTHING")
    private static let replace = UserQuery.update(
        .entries, set: "ver = ?3, device = ?4, deleted = 0, versions = ?5, fields = ?6",
        where: "id = ?2")
    private static let delete = UserQuery.update(
        .entries, set: "ver = ?3, device = ?4, deleted = 1, versions = ?5", where: "id = ?2")

    init(_ scope: UserScope, size: StoredSize.Counter) throws(StoreFault) {
        self.scope = scope
        self.size = size
        finding = try scope.statement(Self.find)
        insertion = try scope.statement(Self.insert)
        replacement = try scope.statement(Self.replace)
        deletion = try scope.statement(Self.delete)
    }

    /// Returns the entry with an ID, or its tombstone.
    func find(_ id: ItemID) throws -> EntryRow? {
        finding.bind(id: id.high, id.low, at: 2)
        defer { finding.reset() }
        guard try finding.step() else { return nil }
        let last = FieldVersion(sequence: finding.version(0), device: finding.integer(1))
        let fieldsText = Array((finding.text(5) ?? "").utf8)
        let versionsText = finding.text(4)
        guard let fields = try? JSON(parsing: fieldsText).members,
            let versions = FieldVersions(text: versionsText, last: last)
        else { throw EntryRow.Damage(id: id) }
        return EntryRow(
            kind: finding.text(3) ?? "", version: last.sequence, device: last.device,
            isDeleted: finding.integer(2) != 0, fields: fields, versions: versions,
            size: (fieldsText.count, versionsText?.utf8.count ?? 0))
    }

    /// Inserts an entry, unless an entry or a tombstone has its ID. `fields` is a JSON object.
    func insert(
        _ id: ItemID, kind: String, _ version: FieldVersion, fields: Span<UInt8>
    ) throws(StoreFault) {
        insertion.bind(id: id.high, id.low, at: 2)
        insertion.bind(version.sequence, at: 3)
        insertion.bind(version.device, at: 4)
        insertion.bindLasting(kind, at: 5)
        insertion.bind(utf8: fields, at: 6)
        try insertion.run()
        guard scope.changes == 1 else { return }
        size.add(StoredSize.entry(kind: kind.utf8.count, fields: fields.count, versions: 0))
    }

    /// Replaces the fields of an entry or a tombstone, which becomes an entry again. `fields` is a
    /// JSON object; nil `versions` means that this change set all fields.
    func replace(
        _ id: ItemID, _ row: EntryRow, _ version: FieldVersion, versions: FieldVersions?,
        fields: Span<UInt8>
    ) throws(StoreFault) {
        let versions = versions?.text
        replacement.bind(id: id.high, id.low, at: 2)
        replacement.bind(version.sequence, at: 3)
        replacement.bind(version.device, at: 4)
        if let versions {
            replacement.bind(versions, at: 5)
        } else {
            replacement.bindNull(at: 5)
        }
        replacement.bind(utf8: fields, at: 6)
        try replacement.run()
        size.add(fields.count + (versions?.utf8.count ?? 0) - row.size.fields - row.size.versions)
    }

    /// Makes an entry a tombstone, or records another deletion of a tombstone. `versions` lists the
    /// deletions; `size` is the bytes of the versions stored before.
    func delete(
        _ id: ItemID, _ version: FieldVersion, versions: FieldVersions, over size: Int
    ) throws(StoreFault) {
        let versions = versions.text
        deletion.bind(id: id.high, id.low, at: 2)
        deletion.bind(version.sequence, at: 3)
        deletion.bind(version.device, at: 4)
        deletion.bind(versions, at: 5)
        try deletion.run()
        self.size.add(versions.utf8.count - size)
    }
}
