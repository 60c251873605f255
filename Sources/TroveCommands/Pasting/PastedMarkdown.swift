import TroveCodecs

/// A pasted table in Markdown.
struct PastedMarkdown {
    /// The same table with cells in quotes and commas between them.
    let text: String

    /// Returns nil if a text is not a table with a header, a rule and at least one row.
    init?(_ text: String) {
        let lines = text.split(whereSeparator: \.isNewline).map(\.simplified)
            .filter { !$0.isEmpty }
        guard lines.count > 2, lines.allSatisfy({ $0.hasPrefix("|") && $0.hasSuffix("|") }) else {
            return nil
        }
        let rows = lines.map(Self.cells)
        let isRule = rows[1].allSatisfy { cell in
            cell.contains("-") && cell.allSatisfy { $0 == "-" || $0 == ":" }
        }
        guard isRule, rows.allSatisfy({ $0.count == rows[0].count }) else { return nil }
        self.text =
            ([rows[0]] + rows.dropFirst(2)).map { row in
                row.map { "\"\($0.replacing("\"", with: "\"\""))\"" }.joined(separator: ",")
            }.joined(separator: "\n")
    }

    /// Returns the cells of a row, without the backslashes before punctuation.
    private static func cells(_ line: String) -> [String] {
        var cells: [String] = []
        var cell = ""
        var isEscaped = false
        for character in line.dropFirst() {
            if !isEscaped, character == "\\" {
                isEscaped = true
                continue
            }
            if !isEscaped, character == "|" {
                cells.append(cell.simplified)
                cell = ""
            } else {
                if isEscaped, !(character.isPunctuation || character.isSymbol) { cell += "\\" }
                cell.append(character)
            }
            isEscaped = false
        }
        return cells
    }
}
