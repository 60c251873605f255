import TroveTesting

/// Trove's server, with its own store on a real disk.
final class SyncServer {
    /// The server's address, such as `http://127.0.0.1:40123`.
    let address: String
    /// The figures of its process.
    var figures: ProcessFigures { ProcessFigures(identifier: program.processIdentifier) }

    private let program: RunningProgram

    /// Starts the server. Its log goes to a file beside its store, which it creates if it is
    /// missing.
    init(store: String, in workshop: Workshop) throws {
        let server = try BuiltProgram.path(of: "trove-server")
        // As many connections as the system allows; `exec` makes the process the server.
        program = try workshop.programOfItsOwn("/bin/sh").start([
            "-c",
            """
            ulimit -n "$(ulimit -Hn)"
            exec "$1" --listen 127.0.0.1:0 --store "sqlite:$2" 2>"$2.log"
            """,
            "sh", server, store,
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
