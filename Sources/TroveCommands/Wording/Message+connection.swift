import TroveLanguage
package import TroveModel
package import TroveStore
package import TroveSync
package import TroveTerminal
import TroveWire

/// What is said of the connection to the server.
extension Message {
    // MARK: The state

    /// How a library stands to its server.
    static func words(_ state: Connectivity, now: Timestamp) -> TerminalText {
        switch state {
        case .local: "local"
        case .signedOut: "signed out: login EMAIL comes next"
        case .connecting: "connecting"
        case .online: "online"
        case .offline(let since, let reason):
            "offline since \(LocalTime(since)): \(words(reason))"
        case .outdated: "this Trove is too old for the server: install a newer one"
        }
    }

    /// The same in one word, for programs.
    static func word(_ state: Connectivity) -> TerminalText {
        switch state {
        case .local: "local"
        case .signedOut: "signed-out"
        case .connecting: "connecting"
        case .online: "online"
        case .offline: "offline"
        case .outdated: "outdated"
        }
    }

    /// Why a server cannot be used, as it stands behind a colon or in parentheses.
    static func words(_ reason: OfflineReason) -> TerminalText {
        switch reason {
        case .cannotResolve(let host): "\(host) is not known"
        case .refused: "connection refused"
        case .unreachable: "there is no way to it"
        case .timedOut: "no answer"
        case .cutOff: "the connection was cut off"
        case .notSecure(let words): "the connection is not secure: \(words)"
        case .invalidResponse(let problem): "it answers what makes no sense: \(words(problem))"
        case .otherServer:
            "another server answers at this address; if that is right, `disconnect`, then `connect` again"
        case .trouble(let status): "it has trouble of its own, status \(status)"
        case .busy: "it is busy"
        case .switchedOff: "the network is switched off with net off"
        case .otherShell: "another shell is syncing this library"
        }
    }

    /// The part of the prompt that tells of the server; nil for a local library.
    package static func prompt(_ state: Connectivity, _ counts: Library.QueueCounts)
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
        if counts.problems > 0 { parts.append("\(counts.problems) refused") }
        if counts.conflicts > 0 { parts.append(self.conflicts(counts.conflicts)) }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    private static func conflicts(_ count: Int) -> TerminalText {
        count == 1 ? "1 conflict" : "\(count) conflicts"
    }

    /// How long ago something was.
    static func age(of time: Timestamp?, now: Timestamp) -> TerminalText {
        guard let time else { return "never" }
        let seconds = (now.milliseconds - time.milliseconds) / 1000
        // A clock may have been set back.
        guard seconds >= 60 else { return seconds > -60 ? "just now" : "\(LocalTime(time))" }
        func ago(_ count: Int, _ unit: String) -> TerminalText {
            "\(count) \(unit)\(count == 1 ? "" : "s") ago"
        }
        if seconds < 3600 { return ago(seconds / 60, "minute") }
        if seconds < 86_400 { return ago(seconds / 3600, "hour") }
        return ago(seconds / 86_400, "day")
    }

    /// What stands beside an answer that the server had no part in.
    package static func localCopy(
        _ state: Connectivity, lastContact: Timestamp?, now: Timestamp
    ) -> TerminalText {
        let reason =
            switch state {
            case .offline(_, let reason): "the server is not available (\(words(reason)))"
            case .signedOut: "nobody is logged in"
            case .outdated: "the server needs a newer Trove"
            case .local, .connecting, .online: "the server has not answered yet"
            }
        return copy(reason, lastContact, now)
    }

    static let isOnlyRead: TerminalText = "not used: the library is only read"

    /// What stands beside an answer from a library that is only read.
    package static func copyOnlyRead(lastContact: Timestamp?, now: Timestamp) -> TerminalText {
        copy("the library is only read", lastContact, now)
    }

    private static func copy(
        _ reason: String, _ lastContact: Timestamp?, _ now: Timestamp
    ) -> TerminalText {
        let step = lastContact.map { "last in step \(age(of: $0, now: now))" } ?? "never in step"
        return "\(reason): this is the local copy, \(step)"
    }

