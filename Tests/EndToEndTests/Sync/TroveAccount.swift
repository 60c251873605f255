import TroveCodecs
import TroveTesting

/// A user of a server, and what their devices say to get in.
struct TroveAccount {
    let email: String
    let name: String
    let password: String

    static let ann = TroveAccount(
        email: "ann@example.org", name: "Ann", password: "nine lanterns over the harbour")
}

extension Trove {
    /// A device of a user, with a name and a clean home: connected to a server, and logged in.
    ///
    /// - Parameters:
    ///   - name: What the device is called.
    ///   - account: Whose device it is.
    ///   - url: Where the server is.
    ///   - isNew: Whether the account has to be made.
    /// - Throws: `UnexpectedStatus` when the server does not let it in.
    init(device name: String, of account: TroveAccount, at url: String, isNew: Bool = false) throws
    {
        try self.init(
            environment: ["TROVE_DEVICE": name, "TROVE_PASSWORD": account.password])
        // Devices go by the real time, as they do elsewhere.
        program.environment["TROVE_NOW"] = nil
        try connect(to: url, as: account, isNew: isNew)
    }

    /// Connects the library to a server, and logs in or signs up.
    func connect(to url: String, as account: TroveAccount, isNew: Bool = false) throws {
        let entry =
            isNew ? "signup \(account.email) name:\(account.name)" : "login \(account.email)"
        try program.run(["-c", "connect \(url)", "-c", entry]).requiring()
    }

    /// What `status --json` says, by name.
    func status(fileID: String = #fileID, line: Int = #line) throws -> JSON {
        let run = try program.run(["--json", "-c", "status"])
            .requiring(fileID: fileID, line: line)
        return try JSON(parsing: run.output)
    }

    /// Everything in the library: what `list --json` says.
    func things(fileID: String = #fileID, line: Int = #line) throws -> [JSON] {
        try JSON(parsing: Array(json(fileID: fileID, line: line).utf8)).array ?? []
    }
}
