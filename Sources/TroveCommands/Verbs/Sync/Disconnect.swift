import TroveLanguage
import TroveStore

/// Makes the library local again.
struct Disconnect: ShellCommand {
    /// Whether changes and conflicts are left open without confirmation.
    var isConfirmed = false

    static let name = "disconnect"
    static let effect = Effect.independent
    static let syntax = Syntax<Disconnect>(
        .sync, "make the library local again",
        details: """
            The library keeps all items, and can be connected to another account. It asks first if \
            the server does not have all changes, or if there are conflicts.

            If you log in to the same account again, what you have changed since is sent. If you log \
            in to another account, the whole library is uploaded. To stop syncing for a while, use \
            `logout`: `queue` then shows what you change.
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
