import TroveLanguage
import TroveStore

/// Shows whose account the library is in.
struct WhoAmI: ShellCommand {
    static let name = "whoami"
    static let effect = Effect.independent
    static let syntax = Syntax<WhoAmI>(
        .sync, "say whose account this is",
        examples: [
            .init("whoami", "Nobody is logged in: this library is local."),
            .init("whoami", "Nobody is logged in: this library is local."),
        ])

    func run(in context: any CommandContext) throws -> Reply {
        try context.commit()
        return .text(Message.whoIsLoggedIn(context.library.account))
    }
}
