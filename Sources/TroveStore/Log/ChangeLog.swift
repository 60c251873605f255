import TroveCodecs
import TroveModel
import TroveSQLite

/// The change log of a library file: all changes ever made, in order.
///
/// A change is a row of the table `changes`, or one of many in a row of `batches`. Batches are
/// written for the changes of a local library that one transaction makes, if there are many: they
/// take less room and time than rows. Everything else is in rows, because it is small, and because
/// entries with an origin, or that the server may still reject, are looked up by number.
final class ChangeLog {
    let kinds: Kinds
    private(set) var connection: Connection
    /// What the file can hold.
    private(set) var format = LogFormat()
    private var insertion: Statement?
    private var batchInsertion: Statement?
    /// The buffer for the fields of each change.
    private var json = JSONText()
    /// The JSON keys, such as `"title":`, of each field of each kind, in UTF-8.
    private let keys: [[[UInt8]]]
    /// The sequence number of the newest change this process has seen.
    private(set) var last = 0
    /// The newest changes of the open transaction, which are not in the file yet, if they are too
    /// few for a batch.
    private var pending: [PendingChange] = []
    /// The newest changes of the open transaction, which are not in the file yet, if they are many.
    private var batch: LogBatchWriter?
    /// The searches for what `undo` and `redo` revert.
    var undoSearch = ReversalSearch(isRedo: false)
    var redoSearch = ReversalSearch(isRedo: true)
    /// The content of the newest change at `catchUp`.
    private var newestDescription: String?

    /// The smallest number of changes that are written as a batch.
    static let smallestBatch = 128
    /// The largest number of changes in a batch.
    static let largestBatch = 512

    init(kinds: Kinds, connection: Connection) {
        self.kinds = kinds
        self.connection = connection
        keys = kinds.stored.map { kind in
            kind.fields.map { Array(JSONText.key($0.storedName).utf8) }
        }
    }

    /// Creates a log with other kinds that has seen the same changes.
    convenience init(kinds: Kinds, continuing former: ChangeLog) {
        self.init(kinds: kinds, connection: former.connection)
        format = former.format
        last = former.last
        pending = former.pending
        batch = former.batch
        newestDescription = former.newestDescription
    }

    /// An entry of the log that is invalid.
    struct BadEntry: Error {
        let description: String
    }

    /// Moves to another connection to the same file.
    func use(_ connection: Connection) {
        self.connection = connection
        insertion = nil
        batchInsertion = nil
    }

    /// Marks all changes in the file as seen. A file that is never written may be that of an
    /// earlier version.
    func catchUp(isReadOnly: Bool) throws {
        dropPending()
        if isReadOnly { format = try LogFormat.read(from: connection) }
        last = try newest() ?? 0
        newestDescription = try description(ofChange: last)
    }

    /// Forgets the changes that are not in the file, because their transaction is rolled back.
    func dropPending() {
        pending = []
        batch = nil
        restartSearches()
    }

    /// Makes the next undo and redo read the log from its end, because some of it is gone.
    private func restartSearches() {
        undoSearch = ReversalSearch(isRedo: false)
        redoSearch = ReversalSearch(isRedo: true)
    }

    /// Whether there are changes that are not in the file.
    private var hasPending: Bool { !pending.isEmpty || batch != nil }

    /// Continues after a change, because the transaction that wrote later ones was rolled back.
    func goBack(to sequence: Int) {
        dropPending()
        last = sequence
    }

    /// Returns whether the log still contains the change that was the newest at `catchUp`. If not,
    /// this is another file.
    func isContinued() throws -> Bool {
        try description(ofChange: last) == newestDescription
    }

    private func description(ofChange sequence: Int) throws -> String? {
        let row = try connection.texts(
            """
            SELECT at || ' ' || kind || ' ' || number || ' ' || hex(id) || ' ' || action || fields
            FROM changes WHERE seq = \(sequence)
            """
        ).first
        guard row == nil, format.hasBatches else { return row }
        return try connection.texts(
            """
            SELECT first || ' ' || length(changes) || ' ' || hex(substr(changes, -64)) FROM batches
            WHERE last = \(sequence) ORDER BY first DESC LIMIT 1
            """
        ).first
    }

