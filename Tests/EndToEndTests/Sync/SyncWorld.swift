import TroveCodecs
import TroveTesting

/// A server, and devices whose libraries are connected to it.
struct SyncWorld {
    static let email = "ann@example.org"
    static let password = "a good password"

    let server: ServerUnderTest

    /// Starts a server whose store is on the engine of the tests.
    init() throws {
        server = try ServerUnderTest(
            database: TestedEngine.current.isPostgres ? PostgresUnderTest.makeDatabase() : nil)
    }

    /// Creates a device with a local library.
    static func device(_ name: String, environment: [String: String] = [:]) throws -> Trove {
        let own = ["TROVE_DEVICE": name, "TROVE_PASSWORD": password]
        return try Trove(environment: own.merging(environment) { _, given in given })
    }

    /// Creates a device whose library is connected to the server, or to a proxy before it, without
    /// a login.
    func connected(_ name: String, at url: String? = nil) throws -> Trove {
        let trove = try Self.device(name)
        try trove.prepare("connect \(url ?? server.url)")
        return trove
    }

    /// Creates a device of a new user.
    func signedUp(
        _ name: String, email: String = email, at url: String? = nil
    ) throws -> Trove {
        let trove = try connected(name, at: url)
        try trove.prepare("signup \(email) name:Ann")
        return trove
    }

    /// Creates another device of a user.
    func loggedIn(
        _ name: String, email: String = email, at url: String? = nil
    ) throws -> Trove {
        let trove = try connected(name, at: url)
        try trove.prepare("login \(email)")
        return trove
    }
}

extension Trove {
    /// Returns the same program and files at another time of the same day, or on another day.
    func at(_ time: String) -> Trove {
        var other = self
        other.environment["TROVE_NOW"] = time
        return other
    }

    /// Returns the same program and files with commands that wait for a slow server.
    var patient: Trove {
        var other = self
        other.environment["TROVE_PATIENCE"] = "60"
        return other
    }

    /// Returns the JSON answers of a script: the output before each `echo mark`, and before the
    /// end.
    func answers(_ run: ProgramRun) -> [String] {
        var parts = [""]
        for line in run.lines {
            if line == #"{"message":"mark"}"# {
                parts.append("")
            } else {
                parts[parts.count - 1] += line
            }
        }
        return parts
    }

    /// Returns the queue, one row per change, without the JSON around it.
    func queue(_ options: [String] = []) throws -> [String] {
        let run = try program.run(options + ["--output", "lines", "-c", "queue"])
        return run.lines
    }

    /// Returns the titles of all items.
    func titles() throws -> [String] {
        let run = try program.run(["--json", "-c", "list"])
        let things = try JSON(parsing: run.output).array ?? []
        return things.compactMap { ($0["title"] ?? $0["name"])?.text }
    }

    /// The folder of the library and the files beside it, below `scratch`.
    static let libraryFolder = "home/.local/share/trove"

    /// Returns the bearer token in the library, or nil.
    func token() throws -> String? {
        let found = try sqlite("SELECT value FROM meta WHERE key = 'sync_token'")
        return found.isEmpty ? nil : found
    }

    /// Deletes the bearer token from the library, as if the server had revoked it.
    func forgetToken() throws {
        _ = try sqlite("DELETE FROM meta WHERE key = 'sync_token'")
    }

    /// Returns the library's files.
    func libraryFiles() throws -> [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        for name in scratch.files() where name.hasPrefix(Self.libraryFolder + "/") {
            files[name] = try scratch.readBytes(name)
        }
        return files
    }

    /// Writes files that `libraryFiles` returned, readable only by their owner.
    func putLibrary(_ files: [String: [UInt8]]) throws {
        for (name, bytes) in files {
            try scratch.write(bytes, to: name)
            try scratch.setPermissions(0o600, of: name)
        }
    }
}
