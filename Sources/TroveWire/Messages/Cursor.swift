import TroveModel

/// How much of a user's history a device has.
package struct Cursor: Sendable, Hashable {
    /// The history's name.
    package var epoch: String
    /// The number of the last change that the device has; 0 before the first.
    package var sequence: Version
    /// The digest of the history up to there; 0 before the first.
    package var mark: UInt64

    package init(epoch: String, sequence: Version, mark: UInt64) {
        self.epoch = epoch
        self.sequence = sequence
        self.mark = mark
    }

    /// The beginning of a history.
    package static func start(of epoch: String) -> Cursor {
        Cursor(epoch: epoch, sequence: 0, mark: 0)
    }
}
