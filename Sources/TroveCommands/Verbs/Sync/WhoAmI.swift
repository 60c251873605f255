import TroveLanguage
import TroveStore

/// Shows the account of the library.
struct WhoAmI: ShellCommand {
    static let name = "whoami"
    static let effect = Effect.independent
    static let syntax = Syntax<WhoAmI>(
        .sync, "show which account you are logged in to",
        examples: [
            .init("whoami", "Ann <ann@example.org> at http://localhost:7391"),
            .init(
                "disconnect --yes",
                "Disconnected. The library is local now, and keeps all items."),
            .init("whoami", "Not logged in: this library is local."),
        ])

    var isRehearsable: Bool { true }

    func run(in context: any CommandContext) throws -> Reply {
        try context.commit()
        return .text(Message.whoIsLoggedIn(context.library.account))
    }
}
