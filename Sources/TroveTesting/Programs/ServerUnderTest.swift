import Glibc

/// The real server, which can be killed, started again, and given an old copy of its store.
///
/// It listens on 127.0.0.1, at the same port in all its lives, so that clients find it again; nobody
/// else gets the port in between. It is killed when the value goes. What it logs, and a trace of its
/// crash if there is one, goes to one file over all its lives.
package final class ServerUnderTest {
    /// The program and the directory that everything of it lies in.
    package let program: ProgramUnderTest
    /// The port, which nobody else gets while the value lives.
    package let port: UInt16
    /// What is put behind the arguments for the address, the store and the log.
    package let arguments: [String]

    private let reservation: Socket
    private var running: RunningProgram?

    /// The directory that the store lies in, and nothing else, as a path in `scratch`.
    private static let storeDirectory = "store"
    private static let logName = "server.log"

    /// Finds the program, makes a clean place for it, and starts it.
    ///
    /// - Parameters:
    ///   - path: The program; nil stands for the built one.
    ///   - arguments: What to add to its arguments.
    ///   - environment: What to add to its environment, or to replace in it.
    /// - Throws: `ProgramNotBuilt` when it is not there; `WaitFailure` when it does not begin to
    ///   listen.
    package init(
        path: String? = nil, arguments: [String] = [], environment: [String: String] = [:]
    ) throws {
        program = try ProgramUnderTest(
            path ?? BuiltProgram.path(of: "trove-server"), environment: environment)
        self.arguments = arguments
        reservation = try Socket.bind()
        port = try reservation.port()
        try program.scratch.makeDirectory(Self.storeDirectory)
        try start()
    }

    /// The directory that everything of the server lies in.
    package var scratch: ScratchDirectory { program.scratch }

    /// Where clients find it.
    package var url: String { "http://127.0.0.1:\(port)" }

    /// The absolute path of the store's database.
    package var storePath: String { scratch.path("\(Self.storeDirectory)/server.db") }

    /// Whether it was started and not ended by a method of this type.
    package var isRunning: Bool { running != nil }

    /// The process, while it runs.
    package var processIdentifier: Int32? { running?.processIdentifier }

    /// What it has logged in all its lives, one JSON object in a line.
    package var log: String { (try? scratch.read(Self.logName)) ?? "" }

    /// The last part of the log under a heading, for a failure.
    package var evidence: String { Evidence.quoted(Array(log.utf8), as: "the server's log") }

    /// Starts it, unless it runs, and waits until it listens.
    ///
    /// - Throws: `WaitFailure` when it ends or does not say that it listens.
    package func start(fileID: String = #fileID, line: Int = #line) throws {
        guard running == nil else { return }
        let address = "127.0.0.1:\(port)"
        let server = try program.start(
            ["--listen", address, "--store", "sqlite:\(storePath)", "--log", "json"] + arguments,
            input: .empty, errors: .file(scratch.path(Self.logName)))
        do {
            try server.read(
                until: "trove-server listens on http://\(address)\n", fileID: fileID, line: line)
        } catch {
            throw ServerFailure(underlying: error, evidence: evidence)
        }
        running = server
    }

    /// Ends it by SIGKILL, which it cannot prepare for. Does nothing when it does not run.
    ///
    /// - Throws: `SystemCallError` when waiting for its end is out of order.
    package func kill() throws {
        guard let server = running else { return }
        running = nil
        server.send(.kill)
        let run = try server.waitForExit()
        guard run.status == .signalled(.kill) else {
            // It was not alive any more: that is what the test has to tell.
            throw ServerFailure(
                underlying: UnexpectedStatus(
                    expected: .signalled(.kill), run: run, place: "the server's end"),
                evidence: evidence)
        }
    }

    /// Asks it to end (SIGTERM) and waits until it has.
    ///
    /// - Throws: `ServerFailure` when it takes longer than the time limit, or ends in another way
    ///   than with status 0.
    package func terminate(
        timeLimit: Duration = .seconds(5), fileID: String = #fileID, line: Int = #line
    ) throws {
        guard let server = running else { return }
        running = nil
        server.send(.terminate)
        do {
            try server.waitForExit(timeLimit: timeLimit, fileID: fileID, line: line)
                .requiring(.success, fileID: fileID, line: line)
        } catch {
            throw ServerFailure(underlying: error, evidence: evidence)
        }
    }

    /// Kills it and starts it again.
    ///
    /// - Throws: as `kill` and `start` do.
    package func restart(fileID: String = #fileID, line: Int = #line) throws {
        try kill()
        try start(fileID: fileID, line: line)
    }

    /// Keeps a copy of the store under a name. The server is ended for it, and started again if it
    /// ran.
    ///
    /// - Throws: `SystemCallError` when a file cannot be copied; else as `terminate` and `start` do.
    package func saveStore(as name: String) throws {
        try whileEnded { try copyFiles(from: Self.storeDirectory, to: "copies/\(name)") }
    }

    /// Puts a copy that was kept in the place of the store: what came after it is forgotten. The
    /// server is ended for it, and started again if it ran.
    ///
    /// - Throws: `SystemCallError` when a file cannot be copied; else as `terminate` and `start` do.
    package func restoreStore(from name: String) throws {
        try whileEnded { try copyFiles(from: "copies/\(name)", to: Self.storeDirectory) }
    }

    private func whileEnded(_ body: () throws -> Void) throws {
        let ran = isRunning
        try terminate()
        try body()
        if ran { try start() }
    }

    private func copyFiles(from source: String, to target: String) throws {
        try scratch.makeDirectory(target)
        for name in scratch.files() where name.hasPrefix("\(target)/") {
            // The path lives until the call returns.
            guard unsafe unlink(scratch.path(name)) == 0 else {
                throw SystemCallError("unlink \(scratch.path(name))")
            }
        }
        for name in scratch.files() where name.hasPrefix("\(source)/") {
            let copy = target + name.dropFirst(source.count)
            try scratch.write(scratch.readBytes(name), to: copy)
            try scratch.setPermissions(scratch.permissions(of: name), of: copy)
        }
    }
}

/// The server did not do what a test asked of it.
package struct ServerFailure: Error, CustomStringConvertible {
    /// What was noticed.
    package let underlying: any Error
    /// The last part of the server's log.
    package let evidence: String

    /// Both, for a test's log.
    package var description: String { "\(underlying)\n\(evidence)" }
}
