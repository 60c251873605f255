/// The kinds a program knows.
package struct Kinds: Sendable {
    /// In the order in which they are listed. A position in it is the `kind` of items and changes.
    package let all: [Kind]

    package init(_ all: [Kind]) {
        self.all = all
    }

    /// The kinds that come with Trove.
    package static let standard = Kinds([.book, .gem, .movie, .read])

    /// The position of the kind with this name, plural or synonym, upper and lower case alike.
    package func index(of name: String) -> Int? {
        all.firstIndex { $0.isCalled(name) }
            ?? {
                let lowered = name.lowercased()
                return all.firstIndex { $0.isCalled(lowered) }
            }()
    }

    /// The kind at a position in `all`.
    package subscript(index: Int) -> Kind { all[index] }
}
