import TroveLanguage
import TroveModel
import TroveStore
import TroveSync
import TroveWire

/// Logs in to an account of the server.
struct LogIn: ShellCommand {
    var email = Spanned<String>.unread
    /// Nil asks the user, or reads the password from the environment.
    var passwordFile: Spanned<String>?
    /// Whether a library of another account is uploaded without confirmation.
    var isConfirmed = false

    static let name = "login"
    static let effect = Effect.independent
    static let syntax = Syntax<LogIn>(
        .sync, "log in to your account on this device",
        details: """
            It asks for the password; in a script, it comes from TROVE_PASSWORD or a file. It asks \
            before it uploads a library that was in another account.
            """,
        arguments: [
            .account(
                email: \.email,
                [.optional("file", "PASSWORD-FILE", \.passwordFile, .file)]),
            .option("--yes", \.isConfirmed),
        ], guardsPassword: true,
        examples: [
            .init(
                "login ann@example.org",
                "Logged in as Ann <ann@example.org>. Synced: 4 items received."),
            .init(
                "login ann@example.org file:password.txt",
                "Logged in as Ann <ann@example.org>. Synced."),
        ])

    func run(in context: any CommandContext) throws -> Reply {
        try context.commit()
        let sync = try context.connection()
        // A library belongs to one account.
        if let user = context.library.account?.user,
            Folding.name(user.email) != Folding.name(email.value)
        {
            throw CommandFailure(.belongsTo(user), at: email.span)
        }
        try context.checkIsPrivate()
        try context.confirmNewOwner(email, isConfirmed, verb: Self.name)
        try context.checkServer()
        try context.loadForLogin()
        let password = try context.password(
            in: passwordFile, Message.passwordFor(email.value), isNew: false)
        let credentials = Credentials(
            email: email.value, password: password, device: context.deviceName,
            resumed: try context.library.accountStore.deviceToResume(for: email.value)?.id)
        guard let endpoints = sync.engine.endpoints else { throw CommandFailure(.isNotConnected) }
        return try context.enter(
            context.success(context.outcome(of: endpoints.logIn(credentials))), as: email.value,
            isNew: false, isConfirmed: isConfirmed)
    }
}
