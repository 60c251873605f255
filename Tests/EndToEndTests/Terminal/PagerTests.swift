import Testing
import TroveTesting

/// Output taller than the screen.
@Suite(.timeLimit(.minutes(20))) struct PagerTests {
    private static let count = 40

    /// Opens a shell with a pager that records its input, and more books than rows.
    private func open(pager: String? = nil) throws -> (Trove, TerminalSession) {
        var trove = try Trove()
        trove.environment["PAGER"] =
            try pager ?? trove.writeTool("pager", "cat > paged; echo PAGED")
        try trove.prepare((1...Self.count).map { "add book Title\($0)" }.joined(separator: "\n"))
        let session = try trove.openTrove()
        try session.run("count")
        return (trove, session)
    }

    @Test func isUsedForATallList() throws {
        let (trove, session) = try open()
        #expect(try session.run("list") == ["PAGED"])
        let paged = try trove.scratch.read("work/paged")
        for number in 1...Self.count { #expect(paged.contains("Title\(number)")) }
        #expect(paged.hasSuffix("\n"))
    }

    @Test func isNotUsedForAShortList() throws {
        let (trove, session) = try open()
        #expect(try session.run("list limit:5").contains { $0.contains("Title5") })
        #expect(!trove.scratch.exists("work/paged"))
    }

    /// The current size of the screen counts.
    @Test func dependsOnTheScreensHeight() throws {
        let (trove, session) = try open()
        try session.resize(to: WindowSize(columns: 80, rows: 60))
        #expect(try session.run("list").count >= Self.count)
        #expect(!trove.scratch.exists("work/paged"))
        try session.resize(to: WindowSize(columns: 80, rows: 8))
        #expect(try session.run("list limit:10") == ["PAGED"])
    }

    @Test func canBeTurnedOff() throws {
        let (trove, session) = try open()
        try session.run("settings pager off")
        #expect(try session.run("list").count >= Self.count)
        #expect(!trove.scratch.exists("work/paged"))
        try session.run("settings pager on")
        #expect(try session.run("list") == ["PAGED"])
    }

    @Test func isNotUsedInScripts() throws {
        let (trove, session) = try open()
        try session.press(.ctrl("d"))
        try session.waitForExit()
        let batch = try trove.program.openTerminal(["-c", "list"])
        #expect(try batch.waitForExit() == .success)
        #expect(batch.terminal.everything.contains("Title\(Self.count)"))
        #expect(!trove.scratch.exists("work/paged"))
    }

    struct Broken: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let pager: String
        /// What is on the screen nevertheless.
        let shown: String
    }

    @Test(arguments: [
        Broken(testDescription: "missing", pager: "no-such-pager", shown: "Title40"),
        Broken(testDescription: "quits early", pager: "head -n 3", shown: "Title1"),
        Broken(testDescription: "reads nothing", pager: "true", shown: ""),
        Broken(testDescription: "ends with an error", pager: "cat; false", shown: "Title40"),
        Broken(testDescription: "a blank after the name", pager: "cat ", shown: "Title40"),
    ])
    func aBrokenPagerNeverStopsTheShell(_ broken: Broken) throws {
        let (_, session) = try open(pager: broken.pager)
        let output = try session.run("list")
        #expect(broken.shown.isEmpty || output.contains { $0.contains(broken.shown) })
        #expect(try session.run("echo ok") == ["ok"])
        #expect(session.terminal.modes.contains(2004))
    }

    /// Without `PAGER` it is `less`, which keeps colors and does not clear the screen.
    @Test func lessIsTheDefault() throws {
        let (_, session) = try open(pager: "")
        try session.enter("list")
        try session.waitUntil("a full page") {
            $0.cursor.row == 23 && $0.textBeforeCursor.contains("q goes back")
        }
        #expect(session.screen.contains("Title5"))
        #expect(!session.screen.contains("ESC"))
        #expect(session.terminal.style(of: "40 books")?.isBold == true)
        try session.type("q")
        try session.waitForTrove()
        #expect(try session.run("echo ok") == ["ok"])
    }

    /// `less` cuts the beginning of a prompt that does not fit.
    @Test func aNarrowTerminalHasAShortPrompt() throws {
        var trove = try Trove()
        trove.environment["PAGER"] = ""
        try trove.prepare((1...Self.count).map { "add book Title\($0)" }.joined(separator: "\n"))
        let session = try trove.openTrove(size: WindowSize(columns: 24, rows: 12))
        try session.enter("list")
        try session.waitUntil(cursorFollows: "Space, q")
        #expect(session.screen.split(separator: "\n").last?.hasPrefix("Space, q") == true)
        try session.type("q")
        try session.waitForTrove()
    }

    /// A `less` that can keep the first lines on the screen does so for the head of a table.
    @Test(arguments: [(true, "--header=2 "), (false, "")])
    func theHeadOfATableStays(_ canKeep: Bool, _ option: String) throws {
        var trove = try Trove()
        _ = try trove.writeTool(
            "less",
            """
            if [ "$1" = --help ]; then echo '\(canKeep ? "  --header=[N]" : "  --quit")'; exit; fi
            cat > /dev/null; echo "less $*"
            """)
        trove.environment["PAGER"] = ""
        trove.environment["PATH"] = "\(trove.scratch.path("tools")):/usr/bin:/bin"
        try trove.prepare((1...Self.count).map { "add book Title\($0)" }.joined(separator: "\n"))
        let session = try trove.openTrove(size: WindowSize(columns: 120, rows: 24))
        #expect(try session.run("list").first?.hasPrefix("less \(option)-FRX ") == true)
        // The page of help is not a table.
        #expect(try session.run("help").first?.hasPrefix("less -FRX ") == true)
    }

    /// Ctrl-Z stops both the pager and the shell, so that only the calling shell reads keys; also
    /// while the pager has not yet read all of a list that is longer than a pipe.
    @Test(arguments: [Self.count, 4000]) func ctrlZStopsThePagerToo(_ count: Int) throws {
        var trove = try Trove()
        trove.environment["PAGER"] = ""
        try trove.prepare((1...count).map { "add book Title\($0)" }.joined(separator: "\n"))
        let session = try trove.openTroveFromShell()
        try session.enter("list")
        try session.waitUntil(shows: "q goes back")
        for _ in 1...2 {
            try session.press(.ctrl("z"))
            try session.waitForPrompt()
            #expect(try session.mode() == .normal)
            // A pager that still ran would consume some of these keys.
            for word in ["alpha", "beta", "gamma"] {
                try session.enter("echo \(word)-\(word)")
                try session.waitUntil(shows: "\n\(word)-\(word)")
                try session.waitForPrompt()
            }
            try session.enter("fg")
            try session.waitUntil("the pager again") {
                $0.textBeforeCursor.contains("q goes back")
            }
        }
        try session.type("q")
        try session.waitForTrove()
        #expect(try session.run("echo ok") == ["ok"])
    }

    /// A terminal that cannot move the cursor gets no pager.
    @Test func aDumbTerminalIsNotPaged() throws {
        var trove = try Trove()
        trove.environment["PAGER"] = try trove.writeTool("pager", "cat > paged; echo PAGED")
        try trove.prepare((1...Self.count).map { "add book Title\($0)" }.joined(separator: "\n"))
        let session = try trove.openTrove(terminal: "dumb")
        #expect(try session.run("list").contains { $0.contains("Title40") })
        #expect(!trove.scratch.exists("work/paged"))
    }

    @Test func ctrlCIsForThePager() throws {
        let trove = try Trove()
        // A trap would not run if the signal came just before `read`; before `wait` it does.
        let pager = try trove.writeTool(
            "pager",
            """
            cat > /dev/null
            trap 'kill $!; echo caught; read line < /dev/tty; echo over; exit 0' INT
            sleep 600 & echo ready; wait
            """)
        let (_, session) = try open(pager: pager)
        try session.enter("list")
        try session.waitUntil(shows: "\nready")
        try session.press(.ctrl("c"))
        try session.waitUntil(shows: "caught")
        try session.press(.enter)
        try session.waitUntil(shows: "\nover")
        try session.waitForTrove()
        #expect(try session.run("echo ok") == ["ok"])
    }
}
