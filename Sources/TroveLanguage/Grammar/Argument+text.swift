import TroveModel

/// Arguments for texts, words and numbers.
extension Argument {
    /// `TEXT`: all remaining words.
    package static func text(
        _ synopsis: String, _ path: Path<Spanned<String>>,
        _ contents: [Slot.Content] = [], missing argument: LanguageError.Argument
    ) -> Self {
        Self(synopsis, contents, width: .atLeastOne) { (reader, command) throws(LanguageError) in
            guard let text = reader.takeText() else { throw reader.missing(argument) }
            command[keyPath: path] = text
        }
    }

    /// `[TEXT]`: all remaining words, possibly none.
    package static func optionalText(
        _ synopsis: String, _ path: Path<Spanned<String>?>,
        _ contents: [Slot.Content] = []
    ) -> Self {
        Self("[\(synopsis)]", contents) { (reader, command) throws(LanguageError) in
            command[keyPath: path] = reader.takeText()
        }
    }

    /// `WORD`: one word.
    package static func word(
        _ synopsis: String, _ path: Path<Spanned<String>>,
        _ contents: [Slot.Content] = [], missing argument: LanguageError.Argument
    ) -> Self {
        Self(synopsis, contents, width: .one) { (reader, command) throws(LanguageError) in
            guard let word = reader.next() else { throw reader.missing(argument) }
            guard word.kind == .word else { throw reader.unexpected(word) }
            command[keyPath: path] = Spanned(word.text, word.span)
        }
    }

    /// `TEXT`: the rest of the line exactly as typed.
    package static func source(
        _ synopsis: String, _ path: Path<Spanned<String>>,
        missing argument: LanguageError.Argument
    ) -> Self {
        Self(synopsis, width: .atLeastOne) { (reader, command) throws(LanguageError) in
            guard let source = reader.takeSource() else { throw reader.missing(argument) }
            command[keyPath: path] = source
        }
    }

    /// A word that is one of the raw values of a type.
    package static func word<Choice: RawRepresentable<String> & CaseIterable & Sendable>(
        _ path: Path<Choice>,
        missing argument: LanguageError.Argument
    ) -> Self {
        let words = Choice.allCases.map(\.rawValue)
        return Self(
            words.joined(separator: "|"), [.words(words)], width: .one
        ) { (reader, command) throws(LanguageError) in
            command[keyPath: path] = try reader.takeCase(missing: argument)
        }
    }

    /// `N|all`: a number from a list; nil for `all`.
    package static func numberOrAll(
        _ path: Path<Spanned<Int>?>, _ content: Slot.Content,
        missing argument: LanguageError.Argument
    ) -> Self {
        Self("N|all", [content], width: .one) { (reader, command) throws(LanguageError) in
            command[keyPath: path] = try reader.takeNumberOrAll(argument)
        }
    }

    // MARK: name:value

    /// `[to:STATE]`, anywhere after the verb.
    package static func named(
        _ name: String, _ placeholder: String,
        _ path: Path<Spanned<String>?>, _ value: Slot.Value = .free
    ) -> Self {
        Self(
            "[\(name):\(placeholder)]", [.named(name, value)], isNamed: true
        ) { (reader, command) throws(LanguageError) in
            command[keyPath: path] = try reader.takeNamed(name)
        }
    }

    /// `[as:csv|json]`, anywhere after the verb: one of the raw values of a type.
    package static func choice<Choice: RawRepresentable<String> & CaseIterable & Sendable>(
        _ name: String, _ path: Path<Choice?>,
        placeholder: String? = nil
    ) -> Self {
        let words = Choice.allCases.map(\.rawValue)
        return Self(
            "[\(name):\(placeholder ?? words.joined(separator: "|"))]",
            [.named(name, .choice(words))], isNamed: true
        ) { (reader, command) throws(LanguageError) in
            command[keyPath: path] = try reader.takeChoice(name, Array(Choice.allCases))
        }
    }

    /// `[limit:N]`, anywhere after the verb.
    package static func limit(_ path: Path<Int?>) -> Self {
        Self(
            "[limit:N]", [.named("limit", .free)], isNamed: true
        ) { (reader, command) throws(LanguageError) in
            command[keyPath: path] = try reader.takeLimit()
        }
    }

    // MARK: Accounts and servers

    /// `EMAIL name:NAME [file:PASSWORD-FILE]`, in any order: an email, and the verb's own
    /// `name:value`s. Errors never quote unexpected words, which may be a password.
    package static func account(
        email: Path<Spanned<String>>, _ values: [NamedValue<Command>]
    ) -> Self {
        account(["EMAIL"], values) { (reader, command, arguments) throws(LanguageError) in
            command[keyPath: email] = try reader.email(in: arguments)
        }
    }

    /// `[file:OLD-PASSWORD-FILE]`: only the verb's own `name:value`s. Errors never quote unexpected
    /// words, which may be a password.
    package static func account(_ values: [NamedValue<Command>]) -> Self {
        account([], values) { (_, _, _) throws(LanguageError) in }
    }

    private static func account(
        _ words: [String], _ values: [NamedValue<Command>],
        _ take:
            @escaping @Sendable (
                ArgumentReader, inout Command, ArgumentReader.AccountArguments
            ) throws(LanguageError) -> Void
    ) -> Self {
        Self(
            (words + values.map(\.synopsis)).joined(separator: " "), values.map(\.content),
            width: words.isEmpty ? .any : .atLeastOne
        ) { (reader, command) throws(LanguageError) in
            let arguments = try reader.takeAccountArguments(
                words: words.count, named: values.map(\.name))
            try take(reader, &command, arguments)
            for value in values {
                if let text = arguments.values[value.name] {
                    value.put(text, &command)
                } else if let argument = value.isMissing {
                    throw reader.missing(argument)
                }
            }
        }
    }

    /// `[URL]`: a server's address. Errors never quote it, because it may contain a password.
    package static func address(
        _ path: Path<Spanned<String>?>
    ) -> Self {
        Self("[URL]", width: .atMostOne) { (reader, command) throws(LanguageError) in
            command[keyPath: path] = try reader.takeAddress()
        }
    }
}
