import TroveModel
import TrovePostgres
import TroveSQLite

/// Copies a store from a file to an empty database, with everything that devices know of it: the
/// server's ID, the histories, the tokens. Devices go on with the new store as if nothing had
/// happened.
struct StoreMove {
    /// What was copied.
    struct Outcome {
        let accounts: Int
        let entries: Int
        let photos: Int
    }

    let source: StoreOpener
    let target: PostgresStore

    /// A table, and its columns in the order of both.
    private struct Table {
        let name: String
        let columns: [(name: String, kind: StoreColumn.Kind)]
    }

    private static let tables = [
        Table(
            name: "users",
            columns: [
                ("user_id", .integer), ("email", .text), ("name", .text), ("password", .text),
                ("epoch", .text), ("seq", .integer), ("mark", .integer), ("gc_floor", .integer),
                ("entry_count", .integer), ("blob_bytes", .integer), ("stored", .integer),
                ("created", .integer), ("disabled", .integer),
            ]),
        Table(name: "emails", columns: [("email", .text), ("user_id", .integer)]),
        Table(
            name: "devices",
            columns: [
                ("user_id", .integer), ("number", .integer), ("id", .id), ("name", .text),
                ("last_n", .integer), ("settled_n", .integer), ("seen_seq", .integer),
                ("created", .integer), ("seen", .integer), ("ended", .integer),
                ("format", .integer),
            ]),
        Table(
            name: "tokens",
            columns: [
                ("user_id", .integer), ("device", .integer), ("hash", .bytes),
                ("created", .integer), ("next", .bytes),
            ]),
        Table(
            name: "entries",
            columns: [
                ("user_id", .integer), ("id", .id), ("ver", .integer), ("device", .integer),
                ("deleted", .integer), ("kind", .text), ("versions", .text), ("fields", .text),
            ]),
        Table(
            name: "ledger",
            columns: [
                ("user_id", .integer), ("seq", .integer), ("device", .integer), ("n", .integer),
                ("at", .integer), ("mark", .integer), ("digest", .id), ("result", .text),
                ("entry", .id),
            ]),
        Table(
            name: "names",
            columns: [
                ("user_id", .integer), ("kind", .text), ("field", .text), ("folded", .bytes),
                ("id", .id),
            ]),
        Table(
            name: "uniques", columns: [("user_id", .integer), ("kind", .text), ("field", .text)]),
        Table(
            name: "blobs", columns: [("user_id", .integer), ("hash", .text), ("bytes", .bytes)]),
        Table(
            name: "failures",
            columns: [
                ("key", .bytes), ("since", .integer), ("count", .integer), ("strikes", .integer),
                ("blocked_until", .integer),
            ]),
        Table(
            name: "invitations",
            columns: [("hash", .bytes), ("created", .integer), ("used", .integer)]),
        Table(name: "server", columns: [("id", .text)]),
    ]

    /// The bytes after which rows are sent.
    private static let batchBytes = 4 << 20
    /// The most rows that are sent at once.
    private static let batchRows = 1000

    /// Copies the store, all or nothing. The file stays as it is.
    ///
    /// - Throws: `ServerFailure.isInUse` if a server has the file open, `ServerFailure.hasAccounts` if
    ///   the database is not empty, `StoreError`.
    func run() throws -> Outcome {
        guard DatabaseFiles.size(of: source.path) != nil else {
            throw StoreError.isMissing(source.path)
        }
        guard try !isInUse() else { throw ServerFailure.isInUse(source.path) }
        try source.openExisting().close()
        try target.open().close()
        let outcome: Result<Outcome, ServerFailure> = try source.visit { file in
            // No server can write to the file meanwhile.
            try file.execute("BEGIN IMMEDIATE")
            defer { try? file.execute("ROLLBACK") }
            do {
                let database = try target.connect()
                defer { database.close() }
                return .success(try copy(file, to: database))
            } catch let failure as ServerFailure {
                return .failure(failure)
            } catch let error as PostgresError {
                throw StoreError(StoreFault(error), path: target.name)
            } catch let fault as StoreFault {
                throw StoreError(fault, path: target.name)
            }
        }
        return try outcome.get()
    }

