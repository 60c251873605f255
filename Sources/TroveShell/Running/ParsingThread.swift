import TroveCommands
import TroveLanguage
import TroveModel
import TroveSystem

/// Parses lines on a second thread, ahead of the thread that runs them.
///
/// The second thread only turns texts into commands, and computes what follows from a command alone.
/// What a line means depends on a context, which an earlier line may change, so the result is valid
/// only in the context that it was parsed in.
final class ParsingThread {
    /// Lines that are parsed together.
    struct Batch: Sendable {
        let lines: [LineReader.Line]
        let context: ParsingContext
        /// The day that dates are relative to.
        let today: PartialDate
        /// The results, one for each line; nil for one that is not a text.
        fileprivate(set) var parsed: [ParsedLine?] = []

        init(_ lines: [LineReader.Line], in context: ParsingContext, today: PartialDate) {
            self.lines = lines
            self.context = context
            self.today = today
        }
    }

    /// What both threads share.
    private struct Exchange: Sendable {
        /// The batches to parse, in order.
        var waiting: [Batch] = []
        /// The batches that were parsed, in order.
        var parsed: [Batch] = []
        /// The batches that are no longer used. The second thread frees them: freeing the memory of
        /// another thread is slow.
        var used: [Batch] = []
        /// Whether nothing more is parsed.
        var isClosed = false
    }

    /// What the second thread does next.
    private enum Work {
        case batch(Batch)
        case end
    }

    private let exchange: Monitor<Exchange>
    private let thread: SystemThread
    /// The number of batches that were added and not taken.
    private(set) var count = 0

    /// Starts the thread.
    ///
    /// - Throws: `SystemThread.CannotStart`.
    init() throws(SystemThread.CannotStart) {
        let exchange = Monitor(Exchange())
        self.exchange = exchange
        let parse: @Sendable () -> Void = { Self.parseBatches(of: exchange) }
        thread = try SystemThread(parse)
    }

    deinit {
        exchange.withLock { $0.isClosed = true }
        exchange.notify()
        thread.join()
    }

    /// Adds a batch to parse.
    func add(_ batch: Batch) {
        count += 1
        exchange.withLock { $0.waiting.append(batch) }
        exchange.notify()
    }

    /// Waits for the oldest batch that was added.
    ///
    /// - Parameter used: The batch before it, to which the caller keeps no reference.
    /// - Returns: The batch, or nil if all batches have been taken.
    func next(after used: consuming Batch?) -> Batch? {
        guard count > 0 else { return nil }
        count -= 1
        exchange.withLock { [used] in if let used { $0.used.append(used) } }
        return exchange.wait { exchange, _ in
            exchange.parsed.isEmpty ? nil : exchange.parsed.removeFirst()
        }
    }

    // MARK: The second thread

    private static func parseBatches(of exchange: Monitor<Exchange>) {
        var used: [Batch] = []
        while true {
            used.removeAll()
            let taken = exchange.wait { exchange, _ -> Work? in
                if exchange.isClosed { return .end }
                swap(&used, &exchange.used)
                return exchange.waiting.isEmpty ? nil : .batch(exchange.waiting.removeFirst())
            }
            guard case .batch(var batch) = taken else { return }
            batch.parsed = batch.lines.map { line in
                guard case .text(let text) = line else { return nil }
                return ParsedLine(text, in: batch.context)
                    .drafted(in: batch.context.language.kinds, today: batch.today)
            }
            exchange.withLock { [batch] in $0.parsed.append(batch) }
            exchange.notify()
        }
    }
}
