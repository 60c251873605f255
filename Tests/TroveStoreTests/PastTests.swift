import Testing
import TroveModel
import TroveStore
import TroveTesting

/// Views of a library at earlier places of its log, with any part of it in memory.
@Suite struct PastTests {
    /// The library after a command.
    private struct State {
        let position: LogPosition
        let items: [Item]
    }

    private let scratch: ScratchDirectory
    private let location: Library.Location

    init() throws {
        scratch = try ScratchDirectory()
        location = .file(scratch.path("library.db"))
    }

    /// Returns a random change that fits the items.
    private func change(
        _ items: [ItemNumber: Item], _ library: Library, _ random: inout SeededRandom
    ) throws -> Change {
        let number = items.keys.sorted().randomElement(using: &random)
        switch (Int.random(in: 0..<4, using: &random), number.flatMap { items[$0] }) {
        case (0, let item?): return .delete(item)
        case (1...2, let item?):
            var values = item.values
            values[0] = .text("gem \(random.next())")
            values[3] = Bool.random(using: &random) ? .text("red") : nil
            return try #require(Change.update(from: item, to: values))
        default:
            let number = try library.takeNumber()
            return .create(gem(number, "gem \(random.next())"))
        }
    }

    /// Runs random commands, undos and redos, and returns the state after each.
    private func states(_ count: Int, _ random: inout SeededRandom) throws -> [State] {
        let library = try Library(location, kinds: .standard)
        try library.run(
            (1...2500).map { _ in .create(gem(try library.takeNumber(), "gem \(random.next())")) })
        var states = [State(position: 0, items: [])]
        for _ in 0..<count {
            switch Int.random(in: 0..<6, using: &random) {
            case 0: _ = try library.revert(isRedo: false)
            case 1: _ = try library.revert(isRedo: true)
            default:
                var items = Dictionary(
                    uniqueKeysWithValues: try library.everything().map { ($0.number, $0) })
                var changes: [Change] = []
                for _ in 0..<Int.random(in: 1...20, using: &random) {
                    let change = try change(items, library, &random)
                    changes.append(change)
                    switch change.action {
                    case .delete: items[change.number] = nil
                    case .create(let values):
                        items[change.number] = Item(
                            kind: gems, number: change.number, id: change.id, values: values)
                    case .update(let fields):
                        for field in fields {
                            items[change.number]?.values[field.field] = field.after
                        }
                    }
                }
                try library.run(changes)
            }
            states.append(
                State(position: try library.history.end(), items: try library.everything()))
        }
        return states
    }

