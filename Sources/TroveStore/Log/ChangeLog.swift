import TroveCodecs
import TroveModel
import TroveSQLite

/// The change log of a library file: every change that ever happened, in order.
final class ChangeLog {
    private let kinds: Kinds
    private var connection: Connection
    private var insertion: Statement?
    /// What the fields of a change are written into, one after the other.
    private var json = JSONText()
    /// `"title":` and so on, for each field of each kind.
    private let keys: [[String]]
    /// The sequence number of the newest change this process has seen.
    private(set) var last = 0
    /// What the newest change of `catchUp` was about.
    private var newestDescription: String?

    init(kinds: Kinds, connection: Connection) {
        self.kinds = kinds
        self.connection = connection
        keys = kinds.all.map { kind in kind.fields.map { JSONText.key($0.name) } }
    }

    /// What stands in the log that cannot be.
    struct BadEntry: Error {
        let description: String
    }

    /// Works on another connection to the same file from now on.
    func use(_ connection: Connection) {
        self.connection = connection
        insertion = nil
    }

    /// Takes what is in the file as seen.
    func catchUp() throws {
        last = try newest() ?? 0
        newestDescription = try description(ofChange: last)
    }

    /// Whether the log still has the change that was the newest at `catchUp`: if not, the file is
    /// another one.
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

