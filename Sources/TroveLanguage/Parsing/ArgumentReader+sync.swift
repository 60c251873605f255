import TroveModel

extension ArgumentReader {
    /// Takes a number that a list shows, or `all`, for which it returns nil.
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

    /// Takes the word for something that can be done to things.
    mutating func takeOperation() throws(LanguageError) -> Operation {
        guard let token = next() else { throw missing(.operation) }
        if let operation = Operation(typed: token.text) { return operation }
        let words = Operation.allCases.flatMap(\.words)
        throw LanguageError(
            .unknownWord(
                token.text, known: Operation.allCases.map(\.rawValue),
                nearest: Nearest.names(to: token.text, among: words)),
            at: token.span)
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

    /// Takes a delay: `800`, `800ms`, `1.5s`. In milliseconds.
    mutating func takeDelay() throws(LanguageError) -> Int {
        guard let token = next() else { throw missing(.delay) }
        let isInSeconds = token.text.hasSuffix("s") && !token.text.hasSuffix("ms")
        let unit = isInSeconds ? "s" : token.text.hasSuffix("ms") ? "ms" : ""
        let number = String(token.text.dropLast(unit.count))
        let delay = isInSeconds ? FixedDecimal(parsing: number)?.thousandths : Int(digits: number)
        guard let delay, (1...60_000).contains(delay) else {
            throw LanguageError(.noNumber(token.text, what: .delay), at: token.span)
        }
        return delay
    }

    /// Takes a share: `30`, `30%`.
    mutating func takePercentage() throws(LanguageError) -> Int {
        guard let token = next() else { throw missing(.percentage) }
        let number = token.text.hasSuffix("%") ? String(token.text.dropLast()) : token.text
        guard let percent = Int(digits: number), (0...100).contains(percent) else {
            throw LanguageError(.noNumber(token.text, what: .percentage), at: token.span)
        }
        return percent
    }

    /// Takes `seed:N`, which may stand anywhere.
    mutating func takeSeed() throws(LanguageError) -> UInt64? {
        guard let seed = try takeNamed("seed") else { return nil }
        guard let number = UInt64(seed.value) else {
            throw LanguageError(.noNumber(seed.value, what: .seed), at: seed.span)
        }
        return number
    }
}

extension Token {
    /// Whether this is a certain word, and not quoted.
    fileprivate func isBare(_ word: String) -> Bool { !isQuoted && text == word }

    /// A number as lists show it: digits alone, from 1.
    var listNumber: Int? {
        guard !isQuoted, let number = Int(digits: text), number > 0 else { return nil }
        return number
    }
}

extension Int {
    /// Reads digits alone, without a sign.
    fileprivate init?(digits: String) {
        guard digits.utf8.allSatisfy(\.isDigit) else { return nil }
        self.init(digits)
    }
}

extension Operation {
    /// What is typed for it; the first is its name.
    var words: [String] {
        switch self {
        case .create: ["create", "add"]
        case .update: ["update", "change", "set"]
        case .delete: ["delete"]
        }
    }

    fileprivate init?(typed: String) {
        guard let operation = Self.allCases.first(where: { $0.words.contains(typed) }) else {
            return nil
        }
        self = operation
    }
}
