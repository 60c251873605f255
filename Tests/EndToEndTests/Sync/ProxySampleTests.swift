import Testing
import TroveCodecs
import TroveTesting

/// The samples of configurations in `Packaging/samples`, with the real proxies.
@Suite(.timeLimit(.minutes(20))) struct ProxySampleTests {
    /// A photo of almost 4 MiB, the most that a server accepts.
    private static let photo = PictureFixture.png(width: 2000, height: 2000) { column, row in
        UInt8(truncatingIfNeeded: column &* row)
    }
    /// An address of this machine that only the client has.
    private static let client = "127.0.0.9"

    @Test func haproxy() throws {
        let database = try PostgresUnderTest.makeDatabase()
        let servers = [try Self.server(database), try Self.server(database)]
        let proxy = try SampleProxy()
        try proxy.startHAProxy(for: servers)
        try check(proxy, "http://127.0.0.1:\(proxy.port)", servers)
    }

    @Test func nginx() throws {
        let server = try Self.server()
        let proxy = try SampleProxy()
        let tls = try proxy.makeCertificate()
        let file = try proxy.write(
            "nginx.conf",
            replacing: try proxy.addresses(of: [server]).merging([
                "listen 443": "listen 127.0.0.1:\(proxy.port)",
                "trove.example.org": "127.0.0.1",
                "/etc/ssl/trove/chain.pem": tls.certificate,
                "/etc/ssl/trove/key.pem": tls.key,
            ]) { $1 })
        // What the sample is included in.
        let main = try proxy.scratch.write(
            """
            daemon off;
            pid \(proxy.scratch.path("pid"));
            events {}
            http {
                access_log off;
                client_body_temp_path \(proxy.scratch.path("body"));
                proxy_temp_path \(proxy.scratch.path("proxy"));
                fastcgi_temp_path \(proxy.scratch.path("fastcgi"));
                uwsgi_temp_path \(proxy.scratch.path("uwsgi"));
                scgi_temp_path \(proxy.scratch.path("scgi"));
                include \(file);
            }

            """, to: "main.conf")
        try proxy.start("nginx", ["-e", "stderr", "-c", main])
        try check(
            proxy, "https://127.0.0.1:\(proxy.port)", [server], authority: tls.certificate)
    }

    @Test func caddy() throws {
        let server = try Self.server()
        let proxy = try SampleProxy()
        let tls = try proxy.makeCertificate()
        let file = try proxy.write(
            "Caddyfile",
            replacing: try proxy.addresses(of: [server]).merging([
                "trove.example.org": "https://127.0.0.1:\(proxy.port)",
                "/etc/ssl/trove/chain.pem": tls.certificate,
                "/etc/ssl/trove/key.pem": tls.key,
            ]) { $1 })
        try proxy.start(
            "caddy", ["run", "--config", file, "--adapter", "caddyfile"],
            environment: ["CADDY_ADMIN": "unix/\(proxy.scratch.path("admin"))"])
        try check(
            proxy, "https://127.0.0.1:\(proxy.port)", [server], authority: tls.certificate)
    }

    /// The servers reach the database through PgBouncer, and share one connection to it.
    @Test func pgbouncer() throws {
        let postgres = try PostgresUnderTest.shared()
        let database = try postgres.makeDatabase()
        let name = try #require(database.firstMatch(of: #/\/(t\d+)\?/#)).output.1
        let bouncer = try SampleProxy()
        let users = try bouncer.scratch.write("\"trove\" \"secret\"\n", to: "userlist.txt")
        let file = try bouncer.write(
            "pgbouncer.ini",
            replacing: [
                "host=127.0.0.1": "host=\(postgres.folder)", "dbname=trove": "dbname=\(name)",
                "6432": "\(bouncer.port)", "/etc/pgbouncer/userlist.txt": users,
                "default_pool_size = 20": "default_pool_size = 1",
            ])
        if Tools.isSuperuser {
            // It refuses to run as root.
            try bouncer.scratch.setPermissions(0o755, of: "")
            try bouncer.start(
                "setpriv",
                [
                    "--reuid=postgres", "--regid=postgres", "--init-groups", "/usr/sbin/pgbouncer",
                    file,
                ])
        } else {
            try bouncer.start("pgbouncer", [file])
        }
        let address = "postgres://trove@127.0.0.1:\(bouncer.port)/trove"
        let password = ["PGPASSWORD": "secret"]
        let servers = try (0..<2).map { _ in
            try ServerUnderTest(
                database: address, arguments: ["--unprepared"], environment: password)
        }
        try syncDevices(servers[0].url, servers[1].url)
        // What a server sets for a notification must not stay: the next push would not be durable.
        let psql = try ProgramUnderTest("psql", environment: password)
        let setting = try psql.run([address, "-XAtc", "SHOW synchronous_commit"]).requiring()
        #expect(setting.text == "on\n")
        for server in servers { try server.terminate() }
    }

    private static func server(_ database: String? = nil) throws -> ServerUnderTest {
        try ServerUnderTest(database: database, arguments: ["--behind-proxy"])
    }

    /// Everything that passes through a proxy: commands, a long poll to its end, a photo, and the
    /// address of the client.
    private func check(
        _ proxy: SampleProxy, _ url: String, _ servers: [ServerUnderTest],
        authority: String? = nil
    ) throws {
        let trust = authority.map { ["TROVE_CA_FILE": $0] } ?? [:]
        let idle = try Self.device("tablet", trust)
        try idle.prepare("connect \(url)\nsignup ben@example.org name:Ben\nsync")
        let token = try #require(try idle.token())
        let epoch = try idle.sqlite("SELECT value FROM meta WHERE key = 'sync_epoch'")
        var curl = try ProgramUnderTest("curl")
        curl.environment["CURL_CA_BUNDLE"] = authority
        let options = [
            "-sS", "--interface", Self.client, "-H", "X-Forwarded-For: 198.51.100.7", "-w",
            "%{http_code} %{time_total}",
        ]
        let poll = try curl.start(
            options + [
                "-H", "Authorization: Bearer \(token)",
                "\(url)/v1/changes?epoch=\(epoch)&since=0&mark=0&wait=20",
            ], input: .empty)

        try syncDevices(url, url, trust)

        let end = try poll.waitForExit(timeLimit: .seconds(60)).requiring()
        #expect(end.text.contains(#""entries":[]"#), "\(end)")
        let measured = try #require(end.text.firstMatch(of: #/200 (\d+)\.\d+$/#), "\(end)")
        #expect((Int(measured.output.1) ?? 0) >= 19, "\(end)")

        for server in servers { try server.terminate() }
        let log = servers.map(\.log).joined()
        let polls = log.split(separator: "\n").filter { $0.contains("\"\(Self.client)\"") }
        #expect(polls.count == 1, "\(log)")
        #expect(!log.contains("198.51.100.7"), "\(log)")
    }

    private static func device(_ name: String, _ environment: [String: String]) throws -> Trove {
        try SyncWorld.device(name, environment: environment)
    }

    /// Two devices of an account sync, one at a prompt that waits for changes, and exchange a
    /// photo.
    private func syncDevices(
        _ first: String, _ second: String, _ environment: [String: String] = [:]
    ) throws {
        let laptop = try Self.device("laptop", environment)
        try laptop.prepare("connect \(first)\nsignup ann@example.org name:Ann\nadd gem Opal\nsync")
        let phone = try Self.device("phone", environment)
        try phone.prepare("connect \(second)\nlogin ann@example.org\nsync")
        #expect(try phone.titles() == ["Opal"])
        let session = try laptop.openTrove()
        try session.run("count")
        try session.wait(forState: "online")
        try phone.scratch.write(Self.photo, to: "work/ruby.png")
        try phone.prepare("add gem Ruby photo:ruby.png\nsync")
        try session.waitUntil("the notice") { $0.screen.contains("phone: added gem \"Ruby\".") }
        try session.type("quit\r")
        #expect(try session.waitForExit() == .success)
        try laptop.prepare("sync")
        let file = "\(Trove.libraryFolder)/library.db.blobs/\(SHA256(of: Self.photo))"
        #expect(try laptop.scratch.readBytes(file) == Self.photo)
    }
}
