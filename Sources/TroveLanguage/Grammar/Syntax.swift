package import TroveModel

/// The grammar of a verb, and how it becomes a command.
///
/// This is the only definition of a verb's grammar: parsing, usage errors, completion, help and the
/// manual page are derived from it.
package struct Syntax<Command: ParsedCommand>: Sendable {
    /// The verb's data for help and completion.
    package let verb: Verb
    private let forms: [Form<Command>]
    /// The functions that read the arguments of a verb with one form; nil for several forms.
    package let onlyReadings: [Argument<Command>.Take]?

    /// Creates the syntax of a verb with several forms.
    ///
    /// - Parameters:
    ///   - group: The verb's group in help.
    ///   - summary: One line, in the imperative, without a full stop.
    ///   - details: What the summary leaves out, in sentences.
    ///   - kind: The name of the only kind that the verb is about; nil for all.
    ///   - appliesTo: Whether the verb applies to the items of a kind, for completion; nil for a
    ///     verb that applies to all.
    ///   - forms: The argument list of each form.
    ///   - takesSource: Whether the text after the verb is kept as typed, including options.
    ///   - takesProse: Whether the text after the verb may be prose, where a semicolon does not
    ///     begin a command.
    ///   - guardsPassword: Whether users may type a password after the verb, although it never
    ///     takes one.
    ///   - examples: Two or more; tests run them.
    package init(
        _ group: Verb.Group, _ summary: String, details: String = "", kind: String? = nil,
        appliesTo: (@Sendable (Kind) -> Bool)? = nil, forms: [[Argument<Command>]],
        takesSource: Bool = false, takesProse: Bool = false,
        guardsPassword: Bool = false, examples: [Verb.Example]
    ) {
        let name = Command.name
        var slots: [[Slot]] = []
        var options: [String] = []
        // A loop, for the reason given in `Form`.
        var created: [Form<Command>] = []
        for place in forms.indices {
            let form = Form(forms[place])
            created.append(form)
            slots.append(form.slots)
            for option in form.options where !options.contains(option) { options.append(option) }
        }
        self.forms = created
        onlyReadings = created.count == 1 ? created[0].readings : nil
        verb = Verb(
            name, group, summary, details: details, kind: kind, appliesTo: appliesTo, slots: slots,
            options: options,
            takesSource: takesSource, takesProse: takesProse, guardsPassword: guardsPassword,
            examples: examples
        ) { [created] in
            created.map { $0.arguments.isEmpty ? name : "\(name) \($0.synopsis)" }
        }
    }

    /// Creates the syntax of a verb with one form; the parameters are those of the other
    /// initializer.
    package init(
        _ group: Verb.Group, _ summary: String, details: String = "", kind: String? = nil,
        appliesTo: (@Sendable (Kind) -> Bool)? = nil,
        arguments: [Argument<Command>] = [], takesSource: Bool = false,
        takesProse: Bool = false, guardsPassword: Bool = false, examples: [Verb.Example]
    ) {
        self.init(
            group, summary, details: details, kind: kind, appliesTo: appliesTo, forms: [arguments],
            takesSource: takesSource,
            takesProse: takesProse, guardsPassword: guardsPassword, examples: examples)
    }

    /// Returns the functions that read the arguments, in order.
    ///
    /// - Parameter reader: The words after the verb, which select the form.
    /// - Returns: The functions of that form.
    /// - Throws: `LanguageError` when the words select none.
    package func readings(
        for reader: ArgumentReader
    ) throws(LanguageError) -> [Argument<Command>.Take] {
        try form(for: reader).readings
    }

    /// Returns the form whose keywords are present, else the one without keywords.
    private func form(for reader: ArgumentReader) throws(LanguageError) -> Form<Command> {
        if let form = forms.first(where: { $0.isChosen(by: reader) }) { return form }
        let others = forms.filter(\.keywords.isEmpty)
        if reader.isAtEnd, let empty = others.first(where: \.arguments.isEmpty) { return empty }
        if let form = others.first(where: { !$0.arguments.isEmpty }) { return form }
        throw reader.expectedOneOf(forms.compactMap(\.keywords.first?.word))
    }
}

/// A command that a line is parsed into.
package protocol ParsedCommand: Sendable {
    /// Creates a command whose arguments are still to be read.
    init()
    /// The verb's name, in lower case.
    static var name: String { get }
    /// The verb's grammar.
    static var syntax: Syntax<Self> { get }
}
