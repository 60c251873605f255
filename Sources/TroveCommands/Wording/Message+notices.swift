import TroveCodecs
import TroveLanguage
package import TroveModel
package import TroveStore
package import TroveSync
package import TroveTerminal
import TroveWire

/// Messages about what syncing has done.
extension Message {
    /// Returns one notice for all events; nil if none of them needs one.
    package static func notice(of events: [SyncEvent], _ kinds: Kinds) -> TerminalText? {
        var parts: [TerminalText] = []
        var connection: TerminalText?
        var arrived = ArrivedChanges()
        var hidden: [HiddenData] = []
        var conflicts = ConflictNews()
        var resolved = ConflictNews()
        var refused = (count: 0, titles: [String]())
        var sent = (count: 0, titles: [String]())
        for event in events {
            switch event {
            case .online: connection = "Online."
            case .offline(let reason):
                connection = "Offline: \(description(of: reason))."
            case .signedOut: connection = isSignedOut
            case .outdated: connection = "This Trove is too old for the server."
            case .newerServer: parts.append(newerServer.capitalized + ".")
            case .changed(let changes): arrived.add(changes)
            case .hidden(let data): hidden.append(data)
            case .conflicts(let news): conflicts.add(news)
            case .resolved(let news): resolved.add(news)
            case .refused(let count, let titles):
                refused = (refused.count + count, refused.titles + titles)
            case .sent(let count, let titles): sent = (sent.count + count, sent.titles + titles)
            case .settled(let change): parts.append(settled(change))
            case .realigned(.expired, _):
                parts.append("Downloaded all items from the server again.")
            case .realigned(.rewound, let returned):
                parts.append(isRestored(returned).capitalized + ".")
            case .renewed: parts.append(isCopy.capitalized + ".")
            case .photoStays(let photo, let trouble):
                parts.append("The photo \(photo.name) was not synced: \(description(of: trouble)).")
            }
        }
        if sent.count > 0 { parts.insert(self.sent(sent.count, sent.titles), at: 0) }
        if let connection { parts.insert(connection, at: 0) }
        parts += arrived.groups.map { self.arrived($0, kinds) }
        parts += hidden.map { "\(self.hidden($0).capitalized)." }
        if conflicts.count > 0 { parts.append("\(named(conflicts)): see `conflicts`.") }
        if resolved.count > 0 { parts.append(self.resolved(resolved)) }
        if refused.count > 0 {
            parts.append("\(self.refused(refused.count, refused.titles).capitalized).")
        }
        return parts.isEmpty ? nil : parts.joined(separator: " ")
    }

    private static let isSignedOut: TerminalText =
        "You are signed out: log in with `login EMAIL`."

    /// Returns what another shell has done with the account; nil if the same user is logged in.
    package static func followed(from former: Account?, to present: Account?) -> TerminalText? {
        func user(of account: Account?) -> User? {
            account.flatMap { $0.token == nil ? nil : $0.user }
        }
        guard user(of: former)?.id != user(of: present)?.id else { return nil }
        if let user = user(of: present) { return "Another shell logged in as \(name(of: user))." }
        return present == nil ? "Another shell disconnected the library." : isSignedOut
    }

    /// Returns the rejection of changes, with the titles of the first items.
    static func refused(_ count: Int, _ titles: [String]) -> TerminalText {
        "the server rejected \(changes(count))\(named(titles, of: count)): see `queue`"
    }

    /// Returns the warning that a script prints for an event; nil if it needs none.
    package static func warning(of event: SyncEvent) -> TerminalText? {
        switch event {
        case .photoStays: photoWarning(of: event)
        case .online, .changed, .offline, .sent, .resolved: nil
        case .settled(let change) where change.rejection != nil: settled(change)
        case .settled: nil
        case .signedOut: "you are signed out: log in with `login EMAIL`"
        case .outdated: "this Trove is too old for the server"
        case .newerServer: newerServer
        case .hidden(let data): hidden(data)
        case .conflicts(let news): "\(named(news)): see `conflicts`"
        case .refused(let count, let titles): refused(count, titles)
        case .realigned(.expired, _): nil
        case .renewed: isCopy
        case .realigned(.rewound, let returned):
            isRestored(returned)
        }
    }

    /// Returns the warnings of a command that syncs, besides the counts that it reports.
    static func warnings(ofSyncing events: [SyncEvent]) -> [TerminalText] {
        events.compactMap { event in
            switch event {
            case .realigned, .renewed, .newerServer, .photoStays, .hidden: warning(of: event)
            case .online, .offline, .changed, .conflicts, .refused, .resolved, .sent, .settled,
                .signedOut, .outdated:
                nil
            }
        }
    }

    /// The message that another device has the same library file, and the same number.
    private static let isCopy: TerminalText =
        "this library file is a copy, or was restored from one; it now syncs as a new device"