    /// That the server cannot be used, as the beginning of an error.
    static func lack(of state: Connectivity) -> TerminalText {
        switch state {
        case .offline(_, let reason): "there is no connection to the server (\(words(reason)))"
        case .signedOut: "nobody is logged in at the server"
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

    /// One line for all that happened; nil when none of it is worth one.
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
            case .online: connection = "The server is there."
            case .offline(let reason):
                connection = "The server is not available: \(words(reason))."
            case .signedOut: connection = "The server asks who you are: login EMAIL."
            case .outdated: connection = "The server needs a newer Trove."
            case .changed(let count, let names):
                changed += count
                devices.formUnion(names)
            case .conflicts(let count): conflicts += count
            case .refused(let count): refused += count
            case .sent(let count): sent += count
            case .settled(let change): parts.append(settled(change))
            case .realigned(.expired, _): parts.append("The library was read anew.")
            case .realigned(.rewound, let returned):
                parts.append(
                    "The server had lost some of its past; \(things(returned)) are given back.")
            case .renewed: parts.append("This device goes on under a new identity.")
            case .photoStays(let photo, let trouble):
                parts.append("\(photo.name) stays where it is: \(words(trouble)).")
            }
        }
        if sent > 0 { parts.insert(self.sent(sent), at: 0) }
        if let connection { parts.insert(connection, at: 0) }
        if changed > 0 { parts.append("\(things(changed)) changed\(from(devices)).") }
        if conflicts > 0 { parts.append("\(self.conflicts(conflicts)): see conflicts.") }
        if refused > 0 {
            parts.append("The server did not take \(changes(refused)): see queue.")
        }
        return parts.isEmpty ? nil : parts.joined(separator: " ")
    }

    private static func from(_ devices: Set<String>) -> TerminalText {
        devices.isEmpty ? "" : " on \(devices.sorted().joined(separator: ", "))"
    }

    /// What a script is warned of; nil for what is no trouble.
    package static func warning(of event: SyncEvent) -> TerminalText? {
        switch event {
        case .photoStays: photoWarning(of: event)
        case .online, .changed, .offline, .sent: nil
        case .settled(let change) where change.rejection != nil: settled(change)
        case .settled: nil
        case .signedOut: "the server asks who you are: login EMAIL comes next"
        case .outdated: "the server needs a newer Trove"
        case .conflicts(let count): "\(conflicts(count)) with another device: see conflicts"
        case .refused(let count): "the server did not take \(changes(count)): see queue"
        case .realigned(.expired, _), .renewed: nil
        case .realigned(.rewound, let returned):
            "the server had lost some of its past; \(things(returned)) are given back"
        }
    }

    /// What a script tells besides warnings; nil for what is not worth it.
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

    /// What became of a change whose outcome nobody knew.
    static func settled(_ change: Library.SettledChange) -> TerminalText {
        let name: TerminalText = change.title.map { "\"\($0)\"" } ?? TerminalText(change.kind)
        let subject: TerminalText =
            switch change.action {
            case .create: "The new \(change.kind) \(name)"
            case .update: "The change to \(name)"
            case .delete: "The deletion of \(name)"
            case .skip: "A change"
            }
        guard let rejection = change.rejection else { return "\(subject) reached the server." }
        return "\(subject) was rejected: \(rejection.message). See queue."
    }

    static func changes(_ count: Int) -> TerminalText {
        count == 1 ? "1 change" : "\(count) changes"
    }

    /// How many things came down.
    static func pulled(_ events: [SyncEvent]) -> Int {
        events.reduce(0) { sum, event in
            if case .changed(let count, _) = event { sum + count } else { sum }
        }
    }

    /// The warning after a change that the server accepted with a conflict.
    package static let lostToAnother: TerminalText =
        "another device has changed the same; its value stands, and yours is kept: see conflicts"

    // MARK: Connecting

    static func connected(to server: String, _ user: User?) -> TerminalText {
        let next = user.map { "login \($0.email)" } ?? "signup EMAIL name:NAME, or login EMAIL,"
        return "Connected to \(server). \(next) comes next."
    }

    static func isConnected(to server: String, _ user: User) -> TerminalText {
        "This library is connected to \(server) already, for \(name(of: user))."
    }

    static let disconnected: TerminalText =
        "Disconnected. Everything stays in this library, which is local now."

    static func disconnecting(_ open: Int) -> TerminalText {
        "The account will not get \(changes(open)). Disconnect? [y/N] "
    }

    static func connectingElsewhere(from former: String, to server: String, _ user: User)
        -> TerminalText
    {
        """
        This library is in the account of \(name(of: user)) at \(former). You will have to log in again \
        at \(server). Connect? [y/N]\(" ")
        """
    }

    static func changingOwner(from user: User, to email: String, _ count: Int) -> TerminalText {
        """
        This library was in the account of \(name(of: user)). Push its \(things(count)) into the account \
        of \(email)? [y/N]\(" ")
        """
    }

    static func name(of user: User) -> TerminalText { "\(user.name) <\(user.email)>" }

    static func whoIsLoggedIn(_ account: Account?) -> TerminalText {
        guard let account else { return "Nobody is logged in: this library is local." }
        guard let user = account.user else {
            return "Nobody is logged in at \(account.server)."
        }
        return "\(name(of: user)) at \(account.server)"
    }

    static func entered(
        _ user: User, isNew: Bool, isInStep: Bool, pushed: Int, pulled: Int,
        _ counts: Library.QueueCounts
    ) -> TerminalText {
        let done = isNew ? "Signed up" : "Logged in"
        let rest =
            isInStep
            ? synced(pushed: pushed, pulled: pulled, counts)
            : "Bringing both sides in step goes on in the background."
        return "\(done) as \(name(of: user)). \(rest)"
    }

    static let loggedOut: TerminalText =
        "Logged out. Everything stays here; changes wait for the next login."

    static func synced(
        pushed: Int, pulled: Int, photos: PhotoCount = PhotoCount(), photosLeft: Int = 0,
        _ counts: Library.QueueCounts
    ) -> TerminalText {
        var parts: [TerminalText] = []
        if pushed > 0 { parts.append("\(changes(pushed)) sent") }
        if pulled > 0 { parts.append("\(things(pulled)) received") }
        if photos.sent > 0 { parts.append("\(self.photos(photos.sent)) sent") }
        if photos.received > 0 { parts.append("\(self.photos(photos.received)) received") }
        var text: TerminalText =
            parts.isEmpty ? "In step with the server" : "In step: \(parts.joined(separator: ", "))"
        if counts.problems > 0 { text += "; \(changes(counts.problems)) not taken: see queue" }
        if counts.conflicts > 0 { text += "; \(conflicts(counts.conflicts)): see conflicts" }
        if photosLeft > 0 { text += "; \(waiting(photos: photosLeft)): see queue" }
        return text + "."
    }

    /// What a script leaves behind; nil when nothing waits.
    package static func left(
        _ counts: Library.QueueCounts, photos: Int, _ state: Connectivity
    ) -> TerminalText? {
        guard counts.waiting > 0 || photos > 0 else { return nil }
        let reason: TerminalText =
            switch state {
            case .offline(_, let reason): "; the server is not available (\(words(reason)))"
            case .signedOut: "; nobody is logged in"
            case .outdated: "; the server needs a newer Trove"
            // Why photos wait has been told.
            case .online where counts.waiting == 0: "; sync sends what it takes"
            case .connecting, .online: "; the server has not answered in time"
            case .local: ""
            }
        var what: [TerminalText] = []
        if counts.waiting > 0 { what.append(changes(counts.waiting)) }
        if photos > 0 { what.append(self.photos(photos)) }
        let verb = counts.waiting + photos == 1 ? "waits" : "wait"
        return "\(what.joined(separator: " and ")) \(verb) for the server\(reason)"
    }

    // MARK: Passwords and devices

    static func passwordFor(_ email: String) -> TerminalText { "Password for \(email): " }
    static let passwordAgain: TerminalText = "Once more: "
    static let oldPassword: TerminalText = "Present password: "
    static let newPassword: TerminalText = "New password: "
    static let passwordChanged: TerminalText =
        "The password is changed. All other devices must log in again."
    static let thisDevice: TerminalText = "this one"

    static func forgetting(_ device: Device) -> TerminalText {
        "End the session of \(device.name)? [y/N] "
    }

    static func forgot(_ device: Device) -> TerminalText {
        "Ended the session of \(device.name). What it holds stays there."
    }

    // MARK: The queue and conflicts

    static let nothingRefused: TerminalText = "Nothing was refused by the server."

    static func retried(_ count: Int) -> TerminalText {
        "\(changes(count)) put into the queue again."
    }

    static func dropping(_ count: Int) -> TerminalText {
        "Give up \(changes(count)) that the server did not take? [y/N] "
    }

    static func dropped(_ count: Int) -> TerminalText {
        "Gave up \(changes(count)). This library shows what the server has."
    }

    static func resolved(
        _ views: [ConflictView], _ choices: [Library.ConflictOrigin]
    ) -> TerminalText {
        guard let view = views.first, let choice = choices.first, views.count == 1 else {
            return "Resolved \(conflicts(views.count))."
        }
        let value = choice == .kept ? view.kept : view.lost
        return "Resolved 1 conflict: \(view.thing), \(view.field): \(value)."
    }

    static func state(of problem: ProblemEntry) -> TerminalText {
        problem.rejection.code == .held ? "held" : "refused"
    }

    static func state(of entry: OutboxEntry) -> TerminalText {
        entry.isUnconfirmed ? "unconfirmed" : "waiting"
    }

    static func thing(_ kind: String, _ number: Int?, _ title: String?) -> TerminalText {
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
        return "\(verb) \(thing(operation.kind, operation.item, title))"
    }

    static let wholeItem: TerminalText = "all of it"
    static let isDeleted: TerminalText = "deleted"

    /// `name:Opal color:red`
    static func shown(_ fields: [JSON.Member]) -> TerminalText {
        fields.filter { !$0.value.isNull }.map { "\($0.name):\(shown($0.value))" }
            .joined(separator: " ")
    }

    static func shown(_ value: JSON) -> TerminalText {
        switch value {
        case .null: "(none)"
        // Of a photo people see the name.
        case .string(let text): TerminalText(PhotoValue(text).name)
        case .array(let values): Phrase.list(values.map { $0.text ?? $0.written })
        default: TerminalText(value.written)
        }
    }

    // MARK: Marks

    /// Returns the sign beside the number of an item that differs from the server's copy.
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
        case .queued: "↑ waits for the server"
        case .unconfirmed: "? sent, and not confirmed yet"
        case .refused: "! not taken by the server: see queue"
        }
    }

    /// In JSON.
    package static func word(_ mark: SyncMark) -> TerminalText {
        switch mark {
        case .queued: "queued"
        case .unconfirmed: "unconfirmed"
        case .refused: "refused"
        }
    }
}
