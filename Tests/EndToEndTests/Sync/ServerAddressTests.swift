import Testing
import TroveTesting

/// The addresses allowed without encryption: only those of this machine.
@Suite struct ServerAddressTests {
    @Test(arguments: [
        "http://127.0.0.1.evil.example", "http://127.evil.example", "http://127.1",
        "http://0177.0.0.1", "http://127.0.0.01", "http://127.0.0.256", "http://127.0.0.1.",
        "http://localhost.", "http://localhost.evil.example", "http://0x7f.0.0.1",
        "http://2130706433",
        "http://[::ffff:127.0.0.1]", "http://[::127.0.0.1]", "http://[0::1]",
    ])
    func otherAddressesRequireEncryption(_ address: String) throws {
        let run = try Trove().program.run(["-c", "connect \(address)"])
        #expect(run.status == .exited(1))
        #expect(run.errorText.contains("is not encrypted"), "\(run)")
    }

    @Test(arguments: [
        "http://[::1].evil.example",
        "http://[::1]evil.example", "http://127.0.0.1:evil", "http://127.0.0.1:80:evil.example",
        "http://localhost:99999", "http://127.0.0.1:", "http://[::1", "http://",
        "http://127.0.0.1#evil.example", "http://127.0.0.1?evil.example",
    ])
    func invalidAddressesAreRejected(_ address: String) throws {
        let run = try Trove().program.run(["-c", "connect '\(address)'"])
        #expect(run.status == .exited(1))
        #expect(run.errorText.contains("a server's address begins with"), "\(run)")
    }

    /// A name before the host could be a password.
    @Test(arguments: ["http://127.0.0.1@evil.example", "http://127.0.0.1:80@evil.example"])
    func credentialsInAnAddressAreRejected(_ address: String) throws {
        let run = try Trove().program.run(["-c", "connect '\(address)'"])
        #expect(run.status == .exited(1))
        #expect(run.errorText.contains("error: connect does not take this"), "\(run)")
    }

    /// Trove tries to connect to these; port 1 of this machine refuses.
    @Test(arguments: [
        "http://127.0.0.1:1", "127.0.0.1:1", "http://127.0.0.2:1", "http://LOCALHOST:1",
        "http://[::1]:1/path/",
    ])
    func loopbackAddressesNeedNoEncryption(_ address: String) throws {
        let run = try Trove().program.run(["-c", "connect \(address)"])
        #expect(run.status == .exited(1))
        #expect(run.errorText.contains("error: the request to the server failed"), "\(run)")
        #expect(!run.errorText.contains("is not encrypted"), "\(run)")
        #expect(!run.errorText.contains("a server's address begins with"), "\(run)")
    }
}
