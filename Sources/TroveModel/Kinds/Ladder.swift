/// States in order. An item can move up, but never down.
package struct Ladder: Sendable, Hashable {
    /// A state of a ladder.
    package struct Rung: Sendable, Hashable {
        /// The short name: stored, typed and shown.
        package let name: String
        /// The meaning in words; understood where the user types a state.
        package let longName: String
        /// Other names that are understood but not shown.
        package let synonyms: [String]
        /// Whether the definition says that the user owns an item in this state. `Ladder.isOwned`
        /// also understands ladders that do not say.
        package let isOwned: Bool
        /// Whether `advance` passes over the state unless it is named.
        package let isSkipped: Bool

        /// Creates a state with its short and its long name.
        package init(
            _ name: String, _ longName: String, synonyms: [String] = [], isOwned: Bool = false,
            isSkipped: Bool = false
        ) {
            self.name = name
            self.longName = longName
            self.synonyms = synonyms
            self.isOwned = isOwned
            self.isSkipped = isSkipped
        }
    }

    /// The states, the lowest first.
    package let rungs: [Rung]

    /// Creates a ladder; the lowest state is the first.
    package init(_ rungs: [Rung]) {
        self.rungs = rungs
    }

    /// Returns whether the user owns an item in the state at a position. If the states do not say
    /// and the first one is for wishes, the user owns items in the states from `owned` on, or else
    /// in all states but the first.
    package func isOwned(_ rung: Int) -> Bool {
        if rungs.contains(where: \.isOwned) { return rungs[rung].isOwned }
        guard let first = rungs.first, Self.wishes.contains(first.name.lowercased()) else {
            return false
        }
        let owned = rungs.firstIndex { Self.possessions.contains($0.name.lowercased()) }
        return rung >= owned ?? 1
    }

    private static let wishes: Set = ["wish", "want", "wanted", "wishlist"]
    private static let possessions: Set = ["owned", "own", "have"]

    /// The lowest state of an item that the user owns; nil if the states do not say.
    package var firstOwned: Rung? { rungs.indices.first(where: isOwned).map { rungs[$0] } }

    /// Returns the position of the state with this short name, long name or synonym, or of the only
    /// one whose short name the text is a prefix of.
    package func index(of name: String) -> Int? {
        // Most texts come from a file, which has the names of the rungs.
        if let rung = rungs.firstIndex(where: { $0.name == name }) { return rung }
        let typed = Folding.name(name)
        let exact = rungs.firstIndex { rung in
            ([rung.name, rung.longName] + rung.synonyms).contains { Folding.name($0) == typed }
        }
        if let exact { return exact }
        let beginnings = rungs.indices.filter {
            Folding.name(rungs[$0].name).starts(with: typed)
        }
        return typed.isEmpty || beginnings.count != 1 ? nil : beginnings[0]
    }

    /// The state of an item that has been started but is not finished: the last one before the
    /// final state that `advance` does not pass over. Nil for a ladder of one state.
    package var underway: Int? {
        rungs.indices.dropLast().last { !rungs[$0].isSkipped }
    }

    /// The meaning of a state on its way from the first to the last.
    package enum Stage: Sendable, Hashable {
        /// The user wants the item.
        case wanted
        /// The user owns the item and has not begun it.
        case waiting
        case begun
        /// The user has given it up: a state that `advance` passes over.
        case abandoned
        case completed
    }

    /// Returns the stage of the state at a position.
    package func stage(of rung: Int) -> Stage {
        if rung == rungs.count - 1 { return .completed }
        if rungs[rung].isSkipped { return .abandoned }
        if let firstOwned, !isOwned(rung) || rungs[rung] == firstOwned {
            return isOwned(rung) ? .waiting : .wanted
        }
        return rung == 0 ? .wanted : .begun
    }

    /// Returns the position of the state in a field's value; nil for another value.
    package func index(of value: Value?) -> Int? {
        guard case .text(let name)? = value else { return nil }
        return rungs.firstIndex { $0.name == name }
    }

    /// Returns whether a field's value is the last state.
    package func isLast(_ value: Value?) -> Bool {
        index(of: value).map { $0 == rungs.count - 1 } ?? false
    }

    /// All names of the states that are understood.
    package var names: [String] { rungs.flatMap { [$0.name, $0.longName] + $0.synonyms } }

    /// Returns the state that `advance` moves to from the one at a position; nil from the last one.
    package func next(after rung: Int) -> Int? {
        rungs.indices.first { $0 > rung && !rungs[$0].isSkipped }
    }
}
