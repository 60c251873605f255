import TroveLanguage
import TroveStore
import TroveSync
import TroveWire

/// Creates an account on the server and logs in.
struct SignUp: ShellCommand {
    var email = Spanned<String>.unread
    var userName = Spanned<String>.unread
    /// The invitation or the code of a class; nil takes it from the environment.
    var code: Spanned<String>?
    /// Nil asks the user, or reads the password from the environment.
    var passwordFile: Spanned<String>?
    /// Whether a library of another account is uploaded without confirmation.
    var isConfirmed = false

    static let name = "signup"
    static let effect = Effect.independent
    static let syntax = Syntax<SignUp>(
        .sync, "create an account on the server",
        details: """
            It asks for a password; in a script, it comes from TROVE_PASSWORD or a file. A name of \
            several words needs quotes: name:"Ann Lee". If the server requires an invitation \
            or a class code, give it with code:, or in TROVE_INVITATION. It asks before it uploads a library that was in \
            another account.
            """,
        arguments: [
            .account(
                email: \.email,
                [
                    .required("name", "NAME", \.userName, missing: .name),
                    .optional("code", "CODE", \.code),
                    .optional("file", "PASSWORD-FILE", \.passwordFile, .file),
                ]),
            .option("--yes", \.isConfirmed),
        ], guardsPassword: true,
        examples: [
            .init(
                "signup ann@example.org name:Ann",
                "Signed up as Ann <ann@example.org>. Synced: 4 changes sent."),
            .init(
                #"signup ann@example.org name:"Ann Lee" file:password.txt"#,
                "error: this library belongs to the account of Ann <ann@example.org>"),
        ])

    func run(in context: any CommandContext) throws -> Reply {
        try context.commit()
        let sync = try context.connection()
        // A new account is never the one that the library belongs to.
        if let user = context.library.account?.user {
            throw CommandFailure(.belongsTo(user), at: email.span)
        }
        try context.checkIsPrivate()
        try context.confirmNewOwner(email, isConfirmed, verb: Self.name)
        try context.checkServer()
        try context.loadForLogin()
        let password = try context.password(
            in: passwordFile, Message.passwordFor(email.value), isNew: true)
        let credentials = Credentials(
            name: userName.value, email: email.value, password: password,
            device: context.deviceName,
            invitation: code?.value ?? context.surroundings["TROVE_INVITATION"])
        guard let endpoints = sync.engine.endpoints else { throw CommandFailure(.isNotConnected) }
        return try context.enter(
            context.success(context.outcome(of: endpoints.signUp(credentials))), as: email.value,
            isNew: true, isConfirmed: isConfirmed)
    }
}