    /// The message that this device is behind its server.
    static let newerServer: TerminalText =
        "the server runs a newer Trove: update this one to see everything that other devices store"

    /// Returns the message about a restored server that lacked `count` items of this device.
    static func isRestored(_ count: Int) -> TerminalText {
        count == 0
            ? "the server was restored from a backup; nothing from this device was lost"
            : "the server was restored from a backup; re-uploaded \(items(count)) it had lost"
    }

    /// Returns the note that a script prints for an event; nil if it needs none.
    package static func note(of event: SyncEvent) -> TerminalText? {
        switch event {
        case .sent(let count, let titles): sent(count, titles)
        case .settled(let change): settled(change)
        default: nil
        }
    }

    /// Returns what a definition of another device hides, and how to show it again.
    static func hidden(_ data: HiddenData) -> TerminalText {
        let kind = data.kind
        let count = self.count(data.count, of: kind)
        let isOne = data.count == 1
        guard let field = data.field else {
            return """
                \(count) \(isOne ? "is" : "are") hidden, because another device retired the kind; \
                `kind set \(kind.name) retired:no` shows \(isOne ? "it" : "them") again
                """
        }
        let verb: TerminalText = isOne ? "has" : "have"
        return field.isRetired
            ? """
            \(count) \(verb) a hidden value, because another device retired the field \(field.name); \
            `kind set \(kind.name) \(field.name) retired:no` shows it again
            """
            : """
            \(count) \(verb) a value in \(field.name) that does not fit the type that another device gave \
            it, and is hidden
            """
    }

    /// Returns how many queued changes have reached the server, with the titles of the first items.
    static func sent(_ count: Int, _ titles: [String]) -> TerminalText {
        "Sent: \(changes(count))\(named(titles, of: count))."
    }

    /// Returns titles in parentheses after a count: ` ("Opal", "Ruby" and 3 more)`. The title of an
    /// item with several changes is named once.
    private static func named(_ titles: [String], of count: Int) -> TerminalText {
        var shown: [String] = []
        for title in titles where !shown.contains(title) && shown.count < PushOutcome.namedLimit {
            shown.append(title)
        }
        let rest = count - titles.count { shown.contains($0) }
        return inParentheses(shown.map(quoted), andMore: rest)
    }

    /// Returns a number of conflicts with the first ones:
    /// `2 conflicts (page of "Dune", color of "Opal")`.
    private static func named(_ news: ConflictNews) -> TerminalText {
        let names = news.first.compactMap { conflict -> TerminalText? in
            let title = conflict.title.map(quoted)
            guard let field = conflict.field.map({ TerminalText($0) }) else { return title }
            return title.map { "\(field) of \($0)" } ?? field
        }
        return conflicts(news.count) + inParentheses(names, andMore: news.count - news.first.count)
    }

    /// `phone resolved 1 conflict (page of "Dune").`
    private static func resolved(_ news: ConflictNews) -> TerminalText {
        let devices = news.devices.filter { !$0.isEmpty }
        let subject: TerminalText =
            switch devices.count {
            case 0: "Another device"
            case 1: TerminalText(devices.first ?? "")
            default: "Other devices"
            }
        return "\(subject) resolved \(named(news))."
    }

    private static func inParentheses(_ names: [TerminalText], andMore rest: Int) -> TerminalText {
        guard !names.isEmpty else { return "" }
        let more: TerminalText = rest > 0 ? " and \(TerminalText(grouped: rest)) more" : ""
        return " (\(names.joined(separator: ", "))\(more))"
    }

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
        count == 1 ? "1 change" : "\(TerminalText(grouped: count)) changes"
    }

    /// Returns the notice at the end of a first sync that went on in the background.
    package static func received(_ count: Int) -> TerminalText { "Received \(items(count))." }

    /// Returns how many items were received.
    static func pulled(_ events: [SyncEvent]) -> Int {
        events.reduce(0) { sum, event in
            if case .changed(let changes) = event { sum + changes.count } else { sum }
        }
    }

    /// The warning about changes of a command that the server has not carried out yet: `reason` is
    /// why the server is not available, or nil if it refused them.
    package static func restIsQueued(
        _ reason: OfflineReason?, _ count: Int, of total: Int
    ) -> TerminalText {
        let cause: TerminalText =
            switch reason {
            case .interrupted?: "interrupted"
            case let reason?: "the server is not available (\(description(of: reason)))"
            case nil: "the server could not do this now"
            }
        let verb: TerminalText = count == 1 ? "is" : "are"
        return count == total
            ? "\(cause): \(changes(count)) \(verb) queued"
            : "\(cause): \(TerminalText(grouped: count)) of \(changes(total)) \(verb) queued"
    }

    /// The warning about a change that lost a conflict on the server.
    package static let lostConflict: TerminalText =
        "another device changed this too; its value won, and yours is saved as a conflict: see `conflicts`"
}
