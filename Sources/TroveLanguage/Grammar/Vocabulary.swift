/// The verbs of the language.
package struct Vocabulary: Sendable {
    /// The names of all verbs, in the order of help.
    package let names: [String]
    /// Returns the verb that does the same as a word of another program. It is only suggested.
    package let habit: @Sendable (_ word: String) -> String?
    /// Returns whether a verb can run the command of another one: `as-of` only runs those that show
    /// items.
    let canRun: @Sendable (_ verb: String, _ inner: String) -> Bool
    private let verbs: [@Sendable () -> Verb]

    /// Creates a vocabulary.
    ///
    /// - Parameters:
    ///   - names: The names in the order of help, each once.
    ///   - verbs: For each name, a function that returns the verb: a verb is created when it is
    ///     first needed.
    ///   - habit: Returns the verb that does the same as a word of another program.
    ///   - canRun: Returns whether a verb can run the command of another one.
    package init(
        _ names: [String], _ verbs: [@Sendable () -> Verb],
        habit: @escaping @Sendable (_ word: String) -> String? = { _ in nil },
        canRun: @escaping @Sendable (_ verb: String, _ inner: String) -> Bool = { _, _ in true }
    ) {
        self.names = names
        self.verbs = verbs
        self.habit = habit
        self.canRun = canRun
    }

    /// All verbs, in the order of help.
    package var all: [Verb] { verbs.map { $0() } }

    /// Returns the verb with exactly this name, in lower case.
    package func verb(named name: String) -> Verb? { place(of: name).map { verbs[$0]() } }

    /// Returns the position of a verb in `names`; nil if there is no such verb.
    ///
    /// A dictionary would be built at every start of the program, while comparing a few short names
    /// is fast.
    package func place(of name: String) -> Int? { names.firstIndex(of: name) }

    /// Returns the verb that means the same as a word of another program; else up to three verbs
    /// that resemble a lowercase word, the most similar first.
    func nearest(to typed: String) -> [String] {
        habit(typed).map { [$0] } ?? Nearest.names(to: typed, among: names)
    }
}
