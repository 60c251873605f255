import TroveTerminal

/// A column of a table on the screen.
struct TableColumn {
    let title: TerminalText
    /// Whether the texts are right-aligned.
    let isNumber: Bool
    /// The importance of the column, where 0 is the most important.
    let rank: Int
    /// The width to which long texts may be truncated, in terminal columns; nil if the texts must
    /// stay whole.
    private let narrowest: Int?
    /// The width in terminal columns.
    private(set) var width: Int

    /// The minimum width of a truncated title, if other columns are left out instead.
    static let narrowestTitle = 24
    /// The text between two columns.
    static let gap: TerminalText = "  "

    init(title: TerminalText, isNumber: Bool = false, rank: Int = 0, narrowest: Int? = nil) {
        self.title = title
        self.isNumber = isNumber
        self.rank = rank
        self.narrowest = narrowest
        width = title.width
    }

    mutating func widen(to text: TerminalText) {
        width = max(width, text.width)
    }

    /// Returns a text, truncated or padded to the width of the column, in the style of a role. The
    /// padding has no style.
    func fitted(
        _ text: TerminalText, _ style: Style = .plain, _ role: Style.Role? = nil
    ) -> TerminalText {
        let text = text.truncated(to: width)
        return (role.map { style($0, text) } ?? text)
            .padded(to: width, alignment: isNumber ? .trailing : .leading)
    }

    /// Appends a fitted text.
    func append(
        _ text: TerminalText, _ style: Style, _ role: Style.Role?, to bytes: inout [UInt8]
    ) {
        let rendered = text.rendered
        guard role == nil, rendered.utf8.count <= width, rendered.isPrintableASCII else {
            return bytes.append(fitted(text, style, role))
        }
        let spaces = repeatElement(UInt8(ascii: " "), count: width - rendered.utf8.count)
        if isNumber { bytes.append(contentsOf: spaces) }
        bytes.append(data: rendered)
        if !isNumber { bytes.append(contentsOf: spaces) }
    }

    /// Returns a row of fitted texts, with the line end.
    static func line(_ cells: [TerminalText]) -> TerminalText {
        cells.joined(separator: gap).trimmedAtEnd + "\n"
    }
}

// MARK: Fitting

extension TableColumn {
    /// The width at or below which a column with rank 0 is narrowed only after the other columns.
    private static let comfortable = 40

    /// Fits columns to a terminal. Columns are narrowed as far as their texts stay readable, the
    /// widest first, but those with rank 0 last. If that is not enough, columns are left out, the
    /// least important first, but never those with rank 0.
    ///
    /// - Parameters:
    ///   - columns: the columns; those that are shown get their final width.
    ///   - width: the columns of the terminal; nil if nothing is left out.
    /// - Returns: the positions of the columns to show.
    static func fit(_ columns: inout [TableColumn], to width: Int?) -> [Int] {
        var shown = Array(columns.indices)
        guard let width else { return shown }
        func total(_ widths: [Int]) -> Int {
            widths.reduce(0, +) + gap.width * (widths.count - 1)
        }
        while total(shown.map { columns[$0].minimumWidth }) > width,
            let least = shown.filter({ columns[$0].rank > 0 }).max(by: {
                columns[$0].rank < columns[$1].rank
            })
        {
            shown.removeAll { $0 == least }
        }
        for index in shown where columns[index].narrowest != nil {
            columns[index].width = min(
                columns[index].width, max(width, columns[index].minimumWidth))
        }
        while total(shown.map { columns[$0].width }) > width,
            let widest = shown.filter({ columns[$0].width > columns[$0].minimumWidth }).max(by: {
                columns[$0].excess < columns[$1].excess
            })
        {
            columns[widest].width -= 1
        }
        // Only the columns that are always shown are left: the text takes the rest of the row.
        let excess = total(shown.map { columns[$0].width }) - width
        if excess > 0, let text = shown.first(where: { columns[$0].narrowest != nil }) {
            columns[text].width = max(1, columns[text].width - excess)
        }
        return shown
    }

    /// The priority for narrowing: the column with the greatest value is narrowed first.
    private var excess: Int {
        rank == 0 && width <= Self.comfortable ? 0 : width
    }

    private var minimumWidth: Int {
        narrowest.map { min(width, max($0, title.width)) } ?? width
    }
}
