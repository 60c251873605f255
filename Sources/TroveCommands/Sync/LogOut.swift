import TroveLanguage
import TroveStore
import TroveSync

/// Ends the session of this device on the server.
struct LogOut: ShellCommand {
    static let name = "logout"
    static let effect = Effect.independent
    static let syntax = Syntax<LogOut>(
        .sync, "end this device's use of your account",
        details: "Everything stays here; changes wait until the next login.",
        examples: [
            .init("whoami", "Nobody is logged in: this library is local."),
            .init("logout", "error: this library is not connected to a server"),
        ])

    func run(in context: any CommandContext) throws -> Reply {
        try context.commit()
        let sync = try context.connection()
        guard context.library.account?.token != nil else { throw CommandFailure(.notLoggedIn) }
        if sync.engine.state == .connecting { try sync.freshen() }
        try context.pushBeforeLeaving()
        try context.forgetToken()
        return .text(Message.loggedOut)
    }
}
