package import TroveModel

/// Arguments for items, kinds and fields.
extension Argument {
    /// `REF`: one item. Takes all remaining words.
    package static func item(
        _ path: Path<Spanned<Reference>>
    ) -> Self {
        Self("REF", [.item], width: .atLeastOne) { (reader, command) throws(LanguageError) in
            command[keyPath: path] = try reader.oneReference(reader.takeAll())
        }
    }

    /// `[REF]`: one item, or none. A number may be that of a deleted item.
    package static func optionalItem(
        _ path: Path<Spanned<Reference>?>
    ) -> Self {
        Self("[REF]", [.formerItem]) { (reader, command) throws(LanguageError) in
            guard !reader.isAtEnd else { return }
            command[keyPath: path] = try reader.oneReference(reader.takeAll())
        }
    }

    /// `REF`: items as a single word, or as a condition, before a text.
    package static func itemsBeforeText(
        _ path: Path<Spanned<Reference>>
    ) -> Self {
        Self("REF", [.items], width: .one) { (reader, command) throws(LanguageError) in
            command[keyPath: path] = try reader.takeReferenceBeforeText()
        }
    }

    /// `REF…`: one or several items. Takes all remaining words.
    package static func items(
        _ path: Path<[Spanned<Reference>]>
    ) -> Self {
        Self("REF…", [.items], width: .atLeastOne) { (reader, command) throws(LanguageError) in
            command[keyPath: path] = try reader.references(reader.takeAll())
        }
    }

    /// `REF… FIELD:VALUE…`: items, and at least one field to set.
    package static func itemsAndFields(
        _ items: Path<[Spanned<Reference>]>,
        _ fields: Path<[Assignment]>
    ) -> Self {
        Self(
            "REF… FIELD:VALUE…", [.items, .assignments], width: .atLeastOne
        ) { (reader, command) throws(LanguageError) in
            let words = reader.takeWordsBeforeAssignments()
            if let error = reader.colonInTitle(after: words) { throw error }
            let selection = try reader.selection(in: words)
            if selection == nil, let word = words.first(where: { $0.pair != nil }),
                let pair = word.pair
            {
                throw reader.comparisonForAssignment(pair, word)
            }
            if reader.isAtEnd, let error = reader.missingColon(in: words) { throw error }
            command[keyPath: items] = try reader.references(words)
            command[keyPath: fields] = try reader.takeAssignments()
            guard !command[keyPath: fields].isEmpty else { throw reader.missing(.fields) }
        }
    }

    /// `REF…` or `REF`, followed by the verb's own `name:value`s: `REF… on:SHELF`. Takes all
    /// remaining words.
    package static func items(
        _ path: Path<[Spanned<Reference>]>, before values: [NamedValue<Command>]
    ) -> Self {
        items("REF…", [.items], before: values) {
            (reader, command, words) throws(LanguageError) in
            command[keyPath: path] = try reader.references(words)
        }
    }

    /// `REF|rN…`: items or search results, followed by the verb's own `name:value`s. Takes all
    /// remaining words.
    package static func itemsOrResults(
        _ path: Path<[Spanned<Reference>]>, before values: [NamedValue<Command>] = []
    ) -> Self {
        items("REF|rN…", [.items, .result], before: values) {
            (reader, command, words) throws(LanguageError) in
            command[keyPath: path] = try reader.references(words)
        }
    }

    /// `REF…`: one or several items, or records of finished ones. Takes all remaining words.
    package static func records(
        _ path: Path<[Spanned<Reference>]>, synopsis: String
    ) -> Self {
        items(synopsis, [.records], before: []) { (reader, command, words) throws(LanguageError) in
            command[keyPath: path] = try reader.references(words)
        }
    }

    /// `REF to:NAME`: one reference, followed by the verb's own `name:value`s.
    package static func item(
        _ path: Path<Spanned<Reference>>,
        before values: [NamedValue<Command>]
    ) -> Self {
        items("REF", [.item], before: values) { (reader, command, words) throws(LanguageError) in
            command[keyPath: path] = try reader.oneReference(words)
        }
    }

    private static func items(
        _ synopsis: String, _ contents: [Slot.Content], before values: [NamedValue<Command>],
        _ take:
            @escaping @Sendable (ArgumentReader, inout Command, [Token]) throws(LanguageError)
            -> Void
    ) -> Self {
        Self(
            ([synopsis] + values.map(\.synopsis)).joined(separator: " "),
            contents + values.map(\.content), width: .atLeastOne
        ) { (reader, command) throws(LanguageError) in
            let (words, found) = try reader.takeWords(before: values.map(\.name))
            for value in values {
                if let text = found[value.name] {
                    value.put(text, &command)
                } else if let argument = value.isMissing {
                    throw Self.missing(argument, value.name, in: words, reader, command, take)
                }
            }
            try take(reader, &command, words)
        }
    }

    /// Returns the error for a missing `name:value`. Its correction names a value that was typed
    /// without its name, if the verb takes the words before it.
    private static func missing(
        _ argument: LanguageError.Argument, _ name: String, in words: [Token],
        _ reader: ArgumentReader, _ command: Command,
        _ take: (ArgumentReader, inout Command, [Token]) throws(LanguageError) -> Void
    ) -> LanguageError {
        let missing = reader.missing(argument)
        guard let guess = reader.valueWithoutName(name, in: words) else { return missing }
        var command = command
        do throws(LanguageError) {
            try take(reader, &command, guess.items)
        } catch {
            return missing
        }
        return LanguageError(missing.problem, at: missing.span, correction: guess.correction)
    }

    /// `KIND`: a kind.
    package static func kind(_ path: Path<KindIndex>) -> Self {
        Self("KIND", [.kind], width: .one) { (reader, command) throws(LanguageError) in
            command[keyPath: path] = try reader.takeKnownKind()
        }
    }
}
