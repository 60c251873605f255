/// Detects lines that may contain a password where none belongs, and keeps them out of messages and
/// the history.
package struct Secrecy: Sendable {
    private let vocabulary: Vocabulary

    /// Creates a detector for these verbs.
    package init(_ vocabulary: Vocabulary) {
        self.vocabulary = vocabulary
    }

    /// Whether a line must not be kept: it mentions a password, the key of a service or the code of
    /// a class, or has too many words after a verb that asks for a password.
    ///
    /// - Parameters:
    ///   - line: The line, with its alias expanded.
    ///   - isIncomplete: Whether the command continues on the next line.
    ///   - error: The error in the command; nil for none.
    /// - Returns: True if the line may contain a password.
    package func covers(_ line: String, isIncomplete: Bool, _ error: LanguageError?) -> Bool {
        let verb = Self.firstWord(of: line)
        let line = line.lowercased()
        // For example `settings tmdb-key …`, even if the name is quoted or misspelled.
        if line.contains("password") || line.contains("-key ") { return true }
        if verb.hasPrefix("setting"), line.contains("key") { return true }
        if verb == "signup", line.contains("code:") { return true }
        return error?.isSecret ?? (isIncomplete && guardedVerb(of: line) != nil)
    }

    /// Returns an error that is safe to display: without what was typed, where that may be a
    /// password.
    package func guarding(_ error: LanguageError, in source: String) -> LanguageError {
        guard let verb = guardedVerb(of: source) else { return error }
        return LanguageError(
            problem(error.problem, of: verb, source), at: error.span, isSecret: true)
    }

    /// Returns the error in an alias's command if the command may contain a password, else nil.
    /// Missing arguments are not errors, because they can follow the alias.
    ///
    /// - Parameters:
    ///   - command: The command of the alias.
    ///   - error: The error in that command; nil for none.
    /// - Returns: The problem, without anything that was typed.
    package func problem(
        ofAlias command: String, _ error: LanguageError?
    ) -> LanguageError.Problem? {
        guard guardedVerb(of: command) != nil else { return nil }
        switch error?.problem {
        case nil, .missing, .missingBeforeComment: return nil
        case let problem?: return problem
        }
    }

    /// Returns the verb that a line begins with, or that its first word resembles, if users may
    /// type a password after it. The line need not be well-formed.
    private func guardedVerb(of source: String) -> Verb? {
        let word = Self.firstWord(of: source)
        if let verb = vocabulary.verb(named: word) { return verb.guardsPassword ? verb : nil }
        return vocabulary.nearest(to: word).lazy.compactMap(vocabulary.verb)
            .first(where: \.guardsPassword)
    }

    /// Returns the letters of a command's first word, in lower case. For a source that defines an
    /// alias or repeats a command, returns those of the inner command.
    private static func firstWord(of source: String) -> String {
        var rest = Substring(source)
        while true {
            rest = rest.drop(while: gaps.contains)
            let word = rest.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
                .filter(\.isLetter).lowercased()
            // The number of words before the inner command.
            guard let count = ["alias": 2, "watch": 2, "explain": 1, "asof": 2][word] else {
                return word
            }
            for _ in 0..<count {
                rest = rest.drop(while: gaps.contains).drop { !gaps.contains($0) }
            }
        }
    }

    private static let gaps: Set<Character> = [
        " ", "\t", "\n", "\r\n", "\r", "\\", "\"", "'",
    ]

    /// Returns the problem without anything that was typed. Only the cases listed here stay
    /// unchanged.
    private func problem(
        _ problem: LanguageError.Problem, of verb: Verb, _ source: String
    ) -> LanguageError.Problem {
        switch problem {
        case .missing, .missingBeforeComment, .openQuote, .fieldTwice, .commandTooLong,
            .passwordTyped, .notAnEmail:
            problem
        case .unknownVerb(_, let nearest):
            .unknownVerb(String(Self.firstWord(of: source).prefix(40)), nearest: nearest)
        case .wordBehindValue(_, let name, _, _): .passwordTyped(verb: verb.name, behind: name)
        default: .passwordTyped(verb: verb.name, behind: nil)
        }
    }
}