    /// Returns the sequence number of the newest change; nil for an empty log.
    func newest() throws -> Int? {
        let row = try connection.integer("SELECT max(seq) FROM changes")
        let inBatches =
            try format.hasBatches
            ? connection.integer("SELECT last FROM batches ORDER BY first DESC LIMIT 1") : nil
        let newest = [row, inBatches, hasPending ? last : nil].compactMap(\.self).max()
        return try newest.map { sequence in
            try StoredNumber.checked(sequence, as: "the number of the last change")
        }
    }

    /// Marks the changes up to one as seen.
    func see(through sequence: Int) { last = sequence }

    // MARK: Writing

    /// Appends the changes of one command. They are written by `flush` at the latest.
    ///
    /// - Parameters:
    ///   - changes: the changes, in order.
    ///   - reverts: the command that this one reverts.
    ///   - former: the newest command, if these changes belong to it, too.
    ///   - authorship: who gave the command, and when.
    ///   - origin: the device that the changes came from; nil for this one.
    ///   - isLocal: whether no server will see the changes, so that they may be in a batch.
    /// - Returns: the number of the command.
    /// - Throws: `SQLiteError`.
    @discardableResult
    func append(
        _ changes: [Change], reverting reverts: CommandNumber?,
        continuing former: CommandNumber? = nil, _ authorship: Authorship,
        origin: String? = nil, isLocal: Bool = false
    ) throws -> CommandNumber {
        let command = former ?? CommandNumber(rawValue: last + 1)
        let isLocal = isLocal && !changes.contains { $0.kind == kinds.definitions }
        if !isLocal { try flush() }
        for change in changes {
            let change = PendingChange(
                change: change, command: command, reverts: reverts, authorship: authorship)
            if isLocal {
                try add(change)
            } else {
                last += 1
                try write(change, sequence: last, origin: origin)
            }
        }
        return command
    }

    /// Appends the items that local commands have added. They are written by `flush` at the latest.
    func append(_ items: NewItems, _ authorship: Authorship) throws {
        // The values are not kept until later: another thread has allocated them, and freeing them
        // on this one is slow.
        if pending.count + items.all.count >= Self.smallestBatch { beginBatch() }
        var end = items.commandEnds.startIndex
        var command = CommandNumber(rawValue: last + 1)
        for (index, item) in items.all.enumerated() {
            if index == items.commandEnds[end] {
                end += 1
                command = CommandNumber(rawValue: last + 1)
            }
            try add(
                PendingChange(
                    change: .create(item), command: command, reverts: nil, authorship: authorship))
        }
    }

    private func add(_ change: PendingChange) throws {
        last += 1
        guard batch != nil else {
            pending.append(change)
            if pending.count == Self.smallestBatch { beginBatch() }
            return
        }
        batch?.append(change, sequence: last)
        if batch?.count == Self.largestBatch { try flush() }
    }

    /// Moves the pending changes to a batch, to which later ones are added.
    private func beginBatch() {
        guard batch == nil else { return }
        var writer = LogBatchWriter(kinds: kinds)
        let first = last - pending.count + 1
        for (index, change) in pending.enumerated() {
            writer.append(change, sequence: first + index)
        }
        batch = writer
        pending.removeAll(keepingCapacity: true)
    }

    /// Writes the changes to the file that are not there yet.
    func flush() throws {
        let first = last - pending.count + 1
        for (index, change) in pending.enumerated() {
            try write(change, sequence: first + index, origin: nil)
        }
        pending.removeAll(keepingCapacity: true)
        if let batch { try write(batch) }
        batch = nil
    }

    private func write(_ batch: LogBatchWriter) throws {
        guard batch.count > 0 else { return }
        let statement =
            try batchInsertion
            ?? connection.prepare(
                "INSERT INTO batches (first, last, commands, changes) VALUES (?1, ?2, ?3, ?4)")
        batchInsertion = statement
        statement.bind(last - batch.count + 1, at: 1)
        statement.bind(last, at: 2)
        statement.bind(batch.commands, at: 3)
        statement.bind(blob: batch.bytes, at: 4)
        try statement.run()
    }

