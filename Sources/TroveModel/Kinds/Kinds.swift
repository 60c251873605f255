/// The kinds that a program supports.
package struct Kinds: Sendable {
    /// The kinds in display order. Items and changes refer to a kind by its position.
    package let all: [Kind]

    /// Creates a list of kinds, in display order.
    package init(_ all: [Kind]) {
        self.all = all
    }

    /// The kinds that are built into Trove.
    package static let standard = Kinds([.book, .gem, .movie, .read])

    /// The positions of all kinds.
    package var indices: Range<KindIndex> { all.positions() }

    /// Returns the position of the kind with this name, plural or synonym, regardless of case.
    package func index(of name: String) -> KindIndex? {
        all.firstPosition { $0.isCalled(name) }
            ?? {
                let lowered = name.lowercased()
                return all.firstPosition { $0.isCalled(lowered) }
            }()
    }

    /// Returns all kinds with their positions.
    package func enumerated() -> Zip2Sequence<Range<KindIndex>, [Kind]> { zip(indices, all) }

    /// Returns the position of the first kind that satisfies the condition, or nil.
    package func firstIndex(where isWanted: (Kind) -> Bool) -> KindIndex? {
        all.firstPosition(where: isWanted)
    }

    /// The kind at a position in `all`.
    package subscript(index: KindIndex) -> Kind { all[index] }
}
