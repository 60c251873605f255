import Testing
import TroveCommands
import TroveModel
import TroveStore
import TroveTesting

/// Undo and redo of commands whose changes are read from the log in several batches.
@Suite struct ReversalTests {
    private let context: FakeContext
    private var library: Library { context.library }

    init() throws {
        try self.init(FakeContext())
    }

    private init(_ context: FakeContext) {
        self.context = context
    }

    private func items() throws -> [Item] {
        try library.loadAll()
        return library.catalog.items
    }

    /// Performs changes as one command, in several parts like an import.
    private func run(_ changes: [Change]) throws {
        let authorship = Authorship(by: "ann", at: Timestamp(milliseconds: 0))
        var former: CommandNumber?
        for start in stride(from: 0, to: changes.count, by: 700) {
            former = try library.perform(
                Array(changes[start..<min(start + 700, changes.count)]), continuing: former,
                authorship)
        }
        try library.commit()
    }

    private func book(_ title: String) throws -> Item {
        let number = try library.takeNumber()
        var values: [Value?] = Kind.book.fields.map { _ in nil }
        values[Kind.titleIndex] = .text(title)
        values[1] = .text("somebody, \"once\"\n")
        return Item(
            kind: 0, number: number, id: ItemID(high: 1, low: UInt64(number.rawValue)),
            values: values)
    }

    /// Returns changes that create items, and then change or delete some of them, and of others.
    private func changes(
        _ former: [Item], count: Int, _ random: inout SeededRandom
    ) throws -> [Change] {
        var items = former
        return try (0..<count).map { step in
            let place = items.indices.randomElement(using: &random)
            switch (Int.random(in: 0..<4, using: &random), place) {
            case (0, let place?): return .delete(items.remove(at: place))
            case (1, let place?):
                let old = items[place]
                items[place].values[Kind.titleIndex] = .text("changed \(step) of \(count)")
                return try #require(Change.update(from: old, to: items[place].values))
            default:
                let new = try book("book \(step)")
                items.append(new)
                return .create(new)
            }
        }
    }

    @Test func longCommandsAreRevertedWhole() throws {
        try SeededRandom.run { random in
            let context = try FakeContext()
            let tests = ReversalTests(context)
            let count = CommandHistory.batchSize
            var states = [try tests.items()]
            for size in [count - 1, count, count + 1, 3 * count] {
                let changes = try tests.changes(tests.items(), count: size, &random)
                // Half of the commands find the items in memory.
                if Bool.random(using: &random) { _ = try tests.items() }
                try tests.run(changes)
                states.append(try tests.items())
            }
            for way in ["undo", "redo", "undo"] {
                for step in 1..<states.count {
                    let reply = try context.run(way)
                    guard case .reverted(let reverted, let items, _) = reply else {
                        Issue.record("\(reply)")
                        return
                    }
                    let place = way == "undo" ? states.count - 1 - step : step
                    #expect(try tests.items() == states[place], "\(way) \(step) \(random.hint)")
                    // Only what happened to one item is kept in memory.
                    let reported = Set(reverted.record.changes.map(\.number))
                    #expect(reported.count == 1 && items > 1, "\(random.hint)")
                }
            }
            try context.library.commit()
        }
    }

    @Test func theReportForProgramsHasAllChanges() throws {
        let changes = try (0..<CommandHistory.batchSize + 5).map {
            Change.create(try book("\($0)"))
        }
        try run(changes)
        try context.run("settings output json")
        guard case .reverted(let undo, let items, _) = try context.run("undo"),
            case .reverted(let redo, _, _) = try context.run("redo")
        else {
            Issue.record("there is no report")
            return
        }
        let (undone, redone) = (undo.record, redo.record)
        #expect(undone.changes == changes && items == changes.count)
        #expect(redone.changes == changes && redone.isRedo && redone.reverts == undone.id)
    }

    @Test func oneChangedItemStopsAll() throws {
        let count = 2 * CommandHistory.batchSize
        let books = try (0..<count).map { try book("\($0)") }
        try run([.create(books[0])])
        let first = try #require(try library.history.nextUndo())
        try run(books.dropFirst().map { .create($0) })
        var changed = books[5]
        changed.values[Kind.titleIndex] = .text("changed")
        /// Renames a book in what the log takes for an undo of the first command.
        func rename(_ old: Item, _ new: Item) throws {
            let change = try #require(Change.update(from: old, to: new.values))
            try library.perform([change], reverting: first.id, context.authorship)
            try library.commit()
        }
        try rename(books[5], changed)
        let failure = #expect(throws: CommandFailure.self) { try context.run("undo") }
        #expect("\(try #require(failure))".contains("changed"))
        #expect(try library.count() == count)
        #expect(try library.history.commands(limit: 9).count == 3)
        try rename(changed, books[5])
        try context.run("undo")
        #expect(try items() == [books[0]])
    }
}
