import TroveCodecs
import TroveModel
import TroveSQLite
import TroveWire

/// A library whose rows a function may write, because it has an open transaction.
struct Transaction {
    let library: Library

    init(_ library: Library) { self.library = library }
}

/// Writes entries of the server in a transaction.
extension Transaction {
    var replica: Replica { library.replica }
    var state: ReplicaState { library.replica.state }
    var stores: [RowStore] { library.stores }
    var kinds: Kinds { library.catalog.kinds }
    var database: Connection { library.database }
    var view: ReplicaView { ReplicaView(library: library) }

    /// Returns the index of the kind with a name; nil if this version does not know it.
    func kind(named name: String) -> KindIndex? { kinds.index(ofStored: name) }

    /// Writes changes that came from another device, with its name as their origin.
    func perform(_ changes: [Change], from device: String, at time: Timestamp) throws {
        guard !changes.isEmpty else { return }
        try library.writeRows(changes)
        try library.log.append(
            changes, reverting: nil, Authorship(by: device, at: time), origin: device)
        try library.apply(changes)
        library.noteArrivals(changes)
        try library.noteEarlierValues(in: changes)
        try library.define(by: changes, at: time)
    }

    /// Updates the rows of entries to their fields in the replica. `writers` has the devices that
    /// made the changes of some of them.
    ///
    /// - Returns: the changes.
    @discardableResult
    func updateRows(
        of ids: [ItemID], from device: String, writers: [ItemID: String] = [:], at time: Timestamp
    ) throws -> [Change] {
        // Definitions come first, because they add the kinds of other items.
        let definitions = try ids.filter { id in
            try replica.shadow.entry(id)?.kind == Kind.definition.storedName
        }
        let first = try definitions.compactMap(view.change)
        try perform(first, from: device, writers: writers, at: time)
        let others = Set(definitions)
        let changes = try ids.filter { !others.contains($0) }.compactMap(view.change)
        try perform(changes, from: device, writers: writers, at: time)
        return first + changes
    }

    /// Writes changes with the devices that made them as their origins: `device` for those without
    /// one in `writers`.
    private func perform(
        _ changes: [Change], from device: String, writers: [ItemID: String], at time: Timestamp
    ) throws {
        for writer in Set(changes.compactMap { writers[$0.id] }).sorted() {
            try perform(changes.filter { writers[$0.id] == writer }, from: writer, at: time)
        }
        try perform(changes.filter { writers[$0.id] == nil }, from: device, at: time)
    }

    /// Returns the title of an item, here or on the server; nil if it is not known. If `number` is
    /// nil, that of the server's entry is used.
    func title(of id: ItemID, numbered number: ItemNumber? = nil, kind name: String) throws
        -> String?
    {
        guard let kind = kind(named: name) else { return nil }
        let entry = try replica.shadow.entry(id)
        if let number = number ?? entry?.number,
            case .text(let title)? = try stores[kind].row(number)?.values[Kind.titleIndex]
        {
            return title
        }
        return entry.flatMap { title(in: $0.fields, kind: name) }
    }

    /// Returns the title in stored fields; nil if they have none.
    func title(in fields: [JSON.Member], kind name: String) -> String? {
        guard let kind = kind(named: name) else { return nil }
        let title = kinds[kind].fields[Kind.titleIndex].storedName
        return fields.first { $0.name == title }?.value.text
    }

    /// Writes an entry of the server to the shadow, unless the shadow has the same or a newer
    /// version. Returns whether it was written.
    func keep(_ entry: Entry) throws -> Bool {
        let known = try replica.shadow.entry(entry.id)
        guard entry.version > known?.version ?? 0 else { return false }
        if let known, known.number > 0 || known.kind == entry.kind {
            guard known.kind == entry.kind else { return false }
            // An earlier version may not have known the kind.
            let number = known.number > 0 ? known.number : try number(forNew: entry)
            try replica.shadow.write(entry, number: number)
        } else {
            try replica.shadow.write(entry, number: try number(forNew: entry))
        }
        return true
    }

    /// Returns the number for a new item or conflict; 0 for a kind that this version does not know.
    func number(forNew entry: Entry) throws -> ItemNumber {
        if entry.kind == Conflict.kind {
            return ItemNumber(try replica.shadow.nextConflictNumber())
        }
        guard kind(named: entry.kind) != nil else { return 0 }
        return try library.takeNumber(isDefinition: entry.kind == Kind.definition.storedName)
    }

    /// Forgets which photos the server has.
    func forgetServerPhotos() throws {
        try database.execute("DELETE FROM server_photos")
    }
}

extension [ItemID] {
    /// The ids without repetitions, in the order of first appearance.
    var unique: [ItemID] {
        var seen: Set<ItemID> = []
        return filter { seen.insert($0).inserted }
    }
}
