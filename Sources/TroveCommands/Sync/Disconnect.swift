import TroveLanguage
import TroveStore

/// Makes the library a local one again.
struct Disconnect: ShellCommand {
    /// Whether changes that wait for the server are left behind without a question.
    var isConfirmed = false

    static let name = "disconnect"
    static let effect = Effect.independent
    static let syntax = Syntax<Disconnect>(
        .sync, "make this library a local one again",
        details: """
            Everything stays in it. It asks first when changes still wait for the server, because \
            the account will not get them.
            """,
        arguments: [.option("--yes", \.isConfirmed)],
        examples: [
            .init("disconnect", "error: this library is not connected to a server"),
            .init("disconnect --yes", "error: this library is not connected to a server"),
        ])

    func run(in context: any CommandContext) throws -> Reply {
        try context.commit()
        try context.pushBeforeLeaving()
        let counts = try context.library.outbox.counts()
        let open = counts.waiting + counts.problems
        if open > 0, !isConfirmed {
            try context.confirm(Message.disconnecting(open), verb: Self.name)
        }
        try context.forgetToken()
        try context.library.accountStore.disconnect()
        try context.openSync()
        return .text(Message.disconnected)
    }
}
