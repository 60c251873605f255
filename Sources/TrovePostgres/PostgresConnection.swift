import CPostgreSQL
import Glibc
import TroveSystem

/// A connection to a PostgreSQL server, for one thread. `deinit` closes it.
///
/// A wait ends at the time limit even if the server's process is stopped or its machine is gone.
/// The connection is then closed, and the server is not asked to cancel: it would report a COMMIT
/// that waits for a standby as done.
///
/// Strings that are passed to libpq live until the call returns, and it keeps none of them. Its
/// messages are copied before the next call on the connection.
@safe
package final class PostgresConnection {
    /// The name of this program's connections in the database begins with this.
    package static let programName = PostgresAddress.programName

    /// Open from `init` to `close`, and private to this class; nil after that.
    private var handle: OpaquePointer?
    /// Not 0 after a warning that a commit may not have reached the standbys. libpq writes it until
    /// the connection is closed.
    private let isUncertain: UnsafeMutablePointer<Int32>
    /// The plans on the server, by their SQL.
    private var plans: [String: [PostgresPlan]] = [:]
    /// The number of plans that were named so far.
    private var planCount = 0
    private let preparesStatements: Bool
    /// How long a round trip may take.
    package var timeLimit: Duration
    /// The host and the port, such as `db1:5432`, for `init`.
    package let server: String
    /// The rows that the last statement returned or changed; 0 for a statement that does neither.
    package private(set) var changes = 0

    /// Returns whether an address contains a password; false for an invalid one.
    package static func hasPassword(in address: String) -> Bool {
        (try? PostgresAddress(address))?.hasPassword ?? false
    }

    /// Connects to a server.
    ///
    /// - Parameters:
    ///   - address: A connection string or a URL as libpq takes them, such as
    ///     `postgres://trove@db1,db2/trove`. With several hosts, the first one that can write is
    ///     used. Each may take 2 s unless the address sets `connect_timeout`.
    ///   - last: The `server` of an earlier connection that is tried after all others.
    ///   - preparesStatements: Whether the server keeps a plan of each statement until the
    ///     connection is closed. It saves half of the server's work for short statements; PgBouncer
    ///     before 1.21 does not support it.
    ///   - timeLimit: How long a round trip may take.
    /// - Throws: `PostgresError`: `connection` if no server can be reached, lets this user in, has
    ///   the database and can write; `other` for an invalid address.
    package init(
        _ address: String, last: String? = nil, preparesStatements: Bool = true,
        timeLimit: Duration = .seconds(30)
    ) throws(PostgresError) {
        self.preparesStatements = preparesStatements
        self.timeLimit = timeLimit
        let address = try PostgresAddress(address, last: last)
        unsafe isUncertain = .allocate(capacity: 1)
        unsafe isUncertain.initialize(to: 0)
        // This call blocks, but only until `connect_timeout`. If libpq connected without blocking,
        // the program would have to keep that limit and try the next host itself.
        unsafe handle = PQconnectdb(address.connectionString)
        guard let handle = unsafe handle else {
            throw PostgresError(.other, message: "out of memory")
        }
        server = unsafe Self.server(of: handle)
        unsafe trove_watch_warnings(handle, isUncertain)
        guard unsafe PQstatus(handle) == CONNECTION_OK, unsafe PQsetnonblocking(handle, 1) == 0
        else { throw unsafe lost(handle) }
    }

    /// Returns the host and the port that a connection has reached, or tried last.
    private static func server(of handle: OpaquePointer) -> String {
        // The strings live as long as the connection, and are copied.
        let host = unsafe PQhost(handle).map { unsafe String(cString: $0) } ?? ""
        // Empty for a host without a port in a list of several.
        let port = unsafe PQport(handle).map { unsafe String(cString: $0) } ?? ""
        return "\(host):\(port.isEmpty ? PostgresAddress.defaultPort : port)"
    }

    deinit {
        close()
        unsafe isUncertain.deallocate()
    }

    /// Closes the connection. The server rolls an open transaction back. A later statement throws
    /// an error with the reason `connection`.
    package func close() {
        unsafe PQfinish(handle)
        unsafe handle = nil
    }

    /// Whether the connection was closed or lost, so that a new one is needed. A connection that
    /// broke while it was idle is noticed by the next statement.
    package var isBroken: Bool {
        guard let handle = unsafe handle else { return true }
        return unsafe PQstatus(handle) != CONNECTION_OK
    }

    /// Whether a transaction is open. After an error in it, it stays open and accepts nothing but
    /// ROLLBACK.
    package var isInTransaction: Bool {
        let status = unsafe PQtransactionStatus(handle)
        return status == PQTRANS_INTRANS || status == PQTRANS_INERROR
    }

    // MARK: Statements

    /// Makes a statement from SQL with parameters `$1`, `$2` and so on, which can run repeatedly.
    /// The server sees it when it runs.
    package func prepare(_ sql: String) -> PostgresStatement {
        PostgresStatement(sql: sql, connection: self)
    }

    /// Runs statements without parameters, separated by semicolons, and ignores their rows. Outside
    /// a transaction, they form one.
    ///
    /// - Throws: `PostgresError`, the first one.
    package func execute(_ sql: String) throws(PostgresError) {
        let handle = try unsafe start()
        guard unsafe PQsendQuery(handle, sql) == 1 else { throw unsafe lost(handle) }
        let statements = sql.split(separator: ";").filter { !$0.allSatisfy(\.isWhitespace) }
        var exchange = PostgresExchange(
            commit: statements.firstIndex(where: \.isCommit), timeLimit: timeLimit)
        while let result = receive(&exchange) {
            changes = result.changes
            guard exchange.note(result) else {
                // libpq would wait for data that never comes.
                close()
                break
            }
        }
        try finish(&exchange)
    }

    /// Runs statements in one round trip. Each keeps its rows for `step`, and the number of rows it
    /// changed; `changes` is that of the last one.
    ///
    /// After an error the rest does not run. An open transaction stays open. Outside a transaction,
    /// statements without BEGIN and COMMIT among them form one.
    ///
    /// - Throws: `PostgresError`, the first one.
    package func run(_ statements: [PostgresStatement]) throws(PostgresError) {
        let handle = try unsafe start()
        for statement in statements { statement.reset() }
        unsafe PQenterPipelineMode(handle)
        var newPlans: [PostgresPlan?] = []
        let isSent =
            unsafe statements.allSatisfy { unsafe send($0, to: handle, &newPlans) }
            && PQpipelineSync(handle) == 1
        var exchange = PostgresExchange(
            commit: statements.prefix(newPlans.count).firstIndex(where: \.isCommit),
            timeLimit: timeLimit)
        if !isSent { unsafe exchange.fail(lost(handle)) }
        for (statement, newPlan) in zip(statements, newPlans) {
            if let newPlan {
                let answer = receiveAnswer(&exchange)
                if let answer, answer.status == .failed { exchange.fail(answer.error) }
                if answer?.status != .done { forget(newPlan, of: statement.sql) }
            }
            guard let answer = receiveAnswer(&exchange) else { continue }
            _ = exchange.note(answer)
            statement.take(answer)
            changes = answer.changes
        }
        // After a COMMIT that succeeded, it does not matter if the connection is lost.
        let isCommitted =
            exchange.commit == statements.count - 1 && exchange.done == statements.count
        // The end of the pipeline is a separate answer. Outside a transaction the server commits
        // there, so an error may come before it, followed by a nil.
        while let answer = receive(&exchange) ?? receive(&exchange), answer.status != .synced {
            if !isCommitted { exchange.fail(answer.error) }
        }
        if !isBroken, unsafe PQexitPipelineMode(handle) != 1 { unsafe exchange.fail(lost(handle)) }
        try finish(&exchange)
    }

    /// Returns the first column of the first row as an integer; nil for no row or NULL.
    package func integer(_ sql: String) throws(PostgresError) -> Int? {
        let statement = prepare(sql)
        guard try statement.step(), !statement.isNull(0) else { return nil }
        return statement.integer(0)
    }

    /// Returns the first column of every row as text; empty for NULL.
    package func texts(_ sql: String) throws(PostgresError) -> [String] {
        let statement = prepare(sql)
        var texts: [String] = []
        while try statement.step() { texts.append(statement.text(0) ?? "") }
        return texts
    }

    // MARK: Notifications

    /// The number of this connection's process on the server.
    package var processNumber: Int32 { unsafe PQbackendPID(handle) }

    /// Waits for notifications on the channels that LISTEN has named.
    ///
    /// - Parameter timeLimit: How long it waits for the first one.
    /// - Returns: The text of each, and the number of the process that sent it; none at the time
    ///   limit.
    /// - Throws: `PostgresError` if the connection is lost.
    package func notifications(
        within timeLimit: Duration
    ) throws(PostgresError) -> [(text: String, sender: Int32)] {
        let handle = try unsafe start()
        let deadline = MonotonicClock.uptime + timeLimit
        var found: [(text: String, sender: Int32)] = []
        while true {
            guard unsafe PQconsumeInput(handle) == 1 else { throw unsafe lost(handle) }
            while let notification = unsafe PQnotifies(handle) {
                // The text is copied before the notification is freed.
                unsafe found.append(
                    (String(cString: notification.pointee.extra), notification.pointee.be_pid))
                unsafe PQfreemem(notification)
            }
            guard found.isEmpty, MonotonicClock.uptime < deadline else { return found }
            let socket = unsafe PQsocket(handle)
            guard socket >= 0 else { throw unsafe lost(handle) }
            _ = Self.wait(for: socket, toWrite: false, until: deadline)
        }
    }

    // MARK: Sending

    /// Returns the connection for a new round trip.
    private func start() throws(PostgresError) -> OpaquePointer {
        guard let handle = unsafe handle else { throw .closed }
        unsafe isUncertain.pointee = 0
        changes = 0
        return unsafe handle
    }

    /// Passes a statement to libpq, which sends it later.
    ///
    /// - Parameters:
    ///   - statement: The statement, whose parameters are copied.
    ///   - handle: The connection, in pipeline mode.
    ///   - newPlans: Gets the plan that is prepared with the statement; nil for none.
    /// - Returns: false if libpq refuses the statement.
    private func send(
        _ statement: PostgresStatement, to handle: OpaquePointer,
        _ newPlans: inout [PostgresPlan?]
    ) -> Bool {
        let parameters = statement.parameters
        guard preparesStatements else {
            let code = unsafe withLists(of: parameters) { types, values, lengths, formats in
                unsafe PQsendQueryParams(
                    handle, statement.sql, Int32(parameters.count), types, values, lengths, formats,
                    1)
            }
            newPlans.append(nil)
            return code == 1
        }
        let known = plans[statement.sql]?.first { $0.fits(parameters) }
        let plan = known ?? name(statement)
        let code = unsafe withLists(of: parameters) { types, values, lengths, formats in
            guard
                unsafe known != nil
                    || PQsendPrepare(
                        handle, plan.name, statement.sql, Int32(parameters.count), types) == 1
            else { return Int32(0) }
            return unsafe PQsendQueryPrepared(
                handle, plan.name, Int32(parameters.count), values, lengths, formats, 1)
        }
        newPlans.append(known == nil ? plan : nil)
        return code == 1
    }

    /// Adds a plan for a statement with the types of its parameters.
    private func name(_ statement: PostgresStatement) -> PostgresPlan {
        planCount += 1
        let plan = PostgresPlan(name: "s\(planCount)", types: statement.parameters.map(\.type))
        plans[statement.sql, default: []].append(plan)
        return plan
    }

    /// Removes a plan that the server did not prepare.
    private func forget(_ plan: PostgresPlan, of sql: String) {
        plans[sql]?.removeAll { $0 === plan }
    }

    /// Calls `body` with the lists that libpq wants of parameters; they live as long as the call.
    private func withLists(
        of parameters: [PostgresParameter],
        _ body: (
            _ types: [Oid], _ values: [UnsafePointer<CChar>?], _ lengths: [Int32],
            _ formats: [Int32]
        ) -> Int32
    ) -> Int32 {
        // Not empty, because libpq takes a null pointer for NULL.
        var bytes: [UInt8] = [0]
        bytes.reserveCapacity(parameters.reduce(1) { $0 + $1.bytes.count })
        var starts: [Int?] = []
        for parameter in parameters {
            starts.append(parameter.isNull ? nil : bytes.count)
            if !parameter.isNull { bytes.append(contentsOf: parameter.bytes) }
        }
        return unsafe bytes.withUnsafeBytes { buffer in
            let base = unsafe buffer.assumingMemoryBound(to: CChar.self).baseAddress
            var values: [UnsafePointer<CChar>?] = unsafe []
            for start in starts {
                // The value lies inside the buffer, which lives until `body` returns.
                if let base = unsafe base, let start {
                    unsafe values.append(base + start)
                } else {
                    unsafe values.append(nil)
                }
            }
            return unsafe body(
                parameters.map(\.type.rawValue), values,
                parameters.map { Int32(truncatingIfNeeded: $0.bytes.count) },
                parameters.map { _ in 1 })
        }
    }

    // MARK: Receiving

    /// Blocks until the next result of a statement has arrived. Returns nil after the last one, and
    /// when the connection is closed at the deadline.
    private func receive(_ exchange: inout PostgresExchange) -> PostgresResult? {
        guard let handle = unsafe handle else { return nil }
        while unsafe PQisBusy(handle) == 1 {
            let unsent = unsafe PQflush(handle)
            let socket = unsafe PQsocket(handle)
            // If the connection is lost, libpq builds the result from the server's last message.
            guard unsent >= 0, socket >= 0 else { break }
            guard Self.wait(for: socket, toWrite: unsent > 0, until: exchange.deadline) else {
                close()
                exchange.fail(
                    PostgresError(.timedOut, message: "the server did not answer in time"))
                return nil
            }
            guard unsafe PQconsumeInput(handle) == 1 else { break }
        }
        // The result is freed by its owner.
        return unsafe PQgetResult(handle).map { unsafe PostgresResult(owning: $0) }
    }

    /// Blocks until the answer to a part of a pipeline has arrived. Returns nil if there is none
    /// because the connection was closed at the deadline.
    private func receiveAnswer(_ exchange: inout PostgresExchange) -> PostgresResult? {
        let answer = receive(&exchange)
        // A nil follows the answer.
        if answer != nil { _ = receive(&exchange) }
        return answer
    }

    /// Blocks until a socket can be read, or written. Returns false at the deadline.
    private static func wait(for socket: Int32, toWrite: Bool, until deadline: Duration) -> Bool {
        let events = Int16(POLLIN) | (toWrite ? Int16(POLLOUT) : 0)
        var request = pollfd(fd: socket, events: events, revents: 0)
        while true {
            let rest = deadline - MonotonicClock.uptime
            guard rest > .zero else { return false }
            if SystemCall.poll(&request, rest.pollMilliseconds) > 0 { return true }
        }
    }

    /// Throws the failure of a round trip.
    private func finish(_ exchange: inout PostgresExchange) throws(PostgresError) {
        let commits = exchange.commit != nil || !isInTransaction
        if commits, unsafe isUncertain.pointee != 0 {
            exchange.fail(
                PostgresError(
                    .unknownOutcome, state: "01000",
                    message: "the server did not wait until a standby had the transaction"))
        }
        if isBroken { close() }
        if let failure = exchange.failure { throw failure }
    }

    /// Closes the connection. Returns the error that libpq reported.
    private func lost(_ handle: OpaquePointer) -> PostgresError {
        // The message is copied before the connection is closed.
        let message = unsafe String(cString: PQerrorMessage(handle))
        close()
        return PostgresError(.connection, message: message)
    }
}
