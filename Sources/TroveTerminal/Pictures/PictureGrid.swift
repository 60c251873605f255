/// Small pictures in rows, each with a caption below it.
package enum PictureGrid {
    /// The size of a picture, in cells.
    package static let picture = TerminalSize(columns: 14, rows: 10)
    /// The columns between two pictures.
    private static let gap = 2
    /// The maximum number of rows for a caption.
    private static let captionRows = 2

    /// A picture with its caption.
    package struct Cell {
        let picture: DrawnPicture
        let caption: [TerminalText]

        /// Creates a cell; a long caption is wrapped and truncated.
        package init(_ picture: DrawnPicture, caption: TerminalText) {
            self.picture = picture
            let columns = PictureGrid.picture.columns
            let rows = PicturePlaceholder.wrapped(caption.rendered, to: columns)
            self.caption = rows.prefix(captionRows).enumerated().map { index, row in
                let isCut = index == captionRows - 1 && rows.count > captionRows
                let text = TerminalText(row)
                return isCut ? (text + "…").truncated(to: columns) : text
            }
        }

        /// The picture as text; empty rows in place of a graphic.
        fileprivate var rows: [TerminalText] {
            switch picture {
            case .rows(let rows): rows
            case .graphic(_, let rows): Array(repeating: "", count: rows)
            }
        }
    }

    /// Returns the frame for a picture that cannot be drawn.
    package static func frame(_ title: TerminalText) -> DrawnPicture {
        .rows(
            PicturePlaceholder.drawing(title: title, note: "", columns: picture.columns).lines
                .dropLast())
    }

    /// Returns cells in as many columns as fit a terminal, in lines.
    package static func drawing(_ cells: [Cell], columns: Int) -> TerminalText {
        let perRow = max(1, (columns + gap) / (picture.columns + gap))
        var drawing: TerminalText = ""
        for start in stride(from: 0, to: cells.count, by: perRow) {
            if start > 0 { drawing += "\n" }
            drawing += row(cells[start..<min(start + perRow, cells.count)])
        }
        return drawing
    }

    private static func row(_ cells: ArraySlice<Cell>) -> TerminalText {
        let height = cells.map(\.rows.count).max() ?? 0
        var drawing = lines(cells.map(\.rows), height)
        let graphics = cells.enumerated().compactMap { index, cell -> TerminalText? in
            guard case .graphic(let sequence, _) = cell.picture else { return nil }
            return DrawnPicture.placed(sequence, atColumn: index * (picture.columns + gap))
        }
        if !graphics.isEmpty {
            drawing += DrawnPicture.up(height) + graphics.joined() + DrawnPicture.below(height)
        }
        return drawing + lines(cells.map(\.caption), cells.map(\.caption.count).max() ?? 0)
    }

    /// Returns blocks of rows side by side.
    private static func lines(_ blocks: [[TerminalText]], _ height: Int) -> TerminalText {
        let space = TerminalText(repeating: " ", count: gap)
        return (0..<height).map { row in
            blocks.map { block in
                (row < block.count ? block[row] : "").padded(to: picture.columns)
            }.joined(separator: space).trimmedAtEnd + "\n"
        }.joined()
    }
}
