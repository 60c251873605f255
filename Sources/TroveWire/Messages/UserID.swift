import TroveModel

/// The number that a server gave to an account.
package struct UserID: IntegerWrapper {
    /// 1 or more.
    package let rawValue: Int

    package init(_ rawValue: Int) { self.rawValue = rawValue }
}
