/// What a teacher and the students of a class need to know, as text.
struct ClassPage {
    /// The addresses of the server, as the students type them.
    let addresses: [String]
    /// The code with which students sign up.
    let code: String
    /// Whether other machines can connect.
    let isForOthers: Bool
    let isEncrypted: Bool
    /// The options of the operator's commands, with a blank before them.
    let storeOptions: String

    /// The page, with its line feeds.
    var text: String {
        var lines = ["", "The code of this class is \(code)", ""]
        if !isForOthers {
            lines += [
                "Only this machine can connect. For a class on several machines, start the server",
                "with --listen 0.0.0.0:7373, and with a certificate or --allow-insecure.", "",
            ]
        }
        lines += ["What students do", "", "1. Open a shell with a library for this class:", ""]
        if isForOthers, !isEncrypted { lines.append("   export TROVE_INSECURE=1") }
        lines += [
            "   trove --library class.db", "",
            "2. Connect it, and sign up with any name, email and password. On a second device,",
            "   use `login EMAIL` instead of `signup`:", "",
        ]
        lines += addresses.prefix(1).map { "   connect \($0)" }
        lines += addresses.dropFirst().map { "   connect \($0)     (or this address)" }
        lines += [
            "   signup EMAIL name:NAME code:\(code)", "",
            "3. Work offline and online. `net` affects only your own device:", "",
            "   net off", "   add gem Opal", "   queue", "   net auto", "   sync", "",
            "What you do", "",
            "   trove-server user list\(storeOptions)",
            "       lists who has signed up, and when they were last seen",
            "   trove-server reset\(storeOptions)",
            "       removes all accounts; the code stays, students keep their libraries", "",
        ]
        return lines.joined(separator: "\n") + "\n"
    }
}

extension ClassPage {
    /// Describes a server.
    ///
    /// - Parameters:
    ///   - listen: The address that it listens on.
    ///   - machine: The addresses of the machine, for a server that listens on all of them.
    ///   - code: The code of the class.
    ///   - isEncrypted: Whether it has a certificate.
    ///   - store: The store that the operator named; nil for the default.
    init(
        listen: ListenAddress, machine: [String], code: ClassCode, isEncrypted: Bool, store: String?
    ) {
        let isEvery = ["0.0.0.0", "::"].contains(listen.host)
        let reachable = listen.host == "0.0.0.0" ? machine.filter { !$0.contains(":") } : machine
        let hosts = isEvery && !reachable.isEmpty ? reachable : [listen.host]
        addresses = hosts.map { host in
            "\(isEncrypted ? "https" : "http")://\(ListenAddress(host: host, port: listen.port))"
        }
        self.code = code.text
        isForOthers = !listen.isLoopback
        self.isEncrypted = isEncrypted
        storeOptions =
            store.map { path in
                let isPlain = path.allSatisfy { $0.isLetter || $0.isNumber || "/._-+".contains($0) }
                // A quote and a mark after it are a single character.
                let quoted = path.unicodeScalars.map { $0 == "'" ? #"'\''"# : String($0) }.joined()
                return " --store " + (isPlain ? "sqlite:\(path)" : "'sqlite:\(quoted)'")
            } ?? ""
    }
}
