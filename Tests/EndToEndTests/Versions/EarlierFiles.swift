import Testing
import TroveTesting

/// The files that one earlier version wrote: see `Earlier/README.md`.
struct EarlierFiles: CustomTestStringConvertible {
    /// The name of their folder.
    let version: String

    var testDescription: String { version }

    /// Those of them with a server, the oldest first.
    static let withServer = [
        "library2-server1", "library3-server1", "library3-server2", "library3-server3",
    ].map(EarlierFiles.init)

    /// The files of all formats whose items must be converted, the oldest first.
    static let all = [EarlierFiles(version: "library1")] + withServer

    /// The files of formats that need no conversion of items, the oldest first.
    static let converted = [
        "library3-server4", "library3-server5", "library4-server6", "library4-server7",
    ].map(EarlierFiles.init)

    /// Returns the path of a file.
    func path(of name: String) -> String {
        Repository.path(of: "Tests/EndToEndTests/Earlier/\(version)/\(name)")
    }

    /// Returns the bytes of a file; nil if the version has no such file.
    private func bytes(of name: String) throws -> [UInt8]? {
        let run = try ProgramUnderTest("/bin/cat").run([path(of: name)])
        return run.status == .success ? run.output : nil
    }

    /// Creates a device with the library and its snapshot, whose server is at an address.
    func device(at url: String? = nil) throws -> Trove {
        var trove = try Trove(
            environment: [
                "TROVE_DEVICE": "laptop", "TROVE_PASSWORD": TroveAccount.ann.password,
            ])
        trove.environment["TROVE_NOW"] = nil
        for (name, copy) in [
            ("library.db", Trove.libraryName), ("library.token", "\(Trove.libraryName).token"),
            ("snapshot.db", "\(Trove.libraryName).snapshots/earlier.db"),
        ] {
            guard let bytes = try bytes(of: name) else { continue }
            try trove.scratch.write(bytes, to: copy)
            try trove.scratch.setPermissions(0o600, of: copy)
        }
        let address = url ?? "http://127.0.0.1:9"
        _ = try trove.sqlite("UPDATE meta SET value = '\(address)' WHERE key = 'sync_server'")
        return trove
    }

    /// Writes the store to a file. Returns its path.
    func store(in scratch: ScratchDirectory) throws -> String {
        try scratch.write(try bytes(of: "server.db") ?? [], to: "earlier.db")
        try scratch.setPermissions(0o600, of: "earlier.db")
        return scratch.path("earlier.db")
    }

    /// Returns a server with the store.
    func server() throws -> ServerUnderTest {
        let server = try ServerUnderTest()
        try server.terminate()
        for name in server.scratch.files() where name.hasPrefix("store/") {
            server.program.scratch.remove(name)
        }
        try server.scratch.write(try bytes(of: "server.db") ?? [], to: "store/server.db")
        try server.scratch.setPermissions(0o600, of: "store/server.db")
        try server.start()
        return server
    }

    /// The token of the second device.
    func phoneToken() throws -> String {
        String(decoding: try bytes(of: "phone.token") ?? [], as: UTF8.self)
    }
}
