import TroveModel

extension UInt64 {
    /// Parses a mark: 1 to 16 hexadecimal digits, and nothing else.
    package init?(mark text: String) {
        guard (1...16).contains(text.utf8.count), text.utf8.first != 0x2B, text.utf8.first != 0x2D
        else { return nil }
        self.init(text, radix: 16)
    }
}

/// A cursor into a user's history: how much of it a device has.
package struct Cursor: Sendable, Hashable {
    /// The epoch of the history.
    package var epoch: String
    /// The version of the last change that the device has; 0 before the first.
    package var sequence: Version
    /// The digest of the history up to that version; 0 before the first.
    package var mark: UInt64

    /// Creates a cursor.
    package init(epoch: String, sequence: Version, mark: UInt64) {
        self.epoch = epoch
        self.sequence = sequence
        self.mark = mark
    }

    /// Returns the cursor at the start of a history.
    package static func start(of epoch: String) -> Cursor {
        Cursor(epoch: epoch, sequence: 0, mark: 0)
    }
}
