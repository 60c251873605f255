import Testing
import TroveTesting

/// Notices above the line being typed.
@Suite(.timeLimit(.minutes(20))) struct NoticeTests {
    private static let notice = "Another shell: added book \"Dune\"."

    @Test func anotherShellsChangeAppearsAboveTheLine() throws {
        let trove = try Trove()
        let session = try trove.openTrove()
        #expect(try session.run("count") == ["0"])
        try session.typeOut("echo half 三体")
        try session.press(.left, .left)
        try session.waitUntil(cursorFollows: "echo half ")
        try trove.prepare("add book Dune")
        try session.waitUntil("the notice above the line") {
            let row = $0.cursor.row
            return row > 0 && $0.row(row - 1) == Self.notice
                && $0.row(row).hasSuffix("> echo half 三体")
                && $0.textBeforeCursor.hasSuffix("> echo half ")
        }
        try session.type("x")
        try session.press(.end)
        try session.waitUntil(cursorFollows: "> echo half x三体")
        #expect(try session.submit() == ["half x三体"])
        // It appears once, and the prompt has the new number.
        #expect(session.terminal.count(of: Self.notice) == 1)
        #expect(session.terminal.textBeforeCursor == "trove 1> ")
        #expect(try session.run("notices") == ["2026-11-20 12:00  " + Self.notice])
        #expect(try session.run("list").contains { $0.contains("Dune") })
    }

    /// All rows of the line are erased and redrawn.
    @Test func aLineOfSeveralRowsStaysIntact() throws {
        let trove = try Trove()
        let session = try trove.openTrove(size: WindowSize(columns: 40, rows: 24))
        try session.run("count")
        // 9 cells of prompt, 5 of the verb: the wide characters wrap in the middle of the row.
        let text = String(repeating: "三体", count: 10) + " and the end"
        try session.type("echo " + text)
        try session.waitUntil(cursorFollows: "and the end")
        let top = session.cursor.row - 1
        let before = [session.row(top), session.row(top + 1)]
        #expect(before[0].hasPrefix("trove 0> echo 三体"))
        try trove.prepare("add book Dune")
        try session.waitUntil("the notice, and the line below it") {
            $0.row(top) == Self.notice && $0.textBeforeCursor.hasSuffix("and the end")
                && $0.row(top + 1).hasPrefix("trove 0> echo 三体")
        }
        #expect([session.row(top + 1), session.row(top + 2)] == before)
        #expect(session.terminal.count(of: "echo") == 1)
        try session.press(.enter)
        try session.waitForTrove("trove 1> ")
        // A blank at the end of a row is not kept.
        let printed = session.terminal.everything.filter { !$0.isWhitespace }
        let twice = (text + text + "trove 1>").filter { !$0.isWhitespace }
        #expect(printed.hasSuffix(twice), "\(printed)")
        #expect(try trove.historyLines().last == "echo " + text)
    }

    /// With the cursor in the first of three rows, no other row is left behind.
    @Test func worksWithTheCursorInAnyRow() throws {
        let trove = try Trove()
        let session = try trove.openTrove(size: WindowSize(columns: 34, rows: 24))
        try session.run("count")
        let text = "echo first row of the line, second row of the line, third and last row"
        try session.type(text)
        try session.waitUntil(cursorFollows: "last row")
        try session.press(.home)
        try session.waitUntil(cursorFollows: "trove 0> ")
        let top = session.cursor.row
        let before = (0..<3).map { session.row(top + $0) }
        try trove.prepare("add book Dune")
        try session.waitUntil("the notice, and the cursor before the line") {
            $0.row(top) == Self.notice && $0.textBeforeCursor == "trove 0> "
        }
        #expect((1...3).map { session.row(top + $0) } == before)
        #expect(session.row(top + 4) == "")
        try session.press(.end)
        try session.waitUntil(cursorFollows: "last row")
        try session.submit()
        #expect(try trove.historyLines().last == text)
    }

    /// At the bottom of the screen everything scrolls.
    @Test func scrollsTheScreen() throws {
        let trove = try Trove()
        let session = try trove.openTrove(size: WindowSize(columns: 60, rows: 6))
        for number in 1...6 { try session.run("echo \(number)") }
        try session.typeOut("echo half")
        #expect(session.cursor.row == 5)
        try trove.prepare("add book Dune")
        try session.waitUntil("the notice in the last row but one") {
            $0.row(4) == Self.notice && $0.textBeforeCursor.hasSuffix("> echo half")
        }
        #expect(session.terminal.count(of: "echo half") == 1)
        #expect(try session.submit() == ["half"])
    }

    /// Changes say what they are about: one or two items by title, and how many others.
    @Test func changesAreNamed() throws {
        let trove = try Trove()
        try trove.prepare(
            """
            add book "Les Misérables" pages:1400 page:500
            add book Dune author:Herbert
            """)
        let session = try trove.openTrove(size: WindowSize(columns: 120, rows: 24))
        try session.run("count")
        for (commands, notice) in [
            ("page 1 600", #"Another shell: page of "Les Misérables" 500 → 600."#),
            ("page 1 700\npage 1 800", #"Another shell: page of "Les Misérables" 600 → 800."#),
            (
                "set 2 author: rating:5 genre:sci-fi",
                #"Another shell: author of "Dune" Herbert → (none), "#
                    + "genre (none) → sci-fi, and 1 more field."
            ),
            (
                "delete 2 --yes\nset 1 state:reading",
                #"Another shell: deleted book "Dune"; state of "Les Misérables" wish → reading, "#
                    + "started (none) → 2026-11-20."
            ),
            (
                "note 1 \"a long text about the streets of Paris\"",
                #"Another shell: note of "Les Misérables" (none) → a long text about the streets…."#
            ),
            // Long texts are shown where they begin to differ.
            (
                "note 1 \"a long text about the streets of London\"",
                #"note of "Les Misérables" … streets of Paris → … streets of London."#
            ),
            // The entry of the read list changes, too.
            ("read 1 on:2026-11-19", #"state of "Les Misérables" reading → finished"#),
            ("rate 1 4", #"Another shell: rating of "Les Misérables" (none) → 4."#),
            // Two items that share a title are two changes.
            (
                "add book Twin author:A\nadd book Twin author:B",
                #"Another shell: added book "Twin"; added book "Twin"."#
            ),
        ] {
            try trove.prepare(commands)
            try session.waitUntil(shows: notice)
            try session.waitForTrove()
        }
    }

    /// A notice is wrapped between words, also when the window was resized after the last command.
    @Test func aNoticeFitsTheResizedWindow() throws {
        let trove = try Trove()
        let session = try trove.openTrove(size: WindowSize(columns: 100, rows: 24))
        try session.run("count")
        try session.resize(to: WindowSize(columns: 40, rows: 24))
        try trove.prepare("add book \"One Hundred Years of Solitude\"")
        try session.waitUntil("the notice in two rows") {
            $0.screen.contains("Another shell: added book \"One Hundred\nYears of Solitude\".")
        }
    }

    @Test func aSearchStaysIntact() throws {
        let trove = try Trove()
        let session = try trove.openTrove()
        try session.run("echo 三体")
        try session.press(.ctrl("r"))
        try session.type("三")
        try session.waitUntil(shows: "(search) 三\n echo 三体")
        try trove.prepare("add book Dune")
        try session.waitUntil("the notice above the search") {
            let row = $0.cursor.row
            return row > 0 && $0.row(row - 1) == Self.notice
                && $0.row(row) == "(search) 三" && $0.row(row + 1) == " echo 三体"
        }
        try session.press(.enter)
        try session.waitForTrove()
        #expect(session.row(session.cursor.row - 1) == "三体")
    }

    /// Changes by several processes are collected, and each is reported once.
    @Test func severalChangesAreCounted() throws {
        let trove = try Trove()
        let session = try trove.openTrove()
        try session.run("count")
        try trove.prepare("add book One\nadd book Two\nadd book Three")
        try session.waitUntil(shows: #"added book "Two"; and 1 more item."#)
        try session.waitForTrove()
        #expect(try session.run("count") == ["3"])
    }

    @Test func ownChangesCauseNoNotice() throws {
        let trove = try Trove()
        let session = try trove.openTrove()
        try session.run("add book Dune")
        try session.run("add book Emma")
        #expect(try session.run("notices") == ["No notices."])
        // When the other change is reported, earlier reports are complete.
        try trove.prepare("add book Alien")
        let notice = #"Another shell: added book "Alien"."#
        try session.waitUntil(shows: notice)
        try session.waitForTrove()
        #expect(try session.run("notices") == ["2026-11-20 12:00  " + notice])
        #expect(session.terminal.count(of: "Another shell") == 2)
    }

    /// A command's question counts as a line too.
    @Test func aQuestionStaysIntact() throws {
        let trove = try Trove()
        try trove.prepare("add book Dune")
        let session = try trove.openTrove()
        try session.run("count")
        try session.enter("delete 1")
        try session.waitUntil(cursorFollows: "[y/N] ")
        try trove.prepare("add book Emma")
        try session.waitUntil("the notice above the question") {
            $0.screen.contains(#"Another shell: added book "Emma"."#)
                && $0.textBeforeCursor.hasSuffix("[y/N] ")
        }
        try session.typeOut("y")
        #expect(try session.submit().contains("Deleted book 1: Dune"))
        #expect(try session.run("count") == ["1"])
    }
}
