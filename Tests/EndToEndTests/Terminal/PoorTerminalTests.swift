import Testing
import TroveTesting

/// Dumb and unknown terminals.
@Suite(.timeLimit(.minutes(20))) struct PoorTerminalTests {
    static let terminals = ["dumb", "nonsense", "", "unknown"]

    @Test(arguments: terminals) func worksWithoutStrayOutput(_ terminal: String) throws {
        let trove = try Trove()
        let session = try trove.openTrove(terminal: terminal)
        // libedit prints two lines about an unknown terminal.
        #expect(session.row(0).hasPrefix("Welcome to Trove"), "\(session.screen)")
        #expect(!session.screen.contains("termcap") && !session.screen.contains("terminal type"))
        try session.run("add book 三体")
        #expect(session.screen.contains("Added book 1: 三体"))
        #expect(try session.run("list").contains { $0.contains("三体") })
        try session.typeOut("echo half")
        try session.press(.ctrl("c"))
        try session.waitForTrove()
        try session.enter("delete 1")
        try session.waitUntil(cursorFollows: "[y/N] ")
        try session.typeOut("y")
        try session.submit()
        try session.press(.ctrl("d"))
        #expect(try session.waitForExit() == .success)
        #expect(session.screen.hasSuffix("Everything is saved. Goodbye."))
        // An unknown terminal is usually a new one with colors; nothing else is assumed.
        #expect(!session.hasMoreThanColors)
        if terminal == "dumb" || terminal.isEmpty { #expect(session.colorSequences == []) }
        #expect(session.terminal.bellCount == 0)
    }

    @Test(arguments: ["dumb", "nonsense"]) func basicEditingWorks(_ terminal: String)
        throws
    {
        let session = try Trove().openTrove(terminal: terminal)
        try session.type("echo onx")
        try session.press(.backspace)
        try session.type("e\r")
        try session.waitUntil("the output and a prompt") {
            $0.row($0.cursor.row - 1) == "one" && $0.isAtPrompt
        }
        try session.press(.up, .enter)
        try session.waitUntil("the output again") { $0.count(of: "one") >= 4 && $0.isAtPrompt }
        try session.run("echo end")
        #expect(!session.hasMoreThanColors)
    }

    @Test func noticesWorkOnADumbTerminal() throws {
        let trove = try Trove()
        let session = try trove.openTrove(terminal: "dumb")
        try session.run("count")
        try session.typeOut("echo half")
        try trove.prepare("add book Dune")
        try session.waitUntil("the notice, and the new prompt with the line") {
            $0.screen.contains("Another shell: ")
                && $0.textBeforeCursor.hasSuffix("trove 1> echo half")
        }
        #expect(try session.submit() == ["half"])
    }

    @Test func aNarrowTerminalIsUsable() throws {
        let session = try Trove().openTrove(
            size: WindowSize(columns: 12, rows: 6))
        try session.type("echo 三体三体")
        try session.waitUntil("the end of the line") { $0.row($0.cursor.row).hasSuffix("体") }
        try session.press(.enter)
        try session.waitUntil("the output and a prompt") {
            $0.row($0.cursor.row - 1) == "三体三体" && $0.isAtPrompt
        }
    }
}
