package import TroveModel

/// How often this library has asked for a new device lately. It is kept in the file, because each new
/// device may push one of the user's others off the account.
package struct Renewals: Sendable, Hashable {
    /// When it asked last.
    package let last: Timestamp
    /// How often it asked, each time less than `memory` after the time before.
    package let count: Int

    package init(last: Timestamp, count: Int) {
        self.last = last
        self.count = count
    }

    /// How long to wait after the first, the second, … and all further ones, in milliseconds. The first
    /// come at once: a device that is killed while it waits for answers may need several.
    private static let pauses = [0, 0, 60_000, 600_000, 3_600_000]
    /// After so many milliseconds without one, earlier ones do not count any more.
    private static let memory = 6 * 3_600_000

    /// How many milliseconds must pass before another may be asked for.
    package func pause(at now: Timestamp) -> Int {
        guard count > 0 else { return 0 }
        let pause = Self.pauses[min(count, Self.pauses.count) - 1]
        let age = max(0, now.milliseconds.subtractingSaturated(last.milliseconds))
        return max(0, pause - age)
    }

    /// With one more.
    package func adding(at now: Timestamp) -> Renewals {
        let age = now.milliseconds.subtractingSaturated(last.milliseconds)
        return Renewals(last: now, count: age < Self.memory ? min(count, 1000) + 1 : 1)
    }
}

extension Int {
    fileprivate func subtractingSaturated(_ other: Int) -> Int {
        let (difference, overflows) = subtractingReportingOverflow(other)
        return overflows ? (self < 0 ? .min : .max) : difference
    }
}

extension Library {
    /// How many milliseconds must pass before another new device may be asked for.
    package func pauseBeforeRenewal(at now: Timestamp) throws(LibraryError) -> Int {
        guard let renewals = replica.renewals else { return 0 }
        // A clock that was set back, or a copy from a device whose clock is ahead: counted from now on.
        if renewals.last.milliseconds > now.milliseconds {
            try writing { try replica.write(Renewals(last: now, count: renewals.count)) }
        }
        return renewals.pause(at: now)
    }

    /// Remembers that a new device is asked for.
    package func noteRenewal(at time: Timestamp) throws(LibraryError) {
        try writing {
            try replica.write(
                replica.renewals?.adding(at: time) ?? Renewals(last: time, count: 1))
        }
    }
}
