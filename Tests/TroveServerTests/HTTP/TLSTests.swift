import Testing
import TroveServer
import TroveTesting

/// Encrypted connections.
@Suite struct TLSTests {
    private let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    /// Creates a key and a self-signed certificate for 127.0.0.1: `NAME.pem` and `NAME.key`.
    private func makeCertificate(_ name: String, _ kind: [String] = Self.ellipticCurve) throws {
        try openssl(
            ["req", "-x509", "-days", "2", "-nodes", "-subj", "/CN=\(name)"] + kind + [
                "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", scratch.path("\(name).key"),
                "-out", scratch.path("\(name).pem"),
            ]
        ).requiring(.success)
    }

    private static let ellipticCurve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"]

    @discardableResult
    private func openssl(_ arguments: [String], input: String = "") throws -> ProgramRun {
        try ProgramUnderTest("openssl", scratch: scratch).run(arguments, input: .text(input))
    }

    private func store(_ certificate: String, _ key: String) throws -> CertificateStore {
        try CertificateStore(
            certificate: scratch.path("\(certificate).pem"), key: scratch.path("\(key).key"))
    }

    /// Requests a greeting from a server over TLS.
    private func ask(
        _ server: TestDaemon, trusting name: String, _ options: [String] = []
    ) throws -> ProgramRun {
        try openssl(
            [
                "s_client", "-connect", "127.0.0.1:\(server.daemon.address.port)", "-CAfile",
                scratch.path("\(name).pem"), "-verify_return_error", "-verify_ip", "127.0.0.1",
                "-quiet",
            ] + options, input: TestDaemon.request("GET /hello", "Connection: close"))
    }

    @Test(arguments: ["-tls1_2", "-tls1_3"]) func requestsAreAnswered(_ version: String) throws {
        try makeCertificate("one")
        let server = try TestDaemon(certificates: try store("one", "one"))
        #expect(server.daemon.hasTLS)
        let run = try ask(server, trusting: "one", [version])
        #expect(run.text.contains(#"{"ok":true}"#), "\(run)")
    }

    @Test func rsaKeysWork() throws {
        try makeCertificate("one", ["-newkey", "rsa:2048"])
        let server = try TestDaemon(certificates: try store("one", "one"))
        let run = try ask(server, trusting: "one")
        #expect(run.text.contains(#"{"ok":true}"#), "\(run)")
    }

    static let weaknesses: [Case<[String], Void>] = [
        Case("TLS 1.0", ["-tls1", "-cipher", "ALL:@SECLEVEL=0"], ()),
        Case("TLS 1.1", ["-tls1_1", "-cipher", "ALL:@SECLEVEL=0"], ()),
        Case("no forward secrecy", ["-tls1_2", "-cipher", "AES128-GCM-SHA256"], ()),
        Case("no authenticated encryption", ["-tls1_2", "-cipher", "ECDHE-RSA-AES128-SHA"], ()),
    ]

    @Test(arguments: weaknesses) func weakConnectionsAreRejected(
        _ row: Case<[String], Void>
    ) throws {
        try makeCertificate("one", ["-newkey", "rsa:2048"])
        let server = try TestDaemon(certificates: try store("one", "one"))
        let run = try ask(server, trusting: "one", row.input)
        #expect(run.status != .success)
        // The server has ended the handshake; the client did not refuse to begin it.
        let endings = ["unexpected eof while reading", "alert"]
        #expect(endings.contains { run.errorText.contains($0) }, "\(run)")
        #expect(!run.text.contains("ok"))
        #expect(server.handler.questions("/hello") == 0)
    }

    @Test func plainRequestsAreNotAnswered() throws {
        try makeCertificate("one")
        let server = try TestDaemon(certificates: try store("one", "one"))
        let client = try server.connect()
        try client.send(TestDaemon.request("GET /hello"))
        #expect(!String(decoding: try client.readToEnd(), as: UTF8.self).contains("ok"))
        #expect(server.handler.questions("/hello") == 0)
    }

    /// A stalled handshake is cut off like a stalled head.
    @Test func handshakesHaveATimeLimit() throws {
        try makeCertificate("one")
        let server = try TestDaemon(certificates: try store("one", "one")) {
            $0.timeout = .milliseconds(400)
        }
        let client = try server.connect()
        try client.send([0x16, 3, 1, 0])
        #expect(try client.readToEnd(within: .seconds(10)) == [])
    }

    @Test func certificatesAreReloaded() throws {
        try makeCertificate("one")
        try makeCertificate("two")
        try scratch.write(try scratch.readBytes("one.pem"), to: "current.pem")
        try scratch.write(try scratch.readBytes("one.key"), to: "current.key")
        try scratch.setPermissions(0o600, of: "current.key")
        let server = try TestDaemon(certificates: try store("current", "current"))
        #expect(try ask(server, trusting: "one").text.contains("ok"))
        #expect(!(try ask(server, trusting: "two").text.contains("ok")))

        try scratch.write(try scratch.readBytes("two.pem"), to: "current.pem")
        // Only half of the change: the old certificate stays.
        #expect(throws: ServerFailure.self) { try server.daemon.reloadCertificate() }
        #expect(try ask(server, trusting: "one").text.contains("ok"))
        try scratch.write(try scratch.readBytes("two.key"), to: "current.key")
        try server.daemon.reloadCertificate()
        #expect(try ask(server, trusting: "two").text.contains("ok"))
        #expect(!(try ask(server, trusting: "one").text.contains("ok")))
    }

    @Test func invalidFilesAreNamed() throws {
        try makeCertificate("one")
        try makeCertificate("two")
        try scratch.write("no certificate", to: "text.pem")
        try scratch.write("no key", to: "text.key")
        try scratch.setPermissions(0o600, of: "text.key")
        let path = { scratch.path($0) }
        #expect(throws: ServerFailure.cannotRead(path("none.pem"), 2)) { try store("none", "one") }
        #expect(throws: ServerFailure.noCertificate(path("text.pem"))) { try store("text", "one") }
        #expect(throws: ServerFailure.noKey(path("text.key"))) { try store("one", "text") }
        #expect(
            throws: ServerFailure.otherKey(certificate: path("one.pem"), key: path("two.key"))
        ) { try store("one", "two") }
    }

    /// The intermediate certificates are sent.
    @Test func chainsAreSent() throws {
        try makeCertificate("root")
        try openssl(
            ["req", "-new", "-nodes", "-subj", "/CN=leaf"] + Self.ellipticCurve + [
                "-keyout", scratch.path("leaf.key"), "-out", scratch.path("leaf.csr"),
            ]
        ).requiring(.success)
        try openssl([
            "x509", "-req", "-days", "2", "-in", scratch.path("leaf.csr"), "-CA",
            scratch.path("root.pem"), "-CAkey", scratch.path("root.key"), "-CAcreateserial",
            "-out", scratch.path("leaf-alone.pem"),
        ]).requiring(.success)
        try scratch.write(
            try scratch.read("leaf-alone.pem") + scratch.read("root.pem"), to: "leaf.pem")
        let server = try TestDaemon(certificates: try store("leaf", "leaf"))
        let run = try openssl([
            "s_client", "-connect", "127.0.0.1:\(server.daemon.address.port)", "-showcerts",
        ])
        #expect(run.text.contains(" 0 s:CN = leaf"), "\(run)")
        #expect(run.text.contains(" 1 s:CN = root"), "\(run)")
    }
}
