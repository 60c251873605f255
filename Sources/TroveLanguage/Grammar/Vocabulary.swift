/// The verbs of the language.
package struct Vocabulary: Sendable {
    /// The names of all verbs, in the order of help.
    package let names: [String]
    /// Words from other programs, with the verb that does the same here. They are only suggested.
    package let habits: [String: String]
    private let verbs: [@Sendable () -> Verb]
    /// The position of each name in `names`.
    private let places: [String: Int]

    /// Creates a vocabulary.
    ///
    /// - Parameters:
    ///   - names: The names in the order of help, each once.
    ///   - verbs: For each name, a function that returns the verb: a verb is created when it is first
    ///     needed.
    ///   - habits: Words from other programs, each with the verb that does the same.
    package init(
        _ names: [String], _ verbs: [@Sendable () -> Verb], habits: [String: String] = [:]
    ) {
        self.names = names
        self.verbs = verbs
        self.habits = habits
        var places = [String: Int](minimumCapacity: names.count)
        for place in names.indices { places[names[place]] = place }
        self.places = places
    }

    /// All verbs, in the order of help.
    package var all: [Verb] { names.compactMap(verb(named:)) }

    /// Returns the verb with exactly this name, in lower case.
    package func verb(named name: String) -> Verb? { place(of: name).map { verbs[$0]() } }

    /// Returns the position of a verb in `names`; nil if there is no such verb.
    package func place(of name: String) -> Int? { places[name] }

    /// Returns the verb for a word from another program, which is certain; else up to three verbs
    /// that resemble a lowercase word, the most similar first.
    func nearest(to typed: String) -> [String] {
        habits[typed].map { [$0] } ?? Nearest.names(to: typed, among: names)
    }
}
