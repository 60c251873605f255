import TroveCommands
package import TroveModel
package import TroveSync
package import TroveTerminal

/// Sync events that become notices above the prompt: the first at once, and those that follow
/// shortly after together in one line.
package struct SyncNotices {
    /// What the shell does next.
    package enum Step: Sendable, Equatable {
        case nothing
        case show(TerminalText)
        /// Ask again after this many nanoseconds.
        case wait(Int64)
    }

    /// How long events are collected after a notice, in nanoseconds.
    package static let interval: UInt64 = 250_000_000

    /// The kinds of the library, for the names of fields. They change with its definitions.
    package var kinds: Kinds
    /// The events that have not been shown.
    private var events: [SyncEvent] = []
    /// The monotonic time before which no further notice is shown.
    private var quietUntil: UInt64 = 0

    /// Creates a queue without events.
    package init(kinds: Kinds) {
        self.kinds = kinds
    }

    /// Adds events in the order in which they happened.
    package mutating func add(_ events: [SyncEvent]) {
        self.events += events
    }

    /// Decides what to do with the events so far.
    ///
    /// - Parameter now: The monotonic time, in nanoseconds.
    /// - Returns: The notice that the caller must show; its events are removed.
    package mutating func next(now: UInt64) -> Step {
        if events.isEmpty { return .nothing }
        guard now >= quietUntil else { return .wait(Int64(quietUntil - now)) }
        defer { events = [] }
        guard let notice = Message.notice(of: events, kinds) else { return .nothing }
        quietUntil = now + Self.interval
        return .show(notice)
    }
}
