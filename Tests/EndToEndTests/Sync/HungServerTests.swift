import Testing
import TroveModel
import TroveTesting

/// A server that accepts connections and never answers.
@Suite(.timeLimit(.minutes(20))) struct HungServerTests {
    let world: SyncWorld
    let proxy: FaultProxy
    let laptop: Trove

    init() throws {
        world = try SyncWorld()
        proxy = try FaultProxy(to: world.server.port)
        laptop = try world.signedUp("laptop", at: proxy.url)
        try laptop.prepare("add gem Opal color:white\nadd book Dune")
        proxy.schedule = FaultSchedule { _ in .swallow(.seconds(60)) }
    }

    private func run(_ command: String, on trove: Trove? = nil) throws -> ProgramRun {
        try (trove ?? laptop).program.run(["-c", command])
    }

    private static let warning =
        "warning: the server is not available (timed out): this is the local copy, last synced"

    /// A query is answered from the local copy, and the next program does not wait again.
    @Test func queriesDoNotWaitForIt() throws {
        let before = proxy.traffic.requestCount
        let first = try run("list")
        #expect(first.status == .success)
        #expect(first.text.contains("Opal"))
        #expect(first.errorText.contains(Self.warning), "\(first)")
        let asked = proxy.traffic.requestCount
        #expect(asked - before == 1, "\(proxy.trace)")
        for command in [
            "list", "count", "show 1", "stats", "shelves", "export -", "export x.csv --yes", "log",
            "loans", "wishlist", "reads", "conflicts",
        ] {
            let run = try run(command)
            #expect(run.status == .success, "\(run)")
            #expect(run.errorText.contains(Self.warning), "\(run)")
        }
        #expect(proxy.traffic.requestCount == asked, "\(proxy.trace)")
        // Some seconds later the server is tried again.
        _ = try run("list", on: laptop.at("2026-11-20T12:01"))
        #expect(proxy.traffic.requestCount == asked + 1, "\(proxy.trace)")
    }

    /// A change that needs the server tries it nevertheless.
    @Test func changesStillTryIt() throws {
        _ = try run("list")
        let asked = proxy.traffic.requestCount
        let refused = try run("add book Ulysses")
        #expect(refused.status == .exited(1))
        #expect(proxy.traffic.requestCount > asked)
        // Changes that can be queued are queued, without waiting.
        let before = proxy.traffic.requestCount
        let queued = try run("add gem Ruby")
        #expect(queued.status == .success)
        #expect(queued.errorText.contains("1 change is queued"), "\(queued)")
        #expect(proxy.traffic.requestCount <= before + 1, "\(proxy.trace)")
    }

    /// A query waits a quarter of the time. A change that follows tries the server for the whole
    /// time.
    @Test func changesDoNotTrustTheShortWaitOfAQuery() throws {
        proxy.schedule = .next("GET /v1/hello", .swallow(.seconds(60)))
        var device = laptop
        device.environment["TROVE_PATIENCE"] = "20"
        let run = try device.program.run(["-c", "count gems", "-c", "set Dune genre:crime"])
        #expect(run.errorText.contains(Self.warning), "\(run)")
        #expect(run.status == .success, "\(run)\n\(proxy.trace)")
    }

    @Test func recoversWhenItAnswersAgain() throws {
        _ = try run("list")
        proxy.heal()
        try laptop.prepare("sync")
        try world.loggedIn("phone").prepare("add gem Ruby")
        let run = try run("list")
        #expect(run.text.contains("Ruby"))
        #expect(run.errorText == "")
    }
}
