import TroveModel
import TrovePostgres
import TroveWire

/// The server's database on PostgreSQL. It connects when it is first used, and reconnects after the
/// connection is lost.
///
/// A round trip costs more than a statement, so BEGIN goes with the first statement of a
/// transaction, and the statements of `runBeforeCommit` go with COMMIT.
final class PostgresEngine: StoreEngine {
    private let address: PostgresStore
    /// Nil before the first use, after a failure, and once closed.
    private var opened: PostgresConnection?
    private(set) var isClosed = false
    /// Prepared statements by their SQL, for as long as the connection lasts.
    private var statements: [String: PostgresStatement] = [:]
    /// The statements to send with the next round trip.
    private var waiting: [PostgresStatement] = []
    private var isInTransaction = false
    /// With row security, the user to whose rows the open transaction is limited; nil for none.
    private var limitedTo: UserID?

    init(_ address: PostgresStore) {
        self.address = address
    }

    private func connection() throws(StoreFault) -> PostgresConnection {
        guard !isClosed else { throw .closed }
        if let opened, !opened.isBroken { return opened }
        statements = [:]
        waiting = []
        limitedTo = nil
        let connection = try address.connectToSameServer()
        opened = connection
        return connection
    }

    private func prepared(_ sql: String) throws(StoreFault) -> PostgresStatement {
        let connection = try connection()
        if let statement = statements[sql] { return statement }
        let statement = connection.prepare(sql)
        statements[sql] = statement
        return statement
    }

    var prepared: [String] { statements.keys.sorted() }

    func statement(_ text: QueryText) throws(StoreFault) -> any StoreStatement {
        PostgresStoreStatement(try prepared(text.postgres), user: nil, of: self)
    }

    func statement(_ text: QueryText, user: UserID) throws(StoreFault) -> any StoreStatement {
        let statement = try prepared(text.postgres)
        statement.bind(user.rawValue, at: 1)
        return PostgresStoreStatement(statement, user: user, of: self)
    }

    func statement(
        _ text: QueryText, user: UserID, columns: [StoreColumn]
    ) throws(StoreFault) -> any StoreRows {
        let statement = try prepared(text.postgres)
        statement.bind(user.rawValue, at: 1)
        for (place, column) in columns.enumerated() {
            let index = Int32(place + 2)
            switch column {
            case .integers(let values): statement.bind(values, at: index)
            case .texts(let values): statement.bind(values, at: index)
            case .utf8(let values): statement.bind(utf8: values, at: index)
            case .bytes(let values): statement.bind(blobs: values, at: index)
            case .ids(let values):
                statement.bind(blobs: values.map { id in id.map { ($0.high, $0.low) } }, at: index)
            }
        }
        let rows = PostgresStoreStatement(statement, user: user, of: self)
        // A statement without keys finds no rows, so it is not sent.
        rows.hasRun = columns.first?.count == 0
        return rows
    }

    func send(_ statements: [any StoreRows]) throws(StoreFault) {
        let statements = statements.compactMap { $0 as? PostgresStoreStatement }
            .filter { !$0.hasRun }
        try run(statements)
        for statement in statements { statement.hasRun = true }
    }

    func runBeforeCommit(_ statements: [any StoreRows]) throws(StoreFault) {
        for case let statement as PostgresStoreStatement in statements {
            waiting += limited(statement, on: try connection())
        }
    }

    /// Runs the waiting statements and then these, in one round trip.
    func run(_ statements: [PostgresStoreStatement]) throws(StoreFault) {
        let connection = try connection()
        // Without BEGIN, what runs in one round trip is a transaction of its own.
        defer { if !isInTransaction { limitedTo = nil } }
        try run(statements.flatMap { limited($0, on: connection) })
    }

    /// Returns a statement, after the one that limits the transaction to the rows of its user or
    /// ends the limit, if that is necessary.
    private func limited(
        _ statement: PostgresStoreStatement, on connection: PostgresConnection
    ) -> [PostgresStatement] {
        guard address.hasRowSecurity, statement.user != limitedTo else {
            return [statement.statement]
        }
        limitedTo = statement.user
        return [RowSecurity.limit(to: statement.user, on: connection), statement.statement]
    }

    private func run(_ statements: [PostgresStatement]) throws(StoreFault) {
        let connection = try connection()
        let all = waiting + statements
        waiting = []
        guard !all.isEmpty else { return }
        do throws(PostgresError) {
            try connection.run(all)
        } catch {
            if connection.isBroken { address.noteLoss(of: connection) }
            throw StoreFault(error)
        }
    }

    var changes: Int { opened?.changes ?? 0 }

    // MARK: Transactions

    func run<Result>(
        _ transaction: TransactionPurpose, _ work: () throws -> Result
    ) throws -> Result {
        if let opened, address.hasLost(opened) { opened.close() }
        let beginning = try transaction.beginning.map { sql throws(StoreFault) in try prepared(sql)
        }
        isInTransaction = true
        defer {
            isInTransaction = false
            limitedTo = nil
        }
        do {
            waiting = beginning
            let result = try work()
            try run([prepared("COMMIT")])
            return result
        } catch {
            waiting = []
            if let opened, opened.isInTransaction {
                do throws(PostgresError) {
                    try opened.execute("ROLLBACK")
                } catch {
                    opened.close()
                }
            }
            throw error
        }
    }

    var canBeReplaced: Bool { true }

    func probe() throws(StoreFault) {
        try run([prepared(ServerStore.identityQuery.postgres)])
    }

    func close() {
        isClosed = true
        statements = [:]
        waiting = []
        opened?.close()
        opened = nil
    }
}

extension TransactionPurpose {
    /// The statements that begin the transaction.
    fileprivate var beginning: [String] {
        switch self {
        // All of its statements see one state.
        case .read: ["BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"]
        case .write: ["BEGIN"]
        case .note: ["BEGIN", "SET LOCAL synchronous_commit = off"]
        }
    }
}
