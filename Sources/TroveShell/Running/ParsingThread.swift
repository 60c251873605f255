import TroveCommands
import TroveLanguage
import TroveModel
import TroveSystem

/// Parses lines on a second thread, ahead of the thread that runs them, which helps when that
/// thread would otherwise wait.
///
/// Parsing only turns text into commands, and computes what follows from a command alone. What a
/// line means depends on a context, which an earlier line may change, so the result is valid only
/// in the context that it was parsed in.
final class ParsingThread {
    /// What a line means.
    enum Meaning: Sendable {
        /// The line only adds an item.
        case addition(AddDraft)
        case line(ParsedLine)
        /// The line is not text.
        case unknown
    }

    /// Lines that are parsed together.
    struct Batch: Sendable {
        let lines: [LineReader.Line]
        let context: ParsingContext
        /// The day that dates are relative to, if additions are drafted.
        let draftDay: PartialDate?
        /// The results, one for each line.
        fileprivate(set) var meanings: [Meaning] = []

        init(_ lines: [LineReader.Line], in context: ParsingContext, draftDay: PartialDate?) {
            self.lines = lines
            self.context = context
            self.draftDay = draftDay
        }

        /// Returns the batch with the results.
        fileprivate func parsedLines() -> Batch {
            var batch = self
            batch.meanings = lines.map(meaning)
            return batch
        }

        private func meaning(of line: LineReader.Line) -> Meaning {
            guard case .text(let text) = line else { return .unknown }
            let parsed = ParsedLine(text, in: context)
            guard let draftDay,
                let draft = parsed.addDraft(in: context.language.kinds, today: draftDay)
            else { return .line(parsed) }
            // The command is freed at once, while it is in the processor's caches.
            return .addition(draft)
        }
    }

    /// A batch that was added and not taken.
    private struct Entry: Sendable {
        enum State { case waiting, beingParsed, parsed }

        var batch: Batch
        var state = State.waiting
    }

    /// What both threads share.
    private struct Exchange: Sendable {
        /// The batches in order.
        var entries: [Entry] = []
        /// The number of batches that were taken.
        var taken = 0
        /// The batches that are no longer used. The second thread frees them: freeing the memory of
        /// another thread is slow.
        var used: [Batch] = []
        /// Whether nothing more is parsed.
        var isClosed = false

        /// Returns the oldest batch that waits, and its place among all batches; it no longer
        /// waits.
        mutating func begin() -> (place: Int, batch: Batch)? {
            guard let index = entries.firstIndex(where: { $0.state == .waiting }) else {
                return nil
            }
            entries[index].state = .beingParsed
            return (taken + index, entries[index].batch)
        }

        mutating func finish(_ batch: Batch, at place: Int) {
            entries[place - taken] = Entry(batch: batch, state: .parsed)
        }

        /// Returns the oldest batch if it was parsed.
        mutating func take() -> Batch? {
            guard entries.first?.state == .parsed else { return nil }
            taken += 1
            return entries.removeFirst().batch
        }
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

    func add(_ batch: Batch) {
        count += 1
        exchange.withLock { $0.entries.append(Entry(batch: batch)) }
        exchange.notify()
    }

    /// Returns the oldest batch that was added. If it is still being parsed, this thread parses
    /// others meanwhile, so that both threads always work.
    ///
    /// - Parameter used: The batch before it, to which the caller keeps no reference.
    /// - Returns: The batch, or nil if all batches have been taken.
    func next(after used: consuming Batch?) -> Batch? {
        guard count > 0 else { return nil }
        count -= 1
        exchange.withLock { [used] in if let used { $0.used.append(used) } }
        while true {
            let (batch, work) = exchange.withLock { exchange in
                let batch = exchange.take()
                return (batch, batch == nil ? exchange.begin() : nil)
            }
            if let batch { return batch }
            guard let (place, waiting) = work else {
                return exchange.wait { exchange in exchange.take() }
            }
            let parsed = waiting.parsedLines()
            exchange.withLock { $0.finish(parsed, at: place) }
        }
    }

    // MARK: The second thread

    private static func parseBatches(of exchange: Monitor<Exchange>) {
        var used: [Batch] = []
        while true {
            used.removeAll()
            let work = exchange.wait { exchange -> (place: Int, batch: Batch)?? in
                if exchange.isClosed { return .some(nil) }
                swap(&used, &exchange.used)
                return exchange.begin().map { .some($0) }
            }
            guard let (place, batch) = work else { return }
            let parsed = batch.parsedLines()
            exchange.withLock { [parsed] in $0.finish(parsed, at: place) }
            exchange.notify()
        }
    }
}
