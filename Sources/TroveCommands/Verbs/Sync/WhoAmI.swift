import TroveCodecs
import TroveLanguage
import TroveStore
import TroveWire

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
        let account = context.library.account
        guard context.isForData else { return .text(Message.whoIsLoggedIn(account)) }
        let user = account.flatMap { $0.token == nil ? nil : $0.user }
        return .report(
            Report([
                ("loggedIn", .bool(user != nil)),
                ("server", account.map { .string($0.server) } ?? .null),
                ("email", user.map { .string($0.email) } ?? .null),
                ("name", user.map { .string($0.name) } ?? .null),
            ]))
    }
}
