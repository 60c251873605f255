import TroveCodecs
import TroveLanguage
package import TroveModel
package import TroveStore
package import TroveSync
package import TroveTerminal
import TroveWire

/// Messages about the connection to the server.
extension Message {
    // MARK: The state

    /// Returns the state of the connection, for `status`.
    static func description(of state: Connectivity, now: Timestamp) -> TerminalText {
        switch state {
        case .local: "local"
        case .signedOut: "signed out: log in with `login EMAIL`"
        case .connecting: "connecting"
        case .online: "online"
        case .offline(let since, let reason):
            "offline since \(LocalTime(since)): \(description(of: reason))"
        case .outdated: "this Trove is too old for the server: install a newer one"
        }
    }

    /// The state of the connection in JSON.
    static func jsonName(of state: Connectivity) -> TerminalText {
        switch state {
        case .local: "local"
        case .signedOut: "signed-out"
        case .connecting: "connecting"
        case .online: "online"
        case .offline: "offline"
        case .outdated: "outdated"
        }
    }

    /// Returns why the server is not available, to follow a colon or stand in parentheses.
    static func description(of reason: OfflineReason) -> TerminalText {
        switch reason {
        case .cannotResolve(let host): "cannot resolve \(host)"
        case .refused: "connection refused"
        case .unreachable: "network unreachable"
        case .timedOut: "timed out"
        case .cutOff: "the connection was cut off"
        case .notSecure(let words): "the connection is not secure: \(words)"
        case .invalidResponse(let problem):
            "the server sent an invalid response: \(description(of: problem))"
        case .otherServer:
            "another server answers at this address; if that is intended, `disconnect`, then `connect` again"
        case .trouble(let status): "server error, status \(status)"
        case .busy: "the server is busy"
        case .switchedOff: "switched off with `net off`"
        case .otherShell: "another shell is syncing this library"
        }
    }

    /// Returns the part of the prompt about the server; nil for a local library.
    package static func prompt(_ state: Connectivity, _ counts: QueueCounts)
        -> TerminalText?
    {
        var parts: [TerminalText] =
            switch state {
            case .local: []
            case .signedOut: ["signed out"]
            case .connecting: ["connecting"]
            case .online: ["online"]
            case .offline: ["offline"]
            case .outdated: ["too old"]
            }
        if counts.waiting > 0 { parts.append("\(counts.waiting) queued") }
        if counts.problems > 0 { parts.append("\(counts.problems) rejected") }
        if counts.conflicts > 0 { parts.append(self.conflicts(counts.conflicts)) }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    private static func conflicts(_ count: Int) -> TerminalText {
        count == 1 ? "1 conflict" : "\(count) conflicts"
    }

    /// Returns how long ago `time` was; `never` if it is nil.
    static func age(of time: Timestamp?, now: Timestamp) -> TerminalText {
        guard let time else { return "never" }
        let seconds = (now.milliseconds - time.milliseconds) / 1000
        // The clock may have been set back.
        guard seconds >= 60 else { return seconds > -60 ? "just now" : "\(LocalTime(time))" }
        func ago(_ count: Int, _ unit: String) -> TerminalText {
            "\(count) \(unit)\(count == 1 ? "" : "s") ago"
        }
        if seconds < 3600 { return ago(seconds / 60, "minute") }
        if seconds < 86_400 { return ago(seconds / 3600, "hour") }
        return ago(seconds / 86_400, "day")
    }

    /// Returns the warning that a reply comes from the local copy because the server is not
    /// available.
    package static func localCopy(
        _ state: Connectivity, lastContact: Timestamp?, now: Timestamp
    ) -> TerminalText {
        let reason =
            switch state {
            case .offline(_, let reason): "the server is not available (\(description(of: reason)))"
            case .signedOut: "you are not logged in"
            case .outdated: "this Trove is too old for the server"
            case .local, .connecting, .online: "the server has not answered yet"
            }
        return copy(reason, lastContact, now)
    }

    static let notUsed: TerminalText = "not used: the library is open read-only"

    /// Returns the warning that a reply comes from the local copy because the library is open
    /// read-only.
    package static func readOnlyCopy(lastContact: Timestamp?, now: Timestamp) -> TerminalText {
        copy("the library is open read-only", lastContact, now)
    }

    private static func copy(
        _ reason: String, _ lastContact: Timestamp?, _ now: Timestamp
    ) -> TerminalText {
        let step = lastContact.map { "last synced \(age(of: $0, now: now))" } ?? "never synced"
        return "\(reason): this is the local copy, \(step)"
    }

    /// Returns why the server cannot be used, as the beginning of an error.
    static func unavailability(of state: Connectivity) -> TerminalText {
        switch state {
        case .offline(_, let reason): "the server is not available (\(description(of: reason)))"
        case .signedOut: "you are not logged in"
        case .outdated: "this Trove is too old for the server"
        case .local, .connecting, .online: "the server has not answered yet"
        }
    }

    static func gerund(_ operation: TroveModel.Operation) -> TerminalText {
        switch operation {
        case .create: "adding"
        case .update: "changing"
        case .delete: "deleting"
        }
    }

    // MARK: Notices

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

    private static func from(_ devices: Set<String>) -> TerminalText {
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
        case .conflicts(let count): "\(conflicts(count)) with another device: see `conflicts`"
        case .refused(let count): "the server rejected \(changes(count)): see `queue`"
        case .realigned(.expired, _), .renewed: nil
        case .realigned(.rewound, let returned):
            isRestored(returned)
        }
    }

