extension ArgumentReader {
    /// The words and the `name:value`s after a verb that asks for a password.
    struct AccountArguments {
        var words: [Token] = []
        /// The values by name; none is empty.
        var values: [String: Spanned<String>] = [:]
    }

    /// Takes as many words as the verb takes, and its own names with their values, in any order.
    mutating func takeAccountArguments(
        words limit: Int, named names: [String]
    ) throws(LanguageError) -> AccountArguments {
        var arguments = AccountArguments()
        var before: Token.Pair?
        while let token = next() {
            if let pair = token.pair, pair.operator == .set, names.contains(pair.verbsName) {
                let name = pair.verbsName
                guard arguments.values.updateValue(pair.value, forKey: name) == nil else {
                    throw LanguageError(.fieldTwice(name), at: token.span)
                }
                guard !pair.value.value.isEmpty else {
                    throw LanguageError(
                        .missing(name == "name" ? .name : .file, verb: name + ":"),
                        at: pair.value.span)
                }
                before = pair
            } else if arguments.words.count < limit {
                arguments.words.append(token)
                before = nil
            } else if let before {
                throw wordBehindValue(token, field: before.name.value, value: before.value)
            } else {
                throw unexpected(token)
            }
        }
        return arguments
    }

    func email(in arguments: AccountArguments) throws(LanguageError) -> Spanned<String> {
        guard let token = arguments.words.first else { throw missing(.email) }
        let sides = token.text.split(separator: "@", omittingEmptySubsequences: false)
        // A rough check that catches other arguments; the server decides what is valid.
        guard token.kind == .word, token.isQuoted || token.pair == nil, sides.count == 2,
            sides.allSatisfy({ !$0.isEmpty }), !token.text.contains(where: \.isWhitespace)
        else { throw LanguageError(.notAnEmail(verb: verb.name), at: token.span) }
        return Spanned(token.text, token.span)
    }

    /// Takes the address of a server. Returns nil when it is missing.
    mutating func takeAddress() throws(LanguageError) -> Spanned<String>? {
        guard let token = next() else { return nil }
        guard !token.text.isEmpty else {
            throw LanguageError(.missing(.address, verb: verb.name), at: token.span)
        }
        // Rejects a password in the address: `https://ann:secret@host`.
        guard !token.text.contains("@") else {
            throw LanguageError(.passwordTyped(verb: verb.name, behind: nil), at: token.span)
        }
        return Spanned(token.text, token.span)
    }
}
