import TroveLanguage
import TroveStore
import TroveSync
import TroveWire

/// Changes the password of the account.
struct ChangePassword: ShellCommand {
    /// The file with the old password; nil asks the user, or reads it from the environment.
    var oldFile: Spanned<String>?
    /// The file with the new password; nil asks the user.
    var newFile: Spanned<String>?

    static let name = "password"
    static let effect = Effect.independent
    static let syntax = Syntax<ChangePassword>(
        .sync, "change your password",
        details: """
            It asks for both passwords; in a script, the old one comes from TROVE_PASSWORD or a \
            file, the new one from a file. All other devices must log in again.
            """,
        arguments: [
            .account(
                [
                    .optional("file", "OLD-PASSWORD-FILE", \.oldFile, .file),
                    .optional("new-file", "NEW-PASSWORD-FILE", \.newFile, .file),
                ])
        ], guardsPassword: true,
        examples: [
            .init(
                "password file:password.txt new-file:new.txt",
                "Password changed. All other devices must log in again."),
            .init(
                "password file:missing.txt new-file:new.txt",
                "error: missing.txt cannot be read: No such file or directory"),
        ])

    func run(in context: any CommandContext) throws -> Reply {
        try context.commit()
        let (sync, endpoints) = try context.loggedInConnection()
        let former = try context.password(in: oldFile, Message.oldPassword, isNew: false)
        let next: String
        if let newFile {
            next = try context.passwordFile(newFile)
        } else {
            guard context.user != nil else { throw CommandFailure(.noNewPassword) }
            next = try context.askPassword(Message.newPassword, isNew: true)
        }
        try context.checkServer()
        let json = try context.success(
            sync.answer(to: endpoints.changePassword(from: former, to: next)))
        guard let reply = try? TokenReply(json) else {
            throw CommandFailure(.cannotAsk(.invalidResponse(.unreadable(.password))))
        }
        try context.library.accountStore.keep(token: reply.token)
        try sync.accountChanged()
        return .text(Message.passwordChanged)
    }
}
