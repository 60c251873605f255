/// What can be typed behind a verb, and how it becomes a command.
///
/// This is the only statement of a verb's grammar: parsing, usage errors, completion, help and the
/// manual page are derived from it.
package struct Syntax<Command: ParsedCommand>: Sendable {
    /// What the help and the completion know of the verb.
    package let verb: Verb
    private let forms: [Form<Command>]
    /// What reads the arguments of a verb with one form; nil for a verb with several.
    package let onlyReadings: [Argument<Command>.Take]?

    /// A verb with several forms.
    ///
    /// - Parameters:
    ///   - group: where help lists the verb.
    ///   - summary: one line, in the imperative, without a full stop.
    ///   - details: what the summary cannot say, in sentences.
    ///   - forms: what can be typed, a list of arguments for each form.
    ///   - takesSource: whether the text behind the verb is kept as it was typed, options too.
    ///   - guardsPassword: whether users may type a password behind the verb, which never takes one.
    ///   - examples: two at least; tests run them.
    package init(
        _ group: Verb.Group, _ summary: String, details: String = "",
        forms: [[Argument<Command>]], takesSource: Bool = false, guardsPassword: Bool = false,
        examples: [Verb.Example]
    ) {
        self.forms = forms.map(Form.init)
        onlyReadings = forms.count == 1 ? self.forms[0].readings : nil
        let name = Command.name
        verb = Verb(
            name, group, summary, details: details,
            synopsis: self.forms.map { $0.arguments.isEmpty ? name : "\(name) \($0.synopsis)" },
            slots: self.forms.map(\.slots),
            options: forms.joined().compactMap(\.option).reduce(into: []) { options, option in
                if !options.contains(option) { options.append(option) }
            }, takesSource: takesSource, guardsPassword: guardsPassword, examples: examples)
    }

    /// A verb with one form; the parameters are those of the other initializer.
    package init(
        _ group: Verb.Group, _ summary: String, details: String = "",
        arguments: [Argument<Command>] = [], takesSource: Bool = false,
        guardsPassword: Bool = false, examples: [Verb.Example]
    ) {
        self.init(
            group, summary, details: details, forms: [arguments], takesSource: takesSource,
            guardsPassword: guardsPassword, examples: examples)
    }

    /// What reads the arguments behind the verb, one after the other.
    ///
    /// - Parameter reader: the words behind the verb, which choose the form.
    /// - Returns: the readings of that form.
    /// - Throws: `LanguageError` where the words choose none.
    package func readings(
        for reader: ArgumentReader
    ) throws(LanguageError) -> [Argument<Command>.Take] {
        try form(for: reader).readings
    }

    /// The form whose words stand behind the verb; else the one without words.
    private func form(for reader: ArgumentReader) throws(LanguageError) -> Form<Command> {
        if let form = forms.first(where: { $0.isChosen(by: reader) }) { return form }
        let others = forms.filter(\.keywords.isEmpty)
        if reader.isAtEnd, let empty = others.first(where: \.arguments.isEmpty) { return empty }
        if let form = others.first(where: { !$0.arguments.isEmpty }) { return form }
        throw reader.noneOf(forms.compactMap(\.keywords.first?.word))
    }
}

/// A command that a line was parsed to.
package protocol ParsedCommand: Sendable {
    /// A command whose arguments are still to be read.
    init()
    /// The verb, in lower case.
    static var name: String { get }
    /// What can stand behind the verb.
    static var syntax: Syntax<Self> { get }
}
