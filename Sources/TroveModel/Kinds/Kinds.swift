/// The kinds that a program supports.
package struct Kinds: Sendable {
    /// The kinds in display order. Items and changes refer to a kind by its position.
    package let all: [Kind]
    /// The kinds that files and servers may hold: all kinds, and then those that were replaced by
    /// others, whose items are converted when a library is opened for writing.
    package let stored: [Kind]

    /// Creates a list of kinds, in display order, and of the kinds that they replaced.
    package init(_ all: [Kind], retired: [Kind] = []) {
        self.all = all
        stored = all + retired
    }

    /// The kinds that are built into Trove.
    package static let standard = Kinds(
        [.book, .gem, .movie, .read], retired: [.plannedRead])

    /// The positions of all kinds.
    package var indices: Range<KindIndex> { all.positions() }

    /// The positions of all kinds, and of those that they replaced.
    package var storedIndices: Range<KindIndex> { stored.positions() }

    /// Returns the position of the kind with exactly this name in files and on the server.
    package func index(ofStored name: String) -> KindIndex? {
        stored.firstPosition { $0.storedName == name }
    }

    /// Returns the position of the kind with this name, plural or synonym, regardless of case.
    package func index(of name: String) -> KindIndex? {
        all.firstPosition { $0.isCalled(name) }
            ?? {
                let lowered = name.lowercased()
                return all.firstPosition { $0.isCalled(lowered) }
            }()
    }

    /// Returns the position of the kind with exactly this name, also of a replaced one.
    package func index(named name: String) -> KindIndex? {
        stored.firstPosition { $0.name == name }
    }

    /// Returns whether the items of a kind record that items of another kind reached their last
    /// state.
    package func isRecord(_ index: KindIndex) -> Bool {
        all.contains { $0.completions == self[index].name }
    }

    /// The kinds whose items a title names: all but those that record what was finished, so that a
    /// finished item stays unambiguous.
    package var titled: [KindIndex] { indices.filter { !isRecord($0) } }

    /// The positions of the kinds that were replaced by others.
    package var retired: [KindIndex] { storedIndices.filter { !indices.contains($0) } }

    /// Returns all kinds with their positions.
    package func enumerated() -> Zip2Sequence<Range<KindIndex>, [Kind]> { zip(indices, all) }

    /// Returns the position of the first kind that satisfies the condition, or nil.
    package func firstIndex(where isWanted: (Kind) -> Bool) -> KindIndex? {
        all.firstPosition(where: isWanted)
    }

    /// The kind at a position in `stored`.
    package subscript(index: KindIndex) -> Kind { stored[index] }
}
