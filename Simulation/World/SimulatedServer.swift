import Glibc
import TroveModel
import TroveSQLite
import TroveServer
import TroveTesting

/// The server of a world: one to three processes with the real core on one real file, which can be
/// stopped, started and restored, and replaced by a standby's.
final class SimulatedServer {
    private let directory: ScratchDirectory
    private let clock: WorldClock
    private let mistake: Mistake?
    /// Whether devices exchange their tokens every 20 s, so that kills, lost answers and restored
    /// backups meet the exchange.
    private let exchangesTokens: Bool
    private var random: SeededRandom
    /// For choices about processes, so that other choices do not depend on the number of processes.
    var processRandom: SeededRandom
    /// The processes, running or not.
    let processes: [ServerProcess]
    /// Requests during which a process ends, in percent.
    private var deaths = 0
    /// Steps in which a standby takes the place of the database, in percent.
    private var failovers = 0
    /// The number of standbys that took its place.
    private var replacements = 0
    /// Whether commits wait for the standby; false for `Mistake.unconfirmedCommit`.
    private let awaitsStandby: Bool
    /// A separate connection, for inspecting the file.
    private var file: Connection?
    private var version: Statement?
    private var seenVersion = -1
    private var known: ServerContents?
    /// The number of changes seen.
    private(set) var revision = 0
    /// Whether there is a backup.
    private(set) var hasCopy = false
    /// The number of restores from a backup.
    private(set) var restores = 0

    /// The name of the file.
    private var name: String { "server-\(replacements).db" }

    private static let copyName = "server.copy"

    private static let earlyName = "server.early"

    init(
        in directory: ScratchDirectory, clock: WorldClock, mistake: Mistake?, seed: UInt64,
        random: SeededRandom
    ) throws {
        self.directory = directory
        self.clock = clock
        self.mistake = mistake
        awaitsStandby = mistake != .unconfirmedCommit
        exchangesTokens = seed % 2 == 1
        self.random = random
        processRandom = SeededRandom(seed: seed &* 0x9E37_79B9_7F4A_7C15)
        let count = [1, 1, 2, 3].randomElement(using: &processRandom) ?? 1
        let hasEarlier = count > 1 && Bool.random(using: &processRandom)
        if count > 1 { deaths = [0, 3, 10].randomElement(using: &processRandom) ?? 0 }
        processes = (0..<count).map {
            ServerProcess(index: $0, isEarlier: hasEarlier && $0 == 0, mistake: mistake)
        }
        failovers = [0, 0, 3, 10].randomElement(using: &processRandom) ?? 0
        try start()
    }

    /// One of the running processes; nil if all have ended.
    var core: SyncServer? { processes.lazy.compactMap(\.core).first }

    /// One of the running processes that are connected to the current database; nil if there is
    /// none.
    var currentCore: SyncServer? {
        processes.lazy.filter { !$0.isBehind }.compactMap(\.core).first
    }

    /// Starts the processes that do not run.
    func start() throws {
        for process in processes where process.core == nil { try open(process) }
        guard file == nil else { return }
        let file = try Connection(path: directory.path(name), access: .readWrite)
        self.file = file
        version = try file.prepare("PRAGMA data_version")
        seenVersion = -1
    }

    private func open(_ process: ServerProcess) throws {
        var options = SyncServer.Options()
        options.hasCheapPasswords = true
        if exchangesTokens { options.tokenAge = 20_000 }
        let clock = clock
        let seed = process.index == 0 ? random.next() : processRandom.next()
        process.isBehind = false
        let store = try ServerStore.open(directory.path(name))
        store.file?.role = .primary
        process.core = SyncServer(
            store: store, options: options, now: { clock.time() }, random: SeededRandom(seed: seed),
            policy: mistake?.policy ?? .standard)
    }

    /// Starts a process again, unless the server was stopped.
    func restart(_ process: ServerProcess) throws {
        guard process.core == nil, file != nil else { return }
        try open(process)
    }

    // MARK: Standbys

