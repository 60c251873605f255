package import TroveModel
import TroveSystem

/// Passes notices about clients on, each at most once a minute and a few in all: strangers can
/// cause them.
package final class ConnectionNotices: Sendable {
    private let told = Locked<[ConnectionNotice: Timestamp]>([:])
    private let tell: @Sendable (ConnectionNotice) -> Void

    /// The period in milliseconds in which the same notice is reported once.
    private static let step = 60_000
    /// The maximum number of notices that are reported in one period.
    private static let most = 10

    /// Creates a filter; `tell` receives the notices that it lets through.
    package init(tell: @escaping @Sendable (ConnectionNotice) -> Void) {
        self.tell = tell
    }

    /// Reports a notice, unless the same one was reported less than a period ago.
    package func note(_ notice: ConnectionNotice, at now: Timestamp) {
        let isNew = told.withLock { told in
            told = told.filter { now.milliseconds - $0.value.milliseconds < Self.step }
            guard told[notice] == nil, told.count < Self.most else { return false }
            told[notice] = now
            return true
        }
        if isNew { tell(notice) }
    }
}
