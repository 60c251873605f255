import TroveModel
import TroveStore
import TroveSync
import TroveTerminal
import TroveWire

extension ErrorReport {
    /// The words for what has to do with the server.
    static func words(for problem: SyncProblem) -> (TerminalText, TerminalText?) {
        switch problem {
        case .isNotConnected:
            return ("this library is not connected to a server", "connect URL connects it")
        case .needsAddress:
            return (
                "connect needs the address of a server",
                "write connect https://…, or set TROVE_SERVER"
            )
        case .badAddress:
            return (
                "a server's address begins with http:// or https://",
                "such as https://trove.example.org"
            )
        case .isNotEncrypted(let server):
            return (
                "\(server) is not encrypted: everybody on the way could read your password",
                "use https://…, or set TROVE_INSECURE=1 if you know better"
            )
        case .notInQueue(let number):
            return ("there is no change \(number) in the queue", "queue shows the numbers")
        case .noSuchConflict(let number):
            return ("there is no conflict \(number)", "conflicts shows the numbers")
        case .isOfOthers(let view):
            return (
                "this device wrote neither value of conflict \(view.number)",
                "resolve \(view.number) kept keeps \(view.kept); resolve \(view.number) lost takes "
                    + "\(view.lost), from \(view.device)"
            )
        case .cannotTake(let view, let obstacle):
            return (
                "conflict \(view.number): \(view.lost) cannot be set: \(words(for: obstacle, view))",
                "the conflict stays; resolve \(view.number) kept keeps \(view.kept)"
            )
        case .noSuchDevice(let name):
            return ("there is no device \"\(name)\"", "devices shows those there are")
        case .needsServer(let kind, let operation, let state):
            return (
                "\(Message.lack(of: state)): \(Message.gerund(operation)) a \(kind.name) needs it",
                "nothing was changed; policy \(kind.name) \(operation.rawValue) queue would keep it "
                    + "for later"
            )
        case .notTaken(let reason):
            return (
                reason.map { "there is no connection to the server (\(Message.words($0)))" }
                    ?? "the server could not do it just now",
                "nothing was changed; status shows how the server stands"
            )
        case .rejected(let rejection):
            return (
                "the server did not take it: \(rejection.message)",
                rejection.code == .nameTaken
                    ? "choose another name; nothing was changed" : "nothing was changed"
            )
        case .isUnconfirmed:
            return (
                "the server's answer did not come: nobody knows yet whether this was done",
                "queue shows it as unconfirmed until the server has answered"
            )
        case .notLoggedIn: return ("nobody is logged in", "login EMAIL comes first")
        case .belongsTo(let user):
            return (
                "this library belongs to the account of \(Message.name(of: user))",
                "disconnect makes it a local one first; another account can have another --library"
            )
        case .noPassword:
            return (
                "there is no password",
                "a script takes it from TROVE_PASSWORD, or from a file: file:PATH"
            )
        case .passwordFile(let path, let number):
            return (
                number == 0
                    ? "\(path) holds no password"
                    : "\(path) cannot be read: \(SystemError.text(number))",
                "the first line of the file is the password"
            )
        case .passwordsDiffer: return ("the two passwords differ", "nothing was changed")
        case .cannotAsk(let reason):
            return (
                "the server cannot be asked: \(Message.words(reason))",
                reason == .refused ? "check the address, and that trove-server runs there" : nil
            )
        case .cannotSync(let state):
            return ("\(Message.lack(of: state))", "what waits is kept, and sent when it is back")
        case .refused(let refusal): return words(for: refusal)
        case .token(.isOpenToOthers(let path)):
            return ("others can read \(path), which lets them into your account", "chmod 600 it")
        case .token(.isUnusable(let path, let number)):
            return ("\(path) cannot be used: \(SystemError.text(number))", nil)
        }
    }

    private static func words(for refusal: ServerRefusal) -> (TerminalText, TerminalText?) {
        let said = refusal.message.isEmpty ? "status \(refusal.status)" : refusal.message
        switch refusal.code {
        case ServerRefusal.Code.emailTaken:
            return ("there is an account with this email already", "login EMAIL uses it")
        case ServerRefusal.Code.wrongCredentials:
            return ("the email or the password is wrong", nil)
        case ServerRefusal.Code.closed:
            return ("the server takes no new accounts: \(said)", "TROVE_INVITATION can hold a code")
        case ServerRefusal.Code.weakPassword:
            return (TerminalText(said), "choose a longer or rarer one")
        case ServerRefusal.Code.badToken:
            return ("the server does not know this device any more", "login EMAIL comes next")
        case ServerRefusal.Code.tooMany:
            return (
                "the server asks to wait: \(said)",
                refusal.retryAfter.map { "try again in \($0) s" }
            )
        default: return ("the server refuses: \(said)", nil)
        }
    }

    private static func words(
        for obstacle: ConflictObstacle, _ view: ConflictView
    ) -> TerminalText {
        switch obstacle {
        case .breaksRule(let violation, let kind):
            Message.reason(violation, view.kinds[kind])
        case .unknownField(let name):
            "this version of Trove does not know the field \(name)"
        case .unknownKind(let name): "this version of Trove does not know the kind \(name)"
        case .isDeleted: "the item is deleted"
        }
    }
}
