/// The position of a row in a table. It is valid until the table is compacted.
@usableFromInline
package struct RowIndex: Position {
    @usableFromInline package let rawValue: Int

    @inlinable
    package init(_ rawValue: Int) { self.rawValue = rawValue }
}
