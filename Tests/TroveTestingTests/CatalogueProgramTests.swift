import Testing
import TroveLoopback
import TroveStandIn
import TroveTesting

/// The stand-in as a separate program.
@Suite(.timeLimit(.minutes(20))) struct CatalogueProgramTests {
    private func program() throws -> ProgramUnderTest {
        try ProgramUnderTest(try BuiltProgram.path(of: "catalogue-stand-in"))
    }

    @Test(arguments: [Signal.interrupt, .terminate])
    func runsUntilItIsStopped(_ signal: Signal) throws {
        let running = try program().start()
        let lines = try running.read(until: "# For Google Books")
        #expect(lines.contains("export TROVE_TMDB_KEY=\(CatalogueStandIn.tmdbKey)\n"))
        let variable = "export TROVE_OPENLIBRARY_URL=http://127.0.0.1:"
        let line = try #require(lines.split(separator: "\n").first { $0.hasPrefix(variable) })
        let port = try #require(Int(line.dropFirst(variable.count).prefix { $0 != "/" }))
        let exchange = try RawExchange(port: port)
        try exchange.send("GET /openlibrary/search.json?title=dune HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(try exchange.readReply().status == 200)
        // The connection is still open, but does not keep the program alive.
        running.send(signal)
        #expect(try running.waitForExit().status == .exited(0))
    }

    @Test(arguments: [["--port"], ["--port", "x"], ["--port", "70000"], ["8080"]])
    func printsItsUsage(_ arguments: [String]) throws {
        let run = try program().run(arguments)
        #expect(run.status == .exited(2))
        #expect(run.errorText == "usage: catalogue-stand-in [--port N]\n")
    }

    @Test func reportsATakenPort() throws {
        let taken = try Socket.listen()
        let run = try program().run(["--port", "\(try taken.port())"])
        #expect(run.status == .exited(1))
        #expect(run.errorText.contains("Address already in use"))
        #expect(run.output.isEmpty)
    }
}
