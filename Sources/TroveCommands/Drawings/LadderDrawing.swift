package import TroveModel
import TroveStore
package import TroveTerminal

/// A picture of a ladder in one row, with the state of an item.
package enum LadderDrawing {
    /// Returns the states of an item's kind with a mark at its state:
    /// `want to have ── want to read ── ● started progress ── …`. Nil for a kind without a ladder.
    ///
    /// - Parameters:
    ///   - number: The number of the item.
    ///   - context: The library with the item.
    ///   - columns: The width; the short names of the states are used if the long ones do not fit.
    ///   - style: The colors.
    /// - Returns: The row; nil if there is no such item.
    package static func row(
        of number: ItemNumber, in context: any CommandContext, columns: Int, style: Style
    ) -> TerminalText? {
        guard let item = try? context.library.item(numbered: number),
            let (field, ladder) = context.kinds[item.kind].ladder,
            let current = ladder.index(of: item.values[field])
        else { return nil }
        let head = style(.faint, "\(item.title)  ")
        for name in [\Ladder.Rung.longName, \Ladder.Rung.name] {
            let row = head + drawing(ladder, current, name, style)
            if row.cellWidth <= columns { return row }
        }
        return drawing(ladder, current, \.name, style)
    }

    private static func drawing(
        _ ladder: Ladder, _ current: Int, _ name: KeyPath<Ladder.Rung, String>, _ style: Style
    ) -> TerminalText {
        ladder.rungs.enumerated().map { index, rung -> TerminalText in
            let text = TerminalText(rung[keyPath: name])
            if index == current { return style(.good, "● ") + style(.heading, text) }
            return index < current ? text : style(.faint, text)
        }.joined(separator: style(.faint, " ── "))
    }
}
