import TroveCodecs
import TroveHTTP
import TroveSync
import TroveTerminal

/// Messages about invalid responses of the server.
extension Message {
    /// Returns the problem with a response, to follow a colon.
    static func description(of problem: InvalidResponse) -> TerminalText {
        switch problem {
        case .tooLarge: "the response is too large"
        case .http(let words): TerminalText(words)
        case .noClient(let reason): description(of: reason)
        case .notJSON: "not JSON"
        case .unreadable(let reply): "\(name(of: reply)) is malformed"
        case .mismatch(let reply, let member):
            "\(name(of: reply)) does not match the request (\(member))"
        case .status(let status, ""):
            "status \(status) without a reason, as from a proxy or a login page"
        case .status(let status, let message): "status \(status) \(message)"
        case .noProgress: "repeated responses without progress"
        case .repeatedRealignment: "it repeatedly reports a different history"
        case .repeatedRenewal:
            "it repeatedly reports that this device's operation numbers are in use"
        }
    }

    /// Returns why the HTTP client cannot be used.
    static func description(of reason: HTTPUnavailable) -> TerminalText {
        switch reason {
        case .cannotLoad(let package, let reason): "\(reason): install \(package)"
        case .noResources(let code): "the system has no resources left (error \(code))"
        }
    }

    private static func name(of reply: ReplyKind) -> TerminalText {
        switch reply {
        case .hello: "the reply to hello"
        case .login: "the reply to a login"
        case .password: "the reply to a password change"
        case .devices: "the list of devices"
        case .newDevice: "the reply to a device registration"
        case .token: "the reply to a request for a new token"
        case .push: "the reply to a push"
        case .changes: "the reply to a request for changes"
        case .snapshot: "the reply to a request for a snapshot"
        case .account: "the reply to a request for the account"
        }
    }
}
