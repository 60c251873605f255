import TroveCodecs
import TroveHTTP
import TroveModel
import TroveSQLite
import TroveStore
import TroveSync
import TroveTesting
import TroveWire

/// A device of a world: a real library on a real file, the real engine, and the actions of its
/// user.
final class SimulatedDevice {
    unowned let world: World
    let name: String
    /// The user of the device.
    let person: Person
    let isPolling: Bool
    let path: String
    /// The error of its clock, in milliseconds.
    let clockError: Int
    /// Whether its version of the program can define kinds and fields.
    private(set) var isNewer: Bool
    /// Nil while the program is not running.
    private(set) var library: Library?
    private(set) var engine: SyncEngine?
    var link = Link.whole
    /// Whether the disk is full.
    private(set) var hasFullDisk = false
    /// The number of times the program was started.
    private(set) var life = 0
    private var inFlight: [Int: Exchange] = [:]

    /// The command that waits for the server's reply.
    var asking: Asking?
    /// Replies that arrived while a command waited.
    private var kept: [(Exchange, Result<HTTPReply, HTTPFailure>, Bool)] = []
    private var plannedWake: Duration?

    private var file: Connection?
    private var version: Statement?
    private var seenVersion = -1
    private var known: DeviceContents?
    /// The number of changes of the file seen.
    private(set) var revision = 0
    private var knowsShadow = false
    /// The last cursor: its epoch and its version.
    private var lastCursor: (epoch: String, sequence: Int) = ("", 0)
    /// Whether the library was realigned, so the cursor may have gone back.
    private var isRealigned = false
    /// The number of equal requests within a second that counts as an endless repetition. A device
    /// waits a random part of a growing pause, so a few repetitions may follow each other quickly.
    private static let loop = 8
    /// The last requests, with their times.
    private var requests: [(time: Duration, what: String)] = []

    init(
        _ world: World, name: String, person: Person, isPolling: Bool, clockError: Int,
        path: String, isNewer: Bool
    ) {
        self.isNewer = isNewer
        self.world = world
        self.name = name
        self.person = person
        self.isPolling = isPolling
        self.clockError = clockError
        self.path = path
    }

    var moment: ClockReading {
        ClockReading(uptime: world.now, time: world.clock.time(offset: clockError))
    }

    var authorship: Authorship { Authorship(by: person.name, at: moment.time) }

    // MARK: The program

    /// Starts the program.
    func start() throws {
        guard library == nil else { return }
        life += 1
        let isOther =
            world.mixesVersions && life > 1 && Int.random(in: 0..<3, using: &world.random) == 0
        if isOther { isNewer.toggle() }
        let library = try Library(.file(path), kinds: isNewer ? World.newerKinds : World.kinds)
        self.library = library
        try open()
        // Another version may have left values that this one converts or adopts.
        if world.mixesVersions, try library.migrate(authorship) != nil {
            world.note(name, "is migrated")
        }
        try library.commit()
        try openEngine(of: library)
    }

    private func openEngine(of library: Library) throws {
        engine = SyncEngine(
            library: library, transport: DeviceTransport(self), deviceName: name,
            isPolling: isPolling, random: SeededRandom(seed: world.random.next()))
        try step()
    }

    /// Ends the session, whose requests may still arrive at the server, and begins another one.
    func restartEngine() throws {
        guard let library else { return }
        life += 1
        inFlight = [:]
        kept = []
        plannedWake = nil
        try openEngine(of: library)
    }

    private func open() throws {
        guard file == nil else { return }
        let file = try Connection(path: path, access: .readWrite)
        self.file = file
        version = try file.prepare("PRAGMA data_version")
    }

    /// Ends the program as a kill would; uncommitted changes are lost.
    func kill() {
        asking = nil
        engine = nil
        library = nil
        life += 1
        inFlight = [:]
        kept = []
        plannedWake = nil
        hasFullDisk = false
    }

    var isRunning: Bool { library != nil }

    /// Whether the program runs without a token.
    var isSignedOut: Bool { library != nil && library?.account?.token == nil }
    /// Whether it has had a token.
    private var wasSignedIn = false

