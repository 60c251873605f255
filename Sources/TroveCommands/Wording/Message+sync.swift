import TroveLanguage
import TroveModel
import TroveStore
import TroveSync
package import TroveTerminal
import TroveWire

/// Messages about the server and the account.
extension Message {
    static let isLocal: TerminalText =
        "This library is local. `connect URL` connects it to a server."
    static let nothingQueued: TerminalText = "Nothing is queued."
    static let noConflicts: TerminalText = "No conflicts."

    /// The line below the queue that says what to do about rejected changes.
    static let repairing: TerminalText =
        "Edit the item to send it again. `queue retry N` sends the change as it is; `queue drop N` discards it."

    /// Returns the line below the conflicts that says how to settle one.
    static func settling(_ conflicts: [ConflictView]) -> TerminalText {
        let own = conflicts.contains { $0.origin != nil } ? ["mine", "theirs"] : []
        let others = conflicts.contains { $0.origin == nil } ? ["kept", "lost"] : []
        let sets = conflicts.contains(where: \.hasSets) ? ["both"] : []
        return
            "\(Phrase.either((own + others + sets).map { "`resolve N \($0)`" })) settles a conflict."
    }

    /// The labels of the progress of a sync.
    static let waitingForServer: TerminalText = "waiting for the server"
    package static let sending: TerminalText = "sending changes"
    static let receiving: TerminalText = "receiving items"
    static let queueing: TerminalText = "queueing changes"

    // MARK: Offline rules

    static let policiesReset: TerminalText = "Restored the default rules of all kinds."

    static func policyOfAll(_ rule: OfflineRule) -> TerminalText {
        switch rule {
        case .queue: "Offline, changes to items of all kinds are now queued."
        case .refuse: "Offline, changes to items of all kinds are now refused."
        }
    }

    static func policy(_ kind: Kind, _ operation: Operation, _ rule: OfflineRule) -> TerminalText {
        let what =
            switch operation {
            case .create: "additions of"
            case .update: "changes to"
            case .delete: "deletions of"
            }
        let outcome =
            switch rule {
            case .queue: "queued"
            case .refuse: "refused"
            }
        return "Offline, \(what) \(kind.plural) are now \(outcome)."
    }

    // MARK: The simulated network

    static func network(_ mode: SimulatedNetwork.Mode) -> TerminalText {
        guard let trouble = trouble(of: mode) else { return "Network simulation off." }
        return "Network simulation: \(trouble). `net auto` ends it."
    }

    /// Returns what is simulated; nil for the real network.
    static func trouble(of mode: SimulatedNetwork.Mode) -> TerminalText? {
        switch mode {
        case .real: nil
        case .off: "offline"
        case .slow(let delay): "\(Int(delay / .milliseconds(1))) ms slower"
        case .flaky(let percent, let seed):
            "losing \(percent) % of the messages, with seed \(seed)"
        }
    }
}
