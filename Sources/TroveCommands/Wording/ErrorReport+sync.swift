import TroveLanguage
import TroveModel
import TroveStore
import TroveSync
import TroveSystem
import TroveTerminal
import TroveWire

extension ErrorReport {
    /// Words the failures of syncing and of the account.
    static func message(for problem: SyncProblem) -> (TerminalText, TerminalText?) {
        switch problem {
        case .isNotConnected:
            ("this library is not connected to a server", "`connect URL` connects it")
        case .needsAddress:
            (
                "connect needs the address of a server",
                "type `connect https://…`, or set TROVE_SERVER"
            )
        case .badAddress:
            (
                "a server's address begins with http:// or https://",
                "for example https://trove.example.org"
            )
        case .isNotEncrypted(let server): notEncrypted(server)
        case .cannotAsk(let reason): requestFailed(reason)
        case .cannotSync(.signedOut): ("you are not logged in", loggingIn)
        case .cannotSync(let state):
            (
                "\(Message.unavailability(of: state))",
                "queued changes are kept, and sent when it is available again"
            )
        case .needsServer(let kind, let operation, let state):
            needsServer(kind, operation, state)
        case .notTaken(let reason): notTaken(reason)
        case .rejected(let rejection): rejected(rejection)
        case .isPartlyRejected(
            let rejection, let count, let total, let isQueued, let isLost, let isUndo):
            (
                "the server rejected \(TerminalText(grouped: count)) of \(Message.changes(total)): \(rejection.message)",
                others(total - count, isQueued, isLost, isUndo)
            )
        case .isUnconfirmed(let reason):
            (
                "\(missingAnswer(reason)), so it is not known yet whether this was done",
                "`queue` shows it as unconfirmed until the server answers"
            )
        case .isCutShort(let made, let total, let unconfirmed, let isUndo):
            cutShort(made, of: total, unconfirmed: unconfirmed, isUndo: isUndo)
        case .notInQueue(let number):
            ("there is no change \(number) in the queue", "`queue` shows the numbers")
        case .noSuchConflict(let number):
            ("there is no conflict \(number)", "`conflicts` shows the numbers")
        case .isOfOthers(let view, let count): conflictOfOthers(view, of: count)
        case .cannotTake(let view, let obstacle, let count):
            conflictKept(view, obstacle, of: count)
        case .notLoggedIn: ("you are not logged in", loggingIn)
        case .belongsTo(let user, isGone: let isGone): belongs(to: user, isGone)
        case .noSuchDevice(let name):
            ("there is no device \"\(name)\"", "`devices` lists them")
        case .noPassword:
            (
                "no password was given",
                "a script reads it from TROVE_PASSWORD, or from a file with file:PATH"
            )
        case .noNewPassword:
            ("no new password was given", "a script reads it from a file with new-file:PATH")
        case .passwordFile(let path, let number): unusablePasswordFile(path, number)
        case .passwordsDiffer: ("the two passwords differ", "nothing was changed")
        case .refused(let refusal): message(for: refusal)
        case .token(let failure): message(for: failure)
        }
    }

    // MARK: The connection

    private static let loggingIn: TerminalText = "log in first: `login EMAIL`"

    private static func notEncrypted(_ server: String) -> (TerminalText, TerminalText?) {
        (
            "\(server) is not encrypted: others on the network could read your password",
            "use https://…, or set TROVE_INSECURE=1 if you trust the network"
        )
    }

    private static func requestFailed(_ reason: OfflineReason) -> (TerminalText, TerminalText?) {
        let advice: TerminalText? =
            switch reason {
            case .cannotResolve:
                "check the name of the server; an address is https://HOST or http://HOST:PORT"
            case .refused: "check the address, and that trove-server is running there"
            case .notSecure:
                "if the certificate is your own, start Trove with its path in TROVE_CA_FILE"
            case .cutOff: "check whether the address begins with http:// or https://"
            default: nil
            }
        return ("the request to the server failed: \(Message.description(of: reason))", advice)
    }

    // MARK: Changes

    private static func missingAnswer(_ reason: OfflineReason?) -> TerminalText {
        guard let reason else { return "the server gave no valid answer" }
        return switch reason {
        case .interrupted: "interrupted before the server answered"
        case .trouble, .invalidResponse: Message.description(of: reason)
        default: "the server did not answer"
        }
    }

    private static func needsServer(
        _ kind: Kind, _ operation: Operation, _ state: Connectivity
    ) -> (TerminalText, TerminalText?) {
        (
            "\(Message.unavailability(of: state)): \(Message.gerund(operation)) \(Phrase.one(kind.name)) needs the server",
            state == .signedOut
                ? "nothing was changed; \(loggingIn)"
                : "nothing was changed; `policy \(kind.name) \(operation.rawValue) queue` queues "
                    + "such changes instead"
        )
    }

    private static func cutShort(
        _ made: Int, of total: Int, unconfirmed: Int, isUndo: Bool
    ) -> (TerminalText, TerminalText?) {
        let verb: TerminalText = made == 1 ? "was" : "were"
        let doubt: TerminalText =
            switch unconfirmed {
            case 0: ""
            case 1: "1 of them is not confirmed yet; "
            default: "\(TerminalText(grouped: unconfirmed)) of them are not confirmed yet; "
            }
        return (
            "interrupted: \(TerminalText(grouped: made)) of \(Message.changes(total)) \(verb) made",
            "\(doubt)`\(isUndo ? "redo" : "undo")` reverts all that were made"
        )
    }

    private static func notTaken(_ reason: OfflineReason?) -> (TerminalText, TerminalText?) {
        if reason == .interrupted { return ("interrupted", "nothing was changed") }
        return (
            reason.map { "the server is not available (\(Message.description(of: $0)))" }
                ?? "the server did not do this",
            "nothing was changed; `status` shows the state of the connection"
        )
    }

