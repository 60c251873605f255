import TroveCodecs
import TroveLanguage
import TroveModel
package import TroveStore
package import TroveSync
package import TroveTerminal
import TroveWire

/// Messages about accounts, passwords and devices.
extension Message {
    // MARK: Connecting

    static func connected(to server: String, _ user: User?) -> TerminalText {
        let next: TerminalText =
            user.map { "`login \($0.email)`" }
            ?? "`login EMAIL`, or `signup EMAIL name:NAME` for a new account"
        return "Connected to \(server). Next: \(next)."
    }

    /// The answer of `connect` when the server is not the one that the library's account is on.
    static func connected(toOther server: String, _ user: User) -> TerminalText {
        """
        Connected to \(server). This is a different server, and it may not have the account of \
        \(name(of: user)). Next: `login \(user.email)` if it has the account; else `disconnect`, \
        then `connect \(server)` and `signup EMAIL name:NAME`, which uploads the library.
        """
    }

    static func isConnected(to server: String, _ user: User) -> TerminalText {
        "This library is already connected to \(server), as \(name(of: user))."
    }

    static let disconnected: TerminalText =
        "Disconnected. The library is local now, and keeps all items."

    static func disconnecting(_ open: Int, _ conflicts: Int) -> TerminalText {
        "\(waiting(open, conflicts)) will wait until you log in to this account again. Disconnect?"
    }

    static func connectingElsewhere(from former: String, to server: String, _ user: User)
        -> TerminalText
    {
        """
        This library belongs to the account of \(name(of: user)) at \(former). You will have to log \
        in again at \(server). Connect?
        """
    }

    /// Returns `2 changes and 1 conflict`, without the part that is 0.
    private static func waiting(_ changes: Int, _ conflicts: Int) -> TerminalText {
        switch (changes > 0, conflicts > 0) {
        case (true, true): "\(self.changes(changes)) and \(self.conflicts(conflicts))"
        case (false, true): self.conflicts(conflicts)
        case (_, false): self.changes(changes)
        }
    }

    static func waitingForLogin(
        _ changes: Int, _ conflicts: Int, to user: User
    ) -> TerminalText {
        """
        Waiting for a login to the account of \(name(of: user)): \
        \(waiting(changes, conflicts)).
        """
    }

    /// Returns the question whether a library is uploaded to another account, which discards the
    /// conflicts of the former one.
    static func changingOwner(
        from user: User, to email: String, at server: String, _ count: Int, losing conflicts: Int
    ) -> TerminalText {
        let losses: TerminalText =
            conflicts == 0 ? "" : " \(self.conflicts(conflicts)) will be discarded."
        return """
            This library belonged to the account of \(name(of: user)), which will not get the changes \
            that it does not have yet.\(losses) Upload its \(items(count)) to the account of \(email) \
            at \(server)?
            """
    }

    static func name(of user: User) -> TerminalText { "\(user.name) <\(user.email)>" }

    static func whoIsLoggedIn(_ account: Account?) -> TerminalText {
        guard let account else { return "Not logged in: this library is local." }
        guard let user = account.user else {
            return "Not logged in at \(account.server)."
        }
        guard account.token != nil else {
            return """
                Not logged in at \(account.server). This library belongs to the account of \
                \(name(of: user)).
                """
        }
        return "\(name(of: user)) at \(account.server)"
    }

    /// Returns the message that the server has given this device another name; nil if it has not.
    static func isCalled(_ name: String?, insteadOf own: String) -> TerminalText? {
        guard let name, name != own else { return nil }
        return "Another device is called \(own), so this one is called \(name)."
    }

    static func entered(
        _ user: User, isNew: Bool, isSynced: Bool, isAtPrompt: Bool, pushed: Int, pulled: Int,
        _ counts: QueueCounts
    ) -> TerminalText {
        let done = isNew ? "Signed up" : "Logged in"
        let rest =
            isSynced
            ? synced(pushed: pushed, pulled: pulled, counts)
            : isAtPrompt
                ? "Syncing continues in the background."
                : "Not everything is synced yet; `sync` continues."
        return "\(done) as \(name(of: user)). \(rest)"
    }

    static let loggedOut: TerminalText =
        "Logged out. The library keeps all items. Until the next login, the offline rules say which changes are queued."

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

    static func remarks(on device: Device) -> TerminalText {
        let remarks: [TerminalText?] = [
            device.isCurrent ? "this one" : nil,
            device.isEarlier ? "runs an earlier Trove: update it there" : nil,
        ]
        return remarks.compactMap(\.self).joined(separator: "; ")
    }

    static func forgetting(_ device: Device) -> TerminalText {
        "End the session of \(device.name)?"
    }

    static func forgot(_ device: Device) -> TerminalText {
        device.isCurrent
            ? "Ended the session of \(device.name), this device. It keeps its copy; `login EMAIL` syncs it again."
            : "Ended the session of \(device.name). That device keeps its copy."
    }
}
