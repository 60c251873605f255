/// A language: its verbs, and the commands that lines become.
package struct Grammar<Command>: Sendable {
    /// What the completion and the help know of the verbs.
    package let vocabulary: Vocabulary
    private let parsers: [String: @Sendable (inout ArgumentReader) throws(LanguageError) -> Command]

    /// A verb of the language.
    package struct Entry: Sendable {
        let name: String
        let verb: @Sendable () -> Verb
        let parse: @Sendable (inout ArgumentReader) throws(LanguageError) -> Command

        /// - Parameters:
        ///   - type: the type of the verb's commands.
        ///   - erase: makes a command of the language of one of that type.
        package init<Parsed: ParsedCommand>(
            _ type: Parsed.Type, _ erase: @escaping @Sendable (Parsed) -> Command
        ) {
            name = Parsed.name
            verb = { Parsed.syntax.verb }
            parse = { (reader) throws(LanguageError) in erase(try Parsed.syntax.parse(&reader)) }
        }
    }

    /// - Parameters:
    ///   - entries: the verbs, in the order in which help lists them.
    ///   - habits: words from other programs, each with the verb that does the same.
    package init(_ entries: [Entry], habits: [String: String] = [:]) {
        vocabulary = Vocabulary(entries.map { ($0.name, $0.verb) }, habits: habits)
        parsers = Dictionary(
            entries.map { ($0.name, $0.parse) }, uniquingKeysWith: { first, _ in first })
    }

    /// Reads the arguments of a verb of this language.
    func command(_ reader: inout ArgumentReader) throws(LanguageError) -> Command {
        guard let parse = parsers[reader.verb.name] else {
            throw LanguageError(.unknownVerb(reader.verb.name, nearest: []), at: 0..<0)
        }
        return try parse(&reader)
    }
}
