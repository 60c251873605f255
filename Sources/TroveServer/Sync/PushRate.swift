import TroveModel
import TroveWire

/// A rate limit on pushes: a token bucket of bytes for each user. It lives in memory only, so a
/// restart refills every bucket.
///
/// A push that takes much more processor time than its operations usually do is charged for that
/// time as well, because others wait for it.
package struct PushRate: Sendable {
    /// The size of the bucket and its refill rate.
    package struct Allowance: Sendable {
        /// The bucket's size in bytes. The first upload of 100,000 items with long notes fits.
        package var burst = 256 << 20
        /// Bytes refilled per second.
        package var perSecond = 1 << 20
        /// The bytes that a second of unusual processor time costs.
        package var perProcessorSecond = 16 << 20
        /// The processor time that a push may take without a charge, and that of each operation:
        /// about ten times what they usually need.
        package var freeTime: Duration = .milliseconds(50)
        package var freeTimeOfOperation: Duration = .microseconds(500)

        /// Creates the default allowance.
        package init() {}
    }

    private struct Account {
        /// The bytes left; negative if a push took more than there was.
        var left: Int
        /// When `left` was computed, in milliseconds since 1970.
        var at: Int
    }

    /// The cost of a push in addition to its bytes.
    private static let perPush = 4096
    /// The number of buckets above which the full ones are dropped.
    private static let room = 10_000

    private let allowance: Allowance
    private var accounts: [UserID: Account] = [:]

    init(_ allowance: Allowance) {
        self.allowance = allowance
    }

    /// Charges a push to the user's bucket.
    ///
    /// - Returns: the seconds to wait before sending the push again; nil if it may run.
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

    /// Charges a push for the processor time that it took beyond what is usual.
    mutating func charge(_ time: Duration, operations: Int, of user: UserID, at now: Timestamp) {
        let excess = time - allowance.freeTime - allowance.freeTimeOfOperation * operations
        guard excess > .zero, let account = accounts[user] else { return }
        let bytes = Double(allowance.perProcessorSecond) * (excess / .seconds(1))
        accounts[user] = Account(
            left: filled(account, at: now.milliseconds) - Int(min(bytes, 1e12)),
            at: now.milliseconds)
    }

    /// Returns the bytes left now. A clock that went backward refills nothing.
    private func filled(_ account: Account, at now: Int) -> Int {
        // Longer than a full refill takes; bounds the product below.
        let longest = (allowance.burst / max(1, allowance.perSecond) + 1) * 2000
        let passed = now >= account.at ? min(now - account.at, longest) : 0
        return min(allowance.burst, account.left + passed * allowance.perSecond / 1000)
    }
}
