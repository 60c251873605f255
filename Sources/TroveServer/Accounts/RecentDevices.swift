import TroveModel

/// The devices that have shown their tokens to this process lately.
///
/// The server parses a request from such a device without asking the store first. This is not
/// proof: code that reads or writes for the device looks the token up again, in the same
/// transaction.
struct RecentDevices: Sendable {
    private struct Entry: Sendable {
        let device: UserScope.AskingDevice
        let format: Int
        let time: Int
    }

    private var entries: [[UInt8]: Entry] = [:]

    /// How long a device is known, in milliseconds. It is shorter than the interval at which the
    /// server records when the device was last seen.
    private static let life = 30_000
    /// The maximum number of devices.
    private static let room = 10_000

    /// Returns the device with a token, unless its last request was long ago, or named another
    /// `Limits.format`.
    func device(
        tokenHash: [UInt8], format: Int, at now: Timestamp
    ) -> UserScope.AskingDevice? {
        guard let entry = entries[tokenHash], entry.format == format, isFresh(entry, at: now) else {
            return nil
        }
        return entry.device
    }

    /// Notes a device that has just shown its token.
    mutating func note(
        _ device: UserScope.AskingDevice, tokenHash: [UInt8], format: Int, at now: Timestamp
    ) {
        if entries.count >= Self.room, entries[tokenHash] == nil {
            entries = entries.filter { isFresh($0.value, at: now) }
            if entries.count >= Self.room { entries = [:] }
        }
        entries[tokenHash] = Entry(device: device, format: format, time: now.milliseconds)
    }

    /// Returns whether a device is still known. A clock that was set back must not make it known
    /// for longer.
    private func isFresh(_ entry: Entry, at now: Timestamp) -> Bool {
        (0..<Self.life).contains(now.milliseconds - entry.time)
    }
}
