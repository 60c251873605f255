package import TroveExchange
package import TroveSystem

/// Reads the rows of an import on a second thread, up to about a thousand rows ahead of the import.
///
/// The second thread converts the bytes of the file to values, and prepares the rows. It is the
/// only user of the reader until `close` returns.
package final class RowsAhead {
    /// A message of the reading thread.
    private enum Part: Sendable {
        /// The next rows, and the share of the file that was read up to their end.
        case rows([PreparedRow], fraction: Double)
        /// Why no further rows can be read.
        case failure(ImportFailure)
        case end
    }

    /// What both threads share.
    private struct Exchange: Sendable {
        /// The parts that the import has not taken, in order.
        var parts: [Part] = []
        /// Whether the reading thread waits until few parts are left, so that it is seldom woken.
        var isFull = false
        /// The rows that the import no longer uses. The reading thread frees them: freeing the
        /// memory of another thread is slow.
        var used: [[PreparedRow]] = []
        /// Whether the import takes no further rows.
        var isClosed = false

        /// Whether the reading thread may add a part.
        mutating func hasRoom() -> Bool {
            isFull = parts.count > (isFull ? fewParts : maximumParts - 1)
            return !isFull
        }

        /// Returns the rows that are no longer used, for the reading thread.
        mutating func takeUsed() -> [[PreparedRow]] {
            defer { used = [] }
            return used
        }
    }

    private static let rowsInPart = 128
    /// The number of parts that may wait. Together with the parts that both threads hold, it limits
    /// the memory for rows.
    private static let maximumParts = 8
    /// The number of waiting parts at which the reading thread goes on.
    private static let fewParts = 4
    /// The number of taken parts whose items may not be in the library yet.
    private static let partsInUse = 8

    private let exchange: Monitor<Exchange>
    private let thread: SystemThread
    /// The rows of the part that is being taken.
    private var rows: [PreparedRow] = []
    /// The number of these rows that were taken.
    private var taken = 0
    /// The parts that were taken, but whose rows the import may still use.
    private var recent: [[PreparedRow]] = []
    private var isAtEnd = false
    /// The share of the file that has been read, up to the part that is being taken; 0 to 1.
    package private(set) var fraction = 0.0

    /// Starts to read. The caller must not use the reader before `close` returns.
    ///
    /// - Throws: `SystemThread.CannotStart`.
    package init(
        _ reader: ImportReader, _ preparation: RowPreparation
    ) throws(SystemThread.CannotStart) {
        let exchange = Monitor(Exchange())
        self.exchange = exchange
        // Only the new thread uses the reader, until `close` has joined the thread.
        nonisolated(unsafe) let reader = reader
        thread = try SystemThread { unsafe Self.read(reader, preparation, into: exchange) }
    }

    deinit { close() }

    /// Returns the next row; nil at the end.
    ///
    /// - Throws: `ImportFailure` if the file cannot be read, after all rows before that place.
    package func next() throws(ImportFailure) -> PreparedRow? {
        while taken == rows.count {
            if isAtEnd { return nil }
            giveBack(rows)
            let part = exchange.wait { exchange in
                exchange.parts.isEmpty ? nil : exchange.parts.removeFirst()
            }
            switch part {
            case .rows(let next, let share):
                (rows, taken) = (next, 0)
                fraction = share
            case .failure(let failure):
                isAtEnd = true
                throw failure
            case .end: isAtEnd = true
            }
        }
        defer { taken += 1 }
        return rows[taken]
    }

    /// Gives the rows of an earlier part to the reading thread, and wakes it if few parts wait.
    private func giveBack(_ rows: [PreparedRow]) {
        recent.append(rows)
        let used = recent.count > Self.partsInUse ? recent.removeFirst() : []
        let isLow = exchange.withLock { [used] exchange in
            exchange.used.append(used)
            return exchange.parts.count <= Self.fewParts
        }
        if isLow { exchange.notify() }
    }

    /// Ends the reading thread, whatever it is doing. Then the caller may use the reader again.
    package func close() {
        exchange.withLock { $0.isClosed = true }
        exchange.notify()
        thread.join()
    }

    // MARK: The reading thread

    private static func read(
        _ reader: ImportReader, _ preparation: RowPreparation, into exchange: Monitor<Exchange>
    ) {
        while true {
            let (part, last) = nextPart(of: reader, preparation)
            // This thread frees the rows that were used, after it has released the lock.
            _ = exchange.wait { exchange -> [[PreparedRow]]? in
                guard exchange.hasRoom() || exchange.isClosed else { return nil }
                exchange.parts.append(part)
                if let last { exchange.parts.append(last) }
                return exchange.takeUsed()
            }
            exchange.notify()
            guard last == nil, !exchange.withLock({ $0.isClosed }) else { return }
        }
    }

    /// Reads the rows of a part, and the end or the failure that follows them, if one does.
    private static func nextPart(
        of reader: ImportReader, _ preparation: RowPreparation
    ) -> (rows: Part, last: Part?) {
        var rows: [PreparedRow] = []
        rows.reserveCapacity(rowsInPart)
        var last: Part?
        do throws(ImportFailure) {
            while last == nil, rows.count < rowsInPart {
                guard let row = try reader.next() else {
                    last = .end
                    break
                }
                rows.append(preparation.prepared(row, cells: reader.cells))
            }
        } catch {
            last = .failure(error)
        }
        return (.rows(rows, fraction: reader.fraction), last)
    }
}
