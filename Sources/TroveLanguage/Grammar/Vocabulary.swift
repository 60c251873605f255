/// The verbs of the language.
package struct Vocabulary: Sendable {
    /// The names of all verbs, in the order of help.
    package let names: [String]
    /// Words from other programs, with the verb that does the same here. They are only suggested.
    package let habits: [String: String]
    private let verbs: [String: @Sendable () -> Verb]

    /// Creates a vocabulary.
    ///
    /// - Parameters:
    ///   - verbs: The names in the order of help, each with a function that returns the verb: a verb is
    ///     created when it is first needed.
    ///   - habits: Words from other programs, each with the verb that does the same.
    package init(
        _ verbs: [(name: String, verb: @Sendable () -> Verb)], habits: [String: String] = [:]
    ) {
        names = verbs.map(\.name)
        self.habits = habits
        self.verbs = Dictionary(
            verbs.map { ($0.name, $0.verb) }, uniquingKeysWith: { first, _ in first })
    }

    /// All verbs, in the order of help.
    package var all: [Verb] { names.compactMap(verb(named:)) }

    /// Returns the verb with exactly this name, in lower case.
    package func verb(named name: String) -> Verb? { verbs[name]?() }

    /// Returns up to three verbs that resemble a lowercase word, the most similar first.
    func nearest(to typed: String) -> [String] {
        let nearest = Nearest.names(to: typed, among: names)
        guard let habit = habits[typed] else { return nearest }
        return Array(([habit] + nearest.filter { $0 != habit }).prefix(3))
    }
}
