import TrovePostgres

/// The server's database on PostgreSQL. It connects when it is used first, and again after the
/// connection was lost.
final class PostgresEngine: StoreEngine {
    private let address: PostgresStore
    /// Nil before the first use, after a failure, and once closed.
    private var opened: PostgresConnection?
    private(set) var isClosed = false
    /// Prepared statements by their SQL, for as long as the connection lasts.
    private var statements: [String: PostgresStoreStatement] = [:]

    init(_ address: PostgresStore) {
        self.address = address
    }

    private func connection() throws(StoreFault) -> PostgresConnection {
        guard !isClosed else { throw .closed }
        if let opened, !opened.isBroken { return opened }
        statements = [:]
        let connection = try address.connect()
        opened = connection
        return connection
    }

    func statement(_ text: QueryText) throws(StoreFault) -> any StoreStatement {
        let connection = try connection()
        if let statement = statements[text.postgres] { return statement }
        let statement = PostgresStoreStatement(connection.prepare(text.numbered))
        statements[text.postgres] = statement
        return statement
    }

    var changes: Int { opened?.changes ?? 0 }

    func run<Result>(
        _ transaction: StoreTransaction, _ work: () throws -> Result
    ) throws -> Result {
        let connection = try connection()
        do {
            switch transaction {
            // One state for all of its statements.
            case .read: try connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
            case .write: try connection.execute("BEGIN")
            case .note: try connection.execute("BEGIN; SET LOCAL synchronous_commit = off")
            }
            let result = try work()
            try connection.execute("COMMIT")
            return result
        } catch {
            if connection.isInTransaction {
                do throws(PostgresError) {
                    try connection.execute("ROLLBACK")
                } catch {
                    connection.close()
                }
            }
            guard let error = error as? PostgresError else { throw error }
            throw StoreFault(error)
        }
    }

    func probe() throws(StoreFault) {
        let connection = try connection()
        do throws(PostgresError) {
            _ = try connection.integer("SELECT 1")
        } catch {
            throw StoreFault(error)
        }
    }

    func close() {
        isClosed = true
        statements = [:]
        opened?.close()
        opened = nil
    }
}

extension QueryText {
    /// The text for PostgreSQL, with its notation of parameters.
    fileprivate var numbered: String { postgres.replacing("?", with: "$") }
}
