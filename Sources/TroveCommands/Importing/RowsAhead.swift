package import TroveExchange
package import TroveSystem

/// Reads the rows of an import on a second thread, a few hundred rows ahead of the import.
///
/// The second thread converts the bytes of the file to values, and prepares the rows. It is the only
/// user of the reader until `close` returns.
package final class RowsAhead {
    /// A message of the reading thread.
    private enum Part: Sendable {
        /// The next rows, and the share of the file that was read up to their end.
        case rows([PreparedRow], fraction: Double)
        /// Why no further rows can be read.
        case failure(ImportFailure)
        /// The end of the file.
        case end
    }

    /// What both threads share.
    private struct Exchange: Sendable {
        /// The parts that the import has not taken, in order.
        var parts: [Part] = []
        /// Whether the import takes no further rows.
        var isClosed = false
    }

    /// The number of rows in a part.
    private static let rowsInPart = 128
    /// The number of parts that may wait. Together with the parts that both threads hold, it limits
    /// the memory for rows.
    private static let mostParts = 3

    private let exchange: Monitor<Exchange>
    private let thread: SystemThread
    /// The rows of the part that is being taken, in reverse order.
    private var rows: [PreparedRow] = []
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
    /// - Throws: why the file cannot be read, after all rows before that place.
    package func next() throws(ImportFailure) -> PreparedRow? {
        while rows.isEmpty {
            if isAtEnd { return nil }
            let part = exchange.wait { exchange, _ in
                exchange.parts.isEmpty ? nil : exchange.parts.removeFirst()
            }
            exchange.notify()
            switch part {
            case .rows(let next, let share):
                rows = next.reversed()
                fraction = share
            case .failure(let failure):
                isAtEnd = true
                throw failure
            case .end, nil: isAtEnd = true
            }
        }
        return rows.removeLast()
    }

    /// Ends the reading thread, wherever it is. Then the caller may use the reader again.
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
            let isOver = exchange.wait { exchange, _ -> Bool? in
                if exchange.isClosed { return true }
                guard exchange.parts.count < mostParts else { return nil }
                exchange.parts.append(part)
                if let last { exchange.parts.append(last) }
                return last != nil
            }
            exchange.notify()
            if isOver ?? true { return }
        }
    }

    /// Reads the rows of a part, and what follows them if that is not another part.
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
                rows.append(preparation.prepared(row))
            }
        } catch {
            last = .failure(error)
        }
        return (.rows(rows, fraction: reader.fraction), last)
    }
}
