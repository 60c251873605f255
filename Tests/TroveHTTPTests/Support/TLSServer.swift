import TroveTesting

/// A TLS server with a certificate for 127.0.0.1, created by `openssl`.
final class TLSServer {
    /// The certificate authority of the server's certificate, and an unrelated one.
    let authority: String
    let stranger: String
    /// The port it listens on.
    let port: Int

    private let openssl: ProgramUnderTest
    private let program: RunningProgram

    /// Creates the certificates and starts the server. `name` is the certificate's subject in
    /// `openssl`'s notation.
    init(name: String = "IP:127.0.0.1", _ options: [String] = []) throws {
        openssl = try ProgramUnderTest("openssl")
        let openssl = openssl
        func certificate(_ file: String, _ arguments: [String]) throws -> String {
            let path = openssl.scratch.path(file)
            let kind = ["-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"]
            try openssl.run(
                ["req"] + kind + ["-days", "2", "-subj", "/CN=\(file)"]
                    + ["-keyout", path + ".key", "-out", path] + arguments
            ).requiring()
            return path
        }
        authority = try certificate("authority.pem", [])
        stranger = try certificate("stranger.pem", [])
        let own = try certificate(
            "own.pem",
            ["-CA", authority, "-CAkey", authority + ".key", "-addext", "subjectAltName=\(name)"])
        program = try openssl.start(
            ["s_server", "-accept", "127.0.0.1:0", "-cert", own, "-key", own + ".key", "-www"]
                + options, input: .empty)
        try program.read(until: "ACCEPT 127.0.0.1:")
        port = Int(try program.read(until: "\n").dropLast()) ?? 0
    }

    /// The address of the server's one page.
    var url: String { "https://127.0.0.1:\(port)/" }
}
