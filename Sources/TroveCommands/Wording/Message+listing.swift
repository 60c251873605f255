import TroveModel
import TroveTerminal

/// Messages below lists.
extension Message {
    /// Returns which fields a list does not show, or not for all items, with a remedy.
    static func hidden(
        _ names: [String], partly: [String], _ remedy: TerminalText
    ) -> TerminalText {
        let parts: [TerminalText] = [("hidden", names), ("hidden in some", partly)].compactMap {
            $1.isEmpty ? nil : "\($0): \($1.joined(separator: " "))"
        }
        return "\(parts.joined(separator: "; ")) \(remedy)"
    }

    /// Returns what to add to the command to see fields.
    static func columns(_ names: [String]) -> TerminalText {
        "(columns:\(names.joined(separator: ",")))"
    }

    /// Returns the command that shows all fields of an item.
    static func showsAll(_ number: ItemNumber) -> TerminalText {
        "(`show \(number)` shows every field)"
    }

    /// Returns which columns of a report do not fit the terminal.
    static func hidden(columns: [TerminalText]) -> TerminalText {
        "hidden: \(columns.joined(separator: " ")) (a wider terminal shows more)"
    }
}
