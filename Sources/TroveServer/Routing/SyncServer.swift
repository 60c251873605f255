import TroveCodecs
package import TroveModel
import TroveSQLite
import TroveSystem
import TroveWire

/// The server without its sockets: answers requests from a store.
///
/// The store is used by one request at a time; what takes long, the reading of JSON and the hashing
/// of passwords, is done outside of that.
package final class SyncServer: RequestHandler {
    /// What an operator chooses.
    package struct Options: Sendable {
        /// Who may sign up.
        package enum Signup: String, Sendable, CaseIterable {
            case open, invite, closed
        }

        /// Who may sign up; without an option, everyone.
        package var signup = Signup.open
        /// How many accounts may be made from one address within an hour.
        package var signupsPerHour = 100
        /// The things that a user may have, conflicts not counted.
        package var entries = Limits.entries
        /// The bytes that a user's rows may take, by `StoredSize`; blobs are not among them.
        package var stored = 2 << 30
        /// The bytes beyond that for deletions and withdrawn operations.
        package var storedReserve = 64 << 20
        /// How much a user may push, and how fast.
        package var pushRate = PushRate.Allowance()
        /// The bytes that a user's blobs may have together.
        package var blobs = Limits.blobs
        /// Whether passwords are hashed at the lowest cost that argon2id has. No option of the program
        /// sets it.
        package var hasCheapPasswords = false

        package init() {}
    }

    /// What the lock guards. The initialiser is handed the store for good (`sending`), and from there
    /// on only who has the lock touches it; so it may go from thread to thread.
    struct State: @unchecked Sendable {
        let store: ServerStore
        var random: any RandomNumberGenerator & Sendable
        var pushes: PushRate
    }

    let options: Options
    /// Which server this is, whatever its address.
    let identity: String
    let kinds: ServerKinds
    let hasher: PasswordHasher
    let now: @Sendable () -> Timestamp
    let policy: any MergePolicy
    /// Is told what is not as it was written, in words for the log.
    let noteDamage: @Sendable (String) -> Void
    private let state: Locked<State>

    /// A token that was not used for so many milliseconds is worth nothing.
    static let tokenLife = 90 * 86_400_000
    /// How old the time at which a device asked last may be, in milliseconds, before it is written
    /// again.
    private static let sightStep = 60_000

    /// - Parameters:
    ///   - store: the server's alone from here on.
    ///   - options: what the operator has chosen.
    ///   - kinds: those whose rules entries must keep.
    ///   - now: the time of day; for showing, for the limits and for what ends after some time.
    ///   - random: where tokens and ids come from; the default is not to be foreseen.
    ///   - policy: decides what conflicts and what is remembered.
    ///   - noteDamage: is told of what is damaged in the store, in words.
    package init(
        store: sending ServerStore, options: Options = Options(), kinds: Kinds = .standard,
        now: @escaping @Sendable () -> Timestamp,
        random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator(),
        policy: any MergePolicy = .standard,
        noteDamage: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.options = options
        identity = store.identity
        self.kinds = ServerKinds(kinds)
        self.now = now
        self.policy = policy
        self.noteDamage = noteDamage
        hasher = PasswordHasher(isCheap: options.hasCheapPasswords)
        state = Locked(State(store: store, random: random, pushes: PushRate(options.pushRate)))
    }

    // MARK: Answering

    package func bodyLimit(method: String, path: String) -> Int? {
        switch Route.match(method: method, path: path) {
        case .route(let route, _): route.bodyLimit
        // Whatever the body is, the answer is that the method is wrong.
        case .otherMethods: Limits.body
        case .nothing: nil
        }
    }

    package func answer(_ request: ServerRequest, isLast: Bool) -> ServerAnswer {
        refusing {
            switch Route.match(method: request.method, path: request.path) {
            case .route(let route, let parameter):
                return try answer(request, route, parameter, isLast: isLast)
            case .otherMethods(let methods):
                var answer = reply(to: .otherMethod(request.method, allowed: methods))
                answer.headers.append(("Allow", methods.joined(separator: ", ")))
                return .reply(answer, wakes: nil)
            case .nothing: throw ServerRefusal.notFound
            }
        }
    }

    private func answer(
        _ request: ServerRequest, _ route: Route, _ parameter: String, isLast: Bool
    ) throws -> ServerAnswer {
        guard request.body.count <= route.bodyLimit else {
            throw ServerRefusal.tooLarge("the body is larger than \(route.bodyLimit) bytes")
        }
        switch route {
        case .hello: return .reply(hello(), wakes: nil)
        case .openapi: return .reply(ServerReply(status: 200, body: OpenAPI.document), wakes: nil)
        case .signup: return try signUp(request)
        case .login: return try logIn(request)
        case .logout: return try logOut(request)
        case .account: return try account(request)
        case .password: return try changePassword(request)
        case .devices: return try listDevices(request)
        case .addDevice: return try addDevice(request)
        case .endDevice: return try endDevice(request, parameter)
        case .push: return try push(request)
        case .changes: return try changes(request, isLast: isLast)
        case .snapshot: return try snapshot(request)
        case .putBlob: return try putBlob(request, parameter)
        case .getBlob: return try getBlob(request, parameter)
        }
    }

    /// The answer of the work, or the refusal that it throws.
    func refusing(_ work: () throws -> ServerAnswer) -> ServerAnswer {
        do {
            return try work()
        } catch let refusal as ServerRefusal {
            return .reply(reply(to: refusal), wakes: nil)
        } catch let failure as JSON.Failure {
            return .reply(reply(to: ServerRefusal(failure)), wakes: nil)
        } catch let error as WireError {
            let refusal = ServerRefusal.badRequest(
                "\(error.member) is missing or not as it should be")
            return .reply(reply(to: refusal), wakes: nil)
        } catch let error as SQLiteError {
            return .reply(reply(to: ServerRefusal(error)), wakes: nil)
        } catch {
            let refusal = ServerRefusal(
                status: 500, code: ServerRefusal.Code.trouble,
                message: "the server's file is damaged", retryAfter: 60)
            return .reply(reply(to: refusal), wakes: nil)
        }
    }

    private func reply(to refusal: ServerRefusal) -> ServerReply {
        var headers: [(name: String, value: String)] = []
        if let seconds = refusal.retryAfter { headers.append(("Retry-After", "\(seconds)")) }
        if refusal.status == 401 { headers.append(("WWW-Authenticate", "Bearer")) }
        return ServerReply(status: refusal.status, headers: headers, body: refusal.bytes)
    }

    /// Reads the body of a request.
    func message<Message>(
        _ request: ServerRequest, _ read: (JSON) throws(WireError) -> Message
    ) throws -> Message {
        try read(JSON(parsing: request.body, depthLimit: Limits.depth))
    }

    // MARK: The store

    /// Closes the store, when everything was answered.
    package func close() {
        state.withLock { $0.store.close() }
    }

    /// Uses the store, while nobody else does.
    package func withStore<Result: Sendable>(
        _ body: (ServerStore) throws -> Result
    ) throws -> Result {
        try withState { state in try body(state.store) }
    }

    /// Uses the store and the randomness, while nobody else does.
    func withState<Result: Sendable>(_ body: (inout State) throws -> Result) throws -> Result {
        try state.withLock { state in try body(&state) }
    }

    /// Uses the store as the user whose token the request has.
    ///
    /// - Throws: a refusal where it has none that is good.
    func asUser<Result: Sendable>(
        _ request: ServerRequest,
        _ body: (inout State, UserScope, DeviceRow) throws -> Result
    ) throws -> Result {
        try withState { state in
            guard let token = request.token.flatMap(AccessToken.init(sent:)),
                let scope = try UserScope(token: token, in: state.store),
                let device = try scope.ownDevice()
            else { throw ServerRefusal.badToken }
            let now = now()
            guard now.milliseconds - device.seen.milliseconds <= Self.tokenLife else {
                throw ServerRefusal.badToken
            }
            if abs(now.milliseconds - device.seen.milliseconds) >= Self.sightStep {
                state.store.note { try scope.note(seen: now) }
            }
            return try body(&state, scope, device)
        }
    }
}
