import TroveStore
import TroveTerminal
import TroveWire

/// What waits for a login to the account that a library was disconnected from.
struct WaitingForLogin {
    /// The user of that account.
    let user: User
    /// Queued and rejected changes, and conflicts; not all of them are zero.
    let counts: QueueCounts

    /// `Waiting for a login to the account of Ann <ann@example.org>: 2 changes.`
    var text: TerminalText {
        Message.waitingForLogin(counts.waiting + counts.problems, counts.conflicts, to: user)
    }
}

extension CommandContext {
    /// Returns what waits for a login; nil if nothing does, or if the library belongs to an
    /// account.
    func waitingForLogin() throws -> WaitingForLogin? {
        guard library.account?.device == nil else { return nil }
        let counts = try library.accountStore.formerCounts()
        guard counts.waiting + counts.problems + counts.conflicts > 0,
            let user = try library.accountStore.formerUser()
        else { return nil }
        return WaitingForLogin(user: user, counts: counts)
    }

    /// Returns the reply of a command about syncing, with what waits for a login.
    func withWaiting(_ reply: Reply) throws -> Reply {
        guard !isForData, let waiting = try waitingForLogin() else { return reply }
        return .sequence([reply, .text(waiting.text)])
    }
}
