package import TroveModel
package import TroveStore
package import TroveTerminal

/// Messages about changes that other shells and devices have made.
extension Message {
    /// The longest title and the longest value in a notice, in columns.
    private static let longestTitle = 40
    private static let longestValue = 30
    /// The number of fields that a notice names for an item.
    private static let namedFields = 2

    /// Returns the notice of the changes of one device or shell:
    /// `Another shell: page of "Dune" 5 → 6; and 3 more items.`
    package static func arrived(_ group: ArrivedChanges.Group, _ kinds: Kinds) -> TerminalText {
        let device: TerminalText =
            switch group.device {
            // The answer to a push does not name the device whose change it contains.
            case Authorship.server: "Another device"
            case let device?: TerminalText(device)
            case nil: "Another shell"
            }
        var parts: [TerminalText] = []
        for named in group.first {
            let part =
                named.change.kind == kinds.definitions
                ? summary(ofDefinition: named.change) : arrived(named, kinds[named.change.kind])
            // A record of the read list has the title of its book, and changes with it.
            if kinds.isRecord(named.change.kind), parts.contains(part) { continue }
            parts.append(part)
        }
        let rest = group.count - group.first.count
        if rest > 0 {
            parts.append(parts.isEmpty ? "\(items(rest)) changed" : "and \(more(items: rest))")
        }
        return "\(device): \(parts.joined(separator: "; "))."
    }

    private static func more(items count: Int) -> TerminalText {
        count == 1 ? "1 more item" : "\(TerminalText(grouped: count)) more items"
    }

    private static func arrived(_ named: ArrivedChanges.Named, _ kind: Kind) -> TerminalText {
        let title = quoted(named.title)
        switch named.change.action {
        case .create: return "added \(kind.name) \(title)"
        case .delete: return "deleted \(kind.name) \(title)"
        case .update(let fields):
            var parts = fields.prefix(namedFields).map { field -> TerminalText in
                let owner: TerminalText = field == fields.first ? " of \(title)" : ""
                let values = difference(field, kind, longestValue: longestValue)
                return "\(kind.fields[field.field].name)\(owner) \(values)"
            }
            let rest = fields.count - parts.count
            if rest > 0 { parts.append("and \(rest) more field\(rest == 1 ? "" : "s")") }
            return parts.joined(separator: ", ")
        }
    }

    /// How much is shown of what two long texts begin with, in characters.
    private static let commonLength = 12

    /// Returns the values of a field before and after a change: `500 → 600`. With `longestValue`,
    /// each is in one line and cut to this width in columns. Of long ones, the part is shown where
    /// they begin to differ.
    static func difference(
        _ change: Change.FieldChange, _ kind: Kind, longestValue: Int?
    ) -> TerminalText {
        let field = kind.fields[change.field]
        func text(_ value: Value?, from start: Int) -> TerminalText {
            guard let value, let longestValue else { return shown(value, field) }
            let line = line(field.shown(value))
            let rest = start > 0 ? "…" + line.dropFirst(start) : line
            return TerminalText(rest).truncated(to: longestValue)
        }
        var (before, after) = (text(change.before, from: 0), text(change.after, from: 0))
        if before == after, let first = change.before, let second = change.after {
            let common = zip(line(field.shown(first)), line(field.shown(second)))
                .prefix { $0 == $1 }.count
            let start = max(0, common - commonLength)
            (before, after) = (text(first, from: start), text(second, from: start))
        }
        // Texts may differ only in their line ends.
        return before == after ? "changed" : "\(before) → \(after)"
    }

    /// Returns a title in quotes, short enough for a notice.
    static func quoted(_ title: String) -> TerminalText {
        "\"\(folded(title, to: longestTitle))\""
    }

    /// Returns a text in one line, cut to a width in columns.
    static func folded(_ text: String, to columns: Int) -> TerminalText {
        TerminalText(line(text)).truncated(to: columns)
    }

    private static func line(_ text: String) -> String {
        text.split(whereSeparator: \.isNewline).joined(separator: " ")
    }
}
