/// The kinds a program knows.
package struct Kinds: Sendable {
    /// In the order in which they are listed. A position in it is the `kind` of items and changes.
    package let all: [Kind]

    package init(_ all: [Kind]) {
        self.all = all
    }

    /// The kinds that come with Trove.
    package static let standard = Kinds([.book, .gem, .movie, .read])

    /// The positions of all kinds.
    package var indices: Range<KindIndex> { all.positions() }

    /// The position of the kind with this name, plural or synonym, upper and lower case alike.
    package func index(of name: String) -> KindIndex? {
        all.firstPosition { $0.isCalled(name) }
            ?? {
                let lowered = name.lowercased()
                return all.firstPosition { $0.isCalled(lowered) }
            }()
    }

    /// All kinds with their positions.
    package func enumerated() -> Zip2Sequence<Range<KindIndex>, [Kind]> { zip(indices, all) }

    /// The position of the first kind that satisfies the condition, or nil.
    package func firstIndex(where isWanted: (Kind) -> Bool) -> KindIndex? {
        all.firstPosition(where: isWanted)
    }

    /// The kind at a position in `all`.
    package subscript(index: KindIndex) -> Kind { all[index] }
}
