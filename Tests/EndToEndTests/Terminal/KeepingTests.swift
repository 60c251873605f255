import Testing
import TroveTesting

/// Questions and marks for items that exist already or are lent.
@Suite(.timeLimit(.minutes(20))) struct KeepingTests {
    private static let question =
        "You already have book 1: Dune by Frank Herbert (same title and author). Add it again? [y/N] "

    @Test(arguments: [("y", true), ("n", false), ("", false)])
    func asksBeforeAddingADuplicate(_ answer: String, adds: Bool) throws {
        let trove = try Trove()
        try trove.prepare("add book Dune author:\"Frank Herbert\" state:reading")
        let session = try trove.openTrove([], size: WindowSize(columns: 120, rows: 24))
        try session.enter("add book DUNE author:\"frank herbert\"")
        try session.waitUntil(cursorFollows: Self.question)
        try session.typeOut(answer)
        try session.submit()
        #expect(session.screen.contains("Added book 2: DUNE") == adds)
        #expect(try trove.output(of: "count") == (adds ? "2\n" : "1\n"))
    }

    @Test func overdueItemsAreRed() throws {
        let trove = try Trove()
        try trove.prepare(
            """
            add book Dune
            add book Emma
            lend Dune to:Bob due:2000-01-01
            lend Emma to:Cleo due:9999
            """)
        let session = try trove.openTrove()
        try session.run("loans")
        #expect(session.terminal.style(of: "Bob (overdue)")?.foreground == .palette(1))
        #expect(session.terminal.style(of: "Cleo") == .plain)
        try session.run("show Dune")
        #expect(session.terminal.style(of: "Bob (overdue)")?.foreground == .palette(1))
    }

    /// When the column of borrowers does not fit, a mark follows the number.
    @Test func aNarrowTerminalHasMarks() throws {
        let trove = try Trove()
        try trove.prepare(
            "add book Dune author:\"Frank Herbert\" genre:sci-fi pages:412\nlend Dune to:Bob due:2000"
        )
        let session = try trove.openTrove([], size: WindowSize(columns: 30, rows: 24))
        try session.run("list")
        #expect(session.screen.contains("1 »"))
        #expect(session.screen.contains("» lent and overdue"))
    }
}
