import TroveLanguage
import TroveTerminal

/// Shows the aliases, or defines or removes one.
struct MakeAlias: ShellCommand {
    /// The name of the alias; nil shows all aliases.
    var alias: Spanned<String>?
    /// The command that the alias stands for; nil removes the alias.
    var command: String?

    static let name = "alias"
    static let effect = Effect.independent
    static let syntax = Syntax<MakeAlias>(
        .shell, "define a short name for a command",
        details: """
            Arguments after the alias are appended to the command. Aliases last until the shell \
            ends; lines in rc.trove define them at every start.
            """,
        forms: [
            [],
            [nameArgument, commandArgument],
            [nameArgument, .keyword("--forget")],
        ], takesSource: true,
        examples: [
            .init("alias reading filter state=reading", "alias reading filter state=reading"),
            .init("alias", "alias reading filter state=reading"),
        ])

    private static let nameArgument = Argument<MakeAlias>("NAME", width: .one) {
        (reader, command) throws(LanguageError) in
        guard let name = reader.next() else { throw reader.missing(.name) }
        command.alias = Spanned(name.text, name.span)
    }

    private static let commandArgument = Argument<MakeAlias>("COMMAND", width: .atLeastOne) {
        (reader, command) throws(LanguageError) in
        guard let source = reader.takeSource() else { throw reader.missing(.command) }
        var mistake: LanguageError?
        do throws(LanguageError) {
            _ = try CommandTable.parse(source.value, in: reader.context)
        } catch {
            mistake = error
        }
        if let problem = Secrecy(CommandTable.vocabulary).problem(ofAlias: source.value, mistake) {
            throw LanguageError(problem, at: command.alias?.span ?? source.span, isSecret: true)
        }
        command.command = source.value
    }

    func run(in context: any CommandContext) throws -> Reply {
        guard let alias else {
            let lines = context.session.aliases.sorted { $0.key < $1.key }
                .map { alias -> TerminalText in "alias \(alias.key) \(alias.value)" }
            return .text(lines.isEmpty ? Message.noAliases : lines.joined(separator: "\n"))
        }
        let name = alias.value
        let vocabulary = CommandTable.vocabulary
        guard vocabulary.verb(named: name) == nil else {
            throw CommandFailure(.isVerb(name), at: alias.span)
        }
        guard let command else {
            guard context.session.aliases.removeValue(forKey: name) != nil else {
                throw CommandFailure(
                    .noSuchAlias(name, known: context.session.aliases.keys.sorted()),
                    at: alias.span)
            }
            return .text(Message.forgot(alias: name))
        }
        let first = String(command.prefix { $0 != " " })
        guard vocabulary.verb(named: first.lowercased()) != nil else {
            throw CommandFailure(
                .aliasOfUnknownCommand(
                    first, nearest: Nearest.names(to: first, among: vocabulary.names)),
                at: alias.span)
        }
        context.session.aliases[name] = command
        return .text("alias \(name) \(command)")
    }

    func rehearse(in context: any CommandContext) -> Reply {
        if let alias { context.session.aliases[alias.value] = command }
        return .nothing
    }
}
