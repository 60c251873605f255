import TroveCodecs
import TroveHTTP
import TroveSync
import TroveTerminal

/// What is wrong with a server's response.
extension Message {
    /// Returns what is wrong, as it stands behind a colon.
    static func words(_ problem: InvalidResponse) -> TerminalText {
        switch problem {
        case .tooLarge: "an answer without end"
        case .http(let words): TerminalText(words)
        case .noClient(let reason): words(reason)
        case .notJSON: "its answer is no JSON"
        case .unreadable(let reply): name(of: reply)
        case .mismatch(let reply, let member):
            "\(name(of: reply)) does not fit to the request (\(member))"
        case .status(let status, let message): "status \(status) \(message)"
        case .noProgress: "its answers lead nowhere"
        case .repeatedRealignment: "its history is another one, again and again"
        case .repeatedRenewal: "it takes this device for another one, as it did not long ago"
        }
    }

    /// Returns why there is no HTTP client.
    static func words(_ reason: HTTPUnavailable) -> TerminalText {
        switch reason {
        case .cannotLoad(let package, let reason): "\(reason): install \(package)"
        case .noResources(let code): "the system has no resources left (error \(code))"
        }
    }

    private static func name(of reply: ServerReply) -> TerminalText {
        switch reply {
        case .hello: "the answer to hello"
        case .login: "the answer to a login"
        case .password: "the answer to a new password"
        case .devices: "the list of devices"
        case .newDevice: "the answer to a new device"
        case .push: "the answer to a push"
        case .changes: "the answer to changes"
        case .snapshot: "the answer to a snapshot"
        }
    }
}
