/// An `Int` that means one thing, such as a row of a table or the number of an item.
///
/// Conforming types convert into no other, so one cannot be passed where another is expected.
@usableFromInline
package protocol IntegerWrapper: RawRepresentable<Int>, Hashable, Strideable<Int>, Sendable,
    ExpressibleByIntegerLiteral, CustomStringConvertible
{
    /// Wraps a plain number.
    init(_ rawValue: Int)
}

extension IntegerWrapper {
    @inlinable
    package init(rawValue: Int) { self.init(rawValue) }

    @inlinable
    package init(integerLiteral value: Int) { self.init(value) }

    @inlinable
    package func distance(to other: Self) -> Int { other.rawValue - rawValue }

    @inlinable
    package func advanced(by count: Int) -> Self { Self(rawValue + count) }

    @inlinable
    package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

    @inlinable
    package static func == (left: Self, right: Self) -> Bool { left.rawValue == right.rawValue }

    /// The number as decimal digits.
    @inlinable
    package var description: String { rawValue.description }
}