    private static func rejected(_ rejection: Rejection) -> (TerminalText, TerminalText?) {
        (
            "the server rejected the change: \(rejection.message)",
            rejection.code == .nameTaken
                ? "choose another name; nothing was changed" : "nothing was changed"
        )
    }

    /// Returns what became of the changes of a command that the server did not reject.
    private static func others(
        _ count: Int, _ isQueued: Bool, _ isLost: Bool, _ isUndo: Bool
    ) -> TerminalText {
        let made: TerminalText = count == 1 ? "the other was made" : "the others were made"
        let reverted: TerminalText =
            isQueued || isLost ? "what was made" : count == 1 ? "it" : "them"
        return made + (isQueued ? " or queued" : "")
            + (isLost ? " or lost to another device (`conflicts`)" : "")
            + "; `\(isUndo ? "redo" : "undo")` reverts \(reverted)"
    }

    // MARK: Conflicts

    private static func conflictOfOthers(
        _ view: ConflictView, of count: Int
    ) -> (TerminalText, TerminalText?) {
        (
            view.keptBy == view.device
                ? "one device, \(view.device), wrote both values of conflict \(view.number)"
                : "this device wrote neither value of conflict \(view.number)",
            outcome(of: count)
                + "`resolve \(view.number) kept` keeps \(view.kept); `resolve \(view.number) lost` takes "
                + "\(view.lost), from \(view.device)"
        )
    }

    /// What became of several conflicts that were to be resolved, before advice on one of them.
    private static func outcome(of count: Int) -> TerminalText {
        count == 1 ? "" : "no conflict was resolved; "
    }

    private static func conflictKept(
        _ view: ConflictView, _ obstacle: ConflictObstacle, of count: Int
    ) -> (TerminalText, TerminalText?) {
        let problem: TerminalText =
            if case .notASet = obstacle {
                "\(view.field) cannot hold both values of conflict \(view.number)"
            } else {
                "conflict \(view.number): \(view.lost) cannot be set: \(description(of: obstacle, view))"
            }
        return (
            problem,
            (count == 1 ? "the conflict stays; " : outcome(of: count))
                + "`resolve \(view.number) kept` keeps \(view.kept)"
        )
    }

    private static func description(
        of obstacle: ConflictObstacle, _ view: ConflictView
    ) -> TerminalText {
        switch obstacle {
        case .breaksRule(let violation, let kind):
            Message.reason(violation, view.kinds[kind])
        case .unknownField(let name):
            "this version of Trove does not know the field \(name)"
        case .unknownKind(let name): "this version of Trove does not know the kind \(name)"
        case .isDeleted: "the item is deleted"
        case .notASet: "it is not a set of names"
        }
    }

    // MARK: The account

    private static func belongs(to user: User, _ isGone: Bool) -> (TerminalText, TerminalText?) {
        isGone
            ? (
                """
                this library belongs to a former account of \(Message.name(of: user)), which the server \
                no longer has
                """,
                "`disconnect` makes it local; then `login` uploads its items"
            )
            : (
                "this library belongs to the account of \(Message.name(of: user))",
                "`disconnect` makes it local first; another account can use another --library"
            )
    }

    private static func unusablePasswordFile(
        _ path: String, _ number: Int32
    ) -> (TerminalText, TerminalText?) {
        (
            number == 0
                ? "\(path) contains no password"
                : "\(path) cannot be read: \(SystemCall.strerror(number))",
            "the first line of the file is the password"
        )
    }

    private static func message(for failure: TokenFile.Failure) -> (TerminalText, TerminalText?) {
        switch failure {
        case .isOpenToOthers(let path):
            (
                "other users can read \(path), which gives access to your account",
                "make it private: `chmod 600 \(Quoting.argument(path))`"
            )
        case .isUnusable(let path, let number):
            ("\(path) cannot be used: \(SystemCall.strerror(number))", nil)
        }
    }

    private static func message(for refusal: ServerRefusal) -> (TerminalText, TerminalText?) {
        let said = refusal.message.isEmpty ? "status \(refusal.status)" : refusal.message
        switch refusal.code {
        case ServerRefusal.Code.emailTaken:
            return ("an account with this email already exists", "log in to it: `login EMAIL`")
        case ServerRefusal.Code.wrongCredentials where refusal.status == 403:
            return (TerminalText(said), "nothing was changed")
        case ServerRefusal.Code.wrongCredentials:
            return (
                "the email or the password is wrong",
                """
                check both; `signup EMAIL name:NAME` creates an account, and the operator of the \
                server can give you a new password
                """
            )
        case ServerRefusal.Code.closed:
            return (
                TerminalText(said),
                """
                ask its operator for an account, or for an invitation: `signup EMAIL name:NAME \
                code:CODE`
                """
            )
        case ServerRefusal.Code.needsCode:
            return (TerminalText(said), "`signup EMAIL name:NAME code:CODE` gives the code")
        case ServerRefusal.Code.weakPassword:
            return (TerminalText(said), "choose a longer or less common one")
        case ServerRefusal.Code.isDisabled: return (TerminalText(said), "ask the operator")
        case ServerRefusal.Code.badToken:
            return ("this device is no longer logged in", "log in again: `login EMAIL`")
        case ServerRefusal.Code.tooMany:
            guard refusal.message.isEmpty else { return (TerminalText(said), nil) }
            return (
                "the server received too many requests",
                refusal.retryAfter.map { "try again in \($0) s" }
            )
        default: return ("the server refused the request: \(said)", nil)
        }
    }
}
