import TroveCodecs
package import TroveModel

/// An event in the log.
package enum LogEvent: Sendable {
    /// The server started: its address and its file.
    case start(address: String, store: String)
    /// The server found no store and created one; its path.
    case newStore(String)
    /// Other users of the machine can read or write the store; its path.
    case openStore(String)
    /// No `HeadCheck` works with the installed libmicrohttpd.
    case uncheckedHeads
    /// A request ended.
    case request(RequestRecord)
    /// The certificate was reloaded, and expires at this time; or `problem` says why reloading
    /// failed.
    case certificate(problem: String?, expires: Timestamp? = nil)
    /// The certificate has expired or expires soon; when.
    case expiry(Timestamp, isOver: Bool)
    /// Garbage collection failed.
    case upkeep(problem: String)
    /// Something happened to an account.
    case account(AccountEvent)
    /// The store contains damaged data.
    case damage(problem: String)
    /// The store cannot be used; the reason.
    case trouble(problem: String)
    /// The store can be used again.
    case recovery
    /// The server cannot start; the reason, and what to do about it.
    case failure(problem: String, advice: String?)
    /// The command line contains the password of the database.
    case openPassword
    /// Something is wrong with connections.
    case connection(ConnectionNotice)
    /// Another program has the file of the store open; its path.
    case sharedStore(String)
    /// The server keeps serving for this time before it stops.
    case draining(seconds: Int)
    /// The server is stopping; the name of the signal.
    case stopping(String)
    /// The server stopped; whether all requests were answered.
    case stopped(isComplete: Bool)
    /// The buffer of the log was full, and this many lines were dropped.
    case lost(Int)

    /// Returns the line of the event, with its line feed. `milliseconds` counts since 1970.
    func line(_ format: ServerOptions.LogFormat, at milliseconds: Int) -> [UInt8] {
        switch format {
        case .text: Array("\(Self.time(milliseconds)) \(text)\n".utf8)
        case .json: json(at: milliseconds)
        }
    }

    /// Returns a timestamp such as `2026-11-20T12:00:00.123Z`.
    private static func time(_ milliseconds: Int) -> String {
        let fraction = "\((milliseconds % 1000 + 1000) % 1000)"
        return "\(Timestamp(milliseconds: milliseconds))".dropLast() + "."
            + String(repeating: "0", count: 3 - fraction.count) + fraction + "Z"
    }

    /// Returns milliseconds such as `25003.1`.
    private static func milliseconds(_ microseconds: Int) -> String {
        "\(microseconds / 1000).\(microseconds % 1000 / 100)"
    }

    private static let headProblem = """
        the installed libmicrohttpd accepts malformed request heads; \
        put a proxy that normalizes requests in front of this server. \
        Until then each connection closes after one request
        """

    private static let passwordProblem = """
        other users of this machine can see the password of the database in the command line; \
        PGPASSFILE or PGPASSWORD hides it
        """

    private static func problem(_ notice: ConnectionNotice) -> String {
        switch notice {
        case .tooMany(let peer, let limit):
            "\(peer) has \(limit) connections, so others are refused; "
                + "if it is a proxy, start the server with --proxy \(peer)"
        case .unknownProxy(let peer):
            "\(peer) sends X-Forwarded-For, which is not read; "
                + "if it is your proxy, start the server with "
                + (peer == "127.0.0.1" || peer == "::1" ? "--behind-proxy" : "--proxy \(peer)")
        case .unreadableClient(let proxy):
            "the last word in X-Forwarded-For from the proxy \(proxy) is not an address "
                + "without a port, so its clients count as one"
        }
    }

    // MARK: Text

    private var text: String {
        switch self {
        case .start(let address, let store): "start \(address) store \(Self.visible(store))"
        case .newStore(let store): "created the store \(Self.visible(store)): there was none"
        case .openStore(let store):
            "warning: other users of this machine can use \(Self.visible(store)); stop the server, and chmod 600 the files whose names begin with that"
        case .uncheckedHeads: "warning: \(Self.headProblem)"
        case .request(let request): Self.text(request)
        case .certificate(nil, let moment?): "certificate reloaded; it expires at \(moment)"
        case .certificate(nil, nil): "certificate reloaded"
        case .certificate(let problem?, _): "certificate not reloaded: \(Self.visible(problem))"
        case .expiry(let moment, isOver: false):
            "warning: the certificate expires at \(moment); replace its files, then send SIGHUP or restart the service"
        case .expiry(let moment, isOver: true):
            "warning: the certificate expired at \(moment), so devices refuse it; "
                + "replace its files, then send SIGHUP or restart the service"
        case .upkeep(let problem): "garbage collection failed: \(Self.visible(problem))"
        case .account(let event): Self.text(event)
        case .damage(let problem): "damaged: \(Self.visible(problem))"
        case .trouble(let problem): "the store cannot be used: \(Self.visible(problem))"
        case .recovery: "the store can be used again"
        case .failure(let problem, nil): "error: \(Self.visible(problem))"
        case .failure(let problem, let advice?):
            "error: \(Self.visible(problem)); \(Self.visible(advice))"
        case .openPassword: "warning: \(Self.passwordProblem)"
        case .connection(let notice): "warning: \(Self.problem(notice))"
        case .sharedStore(let store):
            "warning: another program has \(Self.visible(store)) open; only one server may use a file"
        case .draining(let seconds): "draining for \(seconds) s"
        case .stopping(let signal): "stopping on \(signal)"
        case .stopped(true): "stopped"
        case .stopped(false): "stopped before all requests were answered"
        case .lost(let count): "\(count) log lines were lost"
        }
    }

    private static func text(_ request: RequestRecord) -> String {
        var words = [
            request.peer, request.method ?? "-", request.path.map(cut) ?? "-",
            request.status.map { "\($0)" } ?? "-", "\(milliseconds(request.microseconds)) ms",
            "\(request.bytes) bytes",
        ]
        if let user = request.user { words.append("user \(user)") }
        if !request.isComplete { words.append("incomplete") }
        return words.joined(separator: " ")
    }

    private static func text(_ event: AccountEvent) -> String {
        var words = ["account", event.action.rawValue, "from", event.peer]
        if let user = event.user { words += ["user", "\(user)"] }
        if let device = event.device { words += ["device", device] }
        return words.joined(separator: " ")
    }

    /// Shortens a long path. Paths contain no control characters.
    private static func cut(_ path: String) -> String {
        path.utf8.count <= 200 ? path : path.prefix(200) + "…"
    }

    /// Replaces control characters, so the text stays on one line.
    private static func visible(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { $0.properties.generalCategory == .control ? "?" : $0 }))
    }

    // MARK: JSON

    private func json(at milliseconds: Int) -> [UInt8] {
        var json = JSONText()
        json.append("{\"time\":")
        json.append(string: Self.time(milliseconds))
        json.append(",\"event\":")
        json.append(string: name)
        func member(_ name: String, _ value: String?) {
            guard let value else { return }
            json.append(",\"\(name)\":")
            json.append(string: value)
        }
        func member(_ name: String, raw value: String?) {
            if let value { json.append(",\"\(name)\":\(value)") }
        }
        switch self {
        case .start(let address, let store):
            member("address", address)
            member("store", store)
        case .newStore(let store), .openStore(let store), .sharedStore(let store):
            member("store", store)
        case .openPassword: member("problem", Self.passwordProblem)
        case .connection(let notice): member("problem", Self.problem(notice))
        case .recovery: break
        case .failure(let problem, let advice):
            member("problem", problem)
            member("advice", advice)
        case .uncheckedHeads: member("problem", Self.headProblem)
        case .request(let request):
            member("peer", request.peer)
            member("method", request.method)
            member("path", request.path.map(Self.cut))
            member("status", raw: request.status.map { "\($0)" })
            member("ms", raw: Self.milliseconds(request.microseconds))
            member("bytes", raw: "\(request.bytes)")
            member("user", raw: request.user.map { "\($0)" })
            member("incomplete", raw: request.isComplete ? nil : "true")
        case .account(let event):
            member("action", event.action.rawValue)
            member("peer", event.peer)
            member("user", raw: event.user.map { "\($0)" })
            member("device", event.device)
        case .certificate(let problem, let moment):
            member("problem", problem)
            member("expires", moment.map { "\($0)" })
        case .expiry(let moment, _): member("expires", "\(moment)")
        case .upkeep(let problem), .damage(let problem), .trouble(let problem):
            member("problem", problem)
        case .draining(let seconds): member("seconds", raw: "\(seconds)")
        case .stopping(let signal): member("signal", signal)
        case .stopped(let isComplete): member("incomplete", raw: isComplete ? nil : "true")
        case .lost(let count): member("lines", raw: "\(count)")
        }
        json.append("}\n")
        return json.bytes
    }

    private var name: String {
        switch self {
        case .start: "start"
        case .newStore: "new-store"
        case .openStore: "open-store"
        case .uncheckedHeads: "unchecked-heads"
        case .request: "request"
        case .account: "account"
        case .certificate: "certificate"
        case .expiry: "certificate-expiry"
        case .upkeep: "upkeep"
        case .damage: "damage"
        case .trouble: "trouble"
        case .recovery: "recovery"
        case .failure: "failure"
        case .openPassword: "open-password"
        case .connection: "connection"
        case .sharedStore: "shared-store"
        case .draining: "draining"
        case .stopping: "stopping"
        case .stopped: "stopped"
        case .lost: "lost"
        }
    }
}
