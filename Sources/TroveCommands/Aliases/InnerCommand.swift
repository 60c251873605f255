import TroveLanguage

/// A command in the arguments of another one, as typed, and its meaning.
struct InnerCommand {
    /// The command, without the spaces around it.
    let source: Spanned<String>
    /// The meaning. Places in errors are those in the whole line.
    let parsed: Result<Parsed, LanguageError>

    /// Parses a command.
    ///
    /// - Parameters:
    ///   - source: the command, and its place in the whole line.
    ///   - context: the state that names are resolved against.
    init(_ source: Spanned<String>, in context: ArgumentReader.Context) {
        self.source = source
        parsed = Result { () throws(LanguageError) in
            let indentation = String(repeating: " ", count: source.span.lowerBound)
            return try CommandTable.parse(indentation + source.value, in: context)
        }
    }
}

extension ArgumentReader {
    /// Takes the rest of the line as a command.
    ///
    /// - Parameter alias: the place of the alias that the command defines; nil for other commands.
    /// - Returns: the command; nil at the end of the line.
    /// - Throws: an error that quotes nothing if the command may contain a password. Other errors
    ///   are part of the result.
    mutating func takeCommand(
        ofAlias alias: Range<Int>? = nil
    ) throws(LanguageError) -> InnerCommand? {
        guard let source = takeSource() else { return nil }
        guard context.depth < Context.deepest else {
            throw LanguageError(.tooManyCommands, at: source.span)
        }
        let command = InnerCommand(source, in: context.inner)
        var mistake: LanguageError?
        if case .failure(let error) = command.parsed {
            if case .tooManyCommands = error.problem { throw error }
            mistake = error
        }
        if let problem = Secrecy(CommandTable.vocabulary).problem(ofAlias: source.value, mistake) {
            throw LanguageError(problem, at: alias ?? mistake?.span ?? source.span, isSecret: true)
        }
        return command
    }
}

extension Argument {
    /// `COMMAND`: the rest of the line exactly as typed, which is a command.
    static func command(
        _ path: Path<Spanned<String>>, _ content: Slot.Content
    ) -> Self {
        Self("COMMAND", [content], width: .atLeastOne) {
            (reader, command) throws(LanguageError) in
            guard let inner = try reader.takeCommand() else { throw reader.missing(.command) }
            command[keyPath: path] = inner.source
        }
    }
}
