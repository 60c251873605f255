/// An argument of a verb, or several that are read together.
package struct Argument<Command>: Sendable {
    /// The command's property for an argument.
    package typealias Path<Value> = any WritableKeyPath<Command, Value> & Sendable
    /// Reads the argument and stores it in the command.
    package typealias Take =
        @Sendable (inout ArgumentReader, inout Command) throws(LanguageError) -> Void

    /// The number of words that an argument takes.
    package enum Width: Sendable {
        case one, atMostOne, atLeastOne, any
    }

    /// The argument as help shows it: `REF…`, `[to:STATE]`.
    let synopsis: String
    /// What completion suggests for it.
    let contents: [Slot.Content]
    let width: Width
    /// Whether it may be anywhere after the verb: `name:value`. Such arguments are read first.
    let isNamed: Bool
    /// The option, such as `--yes`; nil for other arguments.
    let option: String?
    let take: Take

    /// Creates an argument.
    ///
    /// - Parameters:
    ///   - synopsis: The argument as help shows it, in brackets if it is optional.
    ///   - contents: What completion suggests for it.
    ///   - width: The number of words it takes.
    ///   - isNamed: Whether it is a `name:value` that may be anywhere after the verb.
    ///   - take: Reads the argument and stores it in the command.
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

    /// An option such as `--yes`, anywhere after the verb, for a property that is initially false.
    package static func option(
        _ option: String, _ path: Path<Bool>
    ) -> Self {
        Self(option: option) { (reader, command) throws(LanguageError) in
            // Without it the property keeps its initial value, false. Writing to a key path costs
            // as much as reading several words.
            if reader.has(option) { command[keyPath: path] = true }
        }
    }

    /// A keyword that selects the form.
    package static func keyword(_ word: String) -> Self {
        Self(word, [.keyword(word)], width: .one) { (reader, _) throws(LanguageError) in
            reader.takeKeyword()
        }
    }

    /// A keyword that selects the form and the command's action.
    package static func keyword<Action: Sendable>(
        _ word: String, _ path: Path<Action>, _ action: Action
    ) -> Self {
        Self(word, [.keyword(word)], width: .one) { (reader, command) throws(LanguageError) in
            reader.takeKeyword()
            command[keyPath: path] = action
        }
    }

    /// The keyword, if this argument is one.
    var keyword: String? {
        if case .keyword(let word)? = contents.first { word } else { nil }
    }
}