    /// Fills the disk, or frees it.
    func setDisk(full: Bool) throws {
        hasFullDisk = full && isRunning
        try library?.setFull(hasFullDisk)
    }

    /// Returns all items that the user sees.
    func items() throws -> [Item] {
        guard let library else { return [] }
        try library.loadAll()
        return library.catalog.items
    }

    /// Lets the engine do everything that is due.
    func step() throws {
        guard let library, let engine, !library.isInTransaction else { return }
        do {
            try engine.handle(.advanced, at: moment)
        } catch {
            failed(error)
        }
        planWake()
    }

    func planWake() {
        guard let engine, let wakeAt = engine.wakeAt else { return }
        if let plannedWake, plannedWake <= wakeAt, plannedWake > world.now { return }
        plannedWake = wakeAt
        let life = life
        world.plan(at: max(wakeAt, world.now + .milliseconds(1))) { [unowned self] in
            guard self.life == life else { return }
            plannedWake = nil
            try step()
        }
    }

    /// Handles a write that the file refused: the program continues and tries again later.
    func failed(_ error: any Error) {
        world.note(name, "failed: \(describe(error))")
        let life = life
        world.plan(after: .seconds(1)) { [unowned self] in
            if self.life == life { try step() }
        }
    }

    /// Returns the error without the path of the folder, which differs between runs.
    func describe(_ error: any Error) -> String {
        "\(error)".split(separator: path).joined(separator: name)
    }

    // MARK: The network

    func send(_ request: HTTPRequest, id: Int) {
        let what = request.url.dropFirst(World.address.utf8.count)
        world.note(name, "\(id) \(request.method.rawValue) \(what) \(body(of: request))")
        let exchange = Exchange(self, id, request)
        inFlight[id] = exchange
        requests.append((world.now, "\(what) \(String(decoding: request.body, as: UTF8.self))"))
        if requests.count > Self.loop { requests.removeFirst() }
        world.network.start(exchange)
    }

    private func body(of request: HTTPRequest) -> String {
        guard request.method == .post, let push = try? PushRequest(.init(parsing: request.body))
        else { return "" }
        return push.operations.map { operation in
            let fields = operation.fields.map { "\($0.name)=\($0.value.text ?? "…")" }
            return "#\(operation.number) \(operation.action) \(operation.id.short)"
                + " on \(operation.base) [\(fields.joined(separator: " "))]"
        }.joined(separator: ", ")
    }

    func cancel(_ id: Int) {
        guard let exchange = inFlight[id] else { return }
        world.network.finish(exchange, .failure(.cancelled), mayHaveArrived: true)
    }

    func forget(_ exchange: Exchange) { inFlight[exchange.id] = nil }

    /// Whether a request other than a long poll is on its way.
    var isBusy: Bool {
        asking != nil || !kept.isEmpty
            || inFlight.values.contains { !$0.request.url.contains("wait=\(Limits.wait)") }
    }

    func received(
        _ exchange: Exchange, _ result: Result<HTTPReply, HTTPFailure>, mayHaveArrived: Bool
    ) throws {
        guard let library, let engine else { return }
        if asking?.push?.id == exchange.id {
            noteReply(exchange, result)
            try answered(result, mayHaveArrived: mayHaveArrived)
            try takeKept()
        } else if library.isInTransaction {
            kept.append((exchange, result, mayHaveArrived))
            return
        } else {
            noteReply(exchange, result)
            do {
                try engine.handle(
                    .finished(id: exchange.id, result, mayHaveArrived: mayHaveArrived), at: moment)
            } catch {
                failed(error)
            }
            try plantClobber(result)
        }
        notice()
        planWake()
    }

    /// Handles the replies that arrived while a command waited.
    func takeKept() throws {
        while !kept.isEmpty, library?.isInTransaction == false {
            let (exchange, result, mayHaveArrived) = kept.removeFirst()
            try received(exchange, result, mayHaveArrived: mayHaveArrived)
        }
    }

