import TroveModel

/// A position in a user's history. The server numbers the operations of a user 1, 2, 3, …; the
/// version of an entry is the number of the last operation that changed it.
package struct Version: IntegerWrapper {
    /// The number; 0 before the first operation.
    package let rawValue: Int

    /// Wraps a number.
    package init(_ rawValue: Int) { self.rawValue = rawValue }

    /// The position before the first operation; as the version of an entry, that the server does
    /// not have it.
    package static let none = Version(0)

    /// A version greater than any of a server.
    package static let max = Version(.max)

    /// The version after this one.
    package var next: Version { Version(rawValue + 1) }

    /// Returns the number of operations from an earlier version to this one.
    package func distance(from earlier: Version) -> Int { rawValue - earlier.rawValue }
}
