import Glibc
import TroveCommands
import TroveLessons
import TroveModel
import TroveStore
import TroveSync
import TroveSystem

/// Where a lesson happens: a temporary folder with the libraries of the devices and the server's
/// store, the server as a child process, a fixed time, and seeded randomness. None of this outlives
/// the stage.
final class Stage {
    /// The time on the stage, in UTC.
    static let now = "2026-11-20T12:00"

    /// The kinds of all libraries.
    let kinds: Kinds
    /// The devices, in the order of their first use.
    private(set) var devices: [StageDevice] = []
    /// The server, which is not always running.
    let server: StageProgram
    /// The stand-in for the catalogue services, which is not always running.
    let catalogue: StageProgram
    let folder: StageFolder
    /// What libraries, files and the store are kept in; snapshots are copies of it.
    var state: String { folder.path + "/state" }
    /// The folder in which commands run.
    var files: String { state + "/files" }
    /// The variables that the devices see besides their own.
    private let variables: Locked<[String: String]>
    private let lessonFolder: String
    private let isInterrupted: () -> Bool
    private var port: LoopbackPort?
    private var snapshotCount = 0

    /// Creates a stage without devices and without a running server.
    ///
    /// - Parameters:
    ///   - finder: Finds the programs.
    ///   - surroundings: The environment of the process, of which devices see little.
    ///   - kinds: The kinds of all libraries.
    ///   - lessonFolder: The folder of the files that a lesson uses.
    ///   - isInterrupted: Ends waiting commands.
    /// - Throws: `StageFailure`.
    init(
        _ finder: LessonFinder, _ surroundings: Surroundings, kinds: Kinds, lessonFolder: String,
        isInterrupted: @escaping () -> Bool = { false }
    ) throws(StageFailure) {
        self.kinds = kinds
        self.lessonFolder = lessonFolder
        self.isInterrupted = isInterrupted
        folder = try StageFolder()
        server = StageProgram(
            name: "trove-server", path: finder.server, logFile: folder.path + "/server.log")
        catalogue = StageProgram(
            name: "catalogue-stand-in", path: finder.catalogue,
            logFile: folder.path + "/catalogue.log")
        variables = Locked([
            "TROVE_NOW": Self.now, "TROVE_PASSWORD": "open sesame", "USER": "you",
            "TZ": surroundings["TZ"] ?? "", "PATH": surroundings["PATH"] ?? "",
        ])
        for path in [state, files, state + "/server"] {
            do throws(WholeFile.Failure) {
                try Folder.make(path)
            } catch {
                throw .folder(path, errno: error.number)
            }
        }
    }

    deinit { close() }

    /// Stops everything and removes the folder.
    func close() {
        closeDevices()
        server.stop()
        catalogue.stop()
        folder.remove()
    }

    func closeDevices() {
        for device in devices { device.close() }
        devices = []
    }

    func takeSnapshotNumber() -> Int {
        snapshotCount += 1
        return snapshotCount
    }

    // MARK: Devices

    /// Returns a device, which is created at its first use, with a session.
    ///
    /// - Throws: `StageFailure` if its library cannot be opened.
    func device(
        _ name: String, session: Session = Session()
    ) throws(StageFailure) -> StageDevice {
        if let device = devices.first(where: { $0.name == name }) { return device }
        let home = "\(state)/devices/\(name)"
        let device: StageDevice
        do throws(LibraryError) {
            device = try StageDevice(
                name: name, library: "\(home)/library.db",
                surroundings: surroundings(of: name, home: home), kinds: kinds,
                session: session, isInterrupted: isInterrupted)
        } catch {
            throw .library(error)
        }
        devices.append(device)
        return device
    }

    private func surroundings(of name: String, home: String) -> Surroundings {
        // The same device gets the same IDs in every run.
        let seed = name.utf8.reduce(UInt64(0x7472_6F76)) { $0 &* 31 &+ UInt64($1) }
        let variables = variables
        return Surroundings(random: SplitMix64(seed: seed)) { variable in
            switch variable {
            case "HOME": home
            case "TROVE_DEVICE": name
            default: variables.withLock { $0[variable] }
            }
        }
    }

    /// Runs work with the stage's folder for files as the working folder.
    func inFiles<Result>(_ work: () throws -> Result) rethrows -> Result {
        let before = SystemCall.open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        // The path lives until the call returns.
        _ = unsafe chdir(files)
        defer {
            if before >= 0 {
                _ = fchdir(before)
                Glibc.close(before)
            }
        }
        return try work()
    }

    /// Copies a file of the lesson's folder into the folder for files.
    ///
    /// - Throws: `StageFailure`.
    func copy(file name: String) throws(StageFailure) {
        do throws(WholeFile.Failure) {
            let bytes = try WholeFile.read("\(lessonFolder)/\(name)", limit: 64 << 20)
            try WholeFile.write(bytes, to: "\(files)/\(name)", isDurable: false)
        } catch {
            throw error == .isMissing
                ? .fileMissing("\(lessonFolder)/\(name)")
                : .folder("\(lessonFolder)/\(name)", errno: error.number)
        }
    }

    // MARK: Programs

    /// Starts, stops or restarts the server. It listens when this returns.
    ///
    /// - Throws: `StageFailure`.
    func perform(_ action: LessonStep.ServerAction) throws(StageFailure) {
        if action != .start { server.stop() }
        if action != .stop {
            try beginServer()
            try awaitServer()
        }
        for device in devices { device.forgetContact() }
    }

    /// Starts the server without waiting for it, so that its address is known at once.
    ///
    /// - Throws: `StageFailure`.
    func beginServer() throws(StageFailure) {
        if port == nil { port = LoopbackPort() }
        guard let port else { throw .programFailed("trove-server", log: "") }
        let address = "127.0.0.1:\(port.number)"
        variables.withLock { $0["TROVE_SERVER"] = "http://\(address)" }
        try server.start(["--listen", address, "--store", "sqlite:\(state)/server/server.db"])
    }

    /// Blocks until the server listens, if it was started.
    ///
    /// - Throws: `StageFailure` if it ends first, or does not listen in time.
    func awaitServer() throws(StageFailure) {
        try server.await("listens on")
    }

    /// Starts the stand-in for the catalogue services, and points the devices at it.
    ///
    /// - Throws: `StageFailure`.
    func startCatalogue() throws(StageFailure) {
        try catalogue.start([])
        // This variable is in the last line: the program would end if it printed more to the closed
        // pipe.
        let said = try catalogue.await("TROVE_GOOGLEBOOKS_KEY=")
        variables.withLock { variables in
            for line in said.split(separator: "\n") where line.hasPrefix("export ") {
                let parts = line.dropFirst("export ".count).split(separator: "=", maxSplits: 1)
                if parts.count == 2 { variables[String(parts[0])] = String(parts[1]) }
            }
        }
        for device in devices { device.takeSettings() }
    }
}
