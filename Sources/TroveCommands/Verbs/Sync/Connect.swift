import TroveLanguage
import TroveStore
import TroveSync
import TroveTerminal

/// Connects the library to a server.
struct Connect: ShellCommand {
    /// Nil reads the address from the environment.
    var address: Spanned<String>?
    /// Whether a library that belongs to an account connects to another address without
    /// confirmation.
    var isConfirmed = false

    static let name = "connect"
    static let effect = Effect.independent
    static let syntax = Syntax<Connect>(
        .sync, "connect the library to a server",
        details: """
            The default address is TROVE_SERVER. Log in next, or sign up: then the library and the \
            account are synced. If the library is in an account, it asks before it connects to \
            another address, and you must log in again there.
            """,
        arguments: [.address(\.address), .option("--yes", \.isConfirmed)], guardsPassword: true,
        examples: [
            .init(
                "connect http://localhost:7391",
                "Connected to http://localhost:7391. Next: `login EMAIL`, or …"),
            .init(
                "connect ftp://trove.example.org",
                "error: a server's address begins with http:// or https://"),
        ])

    func run(in context: any CommandContext) throws -> Reply {
        guard !context.library.isReadOnly else {
            throw LibraryError.isReadOnly(context.library.path)
        }
        try context.commit()
        let server = try server(context)
        let former = context.library.account
        if let former, former.server == server.text, let user = former.user {
            return .text(Message.isConnected(to: server.text, user))
        }
        if let former, former.server != server.text, let user = former.user, !isConfirmed {
            try context.confirm(
                Message.connectingElsewhere(from: former.server, to: server.text, user),
                verb: Self.name)
        }
        let isOther: Bool
        do {
            // The server must answer a request without a token before anything is written.
            try context.openSync(isTrial: true)
            let id = try context.serverID(at: server.text)
            isOther = former?.user != nil && former?.isAnother(serverID: id) == true
            // The same account at another address means that the server has moved.
            try context.library.accountStore.connect(to: server.text, id: id)
            try context.connection().accountChanged()
        } catch {
            try context.openSync()
            throw error
        }
        let user = context.library.account?.user
        if isOther, let user { return .text(Message.connected(toOther: server.text, user)) }
        return .text(Message.connected(to: server.text, user))
    }

    func outline(in context: any CommandContext) throws -> [TerminalText] {
        [Message.wouldConnect(to: try server(context).text)]
    }

    /// Returns the address: the typed one, else that of the environment.
    private func server(_ context: any CommandContext) throws(CommandFailure) -> ServerAddress {
        guard let typed = address?.value ?? context.surroundings["TROVE_SERVER"] else {
            throw CommandFailure(.needsAddress)
        }
        guard let server = ServerAddress(typed) else {
            throw CommandFailure(.badAddress, at: address?.span)
        }
        guard server.isSafe || context.surroundings["TROVE_INSECURE"] != nil else {
            throw CommandFailure(.isNotEncrypted(server.text), at: address?.span)
        }
        return server
    }
}
