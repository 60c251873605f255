import TroveLanguage
import TroveStore
import TroveSync

/// Ends the session of this device on the server.
struct LogOut: ShellCommand {
    static let name = "logout"
    static let effect = Effect.independent
    static let syntax = Syntax<LogOut>(
        .sync, "log out on this device",
        details: """
            The library keeps all items. Until the next login, the offline rules say which changes \
            are queued.
            """,
        examples: [
            .init("logout", "Logged out. The library keeps all items. …"),
            .init(
                "whoami",
                "Not logged in at …. This library belongs to the account of Ann <ann@example.org>."),
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
