import Testing
import TroveCommands
import TroveModel
import TroveTerminal

/// Pictures of ladders.
@Suite struct LadderDrawingTests {
    @Test(arguments: [
        (
            120,
            "Dune  want to have ── ● want to read ── started progress ── set aside ── completed reading"
        ),
        (70, "Dune  wish ── ● to-read ── reading ── abandoned ── finished"),
        (10, "wish ── ● to-read ── reading ── abandoned ── finished"),
    ])
    func marksTheState(_ columns: Int, _ row: String) throws {
        let context = try FakeContext("add book Dune state:to-read")
        let drawing = LadderDrawing.row(of: 1, in: context, columns: columns, style: .plain)
        #expect(drawing?.rendered == row)
    }

    @Test func aKindWithoutALadderHasNoPicture() throws {
        let context = try FakeContext("add gem Opal")
        #expect(LadderDrawing.row(of: 1, in: context, columns: 80, style: .plain) == nil)
        #expect(LadderDrawing.row(of: 7, in: context, columns: 80, style: .plain) == nil)
    }
}
