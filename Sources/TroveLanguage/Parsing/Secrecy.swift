/// Lines in which a password may stand, where none belongs: nothing of them is shown or kept.
package enum Secrecy {
    /// Whether a line must not be kept: it speaks of a password, or has words too many behind a verb
    /// that asks for one.
    package static func covers(_ line: String, in context: ArgumentReader.Context) -> Bool {
        let line = line.lowercased()
        // `settings tmdb-key …`
        if line.contains("password") || line.contains("-key ") { return true }
        do throws(LanguageError) {
            guard case .incomplete = try Parser.parse(line, in: context) else { return false }
            return guardedVerb(of: line) != nil
        } catch {
            return error.isSecret
        }
    }

    /// An error about a source as it can be told: without what was typed, where that may be a
    /// password.
    package static func guarding(_ error: LanguageError, in source: String) -> LanguageError {
        guard let verb = guardedVerb(of: source) else { return error }
        return LanguageError(
            problem(error.problem, of: verb, source), at: error.span, isSecret: true)
    }

    /// What is wrong with the meaning of an alias if a password may stand in it, else nil; more can
    /// come behind the alias, so that nothing is missing yet.
    static func problem(
        ofAlias command: String, in context: ArgumentReader.Context
    ) -> LanguageError.Problem? {
        guard guardedVerb(of: command) != nil else { return nil }
        do throws(LanguageError) {
            _ = try Parser.parse(command, in: context)
            return nil
        } catch {
            switch error.problem {
            case .missing, .missingBeforeComment: return nil
            default: return error.problem
            }
        }
    }

    /// The verb that a line begins with, or that its first word was perhaps meant for, if people may
    /// type a password behind it. It does not matter whether the line is well-formed.
    private static func guardedVerb(of source: String) -> Verb? {
        let word = firstWord(of: source)
        if let verb = VerbTable.verb(named: word) { return verb.guardsPassword ? verb : nil }
        return VerbTable.nearest(to: word).lazy.compactMap(VerbTable.verb)
            .first(where: \.guardsPassword)
    }

    /// The letters of the word that a command begins with, in lower case; of the command that an
    /// alias is to mean, if the source makes one.
    private static func firstWord(of source: String) -> String {
        var rest = Substring(source)
        while true {
            rest = rest.drop(while: gaps.contains)
            let word = rest.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
                .filter(\.isLetter).lowercased()
            guard word == "alias" else { return word }
            rest = rest.drop { !gaps.contains($0) }.drop(while: gaps.contains)
                .drop { !gaps.contains($0) }
        }
    }

    private static let gaps: Set<Character> = [
        " ", "\t", "\n", "\r\n", "\r", "\\", "\"", "'",
    ]

    /// The problem without anything that was typed. Only what is listed here is told as it is.
    private static func problem(
        _ problem: LanguageError.Problem, of verb: Verb, _ source: String
    ) -> LanguageError.Problem {
        switch problem {
        case .missing, .missingBeforeComment, .openQuote, .fieldTwice, .commandTooLong,
            .passwordTyped, .noEmail:
            problem
        case .unknownVerb(_, let nearest):
            .unknownVerb(String(firstWord(of: source).prefix(40)), nearest: nearest)
        case .wordBehindValue(_, let name, _): .passwordTyped(verb: verb.name, behind: name)
        default: .passwordTyped(verb: verb.name, behind: nil)
        }
    }
}