    private func write(_ pending: PendingChange, sequence: Int, origin: String?) throws {
        let statement = try insertion ?? prepareInsertion()
        insertion = statement
        let change = pending.change
        // A bound value stays until another one is bound.
        statement.bind(sequence, at: 1)
        statement.bind(pending.command.rawValue, at: 2)
        if let reverts = pending.reverts {
            statement.bind(reverts.rawValue, at: 3)
        } else {
            statement.bindNull(at: 3)
        }
        statement.bind(pending.authorship.at.milliseconds, at: 4)
        statement.bindLasting(pending.authorship.by, at: 5)
        statement.bindLasting(kinds[change.kind].storedName, at: 6)
        statement.bind(change.number, at: 7)
        statement.bind(blob: change.id.high, change.id.low, at: 8)
        statement.bindLasting(change.action.operation.rawValue, at: 9)
        json.removeAll()
        appendFields(of: change)
        statement.bind(utf8: json.bytes, at: 10)
        if let origin { statement.bind(origin, at: 11) } else { statement.bindNull(at: 11) }
        try statement.run()
    }

    private func prepareInsertion() throws -> Statement {
        try connection.prepare(
            """
            INSERT INTO changes
            (seq, command, reverts, at, by, kind, number, id, action, fields, origin)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)
            """)
    }

    /// Appends `{"title":"Dune"}` for a creation or deletion, `{"page":[3,120]}` for an update.
    private func appendFields(of change: Change) {
        let keys = keys[change.kind]
        var separator: Unicode.Scalar = "{"
        func begin(_ field: FieldIndex) {
            json.append(separator)
            json.append { $0.append(contentsOf: keys[field]) }
            separator = ","
        }
        switch change.action {
        case .create(let values), .delete(let values):
            for field in values.positions(of: FieldIndex.self) {
                guard let value = values[field] else { continue }
                begin(field)
                ValueCoding.append(value, to: &json)
            }
        case .update(let updates):
            for update in updates {
                begin(update.field)
                json.append("[" as Unicode.Scalar)
                ValueCoding.append(update.before, to: &json)
                json.append("," as Unicode.Scalar)
                ValueCoding.append(update.after, to: &json)
                json.append("]" as Unicode.Scalar)
            }
        }
        json.append(separator == "{" ? "{}" : "}")
    }

    /// Deletes entries of the open transaction, which no other program has seen. They are in rows,
    /// because the server was asked about them.
    func forget(_ sequences: [Int]) throws {
        let entry = try connection.prepare("SELECT command FROM changes WHERE seq = ?1")
        let deletion = try connection.prepare("DELETE FROM changes WHERE seq = ?1")
        // The number of a command is that of its first entry.
        var headless: [Int] = []
        for sequence in sequences {
            entry.bind(sequence, at: 1)
            if try entry.step(), entry.integer(0) == sequence { headless.append(sequence) }
            entry.reset()
            deletion.bind(sequence, at: 1)
            try deletion.run()
        }
        for command in headless {
            let first = "SELECT min(seq) FROM changes WHERE command = \(command)"
            let next = try connection.integer("\(first) AND seq >= \(command)")
            try RevertedRanges(connection).renumber(command, next)
            try connection.execute(
                """
                UPDATE changes SET command = \(next ?? command)
                WHERE command = \(command) AND seq >= \(command)
                """)
        }
        restartSearches()
        // Another shell uses these numbers next.
        last = try newest() ?? 0
    }

    /// Returns the sequence numbers of the command of an entry that is in a row; nil for none.
    func extent(ofCommandOf sequence: Int) throws -> ClosedRange<Int>? {
        let command = "SELECT command FROM changes WHERE seq = \(sequence)"
        guard let first = try connection.integer(command),
            let last = try connection.integer(
                "SELECT max(seq) FROM changes WHERE command = \(first) AND seq >= \(first)"),
            first <= last
        else { return nil }
        return first...last
    }
}
