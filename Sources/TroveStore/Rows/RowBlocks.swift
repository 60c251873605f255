package import TroveModel
import TroveSQLite
import TroveSystem

/// Reading all rows of a kind in blocks, of which a second thread converts every other one.
extension StoredItems {
    /// Converts the rows of a block: calls its argument once, which passes them to its own
    /// argument, sorted by number.
    package typealias Conversion<Output> =
        @Sendable (
            _ rows: ((StoredRow) throws -> Void) throws -> Void
        ) throws -> Output

    /// About how many blocks there are at most: more rows make the blocks larger instead.
    private static let maximumBlocks = 4096

    /// Converts the rows of a kind in the file, and passes the results to `take`, sorted by number.
    ///
    /// If no other program has the file open, a second thread with a connection of its own converts
    /// every other block. The result is the same without it.
    ///
    /// - Parameters:
    ///   - kind: the kind.
    ///   - last: the highest number.
    ///   - numbersInBlock: the number of item numbers in a block, if there are not too many blocks.
    ///   - convert: converts the rows of a block. It runs on both threads.
    ///   - take: receives what a block was converted to, and the share of the numbers up to its
    ///     end.
    /// - Throws: what `convert` and `take` throw, and `LibraryError`.
    package func convertAll<Output: Sendable>(
        of kind: KindIndex, through last: ItemNumber, numbersInBlock: Int = 2048,
        _ convert: @escaping Conversion<Output>,
        take: (Output, _ fraction: Double) throws -> Void
    ) throws {
        guard last > 0 else { return }
        guard last < .limit else {
            throw library.connection.libraryError(
                RowStore.BadRow(badNumber: last.rawValue, of: library.catalog.kinds[kind]))
        }
        do {
            // There may be few items with high numbers, and an empty block costs a query, too.
            let numbersInBlock = max(numbersInBlock, last.rawValue / Self.maximumBlocks)
            let count = (last.rawValue - 1) / numbersInBlock + 1
            let reader = BlockReader(
                library.stores[kind], through: last, numbersInBlock: numbersInBlock)
            let ahead = count > 1 ? blocksAhead(of: kind, like: reader, count, convert) : nil
            for block in 0..<count {
                let output =
                    try (block % 2 == 1 ? ahead?.next() : nil) ?? reader.convert(block, convert)
                try take(output, Double(block + 1) / Double(count))
            }
            try checkUndisturbed()
        } catch let error as RowStore.BadRow {
            throw library.connection.libraryError(error)
        } catch let error as SQLiteError {
            throw library.connection.libraryError(error)
        }
    }

    /// Starts the second thread; nil if it cannot read the file at the same time.
    private func blocksAhead<Output: Sendable>(
        of kind: KindIndex, like reader: BlockReader, _ count: Int,
        _ convert: @escaping Conversion<Output>
    ) -> BlocksAhead<Output>? {
        guard let connection = library.connection.openReader() else { return nil }
        let store = library.stores[kind].copy()
        store.use(connection)
        return try? BlocksAhead(
            reader.copy(reading: store), stride(from: 1, to: count, by: 2), convert)
    }
}

/// Reads the rows of one kind in blocks of item numbers.
private final class BlockReader {
    private let store: RowStore
    private let last: ItemNumber
    private let numbersInBlock: Int
    private var statement: Statement?

    init(_ store: RowStore, through last: ItemNumber, numbersInBlock: Int) {
        self.store = store
        self.last = last
        self.numbersInBlock = numbersInBlock
    }

    /// Returns a reader of the same blocks with another connection.
    func copy(reading store: RowStore) -> BlockReader {
        BlockReader(store, through: last, numbersInBlock: numbersInBlock)
    }

    func convert<Output>(
        _ block: Int, _ convert: StoredItems.Conversion<Output>
    ) throws -> Output {
        let statement =
            try statement
            ?? store.prepareScan(of: Array(store.kind.fieldIndices), isBounded: true)
        self.statement = statement
        defer { statement.reset() }
        var former = ItemNumber(block * numbersInBlock)
        statement.bind(former, at: 1)
        // SQLite treats a negative limit as no limit.
        statement.bind(-1, at: 2)
        statement.bind(min(last, ItemNumber((block + 1) * numbersInBlock)), at: 3)
        return try convert { body in
            while try statement.step() {
                let (number, id) = try store.identity(of: statement, after: former)
                former = number
                try body(StoredRow(store: store, statement: statement, number: number, id: id))
            }
        }
    }
}

/// Converts blocks on a second thread, a few ahead of the one that takes them.
private final class BlocksAhead<Output: Sendable> {
    /// What both threads share.
    private struct Exchange: Sendable {
        /// The blocks that are converted and not taken, in order. Nil stands for a block that could
        /// not be converted, and for all after it.
        var blocks: [Output?] = []
        /// Whether no further blocks are taken.
        var isClosed = false
    }

    /// The number of blocks that may wait. It limits their memory.
    private static var maximumBlocks: Int { 2 }

    private let exchange: Monitor<Exchange>
    private let thread: SystemThread
    private var isOver = false

    /// Starts to convert blocks. Nothing else uses the reader and its connection from then on.
    ///
    /// - Throws: `SystemThread.CannotStart`.
    init(
        _ reader: BlockReader, _ blocks: StrideTo<Int>,
        _ convert: @escaping StoredItems.Conversion<Output>
    ) throws(SystemThread.CannotStart) {
        let exchange = Monitor(Exchange())
        self.exchange = exchange
        // Only the new thread uses the reader, its store and its connection.
        nonisolated(unsafe) let reader = reader
        thread = try SystemThread {
            for block in blocks {
                let output = try? unsafe reader.convert(block, convert)
                guard Self.pass(output, to: exchange), output != nil else { return }
            }
        }
    }

    deinit {
        exchange.withLock { $0.isClosed = true }
        exchange.notify()
        thread.join()
    }

    /// Returns the next block; nil if it could not be converted. Then the caller converts it and
    /// all others, and learns why.
    func next() -> Output? {
        if isOver { return nil }
        // Nil means to wait, and an optional nil is the end.
        let block = exchange.wait { exchange -> Output?? in
            exchange.blocks.isEmpty ? nil : .some(exchange.blocks.removeFirst())
        }
        exchange.notify()
        guard let output = block else {
            isOver = true
            return nil
        }
        return output
    }

    /// Waits until a block may be appended. Returns false if no further blocks are taken.
    private static func pass(_ output: Output?, to exchange: Monitor<Exchange>) -> Bool {
        let isPassed = exchange.wait { exchange -> Bool? in
            if exchange.isClosed { return false }
            guard exchange.blocks.count < maximumBlocks else { return nil }
            exchange.blocks.append(output)
            return true
        }
        exchange.notify()
        return isPassed
    }
}
