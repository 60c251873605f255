import TroveCodecs
import TroveModel
import TroveSQLite
import TroveWire

/// Where what a person sees is made to follow from shadow, problems and outbox.
extension Library {
    /// What must happen to a thing's row so that it shows what it should; nil when it does.
    func settling(_ id: ItemID) throws -> Change? {
        guard let shadow = try replica.shadow(id),
            let kind = catalog.kinds.all.firstIndex(where: { $0.name == shadow.kind })
        else { return nil }
        let row = try stores[kind].row(shadow.number)
        let wanted = try replica.view(of: id, shadow).flatMap { values($0, of: kind) }
        let number = shadow.number
        switch (row, wanted) {
        case (nil, nil): return nil
        case (nil, let values?):
            return Change(kind: kind, number: number, id: id, action: .create(values))
        case (let row?, nil):
            return Change(kind: kind, number: number, id: id, action: .delete(row.values))
        case (let row?, let values?):
            return Change.update(
                from: Item(kind: kind, number: number, id: id, values: row.values), to: values)
        }
    }

    /// The values of fields that this program knows and that keep its rules; others stay in the
    /// shadow. Nil where that leaves no title.
    func values(_ fields: [JSON.Member], of kind: Int) -> [Value?]? {
        let kind = catalog.kinds[kind]
        var values: [Value?] = kind.fields.map { _ in nil }
        for member in fields {
            guard let index = kind.index(ofField: member.name),
                let value = try? kind.fields[index].value(from: member.value)
            else { continue }
            values[index] = value
        }
        guard case .text(let title)? = values[Kind.titleIndex], !title.isBlank else { return nil }
        return values
    }

    /// Performs what came from other devices.
    func performPulled(_ changes: [Change], by device: String, at time: Timestamp) throws {
        guard !changes.isEmpty else { return }
        try writeRows(changes)
        try log.append(
            changes, reverting: nil, Authorship(by: device, at: time), origin: device)
        try apply(changes)
    }

    /// Makes the rows of these entries show what they should.
    ///
    /// - Returns: how many things changed.
    func settle(_ ids: [ItemID], by device: String, at time: Timestamp) throws -> Int {
        let changes = try ids.compactMap(settling)
        try performPulled(changes, by: device, at: time)
        return changes.count
    }
}
