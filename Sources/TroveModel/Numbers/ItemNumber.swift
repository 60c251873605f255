/// The number that the user knows an item by: unique in the library, assigned once, never reused.
///
/// Valid numbers are from 1 up to, but not including, `limit`.
@usableFromInline
package struct ItemNumber: IntegerWrapper {
    /// The plain number.
    @usableFromInline package let rawValue: Int

    /// The first number that is too large: tables hold numbers in 32 bits.
    package static let limit = ItemNumber(Int(Int32.max))

    /// Wraps a plain number, which is not checked.
    @inlinable
    package init(_ rawValue: Int) { self.rawValue = rawValue }
}
