import TrovePostgres
import TroveWire

/// A statement on the server's database on PostgreSQL.
final class PostgresStoreStatement: StoreStatement {
    let statement: PostgresStatement
    /// The user whose rows it uses; nil for one that finds users.
    let user: UserID?
    /// Whether the statement has run, and its rows are read.
    var hasRun = false
    private let engine: PostgresEngine

    init(_ statement: PostgresStatement, user: UserID?, of engine: PostgresEngine) {
        self.statement = statement
        self.user = user
        self.engine = engine
    }

    func bindNull(at index: Int32) { statement.bindNull(at: index) }
    func bind(_ number: Int, at index: Int32) { statement.bind(number, at: index) }
    func bind(_ text: String, at index: Int32) { statement.bind(text, at: index) }
    func bindLasting(_ text: String, at index: Int32) { statement.bindLasting(text, at: index) }
    func bind(utf8 bytes: Span<UInt8>, at index: Int32) { statement.bind(utf8: bytes, at: index) }
    func bind(blob bytes: [UInt8], at index: Int32) { statement.bind(blob: bytes, at: index) }
    func bind(id high: UInt64, _ low: UInt64, at index: Int32) {
        statement.bind(blob: high, low, at: index)
    }

    func step() throws(StoreFault) -> Bool {
        if !hasRun {
            try engine.run([self])
            hasRun = true
        }
        guard statement.next() else {
            hasRun = false
            return false
        }
        return true
    }

    func reset() {
        statement.reset()
        hasRun = false
    }

    func isNull(_ column: Int32) -> Bool { statement.isNull(column) }
    func integer(_ column: Int32) -> Int { statement.integer(column) }
    func text(_ column: Int32) -> String? { statement.text(column) }
    func appendText(_ column: Int32, to bytes: inout [UInt8]) {
        statement.appendText(column, to: &bytes)
    }
    func blob(_ column: Int32) -> [UInt8] { statement.blob(column) }
    func words(_ column: Int32) -> (high: UInt64, low: UInt64)? { statement.words(column) }
}

extension StoreFault {
    /// Translates a failure of PostgreSQL.
    init(_ error: PostgresError) {
        let reason: Reason =
            switch error.reason {
            case .connection, .serialization: .lost
            case .unknownOutcome: .unknownOutcome
            case .unique: .constraint
            case .full: .full
            case .busy, .timedOut: .busy
            case .permission: .noPermission
            case .other: .other
            }
        self.init(reason, error.detail)
    }
}
