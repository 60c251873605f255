import TroveCodecs
import TroveModel
import TroveWire

/// Derives the rows of items from the shadow, the problems and the outbox.
struct ReplicaView {
    let library: Library
    private var kinds: Kinds { library.catalog.kinds }

    init(library: Library) {
        self.library = library
    }

    /// Returns the change that makes an item's row match the replica; nil if it does.
    func change(of id: ItemID) throws -> Change? {
        let replica = library.replica
        guard let shadow = try replica.shadow.entry(id),
            let kind = kinds.index(ofStored: shadow.kind)
        else { return nil }
        let row = try library.stores[kind].row(shadow.number)
        let wanted = try replica.fields(of: id, shadow).flatMap { values($0, of: kind) }
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

    /// Returns the values of the known fields that meet their rules; the others stay in the shadow.
    /// Nil if the title is missing.
    ///
    /// As in a row, a number of a field that the user has defined stays when its range becomes
    /// narrower.
    func values(_ fields: [JSON.Member], of kind: KindIndex) -> [Value?]? {
        let kind = kinds[kind]
        var values: [Value?] = kind.fields.map { _ in nil }
        for member in fields {
            guard let index = kind.index(ofStored: member.name) else { continue }
            values[index] = value(member.value, of: kind.fields[index])
        }
        guard case .text(let title)? = values[Kind.titleIndex], !title.isBlank else { return nil }
        return values
    }

    private func value(_ json: JSON, of field: Field) -> Value? {
        if let value = try? field.value(from: json) { return value }
        switch field.content {
        case .integer where field.isOwn, .decimal where field.isOwn:
            return try? ValueCoding.read(json, as: field.content)
        default: return nil
        }
    }
}
