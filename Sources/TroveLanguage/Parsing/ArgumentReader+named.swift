import TroveModel

extension ArgumentReader {
    /// Takes the words that name items, and then the verb's own names with their values.
    mutating func takeWords(
        before names: [String]
    ) throws(LanguageError) -> (words: [Token], values: [String: Spanned<String>]) {
        let words = takeWordsBeforeAssignments()
        if let error = colonInTitle(after: words, names: names) { throw error }
        var values: [String: Spanned<String>] = [:]
        var before: Token.Pair?
        while let token = next() {
            guard let pair = token.pair, pair.operator == .set else {
                throw wordBehindValue(
                    token, field: before?.name.value ?? "", value: before?.value)
            }
            guard names.contains(pair.verbsName) else { throw unexpected(token) }
            guard values.updateValue(pair.value, forKey: pair.verbsName) == nil else {
                throw LanguageError(.fieldTwice(pair.name.value), at: token.span)
            }
            before = pair
        }
        return (words, values.filter { !$0.value.value.isBlank })
    }
}

extension ArgumentReader {
    /// Takes `name:value` with one of a few values.
    mutating func takeChoice<Choice: RawRepresentable<String>>(
        _ name: String, _ choices: [Choice]
    ) throws(LanguageError) -> Choice? {
        guard let word = try takeNamed(name) else { return nil }
        if let choice = Choice(rawValue: word.value) { return choice }
        let known = choices.map(\.rawValue)
        throw LanguageError(
            .unknownWord(
                word.value, known: known, nearest: Nearest.names(to: word.value, among: known)),
            at: word.span)
    }
}
