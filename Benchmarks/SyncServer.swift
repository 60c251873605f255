import TroveTesting

/// Trove's server, with its own store on a real disk.
final class SyncServer {
    /// The server's address, such as `http://127.0.0.1:40123`.
    let address: String
    /// The figures of its process.
    var figures: ProcessFigures { ProcessFigures(identifier: program.processIdentifier) }

    private let program: RunningProgram

    /// Starts the server on a file. Its log goes to a file beside its store, which it creates if it
    /// is missing.
    convenience init(store path: String, in workshop: Workshop) throws {
        try self.init("sqlite:\(path)", log: "\(path).log", in: workshop)
    }

    /// Starts the server on a database. Its log goes to a file in the workshop.
    convenience init(database: String, in workshop: Workshop) throws {
        try self.init(database, log: workshop.path("server.log"), in: workshop)
    }

    private init(_ store: String, log: String, in workshop: Workshop) throws {
        let server = try BuiltProgram.path(of: "trove-server")
        // As many connections as the system allows; `exec` makes the process the server.
        program = try workshop.programOfItsOwn("/bin/sh").start([
            "-c",
            """
            ulimit -n "$(ulimit -Hn)"
            exec "$1" --listen 127.0.0.1:0 --store "$2" 2>"$3"
            """,
            "sh", server, store, log,
        ])
        let line = try program.read(until: "\n")
        guard let address = line.split(whereSeparator: \.isWhitespace).last, line.contains("http")
        else { throw AnswersDiffer(answers: [line]) }
        self.address = String(address)
    }

    /// Stops the server, so that its store is a single file.
    func stop() throws {
        program.send(.terminate)
        try program.waitForExit().requiring()
    }
}
