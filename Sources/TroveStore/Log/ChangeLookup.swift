import TroveModel
import TroveSQLite

/// Finds single changes of the log by their sequence numbers, for a caller that asks for many.
final class ChangeLookup {
    private let log: ChangeLog
    private let parser: ChangeParser
    private var rows: Statement?
    /// The batches of the last changes that were not in rows, the latest first. Commands that
    /// changed the same items are looked up alternately.
    private var batches: [LogBatch] = []
    /// The maximum number of batches that are kept.
    private static let maximumBatches = 32

    /// Prepares to find changes with values of the types that kinds have.
    init(_ log: ChangeLog, kinds: Kinds) {
        self.log = log
        parser = ChangeParser(kinds: kinds)
    }

    /// Returns the change with a sequence number, which must be of a known kind.
    ///
    /// - Throws: `ChangeLog.BadEntry` for an invalid or missing entry, and `SQLiteError`.
    func change(_ sequence: Int) throws -> Change {
        for (place, batch) in batches.enumerated() {
            guard let head = batch.head(sequence) else { continue }
            if place > 0 { batches.swapAt(place, place - 1) }
            return try change(of: LogEntry(batch, head))
        }
        let rows =
            try self.rows
            ?? log.connection.prepare(
                "SELECT \(LogEntry.columns(origin: "NULL")) FROM changes WHERE seq = ?1")
        self.rows = rows
        defer { rows.reset() }
        rows.bind(sequence, at: 1)
        if try rows.step() { return try change(of: LogEntry(rows)) }
        let cursor = try log.entries(
            after: sequence - 1, before: sequence + 1, includesRows: false)
        guard let entry = try cursor.next() else {
            throw ChangeLog.BadEntry(description: "change \(sequence) is missing")
        }
        if case .batch(let batch, _) = entry.source {
            if batches.count == Self.maximumBatches { batches.removeLast() }
            batches.insert(batch, at: 0)
        }
        return try change(of: entry)
    }

    private func change(of entry: LogEntry) throws -> Change {
        guard let change = try parser.change(of: entry) else {
            throw ChangeLog.BadEntry(description: "change \(entry.sequence) is of an unknown kind")
        }
        return change.fitting(parser.kinds)
    }
}
