import Glibc
import TroveLoopback
import TroveSystem

/// The real server, which can be killed, restarted, and given an old copy of its store.
///
/// It listens on 127.0.0.1, on the same port after each restart; the port stays reserved in
/// between. It is killed when the value is deallocated. Its log, and the trace of a crash, go to
/// one file across restarts.
package final class ServerUnderTest {
    /// The program, and the directory with all of its files.
    package private(set) var program: ProgramUnderTest
    /// The port, reserved while the value lives.
    package let port: UInt16
    /// Arguments after those for the address, the store and the log.
    package let arguments: [String]
    /// The URL of the database that holds the store from the next start on; nil for a file.
    package var database: String?

    private let reservation: Socket
    private var running: RunningProgram?
    /// The URLs of the copies of the store that are databases, by their names.
    private var databaseCopies: [String: String] = [:]

    /// The directory of the store, with no other files, relative to `scratch`.
    private static let storeDirectory = "store"
    private static let logName = "server.log"

    /// Finds the program, creates a clean directory for it, and starts it.
    ///
    /// - Parameters:
    ///   - path: The program; nil for the built one.
    ///   - database: The URL of a database for the store; nil for a file.
    ///   - arguments: Additional arguments.
    ///   - environment: Variables to add to its environment, or to replace in it.
    /// - Throws: `ProgramNotBuilt` when it is not found; `WaitFailure` when it does not start to
    ///   listen.
    package init(
        path: String? = nil, database: String? = nil, arguments: [String] = [],
        environment: [String: String] = [:]
    ) throws {
        program = try ProgramUnderTest(
            path ?? BuiltProgram.path(of: "trove-server"), environment: environment)
        self.arguments = arguments
        self.database = database
        reservation = try Socket.bind()
        port = try reservation.port()
        try program.scratch.makeDirectory(Self.storeDirectory)
        try start()
    }

    /// The directory with all of the server's files.
    package var scratch: ScratchDirectory { program.scratch }

    /// The address for clients.
    package var url: String { "http://127.0.0.1:\(port)" }

    /// The absolute path of the store's database.
    package var storePath: String { scratch.path("\(Self.storeDirectory)/server.db") }

    /// The store, for `--store`.
    package var store: String { database ?? "sqlite:\(storePath)" }

    /// Whether it was started, and not stopped by a method of this type.
    package var isRunning: Bool { running != nil }

    /// The process identifier while it runs.
    package var processIdentifier: Int32? { running?.processIdentifier }

    /// The log across all restarts, one JSON object per line.
    package var log: String { (try? scratch.read(Self.logName)) ?? "" }

    /// The last part of the log under a heading, for a failure.
    package var evidence: String { Evidence.quoted(Array(log.utf8), as: "the server's log") }

    /// Starts the server unless it runs, and waits until it listens.
    ///
    /// - Throws: `WaitFailure` when it exits or does not report that it listens.
    package func start(fileID: String = #fileID, line: Int = #line) throws {
        guard running == nil else { return }
        let address = "127.0.0.1:\(port)"
        let server = try program.start(
            ["--listen", address, "--store", store, "--log", "json"] + arguments,
            input: .empty, errors: .file(scratch.path(Self.logName)))
        do {
            try server.read(
                until: "trove-server listens on http://\(address)\n", fileID: fileID, line: line)
        } catch {
            throw ServerStartFailure(underlying: error, evidence: evidence)
        }
        running = server
    }

    /// Runs the built program from the next start on.
    ///
    /// - Throws: `ProgramNotBuilt` when it is not found.
    package func setProgram() throws {
        program.path = try BuiltProgram.path(of: "trove-server")
    }

    /// Kills the server with SIGKILL. Does nothing when it does not run.
    ///
    /// - Throws: `ServerStartFailure` when it had already exited.
    package func kill() throws {
        guard let server = running else { return }
        running = nil
        server.send(.kill)
        let run = try server.waitForExit()
        guard run.status == .signaled(.kill) else {
            // The server had already exited, which the test must report.
            throw ServerStartFailure(
                underlying: UnexpectedStatus(
                    expected: .signaled(.kill), run: run, place: "the server's end"),
                evidence: evidence)
        }
    }

    /// Sends a signal, and does not wait for what the server does.
    package func send(_ signal: Signal) { running?.send(signal) }

    /// Sends SIGTERM and waits until the server has exited.
    ///
    /// - Throws: `ServerStartFailure` when it exceeds the time limit, or exits with a status other
    ///   than 0.
    package func terminate(
        timeLimit: Duration = .seconds(60), fileID: String = #fileID, line: Int = #line
    ) throws {
        guard let server = running else { return }
        running = nil
        server.send(.terminate)
        do {
            try server.waitForExit(timeLimit: timeLimit, fileID: fileID, line: line)
                .requiring(.success, fileID: fileID, line: line)
        } catch {
            throw ServerStartFailure(underlying: error, evidence: evidence)
        }
    }

    /// Kills the server and starts it again.
    ///
    /// - Throws: As `kill` and `start` do.
    package func restart(fileID: String = #fileID, line: Int = #line) throws {
        try kill()
        try start(fileID: fileID, line: line)
    }

    /// Saves a copy of the store under a name. A running server is stopped for this and started
    /// again.
    ///
    /// - Throws: `SystemCallError` when a file cannot be copied, `PostgresFailure` when a database
    ///   cannot; else as `terminate` and `start` do.
    package func saveStore(as name: String) throws {
        try whileEnded {
            if let database {
                databaseCopies[name] = try PostgresUnderTest.makeDatabase(template: database)
            } else {
                try copyFiles(from: Self.storeDirectory, to: "copies/\(name)")
            }
        }
    }

    /// Replaces the store with a saved copy, which discards later changes. A running server is
    /// stopped for this and started again.
    ///
    /// - Throws: As `saveStore` does.
    package func restoreStore(from name: String) throws {
        try whileEnded {
            if let copy = databaseCopies[name] {
                database = try PostgresUnderTest.makeDatabase(template: copy)
            } else {
                try copyFiles(from: "copies/\(name)", to: Self.storeDirectory)
            }
        }
    }

    /// Runs SQL on the store.
    ///
    /// - Throws: `UnexpectedStatus` when it fails.
    package func changeStore(_ sql: String) throws {
        let run =
            if let database {
                try ProgramUnderTest("/usr/bin/psql").run(
                    [database, "-qX", "-v", "ON_ERROR_STOP=1", "-c", sql])
            } else {
                try ProgramUnderTest("sqlite3").run([storePath, sql])
            }
        try run.requiring()
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
            guard SystemCall.unlink(scratch.path(name)) == 0 else {
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

/// The server failed to do what a test asked.
package struct ServerStartFailure: Error, CustomStringConvertible {
    /// The error.
    package let underlying: any Error
    /// The last part of the server's log.
    package let evidence: String

    /// Both, for a test's log.
    package var description: String { "\(underlying)\n\(evidence)" }
}
