/// The position of a kind in `Kinds.all`.
@usableFromInline
package struct KindIndex: ListIndex {
    /// The position, from 0.
    @usableFromInline package let rawValue: Int

    /// Wraps a plain position.
    @inlinable
    package init(_ rawValue: Int) { self.rawValue = rawValue }
}
