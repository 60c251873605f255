/// States in order. An item can move up, but never down.
package struct Ladder: Sendable, Hashable {
    /// A state of a ladder.
    package struct Rung: Sendable, Hashable {
        /// The short name: stored, typed and shown.
        package let name: String
        /// The meaning in words; understood where the user types a state.
        package let longName: String

        /// Creates a state with its short and its long name.
        package init(_ name: String, _ longName: String) {
            self.name = name
            self.longName = longName
        }
    }

    /// The states, the lowest first.
    package let rungs: [Rung]

    /// Creates a ladder; the lowest state is the first.
    package init(_ rungs: [Rung]) {
        self.rungs = rungs
    }

    /// Returns the position of the state with this short or long name, or of the only one that the
    /// text is a prefix of.
    package func index(of name: String) -> Int? {
        let typed = Folding.name(name)
        let exact = rungs.firstIndex {
            Folding.name($0.name) == typed || Folding.name($0.longName) == typed
        }
        if let exact { return exact }
        let beginnings = rungs.indices.filter {
            Folding.name(rungs[$0].name).starts(with: typed)
        }
        return typed.isEmpty || beginnings.count != 1 ? nil : beginnings[0]
    }
}
