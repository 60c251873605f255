import TroveModel
package import TroveTerminal

/// Messages about the line at the prompt, and about pasted lines.
extension Message {
    /// The hint below the first error with a correction.
    package static let offersCorrection: TerminalText = "↑ recalls the corrected line"

    /// The question after errors in an edited text.
    package static let editAgain: TerminalText = "Edit again? [Y/n] "

    // MARK: Pasted data

    /// The number of titles shown above the question about pasted lines.
    private static let shownTitles = 3

    /// Returns the first titles among pasted lines.
    static func pasted(_ titles: [String]) -> TerminalText {
        let lines = titles.prefix(shownTitles).map { "  \($0)" as TerminalText }
        let rest = titles.count - lines.count
        return (lines + (rest > 0 ? ["  \(moreRows(rest))"] : [])).joined(separator: "\n")
    }

    /// Returns the question whether pasted lines are added as items.
    static func addingPasted(_ count: Int, _ kind: Kind) -> TerminalText {
        count == 1
            ? "1 line is not a command. Add it as \(Phrase.one(kind.name))? [y/N/edit] "
            : "\(TerminalText(grouped: count)) lines are not commands. Add them as \(kind.plural)? [y/N/edit] "
    }

    /// Returns the question whether the books with pasted ISBNs are added.
    static func scanningPasted(_ count: Int, of lines: Int, _ kind: Kind) -> TerminalText {
        if count == 1 { return "1 line is an ISBN. Look up the \(kind.name) and add it? [y/N] " }
        let all: TerminalText = count == lines ? "" : " of \(TerminalText(grouped: lines))"
        return
            "\(TerminalText(grouped: count))\(all) lines are ISBNs. Look up the \(kind.plural) and add them? [y/N] "
    }

    static func importingPasted(rows: Int) -> TerminalText {
        let count: TerminalText = rows == 1 ? "1 row" : "\(TerminalText(grouped: rows)) rows"
        return "This looks like a table with \(count). Import it? [y/N/preview] "
    }

    /// Returns the sentence above the question for the names of the columns of pasted rows.
    static func lacksHeader(_ table: PastedTable, _ kind: Kind) -> TerminalText {
        let fields = kind.shownIndices.map { kind.fields[$0] }.filter { field in
            if case .ladder = field.content { false } else { true }
        }
        let names = fields.prefix(table.columns).map(\.name).joined(separator: ",")
        return
            "\(TerminalText(grouped: table.rows)) rows with \(table.columns) unnamed columns. Name"
            + " the columns to import the rows, such as \(names), or type `\(titlesOfPasted)` to add"
            + " each line as \(Phrase.one(kind.name))."
    }

    /// Returns the warning about names that the rows cannot be imported with.
    static func areNoColumns(_ names: String, _ kind: Kind) -> TerminalText {
        let title = kind.fields[Kind.titleIndex].name
        return
            "\"\(names)\" does not name the columns; separate them by commas, with one called \(title), or press Enter to add nothing"
    }

    /// The question for the names of the columns of pasted rows.
    static let columnNames: TerminalText = "Columns: "

    /// The answer to that question if the lines are titles.
    static let titlesOfPasted = "titles"

    /// Returns the first line of the text that opens in the editor for pasted lines.
    static func pastedForm(_ kind: Kind) -> TerminalText {
        "# Each line becomes \(Phrase.one(kind.name)). Delete all lines to add none.\n"
    }

    /// Returns the warning about titles that were not added because the library has them.
    static func areThere(_ titles: [String]) -> TerminalText {
        let shown = titles.prefix(5).map { "\"\($0.prefix(60))\"" }.joined(separator: ", ")
        let rest = titles.count - min(titles.count, 5)
        let count: TerminalText =
            titles.count == 1
            ? "1 duplicate was" : "\(TerminalText(grouped: titles.count)) duplicates were"
        return "\(count) not added: \(shown)\(rest > 0 ? ", \(moreRows(rest))" : "")"
    }

    /// Returns the warning about a line that cannot be a title.
    static func isNotAdded(
        _ title: String, _ violation: RuleViolation, _ kind: Kind
    ) -> TerminalText {
        "\"\(title.prefix(60))\" was not added: \(reason(violation, kind))"
    }

    // MARK: Pasted commands

    /// Returns the message when a paste of commands stopped before its end.
    ///
    /// - Parameters:
    ///   - done: the number of commands that ran without an error.
    ///   - total: the number of commands in the paste.
    ///   - isKept: whether the remaining commands were kept as one entry of the history.
    /// - Returns: the message.
    package static func stopped(after done: Int, of total: Int, isKept: Bool) -> TerminalText {
        "\(TerminalText(grouped: done)) of \(TerminalText(grouped: total)) commands ran"
            + (isKept ? "; the rest is in the history: ↑" : "")
    }
}
