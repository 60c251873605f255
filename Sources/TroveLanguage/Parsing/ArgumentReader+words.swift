import TroveCodecs

/// Numbers from lists, and keywords.
extension ArgumentReader {
    /// Takes a number from a list, or `all`, for which it returns nil.
    mutating func takeNumberOrAll(
        _ argument: LanguageError.Argument
    ) throws(LanguageError) -> Spanned<Int>? {
        guard let token = next() else { throw missing(argument) }
        if token.isBare("all") { return nil }
        guard let number = token.listNumber else {
            throw LanguageError(.noNumber(token.text, what: argument), at: token.span)
        }
        return Spanned(number, token.span)
    }

    /// Takes one of the words that are the raw values of a type.
    mutating func takeCase<Choice: RawRepresentable<String> & CaseIterable>(
        missing argument: LanguageError.Argument
    ) throws(LanguageError) -> Choice {
        let known = Choice.allCases.map(\.rawValue)
        let word = try takeWord(among: known, missing: argument)
        guard let choice = Choice(rawValue: word.value) else { throw missing(argument) }
        return choice
    }
}

extension Token {
    /// Whether this is a given word, not quoted.
    fileprivate func isBare(_ word: String) -> Bool { !isQuoted && text == word }

    /// The number, as lists show it: only digits, at least 1.
    package var listNumber: Int? {
        guard !isQuoted, let number = Int(digits: text), number > 0 else { return nil }
        return number
    }
}

extension Int {
    /// Parses digits only, without a sign.
    package init?(digits: String) {
        guard digits.utf8.allSatisfy(\.isDigit) else { return nil }
        self.init(digits)
    }
}
