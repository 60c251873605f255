/// The verbs that a language has.
package struct Vocabulary: Sendable {
    /// The names of all verbs, in the order in which help lists them.
    package let names: [String]
    /// Words from other programs, and the verb that does the same here. They are only suggested.
    package let habits: [String: String]
    private let verbs: [String: @Sendable () -> Verb]

    /// - Parameters:
    ///   - verbs: the names, in the order in which help lists them, each with the way to its verb:
    ///     a verb is made when it is needed for the first time.
    ///   - habits: words from other programs, each with the verb that does the same.
    package init(
        _ verbs: [(name: String, verb: @Sendable () -> Verb)], habits: [String: String] = [:]
    ) {
        names = verbs.map(\.name)
        self.habits = habits
        self.verbs = Dictionary(
            verbs.map { ($0.name, $0.verb) }, uniquingKeysWith: { first, _ in first })
    }

    /// All verbs, in the order in which help lists them.
    package var all: [Verb] { names.compactMap(verb(named:)) }

    /// The verb with exactly this name, which is in lower case.
    package func verb(named name: String) -> Verb? { verbs[name]?() }

    /// The verbs that the user perhaps meant by a word in lower case, the likeliest first; three at
    /// most.
    func nearest(to typed: String) -> [String] {
        let nearest = Nearest.names(to: typed, among: names)
        guard let habit = habits[typed] else { return nearest }
        return Array(([habit] + nearest.filter { $0 != habit }).prefix(3))
    }
}
