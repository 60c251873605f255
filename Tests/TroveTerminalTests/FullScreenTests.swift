import Testing
import TroveTerminal
import TroveTesting

/// A whole screen that is drawn again and again.
@Suite struct FullScreenTests {
    /// The screen shows the latest rows, whatever was there before and however its size changes.
    @Test func showsTheLatestRows() throws {
        TextLocale.prepare()
        try SeededRandom.run { random in
            for _ in 0..<40 {
                var drawing = FullScreenDrawing()
                var size = WindowSize(columns: 20, rows: 6)
                var terminal = TerminalModel(size: size)
                terminal.receive("$ trove\r\n")
                terminal.receive(drawing.open())
                for _ in 0..<12 {
                    if Int.random(in: 0..<4, using: &random) == 0 {
                        size = WindowSize(
                            columns: Int.random(in: 8...30, using: &random),
                            rows: Int.random(in: 2...8, using: &random))
                        terminal.resize(to: size)
                    }
                    let rows = (0..<size.rows).map { row in
                        // Every row but the last may be full.
                        let limit = row == size.rows - 1 ? size.columns - 1 : size.columns
                        return TerminalText(
                            ["", "abc", "三体 三体 三体 三体 三体", String(repeating: "x", count: 40)]
                                .randomElement(using: &random) ?? ""
                        ).fitted(to: limit)
                    }
                    let update = drawing.update(
                        to: rows, size: TerminalSize(columns: size.columns, rows: size.rows))
                    // All of it is one synchronized update.
                    terminal.receive(String(update.dropLast()))
                    #expect(update.isEmpty || terminal.modes.contains(2026))
                    terminal.receive(String(update.suffix(1)))
                    #expect(!terminal.modes.contains(2026))
                    for (index, row) in rows.enumerated() {
                        #expect(terminal.row(index) == row.trimmedAtEnd.rendered)
                    }
                }
                terminal.receive(drawing.close())
                #expect(terminal.modes == [7, 25])
                #expect(terminal.row(0) == "$ trove")
                #expect(terminal.unknownSequences == [])
            }
        }
    }
}
