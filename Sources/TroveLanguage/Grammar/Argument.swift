/// One argument of a verb, or several that are read together.
package struct Argument<Command>: Sendable {
    /// Where a command keeps an argument.
    package typealias Path<Value> = any WritableKeyPath<Command, Value> & Sendable
    /// Reads the argument and puts it into the command.
    package typealias Take =
        @Sendable (inout ArgumentReader, inout Command) throws(LanguageError) -> Void

    /// How many words an argument takes.
    package enum Width: Sendable {
        case one, atMostOne, atLeastOne, any
    }

    /// As help shows it: `REF…`, `[to:STATE]`.
    let synopsis: String
    /// What completion offers for it.
    let contents: [Slot.Content]
    let width: Width
    /// Whether it stands anywhere behind the verb: `name:value`. Such arguments are read first.
    let isNamed: Bool
    /// `--yes`
    let option: String?
    let take: Take

    /// - Parameters:
    ///   - synopsis: as help shows it, in brackets if it may be left out.
    ///   - contents: what completion offers for it.
    ///   - width: how many words it takes.
    ///   - isNamed: whether it is a `name:value` that stands anywhere behind the verb.
    ///   - take: reads the argument and puts it into the command.
    package init(
        _ synopsis: String, _ contents: [Slot.Content] = [], width: Width = .any,
        isNamed: Bool = false, take: @escaping Take
    ) {
        self.synopsis = synopsis
        self.contents = contents
        self.width = width
        self.isNamed = isNamed
        option = nil
        self.take = take
    }

    private init(option: String, take: @escaping Take) {
        synopsis = "[\(option)]"
        contents = []
        width = .any
        isNamed = true
        self.option = option
        self.take = take
    }

    /// An option such as `--yes`, which may stand anywhere behind the verb.
    package static func option(
        _ option: String, _ path: Path<Bool>
    ) -> Self {
        Self(option: option) { (reader, command) throws(LanguageError) in
            command[keyPath: path] = reader.has(option)
        }
    }

    /// A word of the verb's own, which chooses the form.
    package static func keyword(_ word: String) -> Self {
        Self(word, [.keyword(word)], width: .one) { (reader, _) throws(LanguageError) in
            _ = reader.next()
        }
    }

    /// A word of the verb's own, which chooses the form and what the command does.
    package static func keyword<Action: Sendable>(
        _ word: String, _ path: Path<Action>, _ action: Action
    ) -> Self {
        Self(word, [.keyword(word)], width: .one) { (reader, command) throws(LanguageError) in
            _ = reader.next()
            command[keyPath: path] = action
        }
    }

    /// The word that chooses the form, if this is one.
    var keyword: String? {
        if case .keyword(let word)? = contents.first { word } else { nil }
    }
}
