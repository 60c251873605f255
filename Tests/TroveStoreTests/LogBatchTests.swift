import Testing
import TroveModel
import TroveSQLite
import TroveStore
import TroveTesting

/// The log of a transaction with many changes is stored in batches, and means the same as rows.
@Suite struct LogBatchTests {
    private let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    private func open(_ name: String) throws -> Library {
        try Library(.file(scratch.path(name)), kinds: Specimen.kinds)
    }

    private func batches(in name: String) throws -> Int {
        try Connection(path: scratch.path(name), access: .readOnly)
            .integer("SELECT count(*) FROM batches") ?? 0
    }

    /// Random commands of one to three changes each, some of which have hundreds.
    private func commands(_ count: Int, _ random: inout SeededRandom) -> [[Change]] {
        var items: [Item] = []
        var next = 0
        return (0..<count).map { command in
            let size = command == count / 2 ? 300 : Int.random(in: 1...3, using: &random)
            return (0..<size).map { _ in
                let place = items.indices.randomElement(using: &random)
                guard let place, Int.random(in: 0..<3, using: &random) == 0 else {
                    next += 1
                    let number = ItemNumber(next)
                    let new = Specimen.item(number, "item \(next)", using: &random)
                    items.append(new)
                    return .create(new)
                }
                let former = items[place]
                let other = Specimen.item(former.number, former.title, using: &random)
                guard Bool.random(using: &random),
                    let change = Change.update(from: former, to: other.values)
                else {
                    items.remove(at: place)
                    return .delete(former)
                }
                items[place] = other
                return change
            }
        }
    }

    /// Performs commands, and commits after each number of them.
    private func perform(
        _ commands: [[Change]], in library: Library, commitEach count: Int
    ) throws {
        for (index, changes) in commands.enumerated() {
            try library.begin()
            let time = Timestamp(milliseconds: 1_795_000_000_000 + index * 7)
            try library.perform(changes, Authorship(by: "ann", at: time))
            if (index + 1) % count == 0 { try library.commit() }
        }
        try library.commit()
    }

    /// Undoes or redoes a command, as the verbs do: batch by batch.
    private func revert(_ library: Library, isRedo: Bool) throws -> Bool {
        try library.begin()
        guard let target = try isRedo ? library.history.nextRedo() : library.history.nextUndo()
        else {
            library.rollback()
            return false
        }
        var command: CommandNumber?
        try library.history.forEachBatch(of: target) { changes in
            command = try library.perform(
                changes.map(\.inverse), reverting: target.id, continuing: command,
                Library.authorship)
        }
        try library.commit()
        return true
    }

