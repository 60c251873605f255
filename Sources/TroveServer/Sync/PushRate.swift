import TroveModel
import TroveWire

/// How fast users push: each has an allowance of bytes that is used up by pushes and fills up again.
/// It lives in memory alone, so a restart fills all of them.
package struct PushRate: Sendable {
    /// How much a user may push.
    package struct Allowance: Sendable {
        /// At once, in bytes. A first upload of 100,000 items with long notes fits into it.
        package var burst = 256 << 20
        /// In a second, in bytes, when that is used up.
        package var perSecond = 1 << 20

        package init() {}
    }

    private struct Account {
        /// What is left, in bytes; negative when a push took more than there was.
        var left: Int
        /// When that was, in milliseconds since 1970.
        var at: Int
    }

    /// What a push costs besides the bytes of its body.
    private static let perPush = 4096
    /// Accounts that are remembered before those whose allowance is full are forgotten.
    private static let room = 10_000

    private let allowance: Allowance
    private var accounts: [UserID: Account] = [:]

    init(_ allowance: Allowance) {
        self.allowance = allowance
    }

    /// Takes a push from the allowance of a user.
    ///
    /// - Returns: how many seconds to wait before the push may be sent; nil if it may go on.
    mutating func take(_ bytes: Int, of user: UserID, at now: Timestamp) -> Int? {
        if accounts.count >= Self.room {
            accounts = accounts.filter { filled($0.value, at: now.milliseconds) < allowance.burst }
        }
        let full = Account(left: allowance.burst, at: now.milliseconds)
        let left = filled(accounts[user] ?? full, at: now.milliseconds)
        guard left > 0 else { return 1 + -left / max(1, allowance.perSecond) }
        accounts[user] = Account(left: left - bytes - Self.perPush, at: now.milliseconds)
        return nil
    }

    /// What is left now. A clock that was set back gives nothing.
    private func filled(_ account: Account, at now: Int) -> Int {
        // Longer than it takes to fill, so that the product stays small.
        let longest = (allowance.burst / max(1, allowance.perSecond) + 1) * 2000
        let passed = now >= account.at ? min(now - account.at, longest) : 0
        return min(allowance.burst, account.left + passed * allowance.perSecond / 1000)
    }
}
