import TroveCodecs
import TroveModel
import TroveSQLite

/// The change log of a library file: all changes ever made, in order.
final class ChangeLog {
    private let kinds: Kinds
    private var connection: Connection
    private var insertion: Statement?
    private var selection: Statement?
    /// The buffer for the fields of each change.
    private var json = JSONText()
    /// The JSON keys, such as `"title":`, of each field of each kind, in UTF-8.
    private let keys: [[[UInt8]]]
    /// The sequence number of the newest change this process has seen.
    private(set) var last = 0
    /// The content of the newest change at `catchUp`.
    private var newestDescription: String?

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
        last = former.last
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
        selection = nil
    }

    /// Marks all changes in the file as seen.
    func catchUp() throws {
        last = try newest() ?? 0
        newestDescription = try description(ofChange: last)
    }

    /// Continues after a change, because the transaction that wrote later ones was rolled back.
    func goBack(to sequence: Int) { last = sequence }

    /// Returns whether the log still contains the change that was the newest at `catchUp`. If not,
    /// this is another file.
    func isContinued() throws -> Bool {
        try description(ofChange: last) == newestDescription
    }

    private func description(ofChange sequence: Int) throws -> String? {
        try connection.texts(
            """
            SELECT at || ' ' || kind || ' ' || number || ' ' || hex(id) || ' ' || action || fields
            FROM changes WHERE seq = \(sequence)
            """
        ).first
    }

    private func newest() throws -> Int? {
        try connection.integer("SELECT max(seq) FROM changes").map { sequence in
            try StoredNumber.checked(sequence, as: "the number of the last change")
        }
    }

    /// Writes the changes of one command.
    ///
    /// - Parameters:
    ///   - changes: the changes, in order.
    ///   - reverts: the command that this one reverts.
    ///   - former: the newest command, if these changes belong to it, too.
    ///   - authorship: who gave the command, and when.
    ///   - origin: the device that the changes came from; nil for this one.
    /// - Returns: the number of the command.
    /// - Throws: `SQLiteError`.
    @discardableResult
    func append(
        _ changes: [Change], reverting reverts: CommandNumber?,
        continuing former: CommandNumber? = nil, _ authorship: Authorship, origin: String? = nil
    ) throws -> CommandNumber {
        let statement = try insertion ?? prepareInsertion()
        insertion = statement
        let command = former ?? CommandNumber(rawValue: last + 1)
        // A bound value stays until another one is bound.
        statement.bind(command.rawValue, at: 2)
        if let reverts {
            statement.bind(reverts.rawValue, at: 3)
        } else {
            statement.bindNull(at: 3)
        }
        statement.bind(authorship.at.milliseconds, at: 4)
        statement.bindLasting(authorship.by, at: 5)
        statement.bindNull(at: 11)
        for change in changes {
            last += 1
            statement.bind(last, at: 1)
            statement.bindLasting(kinds[change.kind].storedName, at: 6)
            statement.bind(change.number, at: 7)
            statement.bind(blob: change.id.high, change.id.low, at: 8)
            statement.bindLasting(change.action.operation.rawValue, at: 9)
            json.removeAll()
            appendFields(of: change)
            statement.bind(utf8: json.bytes, at: 10)
            if let origin { statement.bind(origin, at: 11) }
            try statement.run()
        }
        return command
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

    /// Deletes entries of the open transaction, which no other program has seen.
    func forget(_ sequences: [Int]) throws {
        for sequence in sequences {
            let command = try connection.integer(
                "SELECT command FROM changes WHERE seq = \(sequence)")
            try connection.execute("DELETE FROM changes WHERE seq = \(sequence)")
            // The number of a command is that of its first entry.
            guard let command, command == sequence else { continue }
            let first = "SELECT min(seq) FROM changes WHERE command = \(command)"
            let next = try connection.integer("\(first) AND seq >= \(command)")
            try RevertedRanges(connection).renumber(command, next)
            try connection.execute(
                """
                UPDATE changes SET command = \(next ?? command)
                WHERE command = \(command) AND seq >= \(command)
                """)
        }
    }

    // MARK: Reading

    /// Returns the commands that others have given since the last call or `catchUp`, oldest first.
    func newCommands() throws -> [CommandRecord] {
        // A file of an earlier version that is open read-only has no origins.
        let hasOrigin = try connection.integer(
            "SELECT 1 FROM pragma_table_info('changes') WHERE name = 'origin'")
        let records = try records(
            where: "seq > \(last)", newestFirst: false,
            origin: hasOrigin == nil ? "NULL" : "origin")
        if let newest = try newest() { last = newest }
        return records
    }

    /// Returns the commands after a place that changed the item with a number, or all of them,
    /// newest first.
    func records(
        of number: ItemNumber?, after position: LogPosition, limit: Int
    ) throws -> [CommandRecord] {
        guard let oldest = try oldest(ofNewest: limit, of: number, after: position) else {
            return []
        }
        let item = number.map { "AND number = \($0)" } ?? ""
        return try records(
            where: "seq >= \(oldest) AND command >= \(oldest) \(item)", newestFirst: true)
    }

    /// Returns the oldest of the newest commands after a place that changed the item with a number,
    /// or any item; nil if there are none. The cost is that of the commands that are passed.
    private func oldest(
        ofNewest count: Int, of number: ItemNumber?, after position: LogPosition
    ) throws -> CommandNumber? {
        let item = number.map { "AND number = \($0)" } ?? ""
        let statement = try connection.prepare(
            """
            SELECT seq, command FROM changes WHERE seq > \(position) AND seq < ?1 \(item)
            ORDER BY seq DESC
            """)
        statement.bind(Int.max, at: 1)
        var (found, oldest): (Int, Int?) = (0, nil)
        while found < count, try statement.step() {
            let command = statement.integer(1)
            if command != oldest {
                (found, oldest) = (found + 1, command)
            } else {
                // Passes over the other changes of the command.
                let next = min(command, statement.integer(0))
                statement.reset()
                statement.bind(next, at: 1)
            }
        }
        return oldest.map { CommandNumber(rawValue: $0) }
    }

    /// Returns how many commands after a place changed the item with a number, or any item.
    func count(of number: ItemNumber?, after position: LogPosition) throws -> Int {
        guard let number else {
            // The number of a command is that of its first change.
            return try connection.integer(
                "SELECT count(*) FROM changes WHERE seq > \(position) AND seq = command") ?? 0
        }
        return try connection.integer(
            """
            SELECT count(DISTINCT command) FROM changes
            WHERE seq > \(position) AND number = \(number)
            """) ?? 0
    }

    /// Returns the place after the last command that was given at a time or before.
    func position(at time: Timestamp) throws -> LogPosition {
        let statement = try connection.prepare(
            "SELECT seq, command, at FROM changes ORDER BY seq DESC")
        var (command, last) = (0, 0)
        while try statement.step() {
            // The first row of a command in this order is its last change.
            if statement.integer(1) != command {
                (command, last) = (statement.integer(1), statement.integer(0))
            }
            if statement.integer(2) <= time.milliseconds { return LogPosition(last) }
        }
        return 0
    }

    /// Passes the changes after a place to `body`, newest first; nil for a change of a kind that
    /// this version does not know.
    func forEachChange(after position: LogPosition, _ body: (Change?) throws -> Void) throws {
        let statement = try connection.prepare(
            """
            SELECT seq, NULL, NULL, NULL, kind, number, id, action, fields FROM changes
            WHERE seq > \(position) ORDER BY seq DESC
            """)
        let parser = ChangeParser(kinds: kinds)
        while try statement.step() { try body(try parser.change(in: statement)) }
    }

    /// Returns a command without its changes; nil if this version does not know the kinds of all.
    func outline(of command: CommandNumber) throws -> CommandOutline? {
        let condition = "command = \(command) AND seq >= \(command)"
        var changed: [KindIndex] = []
        for kind in try connection.texts("SELECT DISTINCT kind FROM changes WHERE \(condition)") {
            guard let index = kinds.index(ofStored: kind) else { return nil }
            changed.append(index)
        }
        let head = try connection.prepare(
            "SELECT reverts, at, by FROM changes WHERE seq = \(command)")
        guard try head.step() else { return nil }
        var outline = CommandOutline(
            id: command,
            reverts: head.isNull(0) ? nil : CommandNumber(rawValue: head.integer(0)),
            at: StoredNumber.time(head.integer(1)), by: head.text(2) ?? "",
            kinds: changed, last: 0)
        let numbers = try connection.prepare(
            "SELECT seq, number FROM changes WHERE \(condition) ORDER BY seq")
        while try numbers.step() {
            outline.last = numbers.integer(0)
            outline.note(ItemNumber(numbers.integer(1)))
        }
        return outline
    }

    /// Returns the changes of a command that come before a sequence number, the newest first.
    func changes(
        of command: CommandNumber, before sequence: Int, limit: Int
    ) throws -> (changes: [Change], first: Int) {
        let statement =
            try selection
            ?? connection.prepare(
                """
                SELECT seq, NULL, NULL, NULL, kind, number, id, action, fields FROM changes
                WHERE command = ?1 AND seq >= ?1 AND seq < ?2 ORDER BY seq DESC LIMIT ?3
                """)
        selection = statement
        defer { statement.reset() }
        statement.bind(command.rawValue, at: 1)
        statement.bind(sequence, at: 2)
        statement.bind(limit, at: 3)
        let parser = ChangeParser(kinds: kinds)
        var (changes, first): ([Change], Int) = ([], sequence)
        while try statement.step() {
            first = statement.integer(0)
            if let change = try parser.change(in: statement) { changes.append(change) }
        }
        return (changes, first)
    }

    /// Returns commands with their changes. `origin` is the column of their origin.
    private func records(
        where condition: String, newestFirst: Bool, origin: String = "NULL"
    ) throws -> [CommandRecord] {
        let statement = try connection.prepare(
            """
            SELECT command, reverts, at, by, kind, number, id, action, fields,
                (SELECT target.reverts FROM changes AS target WHERE target.seq = changes.reverts),
                \(origin)
            FROM changes WHERE \(condition) ORDER BY seq \(newestFirst ? "DESC" : "ASC")
            """)
        let ranges = try RevertedRanges(connection).all()
        let parser = ChangeParser(kinds: kinds)
        var records: [CommandRecord] = []
        var changes: [Change] = []
        var head:
            (
                id: CommandNumber, reverts: CommandNumber?, isRedo: Bool, at: Timestamp, by: String,
                origin: String?
            )?
        func finish() {
            guard let head, !changes.isEmpty else { return }
            if newestFirst { changes.reverse() }
            records.append(
                CommandRecord(
                    id: head.id, reverts: head.reverts, isRedo: head.isRedo,
                    at: head.at, by: head.by, origin: head.origin, changes: changes))
            changes = []
        }
        while try statement.step() {
            let command = CommandNumber(rawValue: statement.integer(0))
            if head?.id != command {
                finish()
                head = (
                    command,
                    statement.isNull(1) ? nil : CommandNumber(rawValue: statement.integer(1)),
                    !statement.isNull(9) && ranges[command] == nil,
                    StoredNumber.time(statement.integer(2)),
                    statement.text(3) ?? "", statement.text(10)
                )
            }
            if let change = try parser.change(in: statement) { changes.append(change) }
        }
        finish()
        return records
    }

    // MARK: Undo

    /// Returns the command that an undo reverts, or the undo that a redo reverts.
    ///
    /// A command is in effect unless a later command that is in effect reverts it. Undo reverts the
    /// newest command in effect that is not itself an undo or redo. Redo reverts the newest undo in
    /// effect, provided that no other command in effect comes after it.
    func target(
        redoing: Bool, skipping skipped: Set<CommandNumber> = []
    ) throws -> CommandNumber? {
        let statement = try connection.prepare(
            """
            SELECT command, reverts FROM changes WHERE seq = command AND origin IS NULL
            ORDER BY seq DESC
            """)
        let isRevert = try connection.prepare(
            "SELECT reverts IS NOT NULL FROM changes WHERE seq = ?1")
        let ranges = try RevertedRanges(connection).all()
        var reverted: Set<CommandNumber> = []
        // The commands from here on were reverted together.
        var floor: CommandNumber?
        while try statement.step() {
            let command = CommandNumber(rawValue: statement.integer(0))
            if reverted.contains(command) { continue }
            if let first = floor, command >= first { continue }
            if skipped.contains(command) { continue }
            if statement.isNull(1) { return redoing ? nil : command }
            if let first = ranges[command] {
                if redoing { return command }
                floor = first
                continue
            }
            let target = CommandNumber(rawValue: statement.integer(1))
            isRevert.bind(target.rawValue, at: 1)
            let isRedo = try isRevert.step() && isRevert.integer(0) == 1
            isRevert.reset()
            if redoing, !isRedo { return command }
            reverted.insert(target)
        }
        return nil
    }
}
