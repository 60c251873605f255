import TroveModel

/// The number of an account on its server.
package struct UserID: IntegerWrapper {
    /// The number, from 1.
    package let rawValue: Int

    /// Wraps a number.
    package init(_ rawValue: Int) { self.rawValue = rawValue }
}
