import Testing
import TroveTesting

/// Tables on a terminal: columns align by cells, and rows fit the width.
@Suite(.timeLimit(.minutes(20))) struct TableFittingTests {
    @Test func columnsLineUpForEveryScript() throws {
        let trove = try ProgramUnderTest.trove()
        let titles = ["三体", "łódź", "😀 smile", "ABCDEFGHIJ", "cafe\u{301}", "ก็", "한글", "Ω"]
        for (index, title) in titles.enumerated() {
            try trove.script("add book \"\(title)\" author:Author\(index) pages:\(100 + index)")
        }
        let session = try trove.openTrove()
        try session.run("list")
        let columns = titles.indices.map { session.terminal.column(of: "Author\($0)") }
        #expect(columns.allSatisfy { $0 != nil && $0 == columns[0] }, "\(session.screen)")
        #expect(session.terminal.column(of: "author") == columns[0])
        let pages = titles.indices.map { session.terminal.column(of: "\(100 + $0)") }
        #expect(pages.allSatisfy { $0 != nil && $0 == pages[0] }, "\(session.screen)")
    }

    private static let long =
        "It was the best of times it was the worst of times "
        + "it was the age of wisdom it was the age of foolishness"

    @Test(arguments: [40, 60, 80, 120]) func rowsAreTruncatedToTheWidth(_ width: Int) throws {
        let trove = try ProgramUnderTest.trove()
        try trove.script(
            """
            add book "\(Self.long)" author:"Charles Dickens"
            add book "三体三体三体三体三体三体三体三体三体三体三体三体三体三体三体三体三体三体三体三体三体三体三体三体三体三体三体三体三体三体三体三体"
            """)
        let session = try trove.openTrove(size: WindowSize(columns: width, rows: 24))
        let list = try session.run("list")
        // A heading, the column names, and a row per book: nothing has wrapped.
        #expect(list.count == 4, "\(session.screen)")
        #expect(list.dropFirst(2).allSatisfy { $0.contains("…") }, "\(session.screen)")
        // The full width is used.
        let columns = (0..<24).compactMap { row in
            (0..<width).last { session.terminal.cell(.init(row: row, column: $0)).text != " " }
        }
        #expect(columns.contains { $0 >= width - 2 }, "\(session.screen)")
    }

    @Test func fitsAgainAfterAResize() throws {
        let trove = try ProgramUnderTest.trove(["XTERM_VERSION": "XTerm(379)"])
        try trove.script("add book \"\(Self.long)\"")
        let session = try trove.openTrove(size: WindowSize(columns: 60, rows: 24))
        #expect(try session.run("list")[2].contains("…"))
        try session.resize(to: WindowSize(columns: 160, rows: 24))
        #expect(try session.run("list")[2].contains(Self.long))
        try session.resize(to: WindowSize(columns: 40, rows: 24))
        let narrow = try session.run("list")
        #expect(narrow.count == 3)
        #expect(narrow.last?.contains("…") == true)
    }

    @Test func aPipeGetsWholeRows() throws {
        let trove = try ProgramUnderTest.trove()
        try trove.script("add book \"\(Self.long)\"")
        let session = try trove.openShell(size: WindowSize(columns: 60, rows: 24))
        try session.enter("\"$PROGRAM\" -c list | grep -o 'age of fool[a-z]*'")
        try session.waitUntil(shows: "\nage of foolishness")
        #expect(try trove.script("list").contains(Self.long))
    }

    @Test func aPageIsShownAsABar() throws {
        let trove = try ProgramUnderTest.trove()
        try trove.script("add book One\nadd book Two\nadd book Three pages:412")
        let session = try trove.openTrove()
        let shown = try session.run("page 3 120")
        #expect(shown == ["Three: page 120 of 412  ▓▓▓▓▓░░░░░░░░░░░░░░░ 29 %"])
    }
}
