import TroveCommands
import TroveModel

/// The lines of a script. Those of a long script are parsed ahead on a second thread.
struct ScriptLines: ~Copyable {
    /// A line, and what it means; nil if that is not known.
    typealias Entry = (line: LineReader.Line, parsed: ParsedLine?)

    private static let linesInBatch = 256
    /// The number of batches that may wait, which limits the memory for lines.
    private static let maximumBatches = 4
    /// The longest line in a batch, in bytes, for the same reason.
    private static let longestLine = 4 << 10

    private var script: Script
    private var thread: ParsingThread?
    /// Whether lines are parsed ahead.
    private var isAhead: Bool
    /// The lines that come next, which have been read.
    private var batch: ParsingThread.Batch?
    /// The first line of the batch that has not been returned.
    private var position = 0

    /// Begins with the first line.
    ///
    /// - Parameters:
    ///   - script: The script.
    ///   - parsesAhead: Whether lines are parsed ahead if there are many.
    init(_ script: consuming Script, parsesAhead: Bool) {
        self.script = script
        isAhead = parsesAhead
    }

    private var hasBatchLine: Bool { position < batch?.lines.count ?? 0 }

    /// Returns whether a whole line is available without blocking.
    mutating func hasLine() -> Bool {
        hasBatchLine || thread?.count ?? 0 > 0 || script.reader.hasLine()
    }

    /// Blocks until there is a line, and returns it.
    ///
    /// - Parameters:
    ///   - context: What the line is going to be run in.
    ///   - draftDay: Today's date, if additions are drafted.
    ///   - isInterrupted: Tells whether to give up after a signal.
    /// - Returns: The line, with its meaning if it was parsed in this context.
    mutating func next(
        in context: @autoclosure () -> ParsingContext, draftDay: @autoclosure () -> PartialDate?,
        isInterrupted: () -> Bool
    ) -> Entry {
        if !hasBatchLine, isAhead { readAhead(in: context(), draftDay: draftDay()) }
        guard hasBatchLine, let batch else {
            return (script.reader.next(isInterrupted: isInterrupted), nil)
        }
        defer { position += 1 }
        guard !batch.meanings.isEmpty, case .line(let parsed) = batch.meanings[position],
            batch.context.isSame(as: context())
        else { return (batch.lines[position], nil) }
        return (batch.lines[position], parsed)
    }

    /// Returns the items that the next lines add, up to the first line that does something else;
    /// none if that is not known in this context.
    ///
    /// - Parameters:
    ///   - context: What the lines are going to be run in.
    ///   - draftDay: Today's date, if additions are drafted.
    /// - Returns: The items, in the order of their lines.
    mutating func addDrafts(
        in context: @autoclosure () -> ParsingContext, draftDay: @autoclosure () -> PartialDate?
    ) -> [AddDraft] {
        if !hasBatchLine, isAhead { readAhead(in: context(), draftDay: draftDay()) }
        guard let batch, position < batch.meanings.count,
            case .addition = batch.meanings[position], batch.context.isSame(as: context())
        else { return [] }
        var drafts: [AddDraft] = []
        drafts.reserveCapacity(batch.meanings.count - position)
        for meaning in batch.meanings[position...] {
            guard case .addition(let draft) = meaning else { break }
            drafts.append(draft)
        }
        return drafts
    }

    /// Passes over lines that `addDrafts` has returned.
    mutating func skip(_ count: Int) {
        position += count
    }

    /// Replaces the batch by the next one, and lets the second thread parse what follows it.
    private mutating func readAhead(in context: ParsingContext, draftDay: PartialDate?) {
        position = 0
        if let thread, thread.count > 0 {
            let used = batch.take()
            batch = thread.next(after: used)
        } else {
            batch = takeBatch(in: context, draftDay: draftDay)
            // A shorter script would end before a thread has started.
            guard batch?.lines.count == Self.linesInBatch else { return }
        }
        while (thread?.count ?? 0) < Self.maximumBatches, script.reader.hasLine(),
            let next = takeBatch(in: context, draftDay: draftDay)
        {
            if thread == nil { thread = try? ParsingThread() }
            guard let thread else {
                // Nothing is parsed ahead, and these lines come before those of the reader.
                isAhead = false
                batch = ParsingThread.Batch(
                    (batch?.lines ?? []) + next.lines, in: context, draftDay: draftDay)
                return
            }
            thread.add(next)
        }
    }

    /// Returns the next lines that have been read; nil if there are none.
    private mutating func takeBatch(
        in context: ParsingContext, draftDay: PartialDate?
    ) -> ParsingThread.Batch? {
        var lines: [LineReader.Line] = []
        while lines.count < Self.linesInBatch,
            let line = script.reader.nextBuffered(upTo: Self.longestLine)
        {
            lines.append(line)
        }
        return lines.isEmpty ? nil : ParsingThread.Batch(lines, in: context, draftDay: draftDay)
    }
}
