import TroveTesting

/// The load client: a program that acts as many devices of a server's users, and uses little
/// processor time itself.
final class LoadClient {
    /// The requests of a measurement.
    struct Load {
        /// The time divided by the number of requests.
        let every: Duration
        /// The processor time of the load client in each second.
        let processor: Double
        /// The time of the requests: 99 of 100 were faster.
        let percentile99: Duration
        /// The time of the slowest request.
        let longest: Duration

        fileprivate init(_ answer: Peer.Answer) throws {
            let seconds = try answer.number("s")
            every = .seconds(1) * (seconds / (try answer.number("requests")))
            processor = try answer.number("cpu") / seconds
            percentile99 = .milliseconds(1) * (try answer.number("p99_ms"))
            longest = .milliseconds(1) * (try answer.number("longest_ms"))
        }
    }

    private let program: Peer
    /// The highest processor time of the client in a second so far.
    private(set) var mostProcessor = 0.0

    /// Starts the client of a server. `accounts` is the list of the users' tokens: a file that
    /// exists, or one to write.
    init(_ address: String, accounts: String, in workshop: Workshop) throws {
        program = try Peer(compiled: "load", [address, accounts], in: workshop)
    }

    /// Starts the client of a server, and signs users up.
    convenience init(_ server: SyncServer, users: Int, in workshop: Workshop) throws {
        let accounts = workshop.path("accounts.txt")
        try workshop.run("rm -f \"$1\"", accounts)
        try self.init(server.address, accounts: accounts, in: workshop)
        try ask("sign-up \(users)")
    }

    /// Runs a command of `Benchmarks/Programs/load.c`.
    @discardableResult
    func ask(_ command: String) throws -> Peer.Answer { try program.ask(command) }

    /// Runs a command that measures.
    func measure(_ command: String) throws -> Load {
        let load = try Load(program.ask(command))
        mostProcessor = max(mostProcessor, load.processor)
        return load
    }

    /// Ends the client.
    func end() throws { try program.end() }
}
