import Testing
import TroveModel
import TroveStore
import TroveTesting

/// Memory, the file and the log hold the same.
@Suite struct RoundTripTests {
    private static func change(
        _ items: [ItemNumber: Item], _ next: ItemNumber, using random: inout SeededRandom
    ) -> Change {
        let item = items.values.sorted { $0.number < $1.number }.randomElement(using: &random)
        guard let item, Int.random(in: 0..<10, using: &random) > 3 else {
            return .create(Specimen.item(next, "thing \(next)", using: &random))
        }
        if Int.random(in: 0..<3, using: &random) == 0 { return .delete(item) }
        let values = Specimen.item(item.number, item.title + "'", using: &random).values
        return Change.update(from: item, to: values) ?? .delete(item)
    }

    /// Performs random commands of one to four changes each, and returns them.
    private static func fill(
        _ library: Library, commands: Int, using random: inout SeededRandom
    ) throws -> [[Change]] {
        var items: [ItemNumber: Item] = [:]
        var next: ItemNumber = 1
        var done: [[Change]] = []
        for _ in 0..<commands {
            var changes: [Change] = []
            for _ in 0...Int.random(in: 0...3, using: &random) {
                let change = change(items, next, using: &random)
                switch change.action {
                case .create(let values):
                    next = next.advanced(by: 1)
                    items[change.number] = Item(
                        kind: 0, number: change.number, id: change.id, values: values)
                case .update(let fields):
                    for field in fields { items[change.number]?.values[field.field] = field.after }
                case .delete: items[change.number] = nil
                }
                changes.append(change)
            }
            try library.begin()
            try library.perform(changes, Library.authorship)
            if Bool.random(using: &random) { try library.commit() }
            done.append(changes)
        }
        try library.commit()
        return done
    }

    @Test func reopenedLibrariesAreEqual() throws {
        try SeededRandom.run { random in
            let scratch = try ScratchDirectory()
            let location = Library.Location.file(scratch.path("library.db"))
            let library = try Library(location, kinds: Specimen.kinds)
            try library.loadAll()
            let commands = try Self.fill(library, commands: 150, using: &random)
            let expected = library.catalog.items

            let reopened = try Library(location, kinds: Specimen.kinds)
            #expect(try reopened.everything() == expected, "\(random.hint)")

            let sliced = try Library(location, kinds: Specimen.kinds, isReadOnly: true)
            for kind in Specimen.kinds.all.indices {
                while !sliced.isLoaded(KindIndex(kind)) {
                    try sliced.loadMore(KindIndex(kind), rows: 3)
                }
            }
            #expect(sliced.catalog.items == expected, "\(random.hint)")

            // A library that was never loaded during the changes gets the same file.
            let history = try reopened.history.commands(limit: 1000).reversed()
            #expect(history.map(\.changes) == commands, "\(random.hint)")
        }
    }

    @Test func changesBeforeLoadingAreFoundInTheFile() throws {
        try SeededRandom.run { random in
            let scratch = try ScratchDirectory()
            let (one, other) = (scratch.path("one.db"), scratch.path("other.db"))
            let loaded = try Library(.file(one), kinds: Specimen.kinds)
            try loaded.loadAll()
            var again = random
            _ = try Self.fill(loaded, commands: 80, using: &random)
            let unloaded = try Library(.file(other), kinds: Specimen.kinds)
            _ = try Self.fill(unloaded, commands: 80, using: &again)
            #expect(try unloaded.everything() == loaded.catalog.items, "\(random.hint)")
        }
    }

    @Test func undoingEverythingEmptiesIt() throws {
        try SeededRandom.run { random in
            let library = try Library(.memory, kinds: Specimen.kinds)
            try library.loadAll()
            let commands = try Self.fill(library, commands: 60, using: &random)
            let full = library.catalog.items
            var undone = 0
            while try library.revert(isRedo: false) { undone += 1 }
            #expect(try undone == commands.count && library.everything().isEmpty, "\(random.hint)")
            while try library.revert(isRedo: true) { undone -= 1 }
            #expect(undone == 0, "\(random.hint)")
            let items = try library.everything()
            #expect(items.map(\.number) == full.map(\.number), "\(random.hint)")
            for (found, wanted) in zip(items, full) { #expect(found == wanted, "\(random.hint)") }
        }
    }
}
