import TroveCodecs
import TroveLanguage
import TroveModel
import TroveStore
package import TroveSync
package import TroveTerminal
import TroveWire

/// Messages about what syncing has done.
extension Message {
    /// Returns one notice for all events; nil if none of them needs one.
    package static func notice(of events: [SyncEvent]) -> TerminalText? {
        var parts: [TerminalText] = []
        var connection: TerminalText?
        var changed = 0
        var devices: Set<String> = []
        var conflicts = 0
        var refused = 0
        var sent = 0
        for event in events {
            switch event {
            case .online: connection = "Online."
            case .offline(let reason):
                connection = "Offline: \(description(of: reason))."
            case .signedOut: connection = "You are signed out: log in with `login EMAIL`."
            case .outdated: connection = "This Trove is too old for the server."
            case .newerServer: parts.append(newerServer.capitalized + ".")
            case .changed(let count, let names):
                changed += count
                devices.formUnion(names)
            case .conflicts(let count): conflicts += count
            case .refused(let count): refused += count
            case .sent(let count): sent += count
            case .settled(let change): parts.append(settled(change))
            case .realigned(.expired, _):
                parts.append("Downloaded all items from the server again.")
            case .realigned(.rewound, let returned):
                parts.append(isRestored(returned).capitalized + ".")
            case .renewed:
                parts.append(
                    "This library file is a copy of another device's; it now syncs as a new device."
                )
            case .photoStays(let photo, let trouble):
                parts.append("The photo \(photo.name) was not synced: \(description(of: trouble)).")
            }
        }
        if sent > 0 { parts.insert(self.sent(sent), at: 0) }
        if let connection { parts.insert(connection, at: 0) }
        if changed > 0 { parts.append("\(items(changed)) changed\(from(devices)).") }
        if conflicts > 0 { parts.append("\(self.conflicts(conflicts)): see `conflicts`.") }
        if refused > 0 {
            parts.append("The server rejected \(changes(refused)): see `queue`.")
        }
        return parts.isEmpty ? nil : parts.joined(separator: " ")
    }

    static func from(_ devices: Set<String>) -> TerminalText {
        devices.isEmpty ? "" : " on \(devices.sorted().joined(separator: ", "))"
    }

    /// Returns the warning that a script prints for an event; nil if it needs none.
    package static func warning(of event: SyncEvent) -> TerminalText? {
        switch event {
        case .photoStays: photoWarning(of: event)
        case .online, .changed, .offline, .sent: nil
        case .settled(let change) where change.rejection != nil: settled(change)
        case .settled: nil
        case .signedOut: "you are signed out: log in with `login EMAIL`"
        case .outdated: "this Trove is too old for the server"
        case .newerServer: newerServer
        case .conflicts(let count): "\(conflicts(count)) with another device: see `conflicts`"
        case .refused(let count): "the server rejected \(changes(count)): see `queue`"
        case .realigned(.expired, _), .renewed: nil
        case .realigned(.rewound, let returned):
            isRestored(returned)
        }
    }

    /// The message that this device is behind its server.
    static let newerServer: TerminalText =
        "the server runs a newer Trove: update this one to see all that other devices store"

    /// Returns the message about a restored server that lacked `count` items of this device.
    static func isRestored(_ count: Int) -> TerminalText {
        "the server was restored from a backup; re-uploaded \(items(count)) it had lost"
    }

    /// Returns the note that a script prints for an event; nil if it needs none.
    package static func note(of event: SyncEvent) -> TerminalText? {
        switch event {
        case .sent(let count): sent(count)
        case .settled(let change): settled(change)
        default: nil
        }
    }

    static func sent(_ count: Int) -> TerminalText {
        count == 1 ? "Synced 1 queued change." : "Synced \(count) queued changes."
    }

    /// Returns the outcome of a change that was unconfirmed.
    static func settled(_ change: SettledChange) -> TerminalText {
        let name: TerminalText = change.title.map { "\"\($0)\"" } ?? TerminalText(change.kind)
        let subject: TerminalText =
            switch change.action {
            case .create: "The new \(change.kind) \(name)"
            case .update: "The change to \(name)"
            case .delete: "The deletion of \(name)"
            case .skip: "A change"
            }
        guard let rejection = change.rejection else { return "\(subject) reached the server." }
        return "\(subject) was rejected: \(rejection.message). See `queue`."
    }

    static func changes(_ count: Int) -> TerminalText {
        count == 1 ? "1 change" : "\(count) changes"
    }

    /// Returns how many items were received.
    static func pulled(_ events: [SyncEvent]) -> Int {
        events.reduce(0) { sum, event in
            if case .changed(let count, _) = event { sum + count } else { sum }
        }
    }

    /// The warning about a change that lost a conflict on the server.
    package static let lostConflict: TerminalText =
        "another device changed this too; its value won, and yours is saved as a conflict: see `conflicts`"
}
