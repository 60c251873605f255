/// The reply to `GET /v1/account`, without the members that devices do not use.
package struct AccountReply: Sendable, Hashable {
    /// The ID of the token's device.
    package let device: String
    /// The number of living entries, without conflicts.
    package let entries: Int
    /// The epoch of the user's history, as in `Cursor`.
    package let epoch: String

    /// Creates a reply.
    package init(device: String, entries: Int, epoch: String) {
        self.device = device
        self.entries = entries
        self.epoch = epoch
    }
}
