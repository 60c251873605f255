import Glibc
import Testing
import TroveModel
import TroveStore
import TroveSystem
import TroveTesting

/// Reading all rows in blocks, on two threads.
@Suite struct RowBlocksTests {
    private struct Stop: Error {}

    private let scratch: ScratchDirectory
    private let location: Library.Location
    private let numbersInBlock = 64
    private let last: ItemNumber = 400
    /// The numbers of the items: the first two blocks and one in the middle are empty.
    private let numbers = Array(131...255) + Array(321...400)

    init() throws {
        scratch = try ScratchDirectory()
        location = .file(scratch.path("library.db"))
        let writer = try Library(location, kinds: .standard)
        try writer.run(
            numbers.map { .create(gem(ItemNumber($0), "gem \($0)")) })
    }

    /// Returns the numbers and titles that a conversion gives, and the number of its threads.
    private func convert(
        _ library: Library,
        _ check: @escaping @Sendable (_ isSecond: Bool) throws -> Void = { _ in }
    ) throws -> (titles: [String], threads: Int) {
        let threads = Locked<Set<pthread_t>>([])
        let main = pthread_self()
        var titles: [String] = []
        var fractions: [Double] = []
        try library.storedItems.convertAll(
            of: gems, through: last, numbersInBlock: numbersInBlock
        ) { rows in
            threads.withLock { _ = $0.insert(pthread_self()) }
            try check(pthread_self() != main)
            var titles: [String] = []
            try rows { row in
                guard case .text(let title)? = try row.value(0) else { throw Stop() }
                titles.append("\(row.number) \(title)")
            }
            return titles
        } take: { (found: [String], fraction) in
            titles += found
            fractions.append(fraction)
        }
        #expect(fractions == fractions.sorted() && fractions.last == 1 && fractions.count == 7)
        return (titles, threads.withLock(\.count))
    }

    private var expected: [String] { numbers.map { "\($0) gem \($0)" } }

    @Test func twoThreadsGiveAllRowsInOrder() throws {
        let found = try convert(try Library(location, kinds: .standard))
        #expect(found.titles == expected && found.threads == 2)
    }

    @Test func oneThreadReadsAFileThatOthersHaveOpen() throws {
        let other = try Library(location, kinds: .standard)
        try other.marks.set("now", at: Timestamp(milliseconds: 0))
        let library = try Library(location, kinds: .standard)
        let found = try convert(library)
        #expect(found.titles == expected && found.threads == 1)
    }

    @Test func aFailureOfTheSecondThreadLeavesItsBlocksToTheFirst() throws {
        let blocks = Locked(0)
        let found = try convert(try Library(location, kinds: .standard)) { isSecond in
            guard isSecond else { return }
            blocks.withLock { $0 += 1 }
            // The second one fails.
            if blocks.withLock({ $0 }) > 1 { throw Stop() }
        }
        #expect(found.titles == expected && found.threads == 2)
        #expect(blocks.withLock { $0 } == 2)
    }

    @Test func anErrorEndsBothThreads() throws {
        let library = try Library(location, kinds: .standard)
        #expect(throws: Stop.self) { try convert(library) { _ in throw Stop() } }
        #expect(throws: Stop.self) {
            try library.storedItems.convertAll(of: gems, through: last, numbersInBlock: 1) { _ in
                0
            } take: { _, _ in
                throw Stop()
            }
        }
        #expect(try convert(library).titles == expected)
    }

    @Test func anImpossibleNumberIsDamage() throws {
        let library = try Library(location, kinds: .standard)
        let error = #expect(throws: LibraryError.self) {
            try library.storedItems.convertAll(of: gems, through: .limit) { _ in
                0
            } take: { _, _ in
            }
        }
        guard case .isDamaged? = error else {
            Issue.record("\(String(describing: error)) is not damage")
            return
        }
    }

    @Test func aChangeOfAnotherProgramMeanwhileIsNoticed() throws {
        let library = try Library(location, kinds: .standard)
        let other = try Library(location, kinds: .standard)
        let error = #expect(throws: LibraryError.self) {
            try library.storedItems.convertAll(
                of: gems, through: last, numbersInBlock: numbersInBlock
            ) { _ in
                0
            } take: { _, fraction in
                if fraction < 0.2 { _ = try other.addGem("late") }
            }
        }
        #expect(error == .isBusy(library.path))
        // A second try takes the locks, and sees the change.
        try library.beginReading()
        defer { library.endReading() }
        var count = 0
        try library.storedItems.forEach(of: gems, limit: nil) { _ in count += 1 }
        #expect(count == numbers.count + 1)
    }
}