    /// Returns whether a standby takes the place of the database now.
    func failsOver() -> Bool {
        failovers > 0 && core != nil && Int.random(in: 0..<100, using: &processRandom) < failovers
    }

    /// Lets a standby, which has all commits, take the place of the database. The processes do not
    /// notice it until `follow`.
    func failOver() throws {
        let successor = "server-\(replacements + 1).db"
        try file?.backup(to: directory.path(successor))
        for process in processes {
            process.isBehind = true
            try process.core?.withStore { store in
                store.file?.role = awaitsStandby ? .formerPrimary : .primary
            }
        }
        closeFile()
        replacements += 1
        try start()
    }

    /// Returns how long a process takes to notice that the database was replaced.
    func pauseBeforeFollowing() -> Duration {
        .milliseconds(Int.random(in: 0...20_000, using: &processRandom))
    }

    /// Connects a process to the current database, if it runs.
    func follow(_ process: ServerProcess) throws {
        guard process.core != nil, file != nil else { return }
        try open(process)
    }

    private func closeFile() {
        version = nil
        file = nil
    }

    /// Stops the server as a kill would; committed data stays.
    func stop() throws {
        _ = try contents()
        for process in processes { process.core = nil }
        closeFile()
    }

    /// Returns the process that gets a request of a device; nil if none runs. Most requests of a
    /// device go to the same one.
    func process(for device: String) -> ServerProcess? {
        let running = processes.filter { $0.core != nil }
        guard processes.count > 1 else { return running.first }
        let home = processes[device.utf8.reduce(0) { $0 + Int($1) } % processes.count]
        if home.core != nil, Int.random(in: 0..<4, using: &processRandom) > 0 { return home }
        return running.randomElement(using: &processRandom)
    }

    /// Returns whether the process that runs a request ends during it.
    func endsDuringRequest() -> Bool {
        deaths > 0 && Int.random(in: 0..<100, using: &processRandom) < deaths
    }

    /// Ends the failures of processes and of the database.
    func endFailures() throws {
        deaths = 0
        failovers = 0
        for process in processes { try follow(process) }
    }

    /// Runs a request, for `Mistake.earlyAnswer`, and rolls its changes back.
    func withoutCommit(_ work: () -> ServerAnswer?) throws -> ServerAnswer? {
        remove(Self.earlyName)
        try file?.backup(to: directory.path(Self.earlyName))
        let answer = work()
        try stop()
        try replaceFile(with: Self.earlyName)
        try start()
        return answer
    }

    /// Makes a backup.
    func copy() throws {
        guard let file else { return }
        remove(Self.copyName)
        try file.backup(to: directory.path(Self.copyName))
        hasCopy = true
    }

    /// Restores the backup.
    func restore() throws {
        guard hasCopy else { return }
        try stop()
        try replaceFile(with: Self.copyName)
        restores += 1
        try start()
    }

    private func replaceFile(with copy: String) throws {
        for suffix in ["", "-wal", "-shm"] { remove(name + suffix) }
        try directory.write(directory.readBytes(copy), to: name)
    }

    private func remove(_ name: String) {
        // The path is a C string that lives until the call returns.
        _ = unsafe unlink(directory.path(name))
    }

    /// Deletes a token, as if it had expired.
    func forgetToken(ofDevice id: ItemID) throws {
        guard let file else { return }
        let deletion = try file.prepare(
            """
            DELETE FROM tokens
            WHERE (user_id, device) IN (SELECT user_id, number FROM devices WHERE id = ?1)
            """)
        deletion.bind(blob: id.high, id.low, at: 1)
        try deletion.run()
    }

    /// Reads the file.
    func contents() throws -> ServerContents {
        guard let file else {
            if let known { return known }
            throw BrokenPromise("simulation", "a stopped server cannot be inspected")
        }
        let version = try readVersion()
        if let known, version == seenVersion { return known }
        let contents = try ServerContents(file)
        known = contents
        revision += 1
        seenVersion = version
        return contents
    }

    private func readVersion() throws -> Int {
        guard let version else { return 0 }
        defer { version.reset() }
        return try version.step() ? version.integer(0) : 0
    }
}
