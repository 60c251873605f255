import Testing
import TroveModel
import TroveStore
import TroveTesting

/// Undo and redo as sequences of commands: a capital letter adds a gem with that name, `u` undoes,
/// `r` redoes, and `.` before one of them means that there is nothing to do.
@Suite struct UndoTests {
    static let sequences: [Case<String, String>] = [
        Case("nothing to undo", ".u", ""), Case("nothing to redo", ".r", ""),
        Case("nothing to redo after a command", "A.r", "A"),
        Case("undo", "Au", ""), Case("undo once only", "Au.u", ""), Case("redo", "Aur", "A"),
        Case("redo once only", "Aur.r", "A"), Case("undo what was redone", "Auru", ""),
        Case("to and fro", "Aurururur", "A"), Case("undo two", "ABuu", ""),
        Case("undo two of three", "ABCuu", "A"),
        Case("redo in order", "ABCuur", "AB"), Case("redo all", "ABCuuurrr", "ABC"),
        Case("redo no more than was undone", "ABuurr.r", "AB"),
        Case("a command ends redo", "ABuC.r", "AC"), Case("undo goes on behind it", "ABuCuu", ""),
        Case("and what was undone before stays so", "ABuCuu.u", ""),
        Case("redo after that", "ABuCuurr", "AC"),
        Case("undo, redo, undo again", "ABuruu", ""),
        Case("redo after a mixture", "ABururuurr", "AB"),
        Case("a command between redos", "ABCuurD.r", "ABD"),
        Case("and back over it", "ABCuurDuu", "A"),
        Case("long", "ABCDuuuurrruuurrrrE.ru", "ABCD"),
    ]

    @Test(arguments: sequences)
    func followsTheSequences(_ test: Case<String, String>) throws {
        let library = try Library(.memory, kinds: .standard)
        var expectsNothing = false
        for (step, command) in test.input.enumerated() {
            switch command {
            case ".": expectsNothing = true
            case "u", "r":
                let isDone = try library.revert(isRedo: command == "r")
                #expect(isDone != expectsNothing, "step \(step)")
                expectsNothing = false
            default: try library.addGem(String(command))
            }
        }
        #expect(try library.titles().joined() == test.expected)
    }

    /// Any sequence behaves like two stacks.
    @Test func agreesWithTwoStacks() throws {
        try SeededRandom.run { random in
            let library = try Library(.memory, kinds: .standard)
            var (done, undone): ([[String]], [[String]]) = ([], [])
            var now: [String] = []
            for step in 0..<300 {
                switch Int.random(in: 0..<5, using: &random) {
                case 0, 1:
                    done.append(now)
                    now.append("\(step)")
                    undone = []
                    try library.addGem("\(step)")
                case 2, 3:
                    let isDone = try library.revert(isRedo: false)
                    #expect(isDone == !done.isEmpty, "step \(step), \(random.hint)")
                    guard let before = done.popLast() else { continue }
                    undone.append(now)
                    now = before
                default:
                    let isDone = try library.revert(isRedo: true)
                    #expect(isDone == !undone.isEmpty, "step \(step), \(random.hint)")
                    guard let after = undone.popLast() else { continue }
                    done.append(now)
                    now = after
                }
                #expect(try library.titles() == now, "step \(step), \(random.hint)")
            }
        }
    }

    /// A search that continues where the last one ended finds what one of the whole log finds,
    /// beside another shell, and after a transaction was rolled back.
    @Test func agreesWithASearchOfTheWholeLog() throws {
        try SeededRandom.run { random in
            let scratch = try ScratchDirectory()
            let location = Library.Location.file(scratch.path("library.db"))
            let shells = try (0..<2).map { _ in try Library(location, kinds: .standard) }
            for step in 0..<80 {
                let library = shells[Int.random(in: 0..<2, using: &random)]
                try library.begin()
                let history = library.history
                let next = try history.lastChange() + 1
                let reverted: CommandNumber?
                switch Int.random(in: 0..<8, using: &random) {
                case 0...2: reverted = try history.nextUndo()?.id
                case 3...4: reverted = try history.nextRedo()?.id
                case 5 where next > 1:
                    reverted = CommandNumber(rawValue: Int.random(in: 1..<next, using: &random))
                default: reverted = nil
                }
                let gem = gem(try library.takeNumber(), "\(step)")
                let command = try library.perform(
                    [.create(gem)], reverting: reverted, Library.authorship)
                if let command, let reverted, Int.random(in: 0..<8, using: &random) == 0 {
                    try history.widen(command, toAllSince: reverted)
                }
                if Int.random(in: 0..<5, using: &random) == 0 {
                    library.rollback()
                } else {
                    try library.commit()
                }
                for shell in shells where Bool.random(using: &random) {
                    let whole = try Library(location, kinds: .standard).history
                    let hint: Comment = "step \(step), \(random.hint)"
                    #expect(try shell.history.nextUndo()?.id == whole.nextUndo()?.id, hint)
                    #expect(try shell.history.nextRedo()?.id == whole.nextRedo()?.id, hint)
                }
            }
        }
    }

    @Test func undoesAWholeCommand() throws {
        let library = try Library(.memory, kinds: .standard)
        try library.run(.create(gem(1, "A")), .create(gem(2, "B")), rename(1, "A", "C"))
        #expect(try library.history.nextUndo()?.changeCount == 3)
        #expect(try library.revert(isRedo: false))
        #expect(try library.titles() == [])
        #expect(try library.revert(isRedo: true))
        #expect(try library.titles() == ["C", "B"])
    }

    @Test func readsACommandInBatches() throws {
        let library = try Library(.memory, kinds: .standard)
        let count = 2 * CommandHistory.batchSize + 1
        let changes = (1...count).map { Change.create(gem(ItemNumber($0), "gem \($0)")) }
        try library.run(changes)
        try library.addGem("another command")
        try library.run(rename(ItemNumber(count + 1), "another command", "a third"))
        #expect(try library.revert(isRedo: false) && library.revert(isRedo: false))
        let target = try #require(try library.history.nextUndo())
        #expect(target.changeCount == count && target.itemCount == count)
        var sizes: [Int] = []
        var read: [Change] = []
        try library.history.forEachBatch(of: target) { batch in
            sizes.append(batch.count)
            read += batch
        }
        #expect(sizes == [CommandHistory.batchSize, CommandHistory.batchSize, 1])
        #expect(read == changes.reversed())
        #expect(try library.history.changes(of: target) == changes)
    }

    @Test func undoesEarlierSessions() throws {
        let scratch = try ScratchDirectory()
        let location = Library.Location.file(scratch.path("library.db"))
        let first = try Library(location, kinds: .standard)
        for name in ["A", "B"] { try first.addGem(name) }
        #expect(try first.revert(isRedo: false))
        let second = try Library(location, kinds: .standard)
        #expect(try second.revert(isRedo: true) && second.revert(isRedo: false))
        #expect(try second.revert(isRedo: false))
        #expect(try second.titles() == [] && first.history.nextUndo() == nil)
    }

    /// Numbers are never reused, not even those of items whose adding was undone.
    @Test func neverReusesNumbers() throws {
        let scratch = try ScratchDirectory()
        let location = Library.Location.file(scratch.path("library.db"))
        let library = try Library(location, kinds: .standard)
        #expect(try library.addGem("A") == 1 && library.revert(isRedo: false))
        #expect(try library.addGem("B") == 2)
        try library.run(.delete(gem(2, "B")))
        #expect(try Library(location, kinds: .standard).addGem("C") == 3)
    }
}
