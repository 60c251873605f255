import TroveCodecs
import TroveTesting

/// A user of a server, and the commands of their devices to log in.
struct TroveAccount {
    let email: String
    let name: String
    let password: String

    static let ann = TroveAccount(
        email: "ann@example.org", name: "Ann", password: "nine lanterns over the harbour")
}

extension Trove {
    /// Creates a device with a clean home: connected to a server, and logged in.
    ///
    /// - Parameters:
    ///   - name: The device's name.
    ///   - account: The device's user.
    ///   - url: The server's address.
    ///   - isNew: Whether to create the account.
    /// - Throws: `UnexpectedStatus` when the server rejects it.
    init(device name: String, of account: TroveAccount, at url: String, isNew: Bool = false) throws
    {
        try self.init(
            environment: ["TROVE_DEVICE": name, "TROVE_PASSWORD": account.password])
        // Devices use the real time, as in normal use.
        program.environment["TROVE_NOW"] = nil
        try connect(to: url, as: account, isNew: isNew)
    }

    /// Connects the library to a server, and logs in or signs up.
    func connect(to url: String, as account: TroveAccount, isNew: Bool = false) throws {
        let entry =
            isNew ? "signup \(account.email) name:\(account.name)" : "login \(account.email)"
        try program.run(["-c", "connect \(url)", "-c", entry]).requiring()
    }

    /// Returns the output of `status --json`.
    func status(fileID: String = #fileID, line: Int = #line) throws -> JSON {
        let run = try program.run(["--json", "-c", "status"])
            .requiring(fileID: fileID, line: line)
        return try JSON(parsing: run.output)
    }

    /// Returns all items, the output of `list --json`.
    func things(fileID: String = #fileID, line: Int = #line) throws -> [JSON] {
        try JSON(parsing: Array(json(fileID: fileID, line: line).utf8)).array ?? []
    }
}
