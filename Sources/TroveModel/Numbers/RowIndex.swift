/// The position of a row in a table. It is valid until the table is compacted.
@usableFromInline
package struct RowIndex: ListIndex {
    /// The position, from 0.
    @usableFromInline package let rawValue: Int

    /// Wraps a plain position.
    @inlinable
    package init(_ rawValue: Int) { self.rawValue = rawValue }
}
