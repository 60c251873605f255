import CPostgreSQL

/// The description of a server and a database: a connection string or a URL of libpq, completed
/// with defaults for a program that runs unattended.
struct PostgresAddress {
    /// The connection string for libpq. It may contain a password.
    let connectionString: String
    /// Whether the address itself contains a password.
    let hasPassword: Bool

    /// The settings that apply unless the address says otherwise. With several hosts, the first one
    /// that can write is used. A host that does not answer is given up after 2 s while connecting,
    /// and after 4 s to 5 s once connected.
    private static let defaults = [
        "target_session_attrs": "read-write", "connect_timeout": "2", "keepalives_idle": "2",
        "keepalives_interval": "1", "keepalives_count": "3", "tcp_user_timeout": "3000",
        "application_name": programName, "client_encoding": "UTF8",
    ]

    /// The name that the program has in the database. A name in the address is appended to it,
    /// because commands recognize connected servers by this name.
    static let programName = "trove-server"

    /// Reads an address.
    ///
    /// - Parameters:
    ///   - address: A connection string or a URL of libpq.
    ///   - last: The host and port of the server to try last, as `PostgresConnection.server`.
    /// - Throws: `PostgresError`, whose message can quote a part of the address.
    init(_ address: String, last: String? = nil) throws(PostgresError) {
        // libpq would not see the rest.
        guard !address.utf8.contains(0) else {
            throw PostgresError(.other, message: "the connection string contains a NUL character")
        }
        var message: UnsafeMutablePointer<CChar>?
        guard let options = unsafe PQconninfoParse(address, &message) else {
            defer { unsafe PQfreemem(message) }
            // The message is copied before it is freed. It may quote a part of a password.
            let text = unsafe message.map { unsafe String(cString: $0) }
            throw PostgresError(
                .other,
                message: Self.hasSecret(address) ? Self.notEncoded : text ?? "out of memory")
        }
        defer { unsafe PQconninfoFree(options) }
        var settings = Self.defaults
        var next = unsafe options
        // The list ends with an option without a keyword. Its strings are copied before it is
        // freed.
        while let keyword = unsafe next.pointee.keyword {
            if let value = unsafe next.pointee.val {
                unsafe settings[String(cString: keyword)] = unsafe String(cString: value)
            }
            unsafe next += 1
        }
        // Such a port or host contains a part of a password, which libpq's messages would quote.
        let port = settings["port"] ?? ""
        let isPort = port.utf8.allSatisfy { $0 == 0x2C || (0x30...0x39).contains($0) }
        if !isPort || settings["host"]?.dropFirst().contains("@") == true {
            throw PostgresError(.other, message: Self.notEncoded)
        }
        if let name = settings["application_name"], !name.hasPrefix(Self.programName) {
            settings["application_name"] = Self.programName + (name.isEmpty ? "" : " \(name)")
        }
        hasPassword = settings["password"]?.isEmpty == false
        if let last { Self.move(last, toEndOf: &settings) }
        connectionString = settings.sorted { $0.key < $1.key }
            .map { "\($0.key)=\(Self.quoted($0.value))" }.joined(separator: " ")
    }

    private static let notEncoded =
        "the address is not valid; encode special characters in its password, such as @ as %40"

    /// Whether an address may contain a password.
    private static func hasSecret(_ address: String) -> Bool {
        guard !address.contains("password") else { return true }
        let user = address.lastIndex(of: "@").map { address[..<$0] }
        return user?.split(separator: "://").last?.contains(":") == true
    }

    /// The port of a host that is named without one.
    static let defaultPort = "5432"

    /// Moves a server to the end of the list of hosts.
    private static func move(_ last: String, toEndOf settings: inout [String: String]) {
        func list(_ name: String) -> [Substring] {
            (settings[name] ?? "").split(separator: ",", omittingEmptySubsequences: false)
        }
        let hosts = list("host")
        // Without a list of ports, all hosts have the same one, perhaps from the environment.
        let samePort = last.split(separator: ":").last ?? ""
        let ports = list("port").count > 1 ? list("port") : hosts.map { _ in samePort }
        guard ports.count == hosts.count, settings["hostaddr"] == nil else { return }
        let isLast = zip(hosts, ports).map { host, port in
            "\(host):\(port.isEmpty ? Substring(defaultPort) : port)" == last
        }
        for name in ["host", "port"] where list(name).count == isLast.count {
            let marked = zip(list(name), isLast)
            settings[name] = (marked.filter { !$1 } + marked.filter { $1 }).map(\.0)
                .joined(separator: ",")
        }
    }

    private static func quoted(_ value: String) -> String {
        var quoted = "'"
        for character in value.unicodeScalars {
            if character == "'" || character == "\\" { quoted.unicodeScalars.append("\\") }
            quoted.unicodeScalars.append(character)
        }
        return quoted + "'"
    }
}