    private func isInUse() throws(StoreError) -> Bool {
        do throws(DatabaseFiles.Failure) {
            return try DatabaseFiles(path: source.path).isOpenElsewhere()
        } catch {
            throw StoreError(error)
        }
    }

    private func copy(_ file: Connection, to database: PostgresConnection) throws -> Outcome {
        try database.execute("BEGIN")
        // Until the commit, no server can add an account.
        try database.execute("LOCK TABLE users, emails IN EXCLUSIVE MODE")
        guard try database.integer("SELECT count(*) FROM users") == 0 else {
            throw ServerFailure.hasAccounts(target.name)
        }
        try database.execute("DELETE FROM server; DELETE FROM failures; DELETE FROM invitations")
        for table in Self.tables { try copy(table, from: file, to: database) }
        let outcome = Outcome(
            accounts: try database.integer("SELECT count(*) FROM users") ?? 0,
            entries: try database.integer("SELECT count(*) FROM entries WHERE deleted = 0") ?? 0,
            photos: try database.integer("SELECT count(*) FROM blobs") ?? 0)
        try database.execute("COMMIT")
        return outcome
    }

    private func copy(
        _ table: Table, from file: Connection, to database: PostgresConnection
    ) throws {
        let names = table.columns.map(\.name).joined(separator: ", ")
        let arrays = table.columns.enumerated().map { "$\($0 + 1)::\($1.kind.rawValue)[]" }
        let insertion = database.prepare(
            """
            INSERT INTO \(table.name) (\(names))
            SELECT * FROM unnest(\(arrays.joined(separator: ", ")))
            """)
        let rows = try file.prepare("SELECT \(names) FROM \(table.name)")
        var batch = Batch(table.columns.map(\.kind))
        while try rows.step() {
            batch.add(rows)
            if batch.bytes >= Self.batchBytes || batch.rows >= Self.batchRows {
                try batch.send(with: insertion)
            }
        }
        try batch.send(with: insertion)
    }
}

/// Rows of a table on their way to the database.
private struct Batch {
    private(set) var rows = 0
    private(set) var bytes = 0
    private let kinds: [StoreColumn.Kind]
    // By column; only the list of its kind is used.
    private var integers: [[Int?]]
    private var texts: [[[UInt8]?]]
    private var ids: [[(high: UInt64, low: UInt64)?]]

    init(_ kinds: [StoreColumn.Kind]) {
        self.kinds = kinds
        integers = kinds.map { _ in [] }
        texts = kinds.map { _ in [] }
        ids = kinds.map { _ in [] }
    }

    /// Adds the row that a statement has reached.
    mutating func add(_ row: Statement) {
        rows += 1
        for (place, kind) in kinds.enumerated() {
            let column = Int32(place)
            let isNull = row.isNull(column)
            switch kind {
            case .integer: integers[place].append(isNull ? nil : row.integer(column))
            case .text, .bytes:
                // The bytes of a text are its UTF-8.
                let value = isNull ? nil : row.blob(column)
                bytes += value?.count ?? 0
                texts[place].append(value)
            case .id: ids[place].append(row.words(column))
            }
        }
    }

    /// Sends the rows, and removes them.
    mutating func send(with statement: PostgresStatement) throws(PostgresError) {
        guard rows > 0 else { return }
        for (place, kind) in kinds.enumerated() {
            let index = Int32(place + 1)
            switch kind {
            case .integer: statement.bind(integers[place], at: index)
            case .text: statement.bind(utf8: texts[place], at: index)
            case .bytes: statement.bind(blobs: texts[place], at: index)
            case .id: statement.bind(blobs: ids[place], at: index)
            }
        }
        try statement.run()
        self = Batch(kinds)
    }
}
