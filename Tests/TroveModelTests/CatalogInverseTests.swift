import Testing
import TroveModel
import TroveTesting

/// A sequence of changes, followed by their inverses in reverse, restores the same items; after
/// each step the catalog equals a plain dictionary.
@Suite struct CatalogInverseTests {
    private static func change(
        in model: [ItemNumber: Item], next: ItemNumber, using random: inout SeededRandom
    ) -> Change {
        let item = model.values.sorted { $0.number < $1.number }.randomElement(using: &random)
        let values = Specimen.values(
            named: "thing \(Int.random(in: 0..<1_000_000, using: &random))", using: &random)
        guard let item, Int.random(in: 0..<10, using: &random) > 3 else {
            var id = random
            return .create(
                Item(
                    kind: 0, number: next,
                    id: ItemID(at: Timestamp(milliseconds: next.rawValue), using: &id),
                    values: values))
        }
        if Int.random(in: 0..<3, using: &random) == 0 { return .delete(item) }
        return Change.update(from: item, to: values) ?? .delete(item)
    }

    private static func apply(_ change: Change, to model: inout [ItemNumber: Item]) {
        switch change.action {
        case .create(let values):
            model[change.number] = Item(
                kind: change.kind, number: change.number, id: change.id, values: values)
        case .update(let fields):
            for field in fields { model[change.number]?.values[field.field] = field.after }
        case .delete: model[change.number] = nil
        }
    }

    @Test(arguments: 1...8)
    func inversesRestoreEverything(round: Int) throws {
        try SeededRandom.run { random in
            for _ in 0..<round { _ = random.next() }
            var catalog = Catalog(kinds: Specimen.kinds)
            var model: [ItemNumber: Item] = [:]
            var done: [Change] = []
            var states: [[Item]] = []
            var next = 1
            for _ in 0..<200 {
                let change = Self.change(in: model, next: ItemNumber(next), using: &random)
                if case .create = change.action { next += 1 }
                states.append(catalog.items)
                Self.apply(change, to: &model)
                try catalog.apply([change])
                done.append(change)
                #expect(
                    catalog.items == model.values.sorted { $0.number < $1.number },
                    "round \(round), \(random.hint)")
                guard catalog.items.count == model.count else { return }
            }
            while let change = done.popLast(), let state = states.popLast() {
                try catalog.apply([change.inverse])
                #expect(catalog.items == state, "round \(round), \(random.hint)")
                guard catalog.items == state else { return }
            }
            #expect(catalog.items.isEmpty && catalog.count == 0)
        }
    }
}