    private func expectSame(_ left: Library, _ right: Library, _ hint: String) throws {
        #expect(try left.everything() == right.everything(), "\(hint)")
        let (ours, theirs) = (left.history, right.history)
        #expect(
            try ours.commands(limit: 10_000) == theirs.commands(limit: 10_000), "\(hint)")
        #expect(try ours.lastChange() == theirs.lastChange(), "\(hint)")
        for number in [1, 5, 60, 400].map({ ItemNumber($0) }) {
            #expect(
                try ours.commands(of: number, limit: 10) == theirs.commands(of: number, limit: 10),
                "\(number), \(hint)")
            #expect(
                try ours.count(of: number) == theirs.count(of: number), "\(number), \(hint)")
        }
        for place in stride(from: 0, through: try ours.lastChange() + 1, by: 167) {
            let position = LogPosition(place)
            #expect(
                try ours.count(of: nil, after: position) == theirs.count(of: nil, after: position),
                "\(place), \(hint)")
            #expect(
                try ours.firstCommand(after: position) == theirs.firstCommand(after: position),
                "\(place), \(hint)")
            #expect(
                try ours.commands(after: position, limit: 3)
                    == theirs.commands(after: position, limit: 3), "\(place), \(hint)")
            let time = Timestamp(milliseconds: 1_795_000_000_000 + place * 5)
            #expect(
                try ours.position(at: time) == theirs.position(at: time), "\(place), \(hint)")
            try expectSamePast(left, right, at: position, hint)
        }
    }

    private func expectSamePast(
        _ left: Library, _ right: Library, at position: LogPosition, _ hint: String
    ) throws {
        try left.beginReading()
        try right.beginReading()
        defer {
            left.endReading()
            right.endReading()
        }
        let (then, same) = (try left.asOf(position), try right.asOf(position))
        for number in stride(from: 1, to: 400, by: 43) {
            #expect(
                try then.item(numbered: ItemNumber(number))
                    == same.item(numbered: ItemNumber(number)), "\(position), \(hint)")
        }
    }

    /// Rows, batches and rows again in one file, each committed by another process.
    @Test func batchesAndRowsAreTheSameLog() throws {
        try SeededRandom.run { random in
            let script = commands(60, &random)
            for (from, to, size) in [(0, 10, 7), (10, 50, 40), (50, 60, 1)] {
                try perform(Array(script[from..<to]), in: open("mixed"), commitEach: size)
                try perform(Array(script[from..<to]), in: open("rows"), commitEach: 1)
            }
            #expect(try batches(in: "mixed") > 0)
            try expectSame(open("mixed"), open("rows"), random.hint)
            // Undo and redo cross the borders, and the undo of a long command is a batch itself.
            for isRedo in [false, true, false] {
                let (mixed, rows) = (try open("mixed"), try open("rows"))
                for _ in 0..<(isRedo ? 20 : 40) {
                    let isDone = try revert(mixed, isRedo: isRedo)
                    #expect(try revert(rows, isRedo: isRedo) == isDone)
                }
            }
            try expectSame(open("mixed"), open("rows"), random.hint)
            for name in ["mixed", "rows"] {
                #expect(try LibraryCheck.findings(in: open(name)) { _ in }.isEmpty, "\(name)")
            }
        }
    }

    /// What is not in the file yet belongs to the transaction: it can be read, and is rolled back.
    @Test func pendingChangesBelongToTheTransaction() throws {
        let library = try open("library")
        func add(_ count: Int) throws {
            for _ in 0..<count {
                let number = try library.takeNumber()
                try library.perform([.create(gem(number, "\(number)"))], Library.authorship)
            }
        }
        try library.begin()
        try add(200)
        #expect(try library.history.count(of: nil) == 200)
        try add(100)
        #expect(try library.history.commands(limit: 1).first?.id == 300)
        library.rollback()
        #expect(try library.history.count(of: nil) == 0)
        try library.begin()
        try add(600)
        library.rollback()
        try library.begin()
        try add(1)
        try library.commit()
        #expect(try library.history.commands(limit: 5).map(\.id) == [1])
        #expect(try LibraryCheck.findings(in: open("library")) { _ in }.isEmpty)
    }

    /// Another process that has the file open reads the changes of a batch.
    @Test func anotherProcessFollowsABatch() throws {
        let (writer, reader) = (try open("library"), try open("library"))
        try writer.addGem("first")
        try reader.addGem("second")
        try writer.run((3...400).map { .create(gem($0, "gem \($0)")) })
        #expect(try batches(in: "library") == 1)
        try reader.refresh()
        #expect(reader.takeForeignChanges().count == 399)
        try reader.run(.create(gem(401, "last")))
        #expect(try reader.history.commands(limit: 2).map(\.id) == [401, 3])
        #expect(try reader.titles().count == 401)
    }

    /// A damaged batch is found, is refused, or reads as another one; nothing else happens.
    @Test func aDamagedBatchIsFound() throws {
        // Closing the library moves its write-ahead log into the file.
        try open("library").run((1...150).map { .create(gem($0, "gem \($0)")) })
        let whole = try scratch.readBytes("library")
        var found = 0
        try SeededRandom.run { random in
            for _ in 0..<40 {
                try scratch.write(whole, to: "copy")
                let connection = try Connection(path: scratch.path("copy"), access: .readWrite)
                let place = Int.random(in: 1...4000, using: &random)
                let byte = String(Int.random(in: 16...255, using: &random), radix: 16)
                try connection.execute(
                    """
                    UPDATE batches SET changes = CAST(substr(changes, 1, \(place - 1))
                        || x'\(byte)' || substr(changes, \(place + 1)) AS BLOB)
                    """)
                let copy = try open("copy")
                do {
                    if try !LibraryCheck.findings(in: copy, showProgress: { _ in }).isEmpty {
                        found += 1
                    }
                    _ = try copy.history.commands(limit: 10)
                    _ = try revert(copy, isRedo: false)
                } catch is LibraryError {
                    found += 1
                }
            }
        }
        #expect(found > 10)
    }
}
