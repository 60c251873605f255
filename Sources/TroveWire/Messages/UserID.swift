/// The number that a server gave to an account.
package struct UserID: RawRepresentable, Hashable, Comparable, Sendable {
    /// 1 or more.
    package let rawValue: Int

    package init(rawValue: Int) {
        self.rawValue = rawValue
    }

    package static func < (one: UserID, other: UserID) -> Bool {
        one.rawValue < other.rawValue
    }
}

extension UserID: ExpressibleByIntegerLiteral, CustomStringConvertible {
    package init(integerLiteral value: Int) {
        self.init(rawValue: value)
    }

    /// The number in decimal digits.
    package var description: String { "\(rawValue)" }
}
