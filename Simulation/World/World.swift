import TroveCodecs
import TroveModel
import TroveServer
import TroveTesting
import TroveWire

/// A simulated world: users with their devices, a server, a network and a virtual clock, which
/// advances when all actions at a time have run. One seed determines everything.
package final class World {
    let seed: UInt64
    var random: SeededRandom
    let clock = WorldClock()
    private(set) var now = Duration.zero
    private var queue = ActionQueue()
    private(set) var trace = Trace()
    var failureRates: FailureRates
    let server: SimulatedServer
    private(set) var devices: [SimulatedDevice] = []
    private(set) var people: [Person] = []
    var oracle = Oracle()
    /// Whether `Mistake.clobberedOutbox` is planted.
    let clobbers: Bool
    /// Whether `Mistake.earlyAnswer` is planted.
    let answersEarly: Bool
    private(set) lazy var network = Network(self)
    private let directory: ScratchDirectory
    private var lastText = 0
    /// Whether the server has collected garbage.
    var hasCollected = false
    /// Whether the server had items of a defined kind without its definition.
    private var hasUndefined = false
    /// Whether a device has continued as a new device.
    var hasRenewed = false
    /// The revisions at the last check.
    private var checkedState: [Int] = []

    static let address = "http://server"
    /// The kinds of an earlier version of the program, which cannot define others.
    static let kinds = Kinds([.book, .gem])
    /// The same kinds in a version that can.
    static let newerKinds = Kinds([.book, .gem], definitions: .definition)
    /// What the users of newer devices define.
    static let definitions = [
        Definition(subject: "vinyl", text: "kind vinyl\nfield title text unique:yes"),
        Definition(subject: "vinyl.artist", text: "field artist text"),
        Definition(subject: "gem.origin", text: "field origin text"),
        Definition(subject: "book.place", text: "field place text"),
    ]
    /// Whether no token ends except when its device gets another one.
    private(set) var keepsTokens = false
    /// Whether some devices have an earlier version of the program, and switch between versions.
    let mixesVersions: Bool

    /// Creates a world, optionally with a mistake that the checks must find.
    init(seed: UInt64, mistake: Mistake? = nil) throws {
        self.seed = seed
        random = SeededRandom(seed: seed)
        failureRates = FailureRates(
            isFormer: FormerFailures.seeds.contains(seed), using: &random)
        keepsTokens = failureRates.endNoTokens
        clobbers = mistake == .clobberedOutbox
        mixesVersions = seed % 3 == 0
        directory = try ScratchDirectory(name: "trove-world", inMemory: true)
        server = try SimulatedServer(
            in: directory, clock: clock, mistake: mistake, seed: seed,
            random: SeededRandom(seed: random.next()))
        answersEarly = mistake == .earlyAnswer
        try populate()
    }

    private func populate() throws {
        for (index, name) in ["ann", "bob"].enumerated() {
            let person = Person(index: index, name: name)
            people.append(person)
            guard let core = server.core else { continue }
            let credentials = Credentials(
                name: name, email: person.email, password: Person.password, device: "\(name)-0")
            _ = try answer(core, "/v1/signup", credentials.bytes)
        }
        let count = Int.random(in: 2...5, using: &random)
        // Most devices belong to one user, because conflicts need devices of one user.
        for index in 1...count {
            try addDevice(of: people[index == 4 ? 1 : 0])
        }
    }

    /// Adds a device, with an empty library or a copy of another device's library.
    @discardableResult
    func addDevice(
        of person: Person, copying other: SimulatedDevice? = nil
    ) throws -> SimulatedDevice {
        let name = "\(person.name)-\(devices.count + 1)"
        let years = Int.random(in: -10...10, using: &random)
        let device = SimulatedDevice(
            self, name: name, person: person,
            isPolling: Int.random(in: 0..<3, using: &random) > 0,
            clockError: failureRates.clocksDiffer ? years * 365 * 86_400_000 : 0,
            path: directory.path("\(name).db"),
            isNewer: mixesVersions && Bool.random(using: &random))
        if let other {
            try other.copyFile(to: device.path)
            oracle.copy(other.name, to: name)
        }
        try device.start()
        devices.append(device)
        if other == nil {
            try device.logIn()
            try device.choosePolicies()
        }
        return device
    }

    // MARK: Time

    func plan(after time: Duration, _ action: @escaping ActionQueue.Action) {
        queue.plan(at: now + time, action)
    }

    func plan(at time: Duration, _ action: @escaping ActionQueue.Action) {
        queue.plan(at: time, action)
    }

    /// Runs all actions within a time.
    func pass(_ time: Duration) throws {
        let end = now + time
        while let next = queue.nextTime, next <= end { try happen() }
        now = end
        clock.set(now)
    }

    /// Runs actions until a condition holds. Returns false if it does not hold within a time.
    func pass(atMost time: Duration, until isDone: () throws -> Bool) throws -> Bool {
        let end = now + time
        while try !isDone() {
            guard let next = queue.nextTime, next <= end else {
                now = end
                clock.set(now)
                return try isDone()
            }
            try happen()
        }
        return true
    }

    private func happen() throws {
        guard let (time, action) = queue.take() else { return }
        now = max(now, time)
        clock.set(now)
        try action()
        try check()
    }

    /// Ends the world, by removing all planned actions.
    func end() { queue.removeAll() }

    func note(_ who: String, _ what: @autoclosure () -> String) {
        trace.add(now, who, what())
    }

    // MARK: Randomness

    /// Returns whether a device crashes now.
    func dies() -> Bool {
        failureRates.kills > 0 && Int.random(in: 0..<400, using: &random) < failureRates.kills
    }

    /// Returns a text that is unique in this world.
    func freshText() -> String {
        lastText += 1
        return "u\(lastText)"
    }

    /// Returns a name that several users choose.
    func popularName() -> String {
        ["Ruby", "Opal", "Pearl", "ruby"].randomElement(using: &random) ?? "Ruby"
    }

    /// Returns the fields whose values are tracked, the title first.
    func followedFields(of kind: KindIndex, _ kinds: Kinds) -> [FieldIndex] {
        let names = kind == 0 ? ["title", "author", "note"] : ["name", "description", "color"]
        let own = kinds[kind].shownIndices.filter { kinds[kind].fields[$0].isOwn }
        return names.compactMap { kinds[kind].index(ofField: $0) } + own
    }

    /// Changes numbers that depend on each other, so that changes of two devices together can break
    /// a rule.
    func shuffleNumbers(of kind: KindIndex, in values: inout [Value?]) {
        guard Int.random(in: 0..<3, using: &random) == 0 else { return }
        if kind == 0 {
            if let pages = Self.kinds[0].index(ofField: "pages") {
                values[pages] = .integer(Int.random(in: 1...9, using: &random))
            }
            if let page = Self.kinds[0].index(ofField: "page") {
                values[page] = .integer(Int.random(in: 0...9, using: &random))
            }
        } else if kind == 1, let month = Self.kinds[1].index(ofField: "birthstone") {
            values[month] = .month(Month.allCases.randomElement(using: &random) ?? .may)
        }
    }

    // MARK: Direct access to the server

    /// Returns the server's reply to a request that bypasses the network; nil for a refusal.
    func answer(_ core: SyncServer, _ path: String, _ body: [UInt8]) throws -> JSON? {
        var answer = core.answer(
            ServerRequest(method: "POST", path: path, body: body), isLast: true)
        if case .later(let work) = answer { answer = work() }
        guard case .reply(let reply, _) = answer else { return nil }
        guard (200...299).contains(reply.status) else {
            note(
                "server", "\(path): \(reply.status) \(String(decoding: reply.body, as: UTF8.self))")
            return nil
        }
        return try JSON(parsing: reply.body)
    }

    // MARK: Checking

    /// Checks the promises that hold at all times.
    func check() throws {
        let isRewound = server.restores > 0
        for device in devices { try device.check() }
        let contents = try server.contents()
        let state = [server.revision, oracle.revision] + devices.map(\.revision)
        guard state != checkedState else { return }
        checkedState = state
        try oracle.check(
            contents, devices.map { try $0.contents(hasShadow: isRewound) },
            restores: server.restores)
        for (id, user) in contents.owners {
            guard let owner = oracle.owners[id], owner != user else { continue }
            throw BrokenPromise(
                "4 (no row crosses users)", "user \(user) has \(id.short) of \(owner)")
        }
        try checkEffects(contents)
        try checkNames(contents)
        if !hasRenewed, !isRewound, !hasCollected {
            try checkOwnConflicts(contents)
            try checkReplacedConflicts(contents)
        }
    }

    /// Checks that each operation makes one change of the history.
    private func checkEffects(_ contents: ServerContents) throws(BrokenPromise) {
        guard !hasCollected else { return }
        for (user, history) in contents.histories where history.operations != history.sequence {
            throw BrokenPromise(
                "2 (effects happen exactly once)",
                "user \(user): \(history.operations) operations made \(history.sequence) changes")
        }
    }

    /// Checks that no two gems of a user share a name, and no two items of the defined kind a
    /// title, unless they may have acquired it while the definition was deleted.
    private func checkNames(_ contents: ServerContents) throws(BrokenPromise) {
        let vinyl = Self.definitions[0]
        if contents.living[vinyl.id] == nil,
            contents.living.values.contains(where: { $0.kind == vinyl.subject })
        {
            hasUndefined = true
        }
        try checkNames(in: "name", of: "gem", contents)
        if !hasUndefined { try checkNames(in: "title", of: vinyl.subject, contents) }
    }

    private func checkNames(
        in field: String, of kind: String, _ contents: ServerContents
    ) throws(BrokenPromise) {
        var owners: [String: ItemID] = [:]
        for (id, entry) in contents.living where entry.kind == kind {
            guard let name = entry.fields.first(where: { $0.name == field })?.value.text else {
                continue
            }
            if let other = owners.updateValue(id, forKey: "\(entry.user) \(name.lowercased())") {
                throw BrokenPromise(
                    "unique names", "\(other.short) and \(id.short) are both called \(name)")
            }
        }
    }

    /// Checks that no device gets a conflict with its own changes.
    private func checkOwnConflicts(_ contents: ServerContents) throws {
        for entry in contents.conflicts.values {
            let conflict = try Conflict(fields: entry.fields)
            guard let theirs = TrackedValue(conflict.entry, conflict.field, conflict.theirs.text),
                oracle.authors[theirs] == conflict.device
            else { continue }
            throw BrokenPromise(
                "no conflict with oneself", "\(conflict.device) with its own \(theirs)")
        }
    }

    /// Checks that a value that lost is no longer listed after its user has replaced it by another
    /// one, which lost to the same change. An older value that is sent later replaces none: a
    /// cloned device may have another clock.
    private func checkReplacedConflicts(_ contents: ServerContents) throws {
        var listed: [[String]: [(version: Int, at: Int)]] = [:]
        for entry in contents.conflicts.values {
            let conflict = try Conflict(fields: entry.fields)
            guard let standing = contents.living[conflict.entry]?.version(of: conflict.field),
                standing < entry.version
            else { continue }
            let subject = ["\(conflict.entry)", conflict.field, conflict.device]
            let added = (version: entry.version, at: conflict.at.milliseconds)
            let isReplaced = listed[subject, default: []].contains {
                $0.version < added.version ? $0.at <= added.at : $0.at >= added.at
            }
            listed[subject, default: []].append(added)
            guard isReplaced else { continue }
            throw BrokenPromise(
                "one conflict for each value",
                "two of \(conflict.device) about "
                    + "\(conflict.entry.short) \(conflict.field)")
        }
    }
}
