import TroveLoopback
import TroveTesting

/// A real proxy that runs with a sample of `Packaging/samples`, in which only addresses, paths and
/// names are replaced. It is killed when the value is deallocated.
final class SampleProxy {
    /// A sample without a text that a test replaces.
    struct UnknownText: Error {
        let text: String
        let sample: String
    }

    /// The port it listens on.
    let port: UInt16
    /// The files of the proxy.
    let scratch: ScratchDirectory

    private let reservation: Socket
    /// A port at which nothing listens.
    private let unused: Socket
    private var running: RunningProgram?

    /// Reserves a port and a directory for a proxy.
    init() throws {
        scratch = try ScratchDirectory(name: "trove-proxy")
        reservation = try Socket.bind()
        port = try reservation.port()
        unused = try Socket.bind()
    }

    /// Starts HAProxy with its sample, in front of at most three servers.
    ///
    /// - Throws: As `start` does.
    func startHAProxy(for servers: [ServerUnderTest]) throws {
        var replacements = try addresses(of: servers)
        replacements["127.0.0.1:7300"] = "127.0.0.1:\(port)"
        if !Tools.isSuperuser {
            // Only root can become another user.
            for line in ["chroot /var/lib/haproxy", "user haproxy", "group haproxy"] {
                replacements["    \(line)\n"] = ""
            }
        }
        try start("haproxy", ["-db", "-f", write("haproxy.cfg", replacing: replacements)])
    }

    /// Returns the addresses of the samples' three servers, each with the one that replaces it.
    /// Where there are fewer servers, nothing listens on the rest.
    func addresses(of servers: [ServerUnderTest]) throws -> [String: String] {
        var replacements: [String: String] = [:]
        for index in 0..<3 {
            let port = index < servers.count ? servers[index].port : try unused.port()
            replacements["127.0.0.1:\(7373 + index)"] = "127.0.0.1:\(port)"
        }
        return replacements
    }

    /// Writes a sample to the directory.
    ///
    /// - Parameters:
    ///   - sample: The name of the file in `Packaging/samples`.
    ///   - replacements: The texts to replace, all of which the sample has.
    /// - Returns: The path of the written file.
    /// - Throws: `UnknownText`.
    func write(_ sample: String, replacing replacements: [String: String]) throws -> String {
        var text = try Repository.text(of: "Packaging/samples/\(sample)")
        for (original, replacement) in replacements {
            guard text.contains(original) else { throw UnknownText(text: original, sample: sample) }
            text = text.replacing(original, with: replacement)
        }
        return try scratch.write(text, to: sample)
    }

    /// Creates a certificate for 127.0.0.1, which is its own authority.
    func makeCertificate() throws -> (certificate: String, key: String) {
        let files = (certificate: scratch.path("chain.pem"), key: scratch.path("key.pem"))
        try ProgramUnderTest("openssl").run([
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
            "-days", "2", "-subj", "/CN=trove", "-addext", "subjectAltName=IP:127.0.0.1",
            "-keyout", files.key, "-out", files.certificate,
        ]).requiring()
        return files
    }

    /// Starts the proxy, and waits until it accepts connections.
    ///
    /// - Throws: `WaitFailure` or `UnexpectedStatus` with its messages when it does not.
    func start(
        _ name: String, _ arguments: [String], environment: [String: String] = [:]
    ) throws {
        let paths = ["PATH": "/usr/local/bin:/usr/bin:/bin:/usr/local/sbin:/usr/sbin:/sbin"]
        let program = try ProgramUnderTest(
            name, environment: paths.merging(environment) { _, given in given }, scratch: scratch)
        let running = try program.start(arguments, input: .empty, errors: .merged)
        try Waiting.until("the proxy's port") {
            // A proxy that has ended tells why.
            guard (try? running.peakMemory()) != nil else {
                try running.waitForExit(timeLimit: .seconds(1)).requiring()
                return true
            }
            return (try? Socket.connect(toPort: port)) != nil
        }
        self.running = running
    }
}
