import TroveLanguage
import TroveStore

/// Makes the library local again.
struct Disconnect: ShellCommand {
    /// Whether queued and rejected changes are dropped without confirmation.
    var isConfirmed = false

    static let name = "disconnect"
    static let effect = Effect.independent
    static let syntax = Syntax<Disconnect>(
        .sync, "make the library local again",
        details: """
            The library keeps all items. It asks first if the server does not have all changes, \
            because the account will not get them.

            If you log in to the account again later, its values stay where they differ from yours, \
            and yours become conflicts. To stop syncing for a while, use `logout`: what you change \
            then is sent after the next login.
            """,
        arguments: [.option("--yes", \.isConfirmed)],
        examples: [
            .init(
                "disconnect --yes",
                "Disconnected. The library is local now, and keeps all items."),
            .init("disconnect --yes", "error: this library is not connected to a server"),
        ])

    func run(in context: any CommandContext) throws -> Reply {
        try context.commit()
        try context.pushBeforeLeaving()
        let counts = try context.library.outbox.counts()
        let open = counts.waiting + counts.problems
        let conflicts = try context.library.conflicts.entries().count
        if open + conflicts > 0, !isConfirmed {
            try context.confirm(Message.disconnecting(open, conflicts), verb: Self.name)
        }
        try context.forgetToken()
        try context.library.accountStore.disconnect()
        try context.openSync()
        return .text(Message.disconnected)
    }
}
