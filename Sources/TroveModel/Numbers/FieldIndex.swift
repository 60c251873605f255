/// The position of a field in `Kind.fields`, and of its value among an item's values.
@usableFromInline
package struct FieldIndex: ListIndex {
    /// The position, from 0.
    @usableFromInline package let rawValue: Int

    /// Wraps a plain position.
    @inlinable
    package init(_ rawValue: Int) { self.rawValue = rawValue }
}
