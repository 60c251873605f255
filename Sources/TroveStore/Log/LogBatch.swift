import TroveModel

/// Several changes of the log that `LogBatchWriter` has encoded as one value. The heads of the
/// changes are decoded at once, and their fields when they are asked for.
final class LogBatch {
    /// An entry without its fields.
    struct Head {
        let sequence: Int
        let command: CommandNumber
        let reverts: CommandNumber?
        /// The time as it was recorded, in milliseconds.
        let at: Int
        /// The numbers of the names of the user and of the kind.
        let user: Int
        let kind: Int
        let number: Int
        let id: ItemID
        let operation: Operation
        /// The place of its fields.
        let fields: Int
    }

    /// The name of a field in an entry, and the values that it has there.
    enum Values {
        case one(Value?)
        case change(before: Value?, after: Value?)
    }

    /// The heads of the entries, in order.
    let heads: [Head]
    /// The sequence number of the first entry.
    let first: Int
    private let names: [String]
    private let bytes: [UInt8]
    /// The position of the field with each name in the kind for which it was last asked.
    private var positions: [(kind: Int, field: FieldIndex?)]

    /// Decodes the heads of a batch.
    ///
    /// - Parameters:
    ///   - bytes: the batch.
    ///   - first: the sequence number of its first change.
    ///   - last: that of its last change.
    /// - Throws: `ChangeLog.BadEntry` if it is damaged.
    init(_ bytes: [UInt8], first: Int, last: Int) throws(ChangeLog.BadEntry) {
        let (names, heads): ([String], [Head])
        do throws(LogBatchReader.Damage) {
            var reader = LogBatchReader(bytes)
            guard first > 0, last >= first, last <= StoredNumber.highest,
                try reader.byte() == LogBatchWriter.version
            else { throw LogBatchReader.Damage() }
            names = try reader.names()
            heads = try reader.heads(from: first)
            guard heads.count == last - first + 1,
                heads.allSatisfy({ $0.user < names.count && $0.kind < names.count })
            else { throw LogBatchReader.Damage() }
        } catch {
            throw Self.damage(first)
        }
        self.bytes = bytes
        self.first = first
        self.names = names
        self.heads = heads
        positions = names.map { _ in (-1, nil) }
    }

    private static func damage(_ first: Int) -> ChangeLog.BadEntry {
        ChangeLog.BadEntry(description: "the changes from number \(first) on are damaged")
    }

    /// Returns the name of the user or the kind with a number.
    func name(_ number: Int) -> String { names[number] }

    /// Returns the head of the entry with a sequence number; nil if the batch does not have it.
    func head(_ sequence: Int) -> Head? {
        heads.indices.contains(sequence - first) ? heads[sequence - first] : nil
    }

    /// Passes the names and values of an entry's fields to `body`.
    ///
    /// - Throws: `ChangeLog.BadEntry` if the batch is damaged, and what `body` throws.
    func forEachField(of head: Head, _ body: (Int, Values) throws -> Void) throws {
        do {
            var reader = LogBatchReader(bytes, at: head.fields)
            for _ in 0..<(try reader.count()) {
                let name = try reader.count()
                guard name < names.count else { throw LogBatchReader.Damage() }
                let first = try reader.value()
                let isUpdate = head.operation == .update
                try body(
                    name, isUpdate ? .change(before: first, after: try reader.value()) : .one(first)
                )
            }
        } catch is LogBatchReader.Damage {
            throw Self.damage(first)
        }
    }

    /// Returns the change of an entry; nil for a kind that this version does not know.
    func change(_ head: Head, _ kinds: Kinds) throws -> Change? {
        guard let kind = kinds.index(ofStored: names[head.kind]) else { return nil }
        let fields = kinds[kind].fields
        var values: [Value?] = []
        var updates: [Change.FieldChange] = []
        if head.operation != .update { values = Array(repeating: nil, count: fields.count) }
        try forEachField(of: head) { name, found in
            guard let field = position(of: name, in: kind, kinds) else { return }
            switch found {
            case .one(let value):
                values[field] = try ChangeParser.checked(value, of: fields[field])
            case .change(let before, let after):
                updates.append(
                    Change.FieldChange(
                        field: field, before: try ChangeParser.checked(before, of: fields[field]),
                        after: try ChangeParser.checked(after, of: fields[field])))
            }
        }
        let action: Change.Action =
            switch head.operation {
            case .create: .create(values)
            case .update: .update(updates)
            case .delete: .delete(values)
            }
        return Change(kind: kind, number: ItemNumber(head.number), id: head.id, action: action)
    }

    /// Returns the position of the field with a name; nil for a field that this version does not
    /// know.
    private func position(of name: Int, in kind: KindIndex, _ kinds: Kinds) -> FieldIndex? {
        if positions[name].kind == kind.rawValue { return positions[name].field }
        let field = kinds[kind].index(ofStored: names[name])
        positions[name] = (kind.rawValue, field)
        return field
    }
}
