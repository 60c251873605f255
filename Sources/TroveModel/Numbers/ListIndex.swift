/// A position in a list of one element type.
@usableFromInline
package protocol ListIndex: IntegerWrapper {}

extension Array {
    /// The element at a typed position.
    @inlinable
    package subscript(position: some ListIndex) -> Element {
        get { self[position.rawValue] }
        // Changes the element in place; a setter would copy a whole table first.
        _modify { yield &self[position.rawValue] }
    }

    /// The positions of all elements, typed.
    @inlinable
    package func positions<Typed: ListIndex>(of type: Typed.Type = Typed.self) -> Range<Typed> {
        Typed(0)..<Typed(count)
    }

    /// The typed position of the first element that satisfies the condition, or nil.
    @inlinable
    package func firstPosition<Typed: ListIndex>(
        of type: Typed.Type = Typed.self, where isWanted: (Element) throws -> Bool
    ) rethrows -> Typed? {
        try firstIndex(where: isWanted).map { Typed($0) }
    }
}
