import Testing

@testable import TroveTerminal

/// Small pictures side by side.
@Suite struct PictureGridTests {
    private static let picture = DrawnPicture.rows(["<####>", "<##>"])

    @Test func putsAsManyInARowAsFit() {
        let cells = ["1 Dune", "2 三体三体三体三体", "3 The Left Hand of Darkness and more"].map {
            PictureGrid.Cell(Self.picture, caption: $0)
        }
        #expect(
            PictureGrid.drawing(cells, columns: 31).rendered == """
                <####>          <####>
                <##>            <##>
                1 Dune          2 三体三体三体
                                三体

                <####>
                <##>
                3 The Left
                Hand of…

                """)
        #expect(PictureGrid.drawing(cells, columns: 46).lines.count == 5)
        // At least one, however narrow.
        #expect(PictureGrid.drawing(cells, columns: 5).lines.count == 14)
        #expect(PictureGrid.drawing([], columns: 80).isEmpty)
    }

    /// Graphics are drawn on rows that exist already, so that the screen does not scroll between
    /// them.
    @Test func placesGraphics() {
        let graphic = DrawnPicture.graphic(TerminalText(trusted: "G"), rows: 2)
        let cells = [
            PictureGrid.Cell(graphic, caption: "1 A"),
            PictureGrid.Cell(Self.picture, caption: "2 B"),
            PictureGrid.Cell(graphic, caption: "3 C"),
        ]
        let drawing = PictureGrid.drawing(cells, columns: 80).rendered
        #expect(
            drawing == """
                \(String(repeating: " ", count: 16))<####>
                \(String(repeating: " ", count: 16))<##>
                \u{1B}[2A\r\u{1B}7G\u{1B}8\r\u{1B}[32C\u{1B}7G\u{1B}8\r\u{1B}[2B\r\
                1 A             2 B             3 C

                """)
        #expect(DrawnPicture.isGraphic(drawing))
        #expect(!DrawnPicture.isGraphic("\u{1B}[31mred\u{1B}[0m 7"))
    }

    @Test func framesWhatCannotBeDrawn() {
        guard case .rows(let rows) = PictureGrid.frame("The Left Hand of Darkness") else {
            Issue.record("a frame is text")
            return
        }
        #expect(rows.first?.rendered == "┌────────────┐")
        #expect(rows.allSatisfy { $0.width == 14 })
    }
}
