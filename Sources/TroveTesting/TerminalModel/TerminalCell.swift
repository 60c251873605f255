/// One place of a terminal's grid.
package struct TerminalCell: Hashable, Sendable {
    /// A character with the marks that combine with it, a blank, or nothing in the right half of a
    /// wide character.
    package var text: String
    /// How it is drawn.
    package var style: CellStyle

    /// The left half of a wide character is followed by such a cell.
    package var isRightHalf: Bool { text.isEmpty }

    /// An empty cell.
    package static let blank = TerminalCell(text: " ", style: .plain)
    /// The cell behind the left half of a wide character.
    static func rightHalf(_ style: CellStyle) -> TerminalCell {
        TerminalCell(text: "", style: style)
    }
}