    /// Returns the message about a restored server that lacked `count` items of this device.
    private static func isRestored(_ count: Int) -> TerminalText {
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

    private static func sent(_ count: Int) -> TerminalText {
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

    // MARK: Connecting

    static func connected(to server: String, _ user: User?) -> TerminalText {
        let next: TerminalText =
            user.map { "`login \($0.email)`" }
            ?? "`login EMAIL`, or `signup EMAIL name:NAME` for a new account"
        return "Connected to \(server). Next: \(next)."
    }

    static func isConnected(to server: String, _ user: User) -> TerminalText {
        "This library is already connected to \(server), as \(name(of: user))."
    }

    static let disconnected: TerminalText =
        "Disconnected. The library is local now, and keeps all items."

    static func disconnecting(_ open: Int) -> TerminalText {
        "\(changes(open)) will not reach the account. Disconnect? [y/N] "
    }

    static func connectingElsewhere(from former: String, to server: String, _ user: User)
        -> TerminalText
    {
        """
        This library belongs to the account of \(name(of: user)) at \(former). You will have to log \
        in again at \(server). Connect? [y/N]\(" ")
        """
    }

    static func changingOwner(from user: User, to email: String, _ count: Int) -> TerminalText {
        """
        This library belonged to the account of \(name(of: user)). Upload its \(items(count)) to the \
        account of \(email)? [y/N]\(" ")
        """
    }

    static func name(of user: User) -> TerminalText { "\(user.name) <\(user.email)>" }

    static func whoIsLoggedIn(_ account: Account?) -> TerminalText {
        guard let account else { return "Not logged in: this library is local." }
        guard let user = account.user else {
            return "Not logged in at \(account.server)."
        }
        return "\(name(of: user)) at \(account.server)"
    }

    static func entered(
        _ user: User, isNew: Bool, isSynced: Bool, pushed: Int, pulled: Int,
        _ counts: QueueCounts
    ) -> TerminalText {
        let done = isNew ? "Signed up" : "Logged in"
        let rest =
            isSynced
            ? synced(pushed: pushed, pulled: pulled, counts)
            : "Syncing continues in the background."
        return "\(done) as \(name(of: user)). \(rest)"
    }

    static let loggedOut: TerminalText =
        "Logged out. The library keeps all items; changes are queued until the next login."

    static func synced(
        pushed: Int, pulled: Int, photos: PhotoCount = PhotoCount(), photosLeft: Int = 0,
        _ counts: QueueCounts
    ) -> TerminalText {
        var parts: [TerminalText] = []
        if pushed > 0 { parts.append("\(changes(pushed)) sent") }
        if pulled > 0 { parts.append("\(items(pulled)) received") }
        if photos.sent > 0 { parts.append("\(self.photos(photos.sent)) sent") }
        if photos.received > 0 { parts.append("\(self.photos(photos.received)) received") }
        var text: TerminalText =
            parts.isEmpty ? "Synced" : "Synced: \(parts.joined(separator: ", "))"
        if counts.problems > 0 { text += "; \(changes(counts.problems)) rejected: see `queue`" }
        if counts.conflicts > 0 { text += "; \(conflicts(counts.conflicts)): see `conflicts`" }
        if photosLeft > 0 { text += "; \(waiting(photos: photosLeft)): see `queue`" }
        return text + "."
    }

    /// Returns the warning about changes and photos that are still queued when a script ends; nil
    /// if there are none.
    package static func left(
        _ counts: QueueCounts, photos: Int, _ state: Connectivity
    ) -> TerminalText? {
        guard counts.waiting > 0 || photos > 0 else { return nil }
        let reason: TerminalText =
            switch state {
            case .offline(_, let reason):
                "; the server is not available (\(description(of: reason)))"
            case .signedOut: "; you are not logged in"
            case .outdated: "; this Trove is too old for the server"
            // Another warning says why photos are queued.
            case .online where counts.waiting == 0: "; `sync` tries again"
            case .connecting, .online: "; the server has not answered in time"
            case .local: ""
            }
        var what: [TerminalText] = []
        if counts.waiting > 0 { what.append(changes(counts.waiting)) }
        if photos > 0 { what.append(self.photos(photos)) }
        let verb = counts.waiting + photos == 1 ? "is" : "are"
        return "\(what.joined(separator: " and ")) \(verb) queued\(reason)"
    }

    // MARK: Passwords and devices

    static func passwordFor(_ email: String) -> TerminalText { "Password for \(email): " }
    static let passwordAgain: TerminalText = "Repeat the password: "
    static let oldPassword: TerminalText = "Current password: "
    static let newPassword: TerminalText = "New password: "
    static let passwordChanged: TerminalText =
        "Password changed. All other devices must log in again."
    static let thisDevice: TerminalText = "this one"

    static func forgetting(_ device: Device) -> TerminalText {
        "End the session of \(device.name)? [y/N] "
    }

    static func forgot(_ device: Device) -> TerminalText {
        "Ended the session of \(device.name). That device keeps its copy."
    }

    // MARK: The queue and conflicts

    static let nothingRefused: TerminalText = "There are no rejected changes."

    static func retried(_ count: Int) -> TerminalText {
        "Queued \(changes(count)) again."
    }

    static func dropping(_ count: Int) -> TerminalText {
        "Drop \(changes(count)) that the server rejected? [y/N] "
    }

    static func dropped(_ count: Int) -> TerminalText {
        "Dropped \(changes(count)). The library has the server's values now."
    }

    static func resolved(
        _ views: [ConflictView], _ choices: [ConflictOrigin]
    ) -> TerminalText {
        guard let view = views.first, let choice = choices.first, views.count == 1 else {
            return "Resolved \(conflicts(views.count))."
        }
        let value = choice == .kept ? view.kept : view.lost
        return "Resolved 1 conflict: \(view.item), \(view.field): \(value)."
    }

    static func state(of problem: ProblemEntry) -> TerminalText {
        problem.rejection.code == .held ? "held" : "rejected"
    }

    /// The state in JSON.
    static func jsonName(of problem: ProblemEntry) -> TerminalText {
        problem.rejection.code == .held ? "held" : "refused"
    }

    static func state(of entry: OutboxEntry) -> TerminalText {
        entry.isUnconfirmed ? "unconfirmed" : "queued"
    }

    /// The state in JSON.
    static func jsonName(of entry: OutboxEntry) -> TerminalText {
        entry.isUnconfirmed ? "unconfirmed" : waiting
    }

    static func itemName(_ kind: String, _ number: ItemNumber?, _ title: String?) -> TerminalText {
        let numbered: TerminalText =
            if let number, number > 0 { "\(kind) \(number)" } else { TerminalText(kind) }
        return title.map { "\(numbered): \($0)" } ?? numbered
    }

    /// `add book 3: Dune`
    static func summary(of operation: QueuedOperation, _ title: String?) -> TerminalText {
        if operation.kind == Conflict.kind { return "resolve a conflict" }
        let verb =
            switch operation.action {
            case .create: "add"
            case .update: "change"
            case .delete: "delete"
            case .skip: "nothing"
            }
        return "\(verb) \(itemName(operation.kind, operation.item, title))"
    }

    static let wholeItem: TerminalText = "the whole item"
    static let isDeleted: TerminalText = "deleted"

    /// `name:Opal color:red`
    static func shown(_ fields: [JSON.Member]) -> TerminalText {
        fields.filter { !$0.value.isNull }.map { "\($0.name):\(shown($0.value))" }
            .joined(separator: " ")
    }

    static func shown(_ value: JSON) -> TerminalText {
        switch value {
        case .null: "(none)"
        // Users see only the name of a photo.
        case .string(let text): TerminalText(PhotoValue(text).name)
        case .array(let values): Phrase.list(values.map { $0.text ?? $0.written })
        default: TerminalText(value.written)
        }
    }

    // MARK: Marks

    /// Returns the mark after the number of an item that differs from the server's copy.
    package static func mark(_ mark: SyncMark) -> TerminalText {
        switch mark {
        case .queued: "↑"
        case .unconfirmed: "?"
        case .refused: "!"
        }
    }

    /// Returns the explanation of a mark, for the line below a listing.
    package static func legend(of mark: SyncMark) -> TerminalText {
        switch mark {
        case .queued: "↑ queued for the server"
        case .unconfirmed: "? sent, but not confirmed yet"
        case .refused: "! rejected by the server: see `queue`"
        }
    }

    /// Returns the mark in JSON.
    package static func jsonName(of mark: SyncMark) -> TerminalText {
        switch mark {
        case .queued: "queued"
        case .unconfirmed: "unconfirmed"
        case .refused: "refused"
        }
    }
}
