import Glibc
import Testing
import TroveCodecs
import TroveLoopback
import TroveTesting

/// The program `trove-server`.
@Suite struct ServerProgramTests {
    private let program: ProgramUnderTest

    init() throws { program = try ProgramUnderTest(BuiltProgram.path(of: "trove-server")) }

    /// Starts the program with these arguments on a free port. Returns the port.
    private func start(
        _ arguments: String..., scheme: String = "http"
    ) throws -> (server: RunningProgram, port: Int) {
        let server = try program.start(
            ["--listen", "127.0.0.1:0"] + arguments,
            input: .empty, errors: .file(program.scratch.path("log")))
        let line = try server.read(until: "\n")
        let words = "trove-server listens on \(scheme)://127.0.0.1:"
        try #require(line.hasPrefix(words))
        return (server, try #require(Int(line.dropFirst(words.count).dropLast())))
    }

    private var log: String { get throws { try program.scratch.read("log") } }

    @Test func servesAndExits() throws {
        let (server, port) = try start()
        let client = try RawExchange(port: port)
        try client.send("GET /v1/hello HTTP/1.1\r\nHost: localhost\r\n\r\n")
        let reply = try client.readReply()
        #expect(reply.status == 200)
        #expect(try JSON(parsing: reply.body)["protocols"] == .array([.integer(1)]))
        server.send(.terminate)
        let run = try server.waitForExit()
        #expect(run.status == .success)
        #expect(run.text == "trove-server listens on http://127.0.0.1:\(port)\n")
        let store = "\(program.scratch.path)/home/.local/share/trove/server.db"
        let lines = try log.split(separator: "\n").map { $0.drop { $0 != " " }.dropFirst() }
        // The line for a request is written when it is completely done, possibly after the
        // signal's.
        #expect(lines.contains { $0.hasPrefix("127.0.0.1 GET /v1/hello 200 ") })
        #expect(
            lines.filter { !$0.hasPrefix("127.0.0.1 ") } == [
                "start http://127.0.0.1:\(port) store \(store)",
                "created the store \(store): there was none", "stopping on SIGTERM", "stopped",
            ])
        #expect(try program.scratch.permissions(of: "home/.local/share/trove") == 0o700)
        #expect(try program.scratch.permissions(of: "home/.local/share/trove/server.db") == 0o600)
    }

    /// A copy that was interrupted at once may have left an empty file.
    @Test func anEmptyFileBecomesANewStoreAndTheLogSaysSo() throws {
        _ = try program.scratch.write("", to: "home/.local/share/trove/server.db")
        let (server, _) = try start()
        server.send(.terminate)
        #expect(try server.waitForExit().status == .success)
        let log = try log
        #expect(log.contains("created the store "), "\(log)")
    }

    /// libpq allows a question mark in a password. Nothing listens on the port.
    @Test(arguments: ["ann:pa?ss@", "ann:pass@", ""])
    func theAddressOfADatabaseIsShownWithoutItsPassword(_ user: String) throws {
        let run = try program.run([
            "stats", "--store", "postgres://\(user)127.0.0.1:1/trove?connect_timeout=1",
        ])
        #expect(run.status == .exited(4), "\(run)")
        #expect(run.errorText.contains("postgres://127.0.0.1:1/trove"), "\(run)")
        #expect(!run.errorText.contains("pa") && !run.errorText.contains("ss@"), "\(run)")
    }

    @Test func exitsOnInterrupt() throws {
        let (server, _) = try start("--log", "json")
        server.send(.interrupt)
        #expect(try server.waitForExit().status == .success)
        for line in try log.split(separator: "\n") { _ = try JSON(parsing: Array(line.utf8)) }
        #expect(try log.contains(#""event":"stopping","signal":"SIGINT"}"#))
    }

    /// Polls sent before the signal are answered, however late the server reads them.
    @Test func pollsArrivingWithTheSignalAreAnswered() throws {
        for _ in 0..<3 {
            let (server, port) = try start()
            let hello = "GET /v1/hello HTTP/1.1\r\nHost: localhost\r\n\r\n"
            let clients = try (0..<50).map { _ in try RawExchange(port: port) }
            for client in clients {
                try client.send(hello)
                #expect(try client.readReply().status == 200)
            }
            for client in clients { try client.send(hello) }
            server.send(.terminate)
            for client in clients {
                #expect(try client.readReply().status == 200)
                #expect(try client.readToEnd() == [])
            }
            #expect(try server.waitForExit().status == .success)
        }
    }

