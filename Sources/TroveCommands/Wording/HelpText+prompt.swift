import TroveModel
import TroveStore
import TroveSync
import TroveTerminal

/// The pages of `help` about the prompt.
extension HelpText {
    /// The keys of the line editor.
    static var keys: TerminalText {
        let groups = KeyTable.groups
        let names = groups.flatMap(\.entries).map { $0.keys.joined(separator: ", ") }
        let width = names.map(\.count).max() ?? 0
        let parts = groups.map { group in
            let rows = group.entries.map { entry in
                "  "
                    + TextFitting.padded(entry.keys.joined(separator: ", "), to: width)
                    + "  " + entry.help
            }
            return ([group.heading] + rows).joined(separator: "\n")
        }
        return TerminalText(
            lines: (parts + ["`bind -v` in ~/.editrc selects the keys of vi."])
                .joined(separator: "\n"))
    }

    /// The parts of the prompt.
    static var prompt: TerminalText {
        let parts = promptParts
        let width = parts.map(\.part.count).max() ?? 0
        let rows = parts.map { "  " + TextFitting.padded($0.part, to: width) + "  " + $0.meaning }
        return TerminalText(
            lines: "The prompt, from left to right\n" + rows.joined(separator: "\n"))
    }

    /// The parts of the prompt with their meanings, from left to right.
    package static var promptParts: [(part: String, meaning: String)] {
        [
            (":KIND", "the kind that `use` has selected for `add`, unless it is the first"),
            ("12", "the number of items in the library"),
            ("[read-only]", "the library cannot be changed in this shell"),
            ("[ephemeral]", "the library is not kept on disk"),
        ]
            + states.map { ("[\($0.state)]", $0.meaning) }
            + [
                (
                    "[\(state(.online, waiting: 2))]",
                    "2 changes wait for the server; `queue` lists them"
                ),
                (
                    "[\(state(.online, problems: 1))]",
                    "the server rejected 1 change; `queue` shows why"
                ),
                (
                    "[\(state(.online, conflicts: 1))]",
                    "a device changed the same field; `conflicts` shows it"
                ),
                ("   …", "the command continues, because its line ended with a backslash"),
                ("   …\"", "the command continues, because the quote is open"),
            ]
    }

    /// The states of a connected library.
    private static var states: [(state: String, meaning: String)] {
        let offline = Connectivity.offline(since: Timestamp(milliseconds: 0), .unreachable)
        return [
            (state(.signedOut), "connected to a server, but not logged in; `login` logs in"),
            (state(.connecting), "the server has not answered yet"),
            (state(.online), "the server answers; changes reach it at once"),
            (state(offline), "the server does not answer; `status` says why"),
            (state(.outdated), "the server needs a newer version of trove"),
        ]
    }

    /// Returns a state in the words of the prompt.
    private static func state(
        _ connectivity: Connectivity, waiting: Int = 0, problems: Int = 0, conflicts: Int = 0
    ) -> String {
        let counts = QueueCounts(waiting: waiting, problems: problems, conflicts: conflicts)
        return Message.prompt(connectivity, counts)?.rendered ?? ""
    }
}
