package import TroveOptions

/// The command line of `trove-server`.
package struct ServerOptions: ProgramOptions, Sendable, Equatable {
    /// The format of the log.
    package enum LogFormat: String, Sendable, CaseIterable {
        case text, json
    }

    /// What the program does.
    package enum Task: Sendable, Equatable {
        /// Runs the server.
        case serve
        /// Prints a new invitation.
        case invite
        /// Copies the store to this file.
        case backUp(String)
        /// Replaces the store with this backup.
        case restore(String)
        /// Lists or changes accounts.
        case user(UserTask)
        /// Copies the store to the database at this URL.
        case move(to: String)
        /// Converts the store to the current format.
        case migrate
        /// Prints what the store holds.
        case describe
        /// Looks for damage in the store.
        case check
        /// Removes all accounts of a class.
        case reset
    }

    /// What to do with accounts. Each has the email of the account.
    package enum UserTask: Sendable, Equatable {
        case list
        case disable(String)
        case enable(String)
        /// Ends the tokens of all devices.
        case logOut(String)
        /// Replaces the password with a new one, for a user who has forgotten it.
        case resetPassword(String)
        case delete(String)
        /// Copies everything that the account holds to a new folder.
        case export(String, folder: String)
    }

    /// What the program does.
    package var task = Task.serve
    /// The address to listen on.
    package var listen = ListenAddress(host: "127.0.0.1", port: 7373)
    /// The address that serves `/metrics`; nil for none.
    package var metrics: ListenAddress?
    /// The store; nil for `server.db` in the data folder.
    package var store: StoreAddress?
    /// The most requests that use PostgreSQL at once.
    package var connections: Int { chosenConnections ?? 8 }
    /// Whether PostgreSQL keeps prepared statements.
    package var preparesStatements = true
    /// Whether PostgreSQL, too, keeps users apart.
    package var hasRowSecurity = false
    /// The certificate and key files; nil for no TLS.
    package var tls: TLS?
    /// The rule for new accounts.
    package var signup = SyncServer.Options.Signup.open
    /// Whether the server is for a class: new accounts need its code.
    package var isForClass = false
    /// The format of the log.
    package var log = LogFormat.text
    /// Whether other machines may connect without TLS.
    package var allowsInsecure = false
    /// The proxies that name the clients in `X-Forwarded-For`.
    package var proxies = TrustedProxies()
    /// How long the server keeps serving after SIGTERM, in seconds.
    package var drainSeconds = 0
    /// What to print instead of running.
    package var information = InformationOptions()

    /// The path of the store; nil if it is the default, or a database.
    package var storePath: String? {
        guard case .file(let path) = store else { return nil }
        return path
    }

    /// The PEM files for TLS.
    package struct TLS: Sendable, Equatable {
        /// The path of the certificate chain, the server's certificate first.
        package let certificate: String
        /// The path of the private key.
        package let key: String
    }

    private var chosenConnections: Int?
    private var certificate: String?
    private var key: String?
    private var userAction: UserAction?
    /// The names of the commands, as typed.
    private var chosenTasks: [String] = []
    /// The words of the command line that are not options.
    private var operands: [String] = []

    /// Notes a command. Only one can be chosen.
    private mutating func choose(_ task: Task, _ name: String) {
        self.task = task
        chosenTasks.append(name)
    }

    /// Returns the file of a command, which must not be an option.
    private static func file(
        _ text: String, of command: String
    ) throws(CommandLineError) -> String {
        guard !text.hasPrefix("-") else { throw .missingOperand(command, needs: "FILE") }
        return text
    }

    enum UserAction: String, CaseIterable {
        case list, disable, enable, logout, password, delete, export
    }

    /// All options, in the order of the help.
    static let table = OptionTable<ServerOptions>(
        of: [
            .value("backup", placeholder: "FILE", "", values: .file) {
                (options, text) throws(CommandLineError) in
                options.choose(.backUp(try file(text, of: "backup")), "backup")
            },
            .value("restore", placeholder: "FILE", "", values: .file) {
                (options, text) throws(CommandLineError) in
                options.choose(.restore(try file(text, of: "restore")), "restore")
            },
            .value(
                "user", placeholder: "ACTION", "",
                values: .words(UserAction.allCases.map(\.rawValue))
            ) { (options, text) throws(CommandLineError) in
                options.userAction = try userAction(text)
                options.chosenTasks.append("user")
            },
            .value("move", placeholder: "STORE", "") { (options, text) throws(CommandLineError) in
                guard case .postgres(let address)? = try? store(text) else {
                    throw .badValue(text, option: "move", known: ["postgres://HOST/NAME"])
                }
                options.choose(.move(to: address), "move")
            },
            .flag("migrate", help: "") { $0.choose(.migrate, "migrate") },
            .flag("stats", help: "") { $0.choose(.describe, "stats") },
            .flag("check", help: "") { $0.choose(.check, "check") },
            .flag("reset", help: "") { $0.choose(.reset, "reset") },
            .value(
                "--listen", placeholder: "ADDRESS:PORT",
                "default: 127.0.0.1:7373; port 0 picks a free port"
            ) {
                (options, text) throws(CommandLineError) in
                options.listen = try address(text, of: "--listen")
            },
            .value(
                "--metrics", placeholder: "ADDRESS:PORT",
                "serve /metrics for Prometheus on this address"
            ) { (options, text) throws(CommandLineError) in
                options.metrics = try address(text, of: "--metrics")
            },
            .value(
                "--store", placeholder: "STORE",
                "the store: sqlite:PATH or postgres://HOST/NAME;\ndefault: $XDG_DATA_HOME/trove/server.db"
            ) { (options, text) throws(CommandLineError) in
                options.store = try store(text)
            },
            .value(
                "--connections", placeholder: "N",
                "connections to PostgreSQL, 1 to 64; default: 8"
            ) { (options, text) throws(CommandLineError) in
                guard let count = Int(text), (1...64).contains(count) else {
                    throw .badValue(text, option: "--connections", known: ["1 to 64"])
                }
                options.chosenConnections = count
            },
            .flag(
                "--unprepared",
                help: "use no prepared statements on PostgreSQL, for PgBouncer\nbefore 1.21"
            ) { $0.preparesStatements = false },
            .flag(
                "--row-security",
                help: "also separate accounts with PostgreSQL row-level\nsecurity"
            ) { $0.hasRowSecurity = true },
            .file("--tls-cert", "the certificate chain in PEM; SIGHUP reloads it") {
                $0.certificate = $1
            },
            .file("--tls-key", "the private key in PEM") { $0.key = $1 },
            .choice(
                "--signup", placeholder: "WHO",
                "who may create an account: open, invite, closed;\ndefault: open"
            ) { $0.signup = $1 },
            .flag(
                "--classroom",
                help: """
                    serve a class: new accounts need its code, which is
                    printed with a page for the students
                    """
            ) { $0.isForClass = true },
            .choice(
                "--log", placeholder: "FORMAT",
                "the log on standard error: text, json; default: text"
            ) { $0.log = $1 },
            .flag("--allow-insecure", help: "accept connections from other machines without TLS") {
                $0.allowsInsecure = true
            },
            .flag(
                "--behind-proxy",
                help: """
                    a proxy on this machine names the clients in
                    X-Forwarded-For: count attempts by these addresses
                    """
            ) { $0.proxies.isLocal = true },
            .value(
                "--proxy", placeholder: "ADDRESS",
                """
                the same for a proxy on another machine, or in a network
                such as 10.0.0.0/8; can be given several times
                """
            ) { (options, text) throws(CommandLineError) in
                guard let range = AddressRange(text) else {
                    throw .badValue(text, option: "--proxy", known: ["192.0.2.2", "10.0.0.0/8"])
                }
                options.proxies.ranges.append(range)
            },
            .value(
                "--drain", placeholder: "SECONDS",
                "after SIGTERM, keep serving this long while /ready\nanswers 503, 0 to 60; default: 0"
            ) { (options, text) throws(CommandLineError) in
                guard let seconds = Int(text), (0...60).contains(seconds) else {
                    throw .badValue(text, option: "--drain", known: ["0 to 60"])
                }
                options.drainSeconds = seconds
            },
            .flag(
                "--invite",
                help:
                    "print an invitation code for one new account,\nvalid for \(Invitation.days) days"
            ) {
                $0.choose(.invite, "--invite")
            },
        ])

    /// Parses the arguments after the program's name.
    package init(_ arguments: [String]) throws(CommandLineError) {
        // In `backup --help`, the option is not the file.
        if arguments.first?.hasPrefix("-") == false,
            arguments.contains(where: ["--help", "-h"].contains)
        {
            information.wantsHelp = true
            return
        }
        try Self.table.parse(arguments, into: &self) { $0.operands.append($1) }
        if let first = chosenTasks.first, let other = chosenTasks.first(where: { $0 != first }) {
            throw .contradiction(first, other)
        }
        if let userAction { task = .user(try takeUserTask(userAction)) }
        if let word = operands.first { throw .unknown(word) }
        if isForClass, signup != .open { throw .contradiction("--classroom", "--signup") }
        try checkOptionsOfPostgres()
        switch (certificate, key) {
        case (let certificate?, let key?): tls = TLS(certificate: certificate, key: key)
        case (nil, nil): tls = nil
        case (_?, nil): throw .missingOption("--tls-cert", needs: "--tls-key")
        case (nil, _?): throw .missingOption("--tls-key", needs: "--tls-cert")
        }
    }

    /// Refuses options that only apply to a database if the store is a file.
    private func checkOptionsOfPostgres() throws(CommandLineError) {
        if case .postgres = store { return }
        let needs = "--store postgres://HOST/NAME"
        if hasRowSecurity { throw .missingOption("--row-security", needs: needs) }
        if chosenConnections != nil { throw .missingOption("--connections", needs: needs) }
        // `move` writes to a database.
        if case .move = task { return }
        if !preparesStatements { throw .missingOption("--unprepared", needs: needs) }
    }

    private static func userAction(_ text: String) throws(CommandLineError) -> UserAction {
        guard let action = UserAction(rawValue: text) else {
            throw .badValue(text, option: "user", known: UserAction.allCases.map(\.rawValue))
        }
        return action
    }

    private mutating func takeUserTask(_ action: UserAction) throws(CommandLineError) -> UserTask {
        func take(_ what: String) throws(CommandLineError) -> String {
            guard !operands.isEmpty else {
                throw .missingOperand("user \(action.rawValue)", needs: what)
            }
            return operands.removeFirst()
        }
        return switch action {
        case .list: .list
        case .disable: .disable(try take("EMAIL"))
        case .enable: .enable(try take("EMAIL"))
        case .logout: .logOut(try take("EMAIL"))
        case .password: .resetPassword(try take("EMAIL"))
        case .delete: .delete(try take("EMAIL"))
        case .export: .export(try take("EMAIL"), folder: try take("FOLDER"))
        }
    }

    private static func address(
        _ text: String, of option: String
    ) throws(CommandLineError) -> ListenAddress {
        guard let address = ListenAddress(text) else {
            throw .badValue(text, option: option, known: ["127.0.0.1:7373", "[::1]:7373"])
        }
        return address
    }

    private static func store(_ text: String) throws(CommandLineError) -> StoreAddress {
        if text.hasPrefix("postgres://") || text.hasPrefix("postgresql://") {
            return .postgres(text)
        }
        let scheme = "sqlite:"
        guard text.hasPrefix(scheme), text.utf8.count > scheme.utf8.count else {
            throw .badValue(
                text, option: "--store", known: ["sqlite:PATH", "postgres://HOST/NAME"])
        }
        return .file(String(text.dropFirst(scheme.count)))
    }
}