    /// Writes one command's changes; `origin` is the device that they came from, nil for this one.
    ///
    /// `former` is the newest command, when these changes are its own too. What comes back is what the
    /// command is called in the log.
    @discardableResult
    func append(
        _ changes: [Change], reverting reverts: Int?, continuing former: Int? = nil,
        _ authorship: Authorship, origin: String? = nil
    ) throws -> Int {
        let statement = try insertion ?? prepareInsertion()
        insertion = statement
        let command = former ?? last + 1
        for change in changes {
            last += 1
            statement.bind(last, at: 1)
            statement.bind(command, at: 2)
            if let reverts { statement.bind(reverts, at: 3) } else { statement.bindNull(at: 3) }
            statement.bind(authorship.at.milliseconds, at: 4)
            statement.bindLasting(authorship.by, at: 5)
            statement.bindLasting(kinds[change.kind].name, at: 6)
            statement.bind(change.number, at: 7)
            statement.bind(blob: change.id.high, change.id.low, at: 8)
            statement.bindLasting(change.action.operation.rawValue, at: 9)
            json.removeAll()
            appendFields(of: change)
            statement.bind(utf8: json.bytes, at: 10)
            if let origin { statement.bind(origin, at: 11) } else { statement.bindNull(at: 11) }
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

    /// `{"title":"Dune"}` of a creation or deletion, `{"page":[3,120]}` of an update.
    private func appendFields(of change: Change) {
        let keys = keys[change.kind]
        var separator: Unicode.Scalar = "{"
        func begin(_ field: Int) {
            json.append(separator)
            json.append(keys[field])
            separator = ","
        }
        switch change.action {
        case .create(let values), .delete(let values):
            for (index, value) in values.enumerated() where value != nil {
                begin(index)
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

    /// Takes entries out again that nobody else has seen, because their transaction is open.
    func forget(_ sequences: [Int]) throws {
        for sequence in sequences {
            let command = try connection.integer(
                "SELECT command FROM changes WHERE seq = \(sequence)")
            try connection.execute("DELETE FROM changes WHERE seq = \(sequence)")
            // A command is called by its first entry.
            guard let command, command == sequence else { continue }
            try connection.execute(
                """
                UPDATE changes SET command = (
                    SELECT min(seq) FROM changes WHERE command = \(command) AND seq >= \(command))
                WHERE command = \(command) AND seq >= \(command)
                """)
        }
    }

    // MARK: Reading

    /// The changes that others have made since this process last looked.
    func newChanges() throws -> [Change] {
        let records = try records(where: "seq > \(last)", newestFirst: false)
        if let newest = try newest() { last = newest }
        return records.flatMap(\.changes)
    }

    /// The commands that changed the thing with this number, or all, newest first.
    func records(of number: Int?, limit: Int) throws -> [CommandRecord] {
        let condition = number.map { "WHERE number = \($0)" } ?? ""
        return try records(
            where: """
                command IN (SELECT DISTINCT command FROM changes \(condition)
                ORDER BY command DESC LIMIT \(limit)) \(number.map { "AND number = \($0)" } ?? "")
                """, newestFirst: true)
    }

    /// How many commands changed the thing with this number, or anything.
    func count(of number: Int?) throws -> Int {
        let condition = number.map { "WHERE number = \($0)" } ?? ""
        return try connection.integer(
            "SELECT count(DISTINCT command) FROM changes \(condition)") ?? 0
    }

    /// The commands since a moment that have updated or deleted something, newest first, and only
    /// that of them.
    func updates(since start: Timestamp) throws -> [CommandRecord] {
        try records(
            where: "at >= \(start.milliseconds) AND action IN ('update', 'delete')",
            newestFirst: true)
    }

    /// One command with all it changed; nil when some of that is unknown to this program.
    func wholeRecord(_ command: Int) throws -> CommandRecord? {
        let condition = "command = \(command) AND seq >= \(command)"
        let count = try connection.integer("SELECT count(*) FROM changes WHERE \(condition)")
        let record = try records(where: condition, newestFirst: false).first
        return record?.changes.count == count ? record : nil
    }

    private func records(
        where condition: String, newestFirst: Bool
    ) throws -> [CommandRecord] {
        let statement = try connection.prepare(
            """
            SELECT command, reverts, at, by, kind, number, id, action, fields,
                (SELECT target.reverts FROM changes AS target WHERE target.seq = changes.reverts)
            FROM changes
            WHERE \(condition) ORDER BY command \(newestFirst ? "DESC" : "ASC"), seq
            """)
        let parser = try ChangeParser(kinds: kinds, connection: connection)
        var records: [CommandRecord] = []
        var changes: [Change] = []
        var head: (id: Int, reverts: Int?, isRedo: Bool, at: Timestamp, by: String)?
        func finish() {
            guard let head, !changes.isEmpty else { return }
            records.append(
                CommandRecord(
                    id: head.id, reverts: head.reverts, isRedo: head.isRedo,
                    at: head.at, by: head.by, changes: changes))
            changes = []
        }
        while try statement.step() {
            let command = statement.integer(0)
            if head?.id != command {
                finish()
                head = (
                    command, statement.isNull(1) ? nil : statement.integer(1),
                    !statement.isNull(9), StoredNumber.moment(statement.integer(2)),
                    statement.text(3) ?? ""
                )
            }
            if let change = try parser.change(in: statement) { changes.append(change) }
        }
        finish()
        return records
    }

    // MARK: Undo

    /// The command that an undo takes back, or the undo that a redo takes back.
    ///
    /// Read from the newest backwards, each command is alive unless a living one behind it reverts
    /// it. The newest living command that reverts nothing is what undo means; the newest living undo
    /// with no such command behind it is what redo means.
    func target(redoing: Bool, skipping skipped: Set<Int> = []) throws -> Int? {
        let statement = try connection.prepare(
            """
            SELECT command, reverts FROM changes WHERE seq = command AND origin IS NULL
            ORDER BY seq DESC
            """)
        let isRevert = try connection.prepare(
            "SELECT reverts IS NOT NULL FROM changes WHERE seq = ?1")
        var reverted: Set<Int> = []
        while try statement.step() {
            let command = statement.integer(0)
            if reverted.contains(command) { continue }
            if skipped.contains(command) { continue }
            if statement.isNull(1) { return redoing ? nil : command }
            let target = statement.integer(1)
            isRevert.bind(target, at: 1)
            let isRedo = try isRevert.step() && isRevert.integer(0) == 1
            isRevert.reset()
            if redoing, !isRedo { return command }
            reverted.insert(target)
        }
        return nil
    }
}
