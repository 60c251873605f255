/// The kinds a program knows, in the order in which they are listed.
package struct Kinds: Sendable {
    package let all: [Kind]

    package init(_ all: [Kind]) {
        self.all = all
    }

    /// The kinds that come with Trove.
    package static let standard = Kinds([.book, .gem, .movie, .read])

    /// The position of the kind with this name or plural, upper and lower case alike.
    package func index(of name: String) -> Int? {
        all.firstIndex { $0.isCalled(name) }
            ?? {
                let lowered = name.lowercased()
                return all.firstIndex { $0.isCalled(lowered) }
            }()
    }

    package subscript(index: Int) -> Kind { all[index] }
}
