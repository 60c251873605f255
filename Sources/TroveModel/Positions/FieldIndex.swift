/// The position of a field in `Kind.fields`, and of its value among an item's values.
@usableFromInline
package struct FieldIndex: Position {
    @usableFromInline package let rawValue: Int

    @inlinable
    package init(_ rawValue: Int) { self.rawValue = rawValue }
}
