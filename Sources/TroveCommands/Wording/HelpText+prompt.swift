import TroveModel
import TroveStore
import TroveSync
import TroveTerminal

/// The pages of `help` about the prompt.
extension HelpText {
    /// Returns the page about the keys of the line editor, for a terminal with this number of
    /// columns; nil for a script.
    static func keys(columns: Int?) -> TerminalText {
        let groups = KeyTable.groups.map { group in
            (
                heading: group.heading,
                entries: group.entries.map { entry in
                    (name: entry.keys.joined(separator: ", "), meaning: entry.help)
                }
            )
        }
        let width = nameWidth(groups.flatMap { $0.entries.map(\.name) }, columns: columns)
        let parts = groups.flatMap { group in
            [group.heading] + group.entries.map { row($0.name, $0.meaning, to: width) }
        }
        return TerminalText(
            lines: (parts + ["`bind -v` in ~/.editrc selects the keys of vi."])
                .joined(separator: "\n"))
    }

    /// Returns the page about the parts of the prompt, for a terminal with this number of columns;
    /// nil for a script.
    static func prompt(columns: Int?) -> TerminalText {
        let width = nameWidth(promptParts.map(\.part), columns: columns)
        let rows = promptParts.map { row($0.part, $0.meaning, to: width) }
        return TerminalText(
            lines: (["The prompt, from left to right"] + rows).joined(separator: "\n"))
    }

    /// Returns the width of a column of names. The column after it begins in the left half of the
    /// terminal, where wrapped lines keep their indentation.
    private static func nameWidth(_ names: [String], columns: Int?) -> Int {
        let widest = names.map(\.count).max() ?? 0
        guard let columns else { return widest }
        return max(0, min(widest, columns / 2 - 4))
    }

    /// Returns a name and its meaning side by side; one below the other if the name is wider than
    /// its column.
    private static func row(_ name: String, _ meaning: String, to width: Int) -> String {
        guard name.count > width else {
            return "  " + TextFitting.padded(name, to: width) + "  " + meaning
        }
        return "  \(name)\n" + String(repeating: " ", count: width + 4) + meaning
    }

    /// The parts of the prompt with their meanings, from left to right.
    package static var promptParts: [(part: String, meaning: String)] {
        [
            (":KIND", "the kind that `use` has selected for `add`, unless it is the first"),
            ("12", "the number of items, without the read list"),
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
                    "another device changed the same field; `conflicts` shows it"
                ),
                ("   …", "the command continues after a backslash; ↑ goes back"),
                ("   …\"", "the command continues, because the quote is open"),
            ]
    }

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
