package import TroveModel
package import TroveStore
package import TroveTerminal

/// The message about items of earlier versions.
extension Message {
    /// Returns what a migration did.
    package static func migrated(_ summary: ItemMigration.Summary, _ kinds: Kinds) -> TerminalText {
        var parts: [TerminalText] = []
        let outcomes = summary.replaced.sorted { $0.key.kind < $1.key.kind }
        for (outcome, count) in outcomes {
            let entries: TerminalText =
                count == 1 ? "1 entry" : "\(TerminalText(grouped: count)) entries"
            let kind = kinds[outcome.kind]
            parts.append(
                outcome.rung.map {
                    "\(entries) of the earlier read list became \(Message.count(count, of: kind)) in the state \($0)"
                }
                    ?? "\(entries) of the earlier read list stayed, without a date, because the book is finished"
            )
        }
        if summary.dropped > 0 {
            let entries: TerminalText =
                summary.dropped == 1 ? "1 entry was" : "\(summary.dropped) entries were"
            parts.append("\(entries) in the library already")
        }
        if summary.stated > 0 { parts.append("\(items(summary.stated)) without a state got one") }
        if summary.renumbered > 0 {
            parts.append(
                "\(summary.renumbered == 1 ? "1 ISBN is" : "\(summary.renumbered) ISBNs are") now written with 13 digits"
            )
        }
        return
            "The library was converted for this version: \(parts.joined(separator: "; ")). `undo` reverts this."
    }
}