    func noteReply(_ exchange: Exchange, _ result: Result<HTTPReply, HTTPFailure>) {
        switch result {
        case .success(let reply):
            let body = String(decoding: reply.body, as: UTF8.self)
            world.note(name, "\(exchange.id) ← \(reply.status) \(body)")
        case .failure(let failure):
            world.note(name, "\(exchange.id) ← \(failure)")
        }
    }

    /// Reads the engine's notices.
    func notice() {
        for event in engine?.takeEvents() ?? [] {
            switch event {
            case .realigned: isRealigned = true
            case .renewed: world.hasRenewed = true
            case .changed(let changes):
                world.note(name, "says changed \(changes.count) by \(changes.devices.sorted())")
                continue
            default: break
            }
            world.note(name, "says \(event)")
        }
    }

    /// Plants `Mistake.clobberedOutbox`.
    private func plantClobber(_ result: Result<HTTPReply, HTTPFailure>) throws {
        guard world.clobbers, case .success(let reply) = result,
            let page = try? ChangesReply(JSON(parsing: reply.body)), let file
        else { return }
        let deletion = try file.prepare("DELETE FROM outbox WHERE id = ?1")
        for entry in page.entries {
            deletion.bind(blob: entry.id.high, entry.id.low, at: 1)
            try deletion.run()
        }
        seenVersion = -1
    }

    // MARK: Inspection

    /// Reads the file; the program need not be running.
    func contents(hasShadow: Bool) throws -> DeviceContents {
        guard let file else {
            throw BrokenPromise("simulation", "\(name) has no file")
        }
        let version = try readVersion()
        if let known, version == seenVersion, knowsShadow || !hasShadow { return known }
        let contents = try DeviceContents(file, hasShadow: hasShadow)
        known = contents
        knowsShadow = hasShadow
        seenVersion = version
        revision += 1
        return contents
    }

    private func readVersion() throws -> Int {
        guard let version else { return 0 }
        defer { version.reset() }
        return try version.step() ? version.integer(0) : 0
    }

    /// Copies the file.
    func copyFile(to path: String) throws {
        try file?.backup(to: path)
    }

    /// Checks that the cursor never goes back, and that the engine does not repeat the same request
    /// endlessly.
    func check() throws {
        if requests.count == Self.loop, let first = requests.first,
            world.now - first.time < .seconds(1), requests.allSatisfy({ $0.what == first.what })
        {
            throw BrokenPromise("no request loop", "\(name) repeats a request: \(first.what)")
        }
        if isSignedOut, wasSignedIn, world.keepsTokens, library?.account != nil {
            throw BrokenPromise("no device is logged out", name)
        }
        wasSignedIn = wasSignedIn || library?.account?.token != nil
        let former = revision
        let contents = try contents(hasShadow: world.server.restores > 0)
        guard revision != former else { return }
        if contents.epoch == lastCursor.epoch, contents.sequence < lastCursor.sequence,
            !isRealigned
        {
            throw BrokenPromise(
                "the cursor never goes back",
                "\(name) went from \(lastCursor.sequence) to \(contents.sequence)")
        }
        lastCursor = (contents.epoch, contents.sequence)
        isRealigned = false
        for id in contents.ids where world.oracle.owners[id].map({ $0 != person.index }) ?? false {
            throw BrokenPromise(
                "4 (no row crosses users)", "\(name) of \(person.name) has \(id.short)")
        }
    }
}

/// The transport of a device's engine, over the simulated network.
final class DeviceTransport: Transport {
    private unowned let device: SimulatedDevice

    init(_ device: SimulatedDevice) {
        self.device = device
    }

    func start(_ request: HTTPRequest, id: Int) { device.send(request, id: id) }

    func cancel(_ id: Int) { device.cancel(id) }
}

/// A user with an account and several devices.
final class Person {
    let index: Int
    let name: String
    var email: String { "\(name)@example.org" }
    static let password = "correct horse battery"

    init(index: Int, name: String) {
        self.index = index
        self.name = name
    }
}
