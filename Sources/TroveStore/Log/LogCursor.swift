import TroveSQLite

/// Reads entries of the change log in order, whether they are stored in rows or in batches.
///
/// Each change is in one of the two, so the ranges of the batches and the rows never overlap.
final class LogCursor {
    private let newestFirst: Bool
    /// The entries before this one are not read.
    private let low: Int
    /// The entries from this one on are not read.
    private var high: Int

    private let rows: Statement?
    /// The sequence number of the current row, unless it was returned.
    private var row: Int?
    private var isAfterRows = false

    private let batches: Statement?
    /// The range of the batch of the current row of `batches`, unless it is being read.
    private var range: ClosedRange<Int>?
    private var isAfterBatches = false
    /// The batch that is being read, and the position of the next entry.
    private var batch: LogBatch?
    private var place = 0

    /// Begins to read.
    ///
    /// - Parameters:
    ///   - format: what the log of the file can hold.
    ///   - connection: the connection to the file.
    ///   - low: the sequence number before the first one to read.
    ///   - high: the sequence number after the last one to read.
    ///   - newestFirst: whether the newest entry comes first.
    ///   - includesRows: whether entries in rows are read.
    /// - Throws: `SQLiteError`.
    init(
        _ format: LogFormat, _ connection: Connection, after low: Int, before high: Int,
        newestFirst: Bool, includesRows: Bool = true
    ) throws {
        self.newestFirst = newestFirst
        self.low = min(max(0, low), StoredNumber.highest) + 1
        self.high = high
        let order = newestFirst ? "DESC" : "ASC"
        rows =
            includesRows
            ? try connection.prepare(
                """
                SELECT \(LogEntry.columns(origin: format.hasOrigins ? "origin" : "NULL"))
                FROM changes WHERE seq > ?1 AND seq < ?2 ORDER BY seq \(order)
                """) : nil
        // The first of the batches is the one that may have entries before and after `low`.
        batches =
            format.hasBatches
            ? try connection.prepare(
                """
                SELECT first, last, changes FROM batches
                WHERE last > ?1 AND first < ?2
                    AND first >= ifnull((SELECT max(first) FROM batches WHERE first <= ?1), 0)
                ORDER BY first \(order)
                """) : nil
        isAfterRows = rows == nil
        isAfterBatches = batches == nil
        rows?.bind(low, at: 1)
        batches?.bind(low, at: 1)
        bindHigh()
    }

    private func bindHigh() {
        rows?.bind(high, at: 2)
        batches?.bind(high, at: 2)
    }

    /// Returns the next entry; nil at the end.
    ///
    /// - Throws: `ChangeLog.BadEntry` for a damaged batch, and `SQLiteError`.
    func next() throws -> LogEntry? {
        while true {
            if let entry = entryOfBatch() { return entry }
            try advance()
            guard let range else {
                guard row != nil, let rows else { return nil }
                row = nil
                return LogEntry(rows)
            }
            if let row, let rows, newestFirst ? row > range.upperBound : row < range.lowerBound {
                self.row = nil
                return LogEntry(rows)
            }
            let bytes = batches?.blob(2) ?? []
            let batch = try LogBatch(bytes, first: range.lowerBound, last: range.upperBound)
            place = newestFirst ? batch.heads.count - 1 : 0
            self.batch = batch
            self.range = nil
        }
    }

    /// Returns the next entry of the batch that is being read; nil after the last one.
    private func entryOfBatch() -> LogEntry? {
        guard let batch else { return nil }
        while batch.heads.indices.contains(place) {
            let head = batch.heads[place]
            place += newestFirst ? -1 : 1
            if head.sequence >= low, head.sequence < high { return LogEntry(batch, head) }
        }
        self.batch = nil
        return nil
    }

    /// Steps to the next row and the next batch, unless they wait to be returned.
    private func advance() throws {
        if row == nil, !isAfterRows, let rows {
            if try rows.step() { row = rows.integer(0) } else { isAfterRows = true }
        }
        if range == nil, !isAfterBatches, let batches {
            guard try batches.step() else {
                isAfterBatches = true
                return
            }
            let (first, last) = (batches.integer(0), batches.integer(1))
            guard first <= last else {
                throw ChangeLog.BadEntry(
                    description: "the changes from number \(first) on are damaged")
            }
            range = first...last
        }
    }

    /// Passes over the entries from a sequence number on, when the newest come first.
    func passOver(from sequence: Int) {
        guard sequence < high else { return }
        high = sequence
        rows?.reset()
        row = nil
        isAfterRows = rows == nil
        if let batch, batch.first < sequence {
            place = min(place, sequence - 1 - batch.first)
            rows?.bind(high, at: 2)
            return
        }
        batch = nil
        batches?.reset()
        range = nil
        isAfterBatches = batches == nil
        bindHigh()
    }
}

/// What the log of a file can hold. A file of an earlier version that is open read-only may lack
/// some of it.
struct LogFormat {
    /// Whether changes have the device that they came from.
    var hasOrigins = true
    /// Whether changes may be in batches.
    var hasBatches = true

    /// Finds out what the log of a file has.
    static func read(from connection: Connection) throws -> LogFormat {
        let hasOrigins = try connection.integer(
            "SELECT 1 FROM pragma_table_info('changes') WHERE name = 'origin'")
        let hasBatches = try connection.integer(
            "SELECT 1 FROM sqlite_schema WHERE name = 'batches'")
        return LogFormat(hasOrigins: hasOrigins != nil, hasBatches: hasBatches != nil)
    }
}
