import TroveCommands
package import TroveModel
import TroveStore
package import TroveSync
package import TroveTerminal

/// Sync events that become notices above the prompt: the first at once, and those that follow
/// shortly after together in one line. While events keep arriving, the time until the next notice
/// doubles. Hundreds of changes at once, such as an import on another device, are told when they
/// end.
package struct SyncNotices {
    /// What the shell does next.
    package enum Step: Sendable, Equatable {
        case nothing
        case show(TerminalText)
        /// Ask again after this time.
        case wait(Duration)
    }

    /// How long events are collected after a notice: after the first one, and the maximum.
    package static let interval: Duration = .milliseconds(250)
    package static let longestInterval: Duration = .seconds(4)
    /// The number of changes that are told only when no others have come for a while, or after the
    /// longest time.
    package static let burst = 200
    package static let burstPause: Duration = .seconds(1)
    package static let longestBurst: Duration = .seconds(30)

    /// The kinds of the library, for the names of fields. They change with its definitions.
    package var kinds: Kinds
    /// Whether the first sync is receiving the items of the account, which are not news: one notice
    /// at its end counts them.
    package var isReceiving = false
    private var receivedCount = 0
    /// Whether queued changes are being sent: one notice at the end counts them.
    package var isSending = false
    private var sent: [SyncEvent] = []
    /// The changes of other devices that have not been shown, and their number.
    private var changes: [SyncEvent] = []
    private var changeCount = 0
    /// When the first of them was seen, and the last.
    private var burstTimes: (began: Duration, continued: Duration)?
    private var hasGrown = false
    /// The events that have not been shown.
    private var events: [SyncEvent] = []
    /// The time of `MonotonicClock` before which no further notice is shown.
    private var quietUntil: Duration = .zero
    /// How long events are collected after the last notice, and whether some have come since.
    private var interval = Self.interval
    private var goesOn = false

    /// Creates a queue without events.
    package init(kinds: Kinds) {
        self.kinds = kinds
    }

    /// Adds events in the order in which they happened.
    package mutating func add(_ events: [SyncEvent]) {
        for event in events {
            switch event {
            case .changed(let changes) where isReceiving || receivedCount > 0:
                receivedCount += changes.count
            case .changed(let changes):
                changeCount += changes.count
                hasGrown = true
                self.changes.append(event)
            case .sent: sent.append(event)
            default: self.events.append(event)
            }
        }
    }

    /// Returns how long to wait before the changes are shown; nil if they can be shown now.
    private mutating func pauseInBurst(now: Duration) -> Duration? {
        guard changeCount >= Self.burst else { return nil }
        let began = burstTimes?.began ?? now
        let continued = hasGrown ? now : burstTimes?.continued ?? now
        hasGrown = false
        burstTimes = (began, continued)
        let end = min(began + Self.longestBurst, continued + Self.burstPause)
        return now < end ? end - now : nil
    }

    /// Decides what to do with the events so far.
    ///
    /// - Parameter now: The time of `MonotonicClock`.
    /// - Returns: The notice that the caller must show; its events are removed.
    package mutating func next(now: Duration) -> Step {
        let isReceived = receivedCount > 0 && !isReceiving
        if !isSending {
            events += sent
            sent = []
        }
        let pause = pauseInBurst(now: now)
        if pause == nil {
            events += changes
            (changes, changeCount, burstTimes) = ([], 0, nil)
        }
        if events.isEmpty, !isReceived { return pause.map { .wait($0) } ?? .nothing }
        guard now >= quietUntil else {
            goesOn = true
            return .wait(quietUntil - now)
        }
        var parts = [Message.notice(of: events, kinds)].compactMap(\.self)
        events = []
        if isReceived {
            parts.append(Message.received(receivedCount))
            receivedCount = 0
        }
        guard !parts.isEmpty else { return .nothing }
        interval = goesOn ? min(interval * 2, Self.longestInterval) : Self.interval
        goesOn = false
        quietUntil = now + interval
        let notice = parts.joined(separator: " ")
        return .show(notice)
    }
}