    /// Compares the answers to questions that load no rows.
    private func compare(
        _ view: Library, _ state: State, _ random: inout SeededRandom
    ) throws {
        #expect(try view.count() == state.items.count)
        #expect(try view.storedItems.count(of: gems) == state.items.count)
        let color = FieldIndex(3)
        let filters: [Filter] = [
            .everything, .compare(field: color, .equal, [.text("red")]), .isAbsent(field: color),
            .contains(field: Kind.titleIndex, ["7"]),
        ]
        let filter = filters.randomElement(using: &random) ?? .everything
        let table = Catalog(kinds: .standard, items: state.items).tables[gems]
        let expected = table.rows(matching: filter).map(table.number)
        let found = try view.storedItems.candidates(
            of: gems, matching: filter, reading: [Kind.titleIndex]
        ) { _ in }
        let rows = found.rows(matching: filter)
        #expect(rows.map(found.number) == expected)
        let known = Dictionary(uniqueKeysWithValues: state.items.map { ($0.number, $0) })
        #expect(
            rows.allSatisfy { found.value(0, at: $0) == known[found.number(at: $0)]?.values[0] })
        let first = try view.storedItems.first(9, of: gems, matching: filter)
        #expect(first.map(\.number) == Array(expected.prefix(9)))
        #expect(
            try view.storedItems.items(expected.suffix(3), of: gems)
                == expected.suffix(3).compactMap { known[$0] })
    }

    @Test func aViewEqualsWhatWasThere() throws {
        try SeededRandom.run { random in
            let states = try states(30, &random)
            for state in states {
                let library = try Library(location, kinds: .standard)
                let loaded = [0, 1, 700, 5000].randomElement(using: &random) ?? 0
                if loaded > 0 { try library.loadMore(gems, rows: loaded) }
                try library.beginReading()
                let view = try library.asOf(state.position)
                let known = Dictionary(uniqueKeysWithValues: state.items.map { ($0.number, $0) })
                for _ in 0..<20 {
                    let number = ItemNumber(Int.random(in: 1...2700, using: &random))
                    #expect(try view.item(numbered: number) == known[number])
                }
                try compare(view, state, &random)
                if Bool.random(using: &random) { try view.loadMore(gems, rows: 300) }
                let first = try view.storedItems.first(40, of: gems, matching: .everything)
                #expect(first == Array(state.items.prefix(40)))
                #expect(try view.count() == state.items.count)
                #expect(try view.everything() == state.items)
                let title = state.items.randomElement(using: &random)?.title ?? "none"
                #expect(
                    view.rows(of: gems, titleBeginningWith: title, limit: 5).total
                        == state.items.count { $0.title.hasPrefix(title) })
                library.endReading()
                #expect(try library.everything() == states.last?.items)
            }
        }
    }

    @Test func aViewIsKeptUntilTheLibraryChanges() throws {
        let library = try Library(location, kinds: .standard)
        for name in ["Ruby", "Opal"] { try library.addGem(name) }
        let time = Library.authorship.at
        #expect(try library.history.position(at: time) == 2)
        let view = try library.asOf(1)
        #expect(try library.asOf(1) === view)
        #expect(try library.asOf(2) !== view)
        let other = try Library(location, kinds: .standard)
        let former = try library.asOf(1)
        try other.addGem("Jade")
        try library.refresh()
        #expect(try library.asOf(1) !== former)
        #expect(try library.asOf(1).everything().map(\.title) == ["Ruby"])
        #expect(try library.asOf(2).everything().map(\.title) == ["Ruby", "Opal"])
        #expect(try library.history.position(at: time) == 3)
        #expect(try library.revert(isRedo: false))
        #expect(try library.asOf(3).everything().map(\.title) == ["Ruby", "Opal", "Jade"])
    }

    @Test func aViewIsNeverWritten() throws {
        let library = try Library(location, kinds: .standard)
        try library.addGem("Ruby")
        let view = try library.asOf(0)
        #expect(throws: LibraryError.self) { try view.addGem("Opal") }
        #expect(try view.everything().isEmpty && library.titles() == ["Ruby"])
    }

    /// The place of a time follows the order of the commands, whatever their times.
    @Test func aClockThatIsSetBackKeepsTheOrder() throws {
        let library = try Library(location, kinds: .standard)
        for (number, time) in [10, 20, 5, 30].enumerated() {
            try library.begin()
            let gem = gem(try library.takeNumber(), "gem \(number)")
            try library.perform(
                [.create(gem)], Authorship(by: "ann", at: Timestamp(milliseconds: time)))
            try library.commit()
        }
        let places = try [4, 5, 9, 10, 19, 20, 29, 30, 99].map { time in
            try library.history.position(at: Timestamp(milliseconds: time)).rawValue
        }
        #expect(places == [0, 3, 3, 3, 3, 3, 3, 4, 4])
    }

    @Test func aCommandIsWhole() throws {
        let library = try Library(location, kinds: .standard)
        try library.begin()
        var command: CommandNumber?
        for time in [10, 20] {
            let gem = gem(try library.takeNumber(), "gem \(time)")
            command = try library.perform(
                [.create(gem)], continuing: command,
                Authorship(by: "ann", at: Timestamp(milliseconds: time)))
        }
        try library.commit()
        #expect(try library.history.position(at: Timestamp(milliseconds: 15)) == 2)
        #expect(try library.history.position(at: Timestamp(milliseconds: 9)) == 0)
    }

    // MARK: Undo of several commands

    @Test func anUndoOfSeveralCommandsIsSkippedByTheNextOne() throws {
        let library = try Library(location, kinds: .standard)
        for name in ["A", "B", "C"] { try library.addGem(name) }
        let past = try library.history.pastItems(at: 1)
        let changes = try library.changes(since: past)
        #expect(changes.count == 2)
        try library.begin()
        let command = try #require(
            try library.perform(
                changes.map(\.inverse), reverting: CommandNumber(2), Library.authorship))
        try library.history.widen(command, toAllSince: CommandNumber(2))
        try library.commit()
        #expect(try library.titles() == ["A"])
        #expect(try library.history.nextUndo()?.id == CommandNumber(1))
        #expect(try library.history.nextRedo()?.id == command)
        #expect(try library.revert(isRedo: true))
        #expect(try library.titles() == ["A", "B", "C"])
        #expect(try library.history.nextUndo()?.id == CommandNumber(3))
        #expect(try library.history.nextRedo() == nil)
    }
}
