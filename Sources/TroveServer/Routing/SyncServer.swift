import Synchronization
import TroveCodecs
package import TroveModel
import TroveSystem
package import TroveWire

/// The server without its sockets: answers requests from a store.
///
/// One request at a time uses a connection to the store; of the connections to a file, only one
/// writes. Slow work, such as parsing JSON and hashing passwords, happens before and after.
package final class SyncServer: RequestHandler {
    /// The operator's settings.
    package struct Options: Sendable {
        /// The rule for new accounts.
        package enum Signup: String, Sendable, CaseIterable {
            case open, invite, closed
        }

        /// The rule for new accounts.
        package var signup = Signup.open
        /// The code that new accounts need; nil if the server is not for a class.
        package var classCode: ClassCode?
        /// The most accounts created from one address in an hour.
        package var signupsPerHour = 100
        /// The most wrong passwords from one address in a minute.
        package var wrongPasswordsPerMinute = 20
        /// The most items of a user, without conflicts.
        package var entries = Limits.entries
        /// The most bytes of a user's rows, by `StoredSize`; blobs have their own limit.
        package var stored = 2 << 30
        /// Extra bytes for deletions and withdrawn operations.
        package var storedReserve = 64 << 20
        /// The rate limit on a user's pushes.
        package var pushRate = PushRate.Allowance()
        /// The processor time after which a push begins no further operation.
        package var pushTime: Duration = .seconds(2)
        /// The most bytes of a user's blobs.
        package var blobs = Limits.blobs
        /// The age in milliseconds from which a device is told to exchange its token.
        package var tokenAge = 90 * 86_400_000
        /// Whether to hash passwords at the lowest cost of argon2id. Only tests set this.
        package var hasCheapPasswords = false

        /// Creates the default settings.
        package init() {}
    }

    let options: Options
    /// The server's ID, which does not depend on its address.
    let identity: String
    let kinds: ServerKinds
    /// The body of the reply to `GET /v1/hello`.
    let greeting: [UInt8]
    let hasher: PasswordHasher
    let now: @Sendable () -> Timestamp
    let policy: any MergePolicy
    /// Receives messages about damaged data, for the log.
    let noteDamage: @Sendable (String) -> Void
    /// Reports when the store fails and when it recovers.
    let trouble: StoreTrouble
    let noteAccount: @Sendable (AccountEvent) -> Void
    /// Receives each user whose push has brought changes.
    let noteChange: @Sendable (UserID) -> Void
    /// Returns why the store cannot be used, without waiting for it; nil to try a connection of the
    /// pool.
    let probe: (@Sendable () -> StoreFault?)?
    let pool: StorePool
    /// The devices that need not show their tokens before their requests are parsed.
    private let recent = Locked(RecentDevices())
    /// The rate limit on the users' pushes through this process.
    let pushes: Locked<PushRate>
    private let draining = Atomic(false)

    /// The time in milliseconds after which an unused token expires.
    static let tokenLife = 90 * 86_400_000
    /// The age in milliseconds from which the stored time of a device's last request is updated.
    private static let sightStep = 60_000

    /// Creates a server on a store.
    ///
    /// - Parameters:
    ///   - store: a store that nothing else uses.
    ///   - options: the operator's settings.
    ///   - kinds: the kinds whose rules entries must follow.
    ///   - now: the wall clock, for display, limits and expiry.
    ///   - random: the source of tokens and IDs; must be unpredictable outside tests.
    ///   - policy: decides what conflicts and what is remembered.
    ///   - noteDamage: receives messages about damaged data in the store.
    ///   - noteTrouble: receives why the store cannot be used; nil once it can be used again.
    ///   - noteAccount: receives what happens to accounts.
    ///   - noteChange: receives each user whose push has brought changes.
    ///   - probe: returns why the store cannot be used, without waiting for it; nil to try a
    ///     connection of the pool.
    package init(
        store: sending ServerStore, options: Options = Options(), kinds: Kinds = .standard,
        now: @escaping @Sendable () -> Timestamp,
        random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator(),
        policy: any MergePolicy = .standard,
        noteDamage: @escaping @Sendable (String) -> Void = { _ in },
        noteTrouble: @escaping @Sendable (String?) -> Void = { _ in },
        noteAccount: @escaping @Sendable (AccountEvent) -> Void = { _ in },
        noteChange: @escaping @Sendable (UserID) -> Void = { _ in },
        probe: (@Sendable () -> StoreFault?)? = nil
    ) {
        self.options = options
        identity = store.identity
        self.kinds = ServerKinds(kinds)
        greeting = HelloReply.bytes(
            server: identity,
            kinds: self.kinds.all.map { ($0.kind.storedName, $0.kind.fields.map(\.name)) })
        self.now = now
        self.policy = policy
        self.noteDamage = noteDamage
        trouble = StoreTrouble(tell: noteTrouble)
        self.noteAccount = noteAccount
        self.noteChange = noteChange
        self.probe = probe
        hasher = PasswordHasher(isCheap: options.hasCheapPasswords)
        pushes = Locked(PushRate(options.pushRate))
        pool = StorePool(store, random: random)
    }

    /// Adds another connection to the same store, so that more requests use it at once.
    package func add(_ store: sending ServerStore) {
        pool.add(store, random: SystemRandomNumberGenerator())
    }

    /// Adds another connection, which only reads, to the same store.
    package func add(reader store: sending ServerStore) { pool.add(reader: store) }

    // MARK: The store

    /// Whether the answer to a request needs a database, which may be down, or waits for the disk
    /// after a push to a file.
    package func mayWait(method: String, path: String) -> Bool {
        guard case .route(let route, _) = Route.match(method: method, path: path) else {
            return false
        }
        return pool.flushesWrites ? route == .push : route.usesStore
    }

    /// Whether the server will stop soon.
    var isDraining: Bool { draining.load(ordering: .relaxed) }

    /// Makes `GET /ready` say from now on that the server will stop soon. It still answers
    /// requests.
    package func drain() {
        draining.store(true, ordering: .relaxed)
    }

    /// Closes the store. Call it after all requests were answered.
    package func close() {
        // The last chance to say that another program has replaced the file.
        do {
            try withStore { store in if !store.canBeReplaced { try store.probe() } }
        } catch let fault as StoreFault {
            trouble.note(fault, at: now())
        } catch {}
        pool.close()
    }

    /// Runs `body` on a connection to the store that nothing else uses.
    package func withStore<Result: Sendable>(
        _ body: (ServerStore) throws -> Result
    ) throws -> Result {
        try pool.withConnection { connection in try body(connection.store) }
    }

    /// Runs `body` on a connection to the store. It may run again, as `StorePool.withConnection`
    /// says.
    func withConnection<Result: Sendable>(_ body: (inout PooledConnection) throws -> Result) throws
        -> Result
    {
        try pool.withConnection(body)
    }

    /// Whether the device should exchange the token with which it asks.
    func isOld(_ token: ProvenToken) -> Bool {
        guard let created = token.created, !token.isNext else { return false }
        return now().milliseconds - created.milliseconds >= options.tokenAge
    }

    /// Returns the user of a device that has asked recently; nil for any other device.
    package func recentUser(of request: ServerRequest) -> UserID? {
        guard let hash = request.token.flatMap(AccessToken.init(sent:))?.hash else { return nil }
        return recent.withLock {
            $0.device(tokenHash: hash, format: request.format, at: now())?.user
        }
    }

    /// Returns the device whose token the request has. It showed the token recently, but may have
    /// lost it since, so each transaction for the device looks the token up again.
    ///
    /// - Throws: a refusal if the token is missing or invalid.
    func askingDevice(of request: ServerRequest) throws -> UserScope.AskingDevice {
        let format = request.format
        let hash = request.token.flatMap(AccessToken.init(sent:))?.hash ?? []
        if let known = recent.withLock({ $0.device(tokenHash: hash, format: format, at: now()) }) {
            return known
        }
        guard let device = try asUser(request, { _, scope, _ in scope.askingDevice }) else {
            throw ServerRefusal.badToken
        }
        // The server notes the first use of a token that was offered, in the store.
        if !device.token.isNext {
            recent.withLock { $0.note(device, tokenHash: hash, format: format, at: now()) }
        }
        return device
    }

    /// Runs `work` for a device. Before it refuses the token, it looks for it in the newest data.
    private func provingToken<Result>(
        of device: UserScope.AskingDevice, in store: ServerStore,
        _ work: (UserScope) throws -> Result
    ) throws -> Result {
        let scope = UserScope(device, in: store)
        do {
            return try work(scope)
        } catch let refusal as ServerRefusal
            where refusal.code == ServerRefusal.Code.badToken && store.canBeReplaced
        {
            guard try !scope.hasTokenInNewestData(at: now()) else {
                throw StoreFault(.lost, "a database server that was replaced answered")
            }
            throw refusal
        }
    }

    /// Runs `body` for the device that a request has named. `body` may run again after a commit
    /// whose outcome is unknown.
    func asPushingDevice<Result: Sendable>(
        _ device: UserScope.AskingDevice, _ body: (UserScope) throws -> Result
    ) throws -> Result {
        try pool.withConnection(of: device.user, isRepeatable: true) { connection in
            try provingToken(of: device, in: connection.store, body)
        }
    }

    /// Runs `body`, which only reads, on one state of the store for the device that a request has
    /// named.
    func asReadingDevice<Result: Sendable>(
        _ device: UserScope.AskingDevice, _ body: (UserScope) throws -> Result
    ) throws -> Result {
        try pool.withReadingConnection(of: device.user) { connection in
            try provingToken(of: device, in: connection.store) { scope in
                try scope.proving { try connection.store.read { try body(scope) } }
            }
        }
    }

    /// Runs `work` for the device that a request has named. A power failure may undo what it
    /// writes.
    func note(of device: UserScope.AskingDevice, _ work: (UserScope) throws -> Void) {
        // Best effort: the caller was promised nothing.
        try? pool.withConnection { connection in
            connection.store.note { try work(UserScope(device, in: connection.store)) }
        }
    }

    /// Runs `body` as the user whose token the request has.
    ///
    /// - Parameters:
    ///   - request: the request.
    ///   - isRepeatable: whether `body` may run again after a commit whose outcome is unknown.
    ///   - body: what to do.
    /// - Returns: what `body` returns.
    /// - Throws: a refusal if the token is missing or invalid.
    func asUser<Result: Sendable>(
        _ request: ServerRequest, isRepeatable: Bool = false,
        _ body: (inout PooledConnection, UserScope, DeviceRow) throws -> Result
    ) throws -> Result {
        guard let token = request.token.flatMap(AccessToken.init(sent:)) else {
            throw ServerRefusal.badToken
        }
        return try pool.withConnection(of: token.user, isRepeatable: isRepeatable) { connection in
            try asUser(request, token, &connection, body)
        }
    }

    private func asUser<Result>(
        _ request: ServerRequest, _ token: AccessToken, _ connection: inout PooledConnection,
        _ body: (inout PooledConnection, UserScope, DeviceRow) throws -> Result
    ) throws -> Result {
        let now = now()
        guard
            let (scope, device) = try UserScope.ofDevice(with: token, in: connection.store)
                ?? UserScope.ofDeviceInNewestData(with: token, in: connection.store, at: now)
        else { throw ServerRefusal.badToken }
        guard now.milliseconds - device.seen.milliseconds <= Self.tokenLife else {
            throw ServerRefusal.badToken
        }
        if scope.token?.isNext == true {
            connection.store.note {
                // If a power failure undoes it, both tokens are valid until this one is used
                // again.
                guard try scope.adoptToken(at: now) else { return }
                note(
                    .tokenRotated, request, user: scope.number,
                    device: device.id.description)
            }
        }
        if now.milliseconds - device.seen.milliseconds >= Self.sightStep {
            connection.store.note { try scope.note(seen: now) }
        }
        if device.format != request.format {
            connection.store.note { try scope.note(format: request.format) }
        }
        return try body(&connection, scope, device)
    }
}