    /// libmicrohttpd itself does not answer them.
    @Test(arguments: [65, 500, 1000]) func manyParametersAreRejectedAtOnce(_ count: Int) throws {
        let (server, port) = try start()
        let client = try RawExchange(port: port)
        let query = (0..<count).map { "a\($0)=1" }.joined(separator: "&")
        try client.send("GET /v1/hello?\(query) HTTP/1.1\r\nHost: localhost\r\n\r\n")
        let reply = try client.readReply()
        #expect(reply.status == 400)
        #expect(reply.text.contains("more than 64 parameters"))
        server.send(.terminate)
        #expect(try server.waitForExit().status == .success)
    }

    @Test func aWorldReadableKeyIsRejected() throws {
        let openssl = try ProgramUnderTest("openssl", scratch: program.scratch)
        let certificate = program.scratch.path("c.pem")
        let key = program.scratch.path("c.key")
        try openssl.run([
            "req", "-x509", "-days", "2", "-nodes", "-subj", "/CN=a", "-newkey", "ec", "-pkeyopt",
            "ec_paramgen_curve:P-256", "-keyout", key, "-out", certificate,
        ]).requiring(.success)
        try program.scratch.setPermissions(0o644, of: "c.key")
        let run = try program.run([
            "--listen", "127.0.0.1:0", "--tls-cert", certificate, "--tls-key", key,
        ])
        #expect(run.status == .exited(1))
        #expect(
            run.errorText == """
                trove-server: error: other users of this machine can read the private key in \(key)
                  chmod 600 \(key)

                """)
    }

    /// Without a certificate, SIGHUP has nothing to reload, and must not end the server.
    @Test func hangUpsAreHarmless() throws {
        let (server, port) = try start()
        server.send(.hangUp)
        let client = try RawExchange(port: port)
        try client.send("GET /v1/hello HTTP/1.1\r\nHost: localhost\r\n\r\n")
        #expect(try client.readReply().status == 200)
        server.send(.terminate)
        #expect(try server.waitForExit().status == .success)
        #expect(!(try log.contains("certificate")))
    }

    @Test func hangUpReloadsCertificates() throws {
        let openssl = try ProgramUnderTest("openssl", scratch: program.scratch)
        let certificate = program.scratch.path("c.pem")
        let key = program.scratch.path("c.key")
        try openssl.run([
            "req", "-x509", "-days", "2", "-nodes", "-subj", "/CN=a", "-newkey", "ec", "-pkeyopt",
            "ec_paramgen_curve:P-256", "-keyout", key, "-out", certificate,
        ]).requiring(.success)
        // With TLS it may listen on other interfaces too.
        let server = try program.start(
            ["--listen", "0.0.0.0:0", "--tls-cert", certificate, "--tls-key", key],
            input: .empty, errors: .separate)
        try server.read(until: "trove-server listens on https://0.0.0.0:")
        try server.read(until: "warning: the certificate expires at ", from: .errors)
        server.send(.hangUp)
        try server.read(until: "certificate reloaded; it expires at ", from: .errors)
        try program.scratch.write("", to: "c.pem")
        server.send(.hangUp)
        try server.read(
            until: "certificate not reloaded: \(certificate) contains no certificate\n",
            from: .errors)
        server.send(.terminate)
        #expect(try server.waitForExit().status == .success)
    }

    /// An unread log does not block the server, even when a hundred thousand bytes do not fit into
    /// the pipe.
    @Test func theLogNeedsNoReader() throws {
        let server = try program.start(
            ["--listen", "127.0.0.1:0"], input: .empty, errors: .separate)
        let line = try server.read(until: "\n")
        let port = try #require(line.split(separator: ":").last.flatMap { Int($0.dropLast()) })
        let client = try RawExchange(port: port)
        for _ in 0..<2000 {
            try client.send("GET /v1/nothing HTTP/1.1\r\nHost: localhost\r\n\r\n")
            #expect(try client.readReply().status == 404)
        }
        server.send(.terminate)
        let run = try server.waitForExit()
        #expect(run.status == .success)
        #expect(run.errors.count > 100_000)
    }

    @Test func invitationsAllowSignUps() throws {
        let (server, port) = try start("--signup", "invite")
        let invitation = try program.run(["--invite"]).requiring(.success).text
        func signUp(_ email: String, _ invitation: String) throws -> Int {
            let client = try RawExchange(port: port)
            let body = """
                {"name":"Ann","email":"\(email)","password":"correct horse","device":"laptop",\
                "invitation":"\(invitation)"}
                """
            try client.send(
                "POST /v1/signup HTTP/1.1\r\nHost: a\r\nContent-Length: \(body.utf8.count)\r\n\r\n"
                    + body)
            return try client.readReply().status
        }
        let code = String(invitation.dropLast())
        #expect(try signUp("ann@example.org", "none") == 403)
        #expect(try signUp("ann@example.org", code) == 201)
        #expect(try signUp("bob@example.org", code) == 403)
        // The log contains neither passwords nor invitations.
        server.send(.terminate)
        #expect(try server.waitForExit().status == .success)
        let log = try log
        #expect(!log.contains("horse") && !log.contains(code))
    }

    @Test func helpAndVersion() throws {
        let help = try program.run(["--help"]).requiring(.success)
        for option in [
            "--listen", "--store", "--tls-cert", "--tls-key", "--signup", "--log", "--invite",
            "--allow-insecure",
        ] {
            #expect(help.text.contains(option))
        }
        #expect(help.errors.isEmpty)
        #expect(try program.run(["--version"]).requiring(.success).text == "trove-server 0.1.0\n")
    }

    struct Failure: Sendable {
        let status: Int32
        let text: String
    }

    /// A name that is too long to be looked up.
    private static let longLabel = String(repeating: "a", count: 70)

    static let failures: [Case<[String], Failure>] = [
        Case(
            "an option that is none", ["--port"],
            Failure(
                status: 2,
                text: """
                    trove-server: error: there is no option --port
                      trove-server --help shows the usage

                    """)),
        Case(
            "a choice that is none", ["--log", "xml"],
            Failure(
                status: 2,
                text: """
                    trove-server: error: --log cannot be xml
                      it can be text or json

                    """)),
        Case(
            "others without TLS", ["--listen", "0.0.0.0:0"],
            Failure(
                status: 2,
                text: """
                    trove-server: error: other machines could connect to 0.0.0.0:0, and passwords \
                    would be sent unencrypted
                      add --tls-cert and --tls-key, or --allow-insecure if a proxy in front of the \
                    server encrypts connections

                    """)),
        Case(
            "an unknown host", ["--listen", "\(longLabel):0"],
            Failure(
                status: 1,
                text: """
                    trove-server: error: there is no host \(longLabel)
                      name an address of this machine, or localhost

                    """)),
        Case(
            "no certificate", ["--tls-cert", "/none.pem", "--tls-key", "/none.key"],
            Failure(
                status: 1,
                text: """
                    trove-server: error: /none.pem cannot be read: No such file or directory

                    """)),
        Case(
            "no folder", ["--listen", "127.0.0.1:0", "--store", "sqlite:/none/server.db"],
            Failure(
                status: 4,
                text: """
                    trove-server: error: the folder of /none/server.db does not exist
                      create it, or name another file for --store

                    """)),
    ]

    @Test(arguments: failures) func reportsErrors(_ row: Case<[String], Failure>) throws {
        let run = try program.run(row.input)
        #expect(run.status == .exited(row.expected.status))
        #expect(run.text == "")
        #expect(run.errorText == row.expected.text)
    }

    @Test func takenPortsAreNamed() throws {
        let taken = try Socket.listen()
        let address = "127.0.0.1:\(try taken.port())"
        let run = try program.run(["--listen", address])
        #expect(run.status == .exited(1))
        #expect(
            run.errorText == """
                trove-server: error: cannot listen on \(address): Address already in use
                  another server may be running there

                """)
    }

    @Test func insecureConnectionsCanBeAllowed() throws {
        let server = try program.start(
            ["--listen", "0.0.0.0:0", "--allow-insecure"], input: .empty, errors: .separate)
        try server.read(until: "trove-server listens on http://0.0.0.0:")
        server.send(.terminate)
        #expect(try server.waitForExit().status == .success)
    }

    /// Polls of real devices are answered when the server stops.
    @Test func parkedPollsAreAnsweredAtTheEnd() throws {
        let (server, port) = try start()
        let client = try RawExchange(port: port)
        let body =
            #"{"name":"Ann","email":"ann@example.org","password":"correct horse","device":"x"}"#
        try client.send(
            "POST /v1/signup HTTP/1.1\r\nHost: a\r\nContent-Length: \(body.utf8.count)\r\n\r\n"
                + body)
        let login = try JSON(parsing: try client.readReply().body)
        let token = try #require(login["token"]?.text)
        let epoch = try #require(login["epoch"]?.text)
        let head = "Host: a\r\nAuthorization: Bearer \(token)\r\n\r\n"
        // The log's second line says that the first poll was answered. The other one follows on the
        // same connection, so it is parked, or about to be.
        try client.send(
            "GET /v1/changes?epoch=\(epoch)&since=0&mark=0&wait=0 HTTP/1.1\r\n\(head)"
                + "GET /v1/changes?epoch=\(epoch)&since=0&mark=0&wait=20 HTTP/1.1\r\n\(head)")
        #expect(try client.readReply().status == 200)
        // The poll itself would take 20 s.
        server.send(.terminate)
        #expect(try client.readReply().status == 200)
        #expect(try client.readToEnd() == [])
        #expect(try server.waitForExit().status == .success)
        // The log contains no token.
        #expect(!(try log.contains("trv_")))
    }
}
