/// Lines in which a password may stand, where none belongs: nothing of them is shown or kept.
package struct Secrecy: Sendable {
    private let vocabulary: Vocabulary

    package init(_ vocabulary: Vocabulary) {
        self.vocabulary = vocabulary
    }

    /// Whether a line must not be kept: it speaks of a password, or has words too many behind a verb
    /// that asks for one.
    ///
    /// - Parameters:
    ///   - line: what was typed, with its alias put in.
    ///   - isIncomplete: whether the command goes on in the next line.
    ///   - error: what is wrong with the command; nil where nothing is.
    /// - Returns: true where a password may stand in the line.
    package func covers(_ line: String, isIncomplete: Bool, _ error: LanguageError?) -> Bool {
        let line = line.lowercased()
        // `settings tmdb-key …`
        if line.contains("password") || line.contains("-key ") { return true }
        return error?.isSecret ?? (isIncomplete && guardedVerb(of: line) != nil)
    }

    /// An error about a source as it can be told: without what was typed, where that may be a
    /// password.
    package func guarding(_ error: LanguageError, in source: String) -> LanguageError {
        guard let verb = guardedVerb(of: source) else { return error }
        return LanguageError(
            problem(error.problem, of: verb, source), at: error.span, isSecret: true)
    }

    /// What is wrong with the meaning of an alias if a password may stand in it, else nil; more can
    /// come behind the alias, so that nothing is missing yet.
    ///
    /// - Parameters:
    ///   - command: what the alias is to mean.
    ///   - error: what is wrong with it as a command; nil where nothing is.
    /// - Returns: the problem, without anything that was typed.
    package func problem(
        ofAlias command: String, _ error: LanguageError?
    ) -> LanguageError.Problem? {
        guard guardedVerb(of: command) != nil else { return nil }
        switch error?.problem {
        case nil, .missing, .missingBeforeComment: return nil
        case let problem?: return problem
        }
    }

    /// The verb that a line begins with, or that its first word was perhaps meant for, if people may
    /// type a password behind it. It does not matter whether the line is well-formed.
    private func guardedVerb(of source: String) -> Verb? {
        let word = Self.firstWord(of: source)
        if let verb = vocabulary.verb(named: word) { return verb.guardsPassword ? verb : nil }
        return vocabulary.nearest(to: word).lazy.compactMap(vocabulary.verb)
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
    private func problem(
        _ problem: LanguageError.Problem, of verb: Verb, _ source: String
    ) -> LanguageError.Problem {
        switch problem {
        case .missing, .missingBeforeComment, .openQuote, .fieldTwice, .commandTooLong,
            .passwordTyped, .noEmail:
            problem
        case .unknownVerb(_, let nearest):
            .unknownVerb(String(Self.firstWord(of: source).prefix(40)), nearest: nearest)
        case .wordBehindValue(_, let name, _): .passwordTyped(verb: verb.name, behind: name)
        default: .passwordTyped(verb: verb.name, behind: nil)
        }
    }
}
