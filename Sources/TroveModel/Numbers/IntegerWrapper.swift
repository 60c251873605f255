/// An `Int` with one meaning, such as a row of a table or the number of an item.
///
/// Conforming types do not convert into each other, so one cannot be passed as another.
@usableFromInline
package protocol IntegerWrapper: RawRepresentable<Int>, Hashable, Strideable<Int>, Sendable,
    ExpressibleByIntegerLiteral, CustomStringConvertible
{
    init(_ rawValue: Int)
}

extension IntegerWrapper {
    /// Wraps a plain number; never fails.
    @inlinable
    package init(rawValue: Int) { self.init(rawValue) }

    /// Allows literals, such as `let first: ItemNumber = 1`.
    @inlinable
    package init(integerLiteral value: Int) { self.init(value) }

    /// Returns the difference, so that ranges of the type can be iterated.
    @inlinable
    package func distance(to other: Self) -> Int { other.rawValue - rawValue }

    /// Returns the number `count` steps away.
    @inlinable
    package func advanced(by count: Int) -> Self { Self(rawValue + count) }

    /// Compares the plain numbers.
    @inlinable
    package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

    /// Compares the plain numbers.
    @inlinable
    package static func == (left: Self, right: Self) -> Bool { left.rawValue == right.rawValue }

    /// The number as decimal digits.
    @inlinable
    package var description: String { rawValue.description }
}
