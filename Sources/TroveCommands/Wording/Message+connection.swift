import TroveCodecs
import TroveLanguage
package import TroveModel
package import TroveStore
package import TroveSync
package import TroveTerminal
import TroveWire

/// Messages about the connection to the server.
extension Message {
    /// Returns the state of the connection, for `status`.
    static func description(of state: Connectivity) -> TerminalText {
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
    static func nameForPrograms(of state: Connectivity) -> TerminalText {
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
        case .trouble(let status, ""): "server error, status \(status)"
        case .trouble(_, let message): "server error: \(message)"
        case .busy: "the server is busy"
        case .interrupted: "interrupted"
        case .switchedOff: "switched off with `net off`"
        case .otherShell: "another shell is syncing this library"
        case .cannotStore(let error): "changes cannot be stored: \(ErrorReport(error).text)"
        case .cannotLock(let error): ErrorReport(error).text
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
        if counts.waiting > 0 { parts.append("\(TerminalText(grouped: counts.waiting)) queued") }
        if counts.problems > 0 {
            parts.append("\(TerminalText(grouped: counts.problems)) rejected")
        }
        if counts.conflicts > 0 { parts.append(self.conflicts(counts.conflicts)) }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    static func conflicts(_ count: Int) -> TerminalText {
        count == 1 ? "1 conflict" : "\(TerminalText(grouped: count)) conflicts"
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
        _ state: Connectivity, lastContact: Timestamp?, isPartial: Bool, now: Timestamp
    ) -> TerminalText {
        let reason =
            switch state {
            case .offline(_, let reason): "the server is not available (\(description(of: reason)))"
            case .signedOut: "you are not logged in"
            case .outdated: "this Trove is too old for the server"
            case .local, .connecting, .online: "the server has not answered yet"
            }
        return copy(reason, lastContact, isPartial, now)
    }

    static func unopened(isReadOnly: Bool) -> TerminalText {
        isReadOnly ? "not used: the library is open read-only" : "not open: `sync` says why"
    }

    /// Returns the warning that a reply comes from the local copy because the shell has no
    /// connection.
    package static func unconnectedCopy(
        isReadOnly: Bool, lastContact: Timestamp?, isPartial: Bool, now: Timestamp
    ) -> TerminalText {
        copy(
            isReadOnly
                ? "the library is open read-only" : "this shell has no connection to the server",
            lastContact, isPartial, now)
    }

    /// The warning that items of the account are missing, because the first sync has not read them
    /// yet.
    package static let partialCopy: TerminalText =
        "items of your account are still missing here; `sync` waits until they are all received"

    static func copy(
        _ reason: String, _ lastContact: Timestamp?, _ isPartial: Bool, _ now: Timestamp
    ) -> TerminalText {
        let step: TerminalText =
            if isPartial {
                "not complete yet"
            } else {
                lastContact.map { "last synced \(age(of: $0, now: now))" } ?? "never synced"
            }
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

    static func gerund(_ operation: Operation) -> TerminalText {
        switch operation {
        case .create: "adding"
        case .update: "changing"
        case .delete: "deleting"
        }
    }
}
