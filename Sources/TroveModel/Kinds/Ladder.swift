/// States in the order in which a thing climbs them; the way down is closed.
package struct Ladder: Sendable, Hashable {
    /// One state.
    package struct Rung: Sendable, Hashable {
        /// The short name: stored, typed and shown.
        package let name: String
        /// What it means, in words; understood where a state is typed.
        package let longName: String

        package init(_ name: String, _ longName: String) {
            self.name = name
            self.longName = longName
        }
    }

    /// The lowest first.
    package let rungs: [Rung]

    package init(_ rungs: [Rung]) {
        self.rungs = rungs
    }

    /// The position of the state with this short or long name, or of the only one that begins so.
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
