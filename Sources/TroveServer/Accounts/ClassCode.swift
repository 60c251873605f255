/// The code with which the students of a class sign up. It can be used any number of times.
package struct ClassCode: Sendable, Equatable {
    /// The code as it is shown: two groups of four letters and digits.
    package let text: String

    private static let groups = 2

    init(using random: inout some RandomNumberGenerator) {
        text = TypableCode.text(groups: Self.groups, using: &random)
    }

    /// Parses a code as a user typed it, in any case, with or without the hyphen; nil if it is
    /// malformed.
    package init?(typed: String) {
        guard let text = TypableCode.text(typed: typed, groups: Self.groups) else { return nil }
        self.text = text
    }

    /// Returns whether a client sent this code. Compares hashes, so the time does not depend on
    /// how much of the code is right.
    func isSame(as sent: String) -> Bool {
        guard let other = ClassCode(typed: sent) else { return false }
        return AccessToken.hash(of: "class \(text)") == AccessToken.hash(of: "class \(other.text)")
    }
}
