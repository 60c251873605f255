import TroveTesting

/// Trove's server, with a store of its own on a real disk.
final class SyncServer {
    /// Where it listens, `http://127.0.0.1:40123`.
    let address: String
    /// What Linux knows of it.
    var figures: ProcessFigures { ProcessFigures(identifier: program.processIdentifier) }

    private let program: RunningProgram

    /// Starts it; what it logs goes to a file beside its store, which it makes if there is none.
    init(store: String, in workshop: Workshop) throws {
        let server = try BuiltProgram.path(of: "trove-server")
        // As many connections as the system allows; `exec`, so that the process is the server.
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

    /// Ends it, so that its store is one file.
    func stop() throws {
        program.send(.terminate)
        try program.waitForExit().requiring()
    }
}
