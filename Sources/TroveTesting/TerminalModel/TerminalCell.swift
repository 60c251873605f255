/// One cell of a terminal's grid.
package struct TerminalCell: Hashable, Sendable {
    /// A character with its combining marks, a space, or empty for the right half of a wide
    /// character.
    package var text: String
    /// The cell's style.
    package var style: CellStyle

    /// Whether this is the right half of a wide character.
    package var isRightHalf: Bool { text.isEmpty }

    /// An empty cell.
    package static let blank = TerminalCell(text: " ", style: .plain)
    /// Returns the right half of a wide character.
    static func rightHalf(_ style: CellStyle) -> TerminalCell {
        TerminalCell(text: "", style: style)
    }
}
