/// The position of a kind in `Kinds.all`.
@usableFromInline
package struct KindIndex: Position {
    @usableFromInline package let rawValue: Int

    @inlinable
    package init(_ rawValue: Int) { self.rawValue = rawValue }
}
