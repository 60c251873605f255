import Glibc
import TroveModel
import TroveSQLite
import TroveServer
import TroveTesting

/// The server of a world: the real core on a real file, which can be stopped, started and restored.
final class SimulatedServer {
    private let directory: ScratchDirectory
    private let clock: WorldClock
    private let policy: any MergePolicy
    private var random: SeededRandom
    /// Nil while it is stopped.
    private(set) var core: SyncServer?
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

    private static let name = "server.db"
    private static let copyName = "server.copy"

    init(
        in directory: ScratchDirectory, clock: WorldClock, policy: any MergePolicy,
        random: SeededRandom
    ) throws {
        self.directory = directory
        self.clock = clock
        self.policy = policy
        self.random = random
        try start()
    }

    func start() throws {
        guard core == nil else { return }
        var options = SyncServer.Options()
        options.hasCheapPasswords = true
        // Devices exchange their tokens often, so that kills and lost answers meet it.
        options.tokenAge = 20_000
        let clock = clock
        core = SyncServer(
            store: try ServerStore.open(directory.path(Self.name)), options: options,
            now: { clock.time() }, random: SeededRandom(seed: random.next()), policy: policy)
        let file = try Connection(path: directory.path(Self.name), access: .readWrite)
        self.file = file
        version = try file.prepare("PRAGMA data_version")
        seenVersion = -1
    }

    /// Stops the server as a kill would; committed data stays.
    func stop() throws {
        _ = try contents()
        core = nil
        version = nil
        file = nil
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
        for suffix in ["", "-wal", "-shm"] { remove(Self.name + suffix) }
        try directory.write(directory.readBytes(Self.copyName), to: Self.name)
        restores += 1
        try start()
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
