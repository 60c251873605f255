import TroveCodecs
import TroveLanguage
import TroveTerminal

/// Shows the aliases, or defines or removes one.
struct MakeAlias: ShellCommand {
    /// The name of the alias; nil shows all aliases.
    var alias: Spanned<String>?
    /// The name as `NAME=COMMAND`; nil if it is not written so.
    var pair: Token.Pair?
    /// The command that the alias stands for; nil shows the alias.
    var command: Spanned<String>?
    var isRemoved = false

    static let name = "alias"
    static let effect = Effect.independent
    static let syntax = Syntax<MakeAlias>(
        .shell, "define a short name for a command",
        details: """
            Arguments after the alias are appended to the command. An alias that you define at \
            the prompt is kept for later sessions, in the file aliases.json in Trove's \
            configuration folder; --remove removes it there too. Scripts and -c neither know nor keep \
            these: an alias of a script lasts until the program ends. An alias does not stand for \
            another alias.
            """,
        forms: [
            [],
            [nameArgument, commandArgument],
            [nameArgument, .keyword("--remove", \.isRemoved, true)],
            [.keyword("--remove", \.isRemoved, true), removedArgument],
        ], takesSource: true,
        examples: [
            .init("alias reading filter state=reading", "alias reading filter state=reading"),
            .init("alias", "alias reading filter state=reading"),
        ])

    private static let nameArgument = Argument<MakeAlias>("NAME", width: .one, take: takeName)
    private static let removedArgument = Argument<MakeAlias>(
        "NAME", [.alias], width: .one, take: takeName)

    private static let takeName: Argument<MakeAlias>.Take = {
        (reader, command) throws(LanguageError) in
        guard let name = reader.next() else { throw reader.missing(.name) }
        command.alias = Spanned(name.text.lowercased(), name.span)
        command.pair = name.pair
    }

    private static let commandArgument = Argument<MakeAlias>("[COMMAND]", [.verb]) {
        (reader, command) throws(LanguageError) in
        command.command = try reader.takeCommand(ofAlias: command.alias?.span)?.source
    }

    var isRehearsable: Bool { true }

    func run(in context: any CommandContext) throws -> Reply {
        guard let alias else {
            let aliases = context.session.aliases.sorted { $0.key < $1.key }
            if context.isForPrograms {
                let rows = aliases.map { [JSON.string($0.key), .string($0.value)] }
                return .report(Report(["alias", "command"], rows))
            }
            let lines = aliases.map { alias -> TerminalText in "alias \(alias.key) \(alias.value)" }
            return .text(lines.isEmpty ? Message.noAliases : lines.joined(separator: "\n"))
        }
        let name = alias.value
        let vocabulary = CommandTable.vocabulary
        guard isRemoved || vocabulary.verb(named: name) == nil else {
            throw CommandFailure(.isVerb(name), at: alias.span)
        }
        guard let command else {
            guard let known = context.session.aliases[name] else {
                throw failureOfEqualsSign
                    ?? CommandFailure(
                        .noSuchAlias(
                            name, known: context.session.aliases.keys.sorted(),
                            isRemoved: isRemoved),
                        at: alias.span)
            }
            guard isRemoved else { return .text("alias \(name) \(known)") }
            context.session.aliases[name] = nil
            return reply(Message.forgot(alias: name), keeping: nil, of: name, context)
        }
        let first = String(command.value.prefix { $0 != " " })
        guard vocabulary.verb(named: first.lowercased()) != nil else {
            throw failure(of: command, first, context.session.aliases)
        }
        let isWord = name.utf8.allSatisfy {
            !$0.isBlank && !"\"'#".utf8.contains($0)
        }
        guard isWord, !name.isEmpty, !name.hasPrefix("-") else {
            throw CommandFailure(.aliasIsNotAWord(name), at: alias.span)
        }
        context.session.aliases[name] = command.value
        return reply(
            "alias \(name) \(command.value)", keeping: command.value, of: name, context)
    }

    // MARK: Failures

    /// Returns the failure for a command whose first word is not a verb.
    private func failure(
        of command: Spanned<String>, _ first: String, _ aliases: [String: String]
    ) -> CommandFailure {
        if let failure = failureOfEqualsSign ?? Self.failureOfQuotes(in: command) {
            return failure
        }
        let start = command.span.lowerBound
        let span = start..<start + first.utf8.count
        if let other = aliases[first.lowercased()] {
            return CommandFailure(.aliasOfAlias(first, command: other), at: span)
        }
        let nearest = Nearest.names(to: first, among: CommandTable.vocabulary.names)
        return CommandFailure(.aliasOfUnknownCommand(first, nearest: nearest), at: span)
    }

    /// The failure for `alias NAME=COMMAND`, as other shells write it; nil for another alias.
    private var failureOfEqualsSign: CommandFailure? {
        guard let pair, pair.operator == .equal, command != nil || !pair.value.value.isEmpty
        else { return nil }
        let sign = pair.name.span.upperBound
        let value = pair.value.value
        let correction = Correction(
            sign..<pair.value.span.upperBound, value.isEmpty ? value : " \(value)")
        return CommandFailure(.aliasHasEqualsSign(correction), at: sign..<sign + 1)
    }

    /// Returns the failure for a command in quotes; nil if it is not in quotes.
    private static func failureOfQuotes(in command: Spanned<String>) -> CommandFailure? {
        guard case .complete(let tokens)? = try? Lexer.tokens(of: command.value),
            let quoted = tokens.first, quoted.isQuoted,
            let verb = quoted.text.split(separator: " ").first,
            CommandTable.vocabulary.verb(named: verb.lowercased()) != nil
        else { return nil }
        let start = command.span.lowerBound
        let span = start + quoted.span.lowerBound..<start + quoted.span.upperBound
        return CommandFailure(.aliasIsQuoted(Correction(span, quoted.text)), at: span)
    }

    /// Keeps an alias for later sessions, or removes it there, and returns the reply. If that is
    /// not possible, the change lasts until the shell ends, and a warning says so.
    private func reply(
        _ text: TerminalText, keeping command: String?, of name: String,
        _ context: any CommandContext
    ) -> Reply {
        guard let file = context.session.aliasFile else { return .text(text) }
        do throws(AliasFile.Failure) {
            try file.set(name, to: command)
            return .text(text)
        } catch {
            return .sequence([.text(text), .warning(Message.aliasesAreNotKept(file, error))])
        }
    }

    func rehearse(in context: any CommandContext) -> Reply {
        if let alias, command != nil || isRemoved {
            context.session.aliases[alias.value] = command?.value
        }
        return .nothing
    }
}
