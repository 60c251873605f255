import TroveCodecs
import TroveTesting

/// A server of its own, and devices whose libraries are connected to it.
struct SyncWorld {
    static let email = "ann@example.org"
    static let password = "a good password"

    let server: ServerUnderTest

    init() throws {
        server = try ServerUnderTest()
    }

    /// A device whose library is local.
    static func device(_ name: String, environment: [String: String] = [:]) throws -> Trove {
        let own = ["TROVE_DEVICE": name, "TROVE_PASSWORD": password]
        return try Trove(environment: own.merging(environment) { _, given in given })
    }

    /// A device whose library is connected, to the server or to what stands before it; nobody is
    /// logged in.
    func connected(_ name: String, at url: String? = nil) throws -> Trove {
        let trove = try Self.device(name)
        try trove.prepare("connect \(url ?? server.url)")
        return trove
    }

    /// A device of a new user.
    func signedUp(
        _ name: String, email: String = email, at url: String? = nil
    ) throws -> Trove {
        let trove = try connected(name, at: url)
        try trove.prepare("signup \(email) name:Ann")
        return trove
    }

    /// A further device of a user.
    func loggedIn(
        _ name: String, email: String = email, at url: String? = nil
    ) throws -> Trove {
        let trove = try connected(name, at: url)
        try trove.prepare("login \(email)")
        return trove
    }
}

extension Trove {
    /// The same program and files at another time of the same day, or on another day.
    func at(_ time: String) -> Trove {
        var other = self
        other.program.environment["TROVE_NOW"] = time
        return other
    }

    /// The answers of a script as JSON, one for each `echo mark` and one for the end; each is all
    /// that was written since the one before.
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

    /// What waits for the server, a row for each change, without what is JSON about it.
    func queue(_ options: [String] = []) throws -> [String] {
        let run = try program.run(options + ["--output", "lines", "-c", "queue"])
        return run.lines
    }

    /// The names and titles of everything.
    func titles() throws -> [String] {
        let run = try program.run(["--json", "-c", "list"])
        let things = try JSON(parsing: run.output).array ?? []
        return things.compactMap { ($0["title"] ?? $0["name"])?.text }
    }

    /// The folder of the library and all that lies beside it, below `scratch`.
    static let libraryFolder = "home/.local/share/trove"

    /// The bearer token in the library; nil where there is none.
    func token() throws -> String? {
        let found = try sqlite("SELECT value FROM meta WHERE key = 'sync_token'")
        return found.isEmpty ? nil : found
    }

    /// Takes the bearer token out of the library, as if the server had ended it.
    func forgetToken() throws {
        _ = try sqlite("DELETE FROM meta WHERE key = 'sync_token'")
    }

    /// The files of the library with all that belongs to it.
    func libraryFiles() throws -> [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        for name in scratch.files() where name.hasPrefix(Self.libraryFolder + "/") {
            files[name] = try scratch.readBytes(name)
        }
        return files
    }

    /// Puts files that were read so in their places, readable for their owner alone.
    func putLibrary(_ files: [String: [UInt8]]) throws {
        for (name, bytes) in files {
            try scratch.write(bytes, to: name)
            try scratch.setPermissions(0o600, of: name)
        }
    }
}
