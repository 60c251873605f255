/// Draws the screen of a terminal as an SVG picture with the frame of a window.
package struct ScreenPicture {
    private let terminal: TerminalModel
    private let title: String

    /// The size of a cell, in pixels.
    private static let (cellWidth, cellHeight) = (8.4, 18.0)
    /// The distance of the cells from the frame.
    private static let margin = 14.0
    /// The height of the bar with the title.
    private static let bar = 30.0
    private static let (background, foreground) = ("#1b1e24", "#d7dae0")
    /// The normal colors of a terminal, then the bright ones.
    private static let palette = [
        "#3f4451", "#e06c75", "#98c379", "#e5c07b", "#61afef", "#c678dd", "#56b6c2", "#d7dae0",
        "#5c6370", "#ff7a85", "#b1e18b", "#efb074", "#67cdff", "#e48bff", "#63d4e0", "#ffffff",
    ]

    /// Prepares a picture.
    package init(_ terminal: TerminalModel, title: String) {
        self.terminal = terminal
        self.title = title
    }

    /// The picture in SVG 1.1.
    package var svg: String {
        let size = terminal.size
        let width = Double(size.columns) * Self.cellWidth + 2 * Self.margin
        let height = Double(size.rows) * Self.cellHeight + Self.bar + 2 * Self.margin
        let (full, middle) = (Self.number(width), Self.number(width / 2))
        let frame = """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(full)" height="\(Self.number(height))" \
            viewBox="0 0 \(full) \(Self.number(height))" \
            font-family="ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace" \
            font-size="14">
            <title>\(Self.escaped(title))</title>
            <rect width="100%" height="100%" rx="9" fill="\(Self.background)"/>
            <circle cx="20" cy="16" r="6" fill="#e06c75"/>
            <circle cx="40" cy="16" r="6" fill="#e5c07b"/>
            <circle cx="60" cy="16" r="6" fill="#98c379"/>
            <text x="\(middle)" y="21" fill="#8b919d" text-anchor="middle">\(Self.escaped(title))</text>

            """
        let rows = (0..<size.rows).map(row).joined()
        return frame + rows + "</svg>\n"
    }

    /// Returns the texts of a row: one for each run of cells with the same style.
    private func row(_ row: Int) -> String {
        var drawing = ""
        var column = 0
        while column < terminal.size.columns {
            let style = cell(row, column).style
            var end = column
            var text = ""
            while end < terminal.size.columns, cell(row, end).style == style {
                text += cell(row, end).text
                end += 1
            }
            drawing += run(text, style, row, column..<end)
            column = end
        }
        return drawing
    }

    private func cell(_ row: Int, _ column: Int) -> TerminalCell {
        terminal.cell(TerminalModel.Position(row: row, column: column))
    }

    private func run(
        _ text: String, _ style: CellStyle, _ row: Int, _ columns: Range<Int>
    ) -> String {
        let colors = [
            style.foreground.map(Self.color) ?? Self.foreground,
            style.background.map(Self.color) ?? Self.background,
        ]
        let (front, back) = style.isReversed ? (colors[1], colors[0]) : (colors[0], colors[1])
        let left = Self.number(Self.margin + Double(columns.lowerBound) * Self.cellWidth)
        let top = Self.bar + Self.margin + Double(row) * Self.cellHeight
        let width = Self.number(Double(columns.count) * Self.cellWidth)
        var drawing = ""
        if back != Self.background {
            drawing += """
                <rect x="\(left)" y="\(Self.number(top))" width="\(width)" \
                height="\(Self.number(Self.cellHeight))" fill="\(back)"/>

                """
        }
        guard text.contains(where: { $0 != " " }) else { return drawing }
        var look = "fill=\"\(front)\""
        if style.isBold { look += " font-weight=\"bold\"" }
        if style.isDim { look += " opacity=\"0.6\"" }
        // The length keeps columns aligned in every font.
        return drawing + """
            <text x="\(left)" y="\(Self.number(top + 13))" \(look) xml:space="preserve" \
            textLength="\(width)" lengthAdjust="spacingAndGlyphs">\(Self.escaped(text))</text>

            """
    }

    private static func color(_ color: CellStyle.Color) -> String {
        switch color {
        case .palette(let index): palette.indices.contains(index) ? palette[index] : foreground
        case .rgb(let red, let green, let blue): "rgb(\(red),\(green),\(blue))"
        }
    }

    /// Returns a number with at most one digit after the point.
    private static func number(_ number: Double) -> String {
        let tenths = Int((number * 10).rounded())
        return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
    }

    private static func escaped(_ text: String) -> String {
        text.reduce(into: "") { escaped, character in
            switch character {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            default: escaped.append(character)
            }
        }
    }
}
