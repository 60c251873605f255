import Testing
import TroveTesting

/// Colors: on a terminal only.
@Suite(.timeLimit(.minutes(20))) struct ColorTests {
    /// Runs commands with everything that is ever colored: prompts, numbers, errors, questions,
    /// lists.
    private func work(_ session: TerminalSession) throws {
        try session.run("add book Dune")
        try session.run("list")
        try session.run("nonsense")
        try session.enter("delete 1")
        try session.waitUntil(cursorFollows: "[y/N] ")
        try session.typeOut("n")
        try session.submit()
        try session.typeOut("not")
        try session.press(.tab)
        try session.waitUntil("a list and the line") {
            $0.screen.contains("notices") && $0.textBeforeCursor.hasSuffix("> not")
        }
        try session.press(.ctrl("c"))
        try session.waitForTrove()
    }

    @Test func aTerminalGetsColors() throws {
        let session = try Trove().openTrove()
        try work(session)
        #expect(session.terminal.style(of: "Added")?.foreground == .palette(2))
        #expect(session.terminal.style(of: "error:")?.foreground == .palette(1))
        #expect(session.terminal.style(of: "1 book")?.isBold == true)
        #expect(session.terminal.style(of: "trove 1>")?.foreground == .palette(2))
    }

    /// The prompt's color ends before the input: libedit drops a code at the very end of a prompt.
    @Test func thePromptsColorDoesNotBleed() throws {
        let session = try Trove().openTrove()
        try session.run("count")
        #expect(session.terminal.style(of: "trove 0>")?.isBold == true)
        try session.typeOut("xyz 三体")
        // No command has this name.
        #expect(session.terminal.style(of: "xyz")?.foreground == .palette(1))
        #expect(session.terminal.style(of: "xyz")?.isBold == false)
        #expect(session.terminal.style(of: "体") == .plain)
        // A redraw gives the same.
        try session.press(.home, .ctrl("k"))
        try session.typeOut("abc")
        #expect(session.terminal.style(of: "abc") == .plain)
        try session.press(.ctrl("c"))
        try session.waitForTrove()
        #expect(session.terminal.style == .plain)
    }

    struct Refusal: CustomTestStringConvertible, Sendable {
        let testDescription: String
        var arguments: [String] = []
        var variables: [String: String] = [:]
        var terminal = "xterm-256color"
    }

    @Test(arguments: [
        Refusal(testDescription: "NO_COLOR", variables: ["NO_COLOR": "1"]),
        Refusal(testDescription: "--color never", arguments: ["--color", "never"]),
        Refusal(testDescription: "--color=never", arguments: ["--color=never"]),
        Refusal(testDescription: "TERM=dumb", terminal: "dumb"),
    ])
    func colorsCanBeTurnedOff(_ refusal: Refusal) throws {
        let trove = try Trove(environment: refusal.variables)
        let session = try trove.openTrove(refusal.arguments, terminal: refusal.terminal)
        try work(session)
        #expect(session.colorSequences == [])
    }

    @Test func noColorCanBeEmptyOrOverridden() throws {
        // https://no-color.org: when present and not an empty string.
        var session = try Trove(environment: ["NO_COLOR": ""]).openTrove()
        try session.run("add book Dune")
        #expect(session.terminal.style(of: "Added")?.foreground == .palette(2))
        session = try Trove(environment: ["NO_COLOR": "1"]).openTrove(["--color", "always"])
        try session.run("add book Dune")
        #expect(session.terminal.style(of: "Added")?.foreground == .palette(2))
    }

    @Test func theSettingWorksAtOnce() throws {
        let session = try Trove().openTrove()
        try session.run("settings color never")
        let before = session.colorSequences.count
        try session.run("add book Dune")
        try session.run("nonsense")
        // The prompt after `settings` may still be colored, but no later one.
        #expect(session.colorSequences.count <= before + 2)
        #expect(session.terminal.style(of: "Added") == .plain)
        try session.run("settings color always")
        try session.run("add book Emma")
        #expect(session.terminal.style(of: "Added book 2")?.foreground == .palette(2))
    }

    @Test func scriptsOnATerminalHaveNone() throws {
        let trove = try Trove()
        let session = try trove.program.openTerminal([
            "-c", "add book Dune", "-c", "list", "-c", "lst",
        ])
        #expect(try session.waitForExit() == .exited(1))
        #expect(session.screen.contains("Added book 1: Dune"))
        #expect(!session.output.contains(0x1B))
    }

    /// Stored text must not control the terminal.
    @Test func storedControlCharactersDoNotReachTheTerminal() throws {
        let trove = try Trove()
        try trove.prepare("add book \"Red \u{1B}[31mAlert\u{1B}]0;owned\u{07} \u{9B}2J\"")
        let session = try trove.openTrove()
        try session.run("count")
        let before = session.terminal.bellCount
        try session.run("list")
        try session.run("show 1")
        try session.typeOut("show \"Red")
        try session.press(.tab)
        try session.waitUntil("a longer line") { !$0.textBeforeCursor.hasSuffix("Red") }
        try session.press(.enter)
        try session.waitForTrove()
        let text = String(decoding: session.output, as: UTF8.self)
        #expect(!text.contains("\u{1B}[31mAlert") && !text.contains("\u{1B}]0;"))
        #expect(session.terminal.bellCount == before)
        #expect(session.screen.contains("Alert"))
    }
}
