import TroveTesting

/// What is measured side by side on one of the server's stores: the server, and the same statements
/// without it.
struct ServerStore {
    /// The name of the store.
    let name: String
    let server: SyncServer
    let load: LoadClient
    /// The programs that run the same statements.
    let ceilings: [Ceiling]

    /// The users, each with a device.
    static let users = 64

    /// A program that runs the statements of the server as fast as the store does.
    struct Ceiling {
        let name: String
        /// Measures pushes or pulls, as the load client is asked for them.
        let measure: (_ command: Command) throws -> Duration
        let end: () throws -> Void
    }

    /// What a number of devices do for some time.
    struct Command {
        /// `push` or `pull`.
        let verb: String
        let devices: Int
        /// The operations of a push, or the entries of a pull.
        let size: Int
        let seconds: Double
    }

    /// Measures a command on the server and on the ceilings, by turns.
    ///
    /// - Returns: a row for each ceiling.
    func compare(_ what: String, _ command: Command, runs: Int) throws -> [Comparison] {
        let text = "\(command.verb) \(command.devices) \(command.size) \(command.seconds)"
        var processor: [Double] = []
        let ours = {
            let load = try load.measure(text)
            processor.append(load.processor)
            return load.every
        }
        let medians = try byTurns(
            runs: runs, [ours] + ceilings.map { ceiling in { try ceiling.measure(command) } })
        let share = (processor.sorted()[processor.count / 2] * 100).short
        return zip(ceilings, medians.dropFirst()).map { ceiling, median in
            Comparison(
                "\(what), \(name) (client \(share) % CPU)", everyOurs: medians[0], ceiling.name,
                every: median, target: 0.8)
        }
    }

    /// Ends all programs.
    func end() throws {
        try load.end()
        try server.stop()
        for ceiling in ceilings { try ceiling.end() }
    }

    // MARK: SQLite

    /// Starts a server on a file, and a loop in C on another one.
    static func sqlite(in workshop: Workshop) throws -> ServerStore {
        let folder = try workshop.emptyFolder("server")
        let loop = "\(folder)/loop.db"
        // The server creates the tables.
        try SyncServer(store: loop, in: workshop).stop()
        let statements = Repository.path(of: "Benchmarks/Programs/sqlite.sql")
        let program = try Peer(compiled: "sqlite_store", [loop, statements], in: workshop)
        try program.ask("users \(users)")
        let server = try SyncServer(store: "\(folder)/trove-server.db", in: workshop)
        return ServerStore(
            name: "SQLite", server: server,
            load: try LoadClient(server, users: users, in: workshop),
            ceilings: [
                Ceiling(
                    name: "C loop",
                    measure: { command in
                        try program.rate(
                            "\(command.verb) \(command.devices) \(command.size) \(command.seconds)")
                    }, end: { try program.end() })
            ])
    }

    // MARK: PostgreSQL

    /// The connections of a server to its database, as by default.
    private static let connections = 8

    /// Starts a server on a database, and programs that run the same statements without it on
    /// copies.
    static func postgres(_ database: PostgresUnderTest, in workshop: Workshop) throws -> ServerStore
    {
        let empty = try database.makeDatabase()
        // The server creates the tables.
        try SyncServer(database: empty, in: workshop).stop()
        let statements = Repository.path(of: "Benchmarks/Programs/postgres.sql")
        func start(on address: String) throws -> Peer {
            let program = try Peer(compiled: "postgres_store", [address, statements], in: workshop)
            try program.ask("users \(users)")
            return program
        }
        let pipelined = try start(on: database.makeDatabase(template: empty))
        let benched = try database.makeDatabase(template: empty)
        try start(on: benched).end()
        let pgbench = try Pgbench(benched, statements: statements, in: workshop)
        let server = try SyncServer(
            database: database.makeDatabase(template: empty), in: workshop)
        return ServerStore(
            name: "PostgreSQL", server: server,
            load: try LoadClient(server, users: users, in: workshop),
            ceilings: [
                Ceiling(
                    name: "pipelined",
                    measure: { command in
                        let connections = min(command.devices, connections)
                        return try pipelined.rate(
                            "\(command.verb) \(connections) \(command.devices) \(command.size) "
                                + "\(command.seconds)")
                    }, end: { try pipelined.end() }),
                Ceiling(name: "pgbench", measure: pgbench.measure, end: {}),
            ])
    }
}

extension Peer {
    /// Runs a command that answers with a number of requests, and returns the time for each.
    fileprivate func rate(_ command: String) throws -> Duration {
        let answer = try ask(command)
        return .seconds(1) * (try answer.number("s") / (try answer.number("requests")))
    }
}
