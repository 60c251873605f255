import Testing
import TroveTesting

/// Bracketed paste, which libedit does not support.
@Suite(.timeLimit(.minutes(20))) struct PasteTests {
    @Test func severalLinesWaitForEnter() throws {
        let session = try Trove().openTrove()
        try session.run("count")
        try session.press(.paste("add book One\nadd book 三体\nadd gem Ruby\n"))
        try session.waitUntil(cursorFollows: "add book One⏎add book 三体⏎add gem Ruby")
        // Nothing has run: the prompt still has no count.
        #expect(session.row(session.cursor.row).hasPrefix("trove 0> "))
        #expect(!session.screen.contains("Added"))
        #expect(
            try session.submit() == ["Added book 1: One", "Added book 2: 三体", "Added gem 3: Ruby"])
        #expect(session.terminal.textBeforeCursor == "trove 3> ")
    }

    /// The system takes the character for Ctrl-C, and drops what comes before it.
    @Test(arguments: ["harmless\u{3}", "\u{3}", "a\u{3}b\nc\u{3}"])
    func ctrlCInAPasteRunsNothing(_ beginning: String) throws {
        let trove = try Trove()
        let session = try trove.openTrove()
        try session.run("add book Keep")
        try session.press(.paste(beginning + "delete 1 --yes\ncount\n"))
        try session.waitUntil("^C and a new prompt") {
            $0.screen.contains("^C") && $0.textBeforeCursor == "trove 1> "
        }
        #expect(try session.run("count") == ["1"])
        #expect(try trove.historyLines() == ["add book Keep", "count"])
    }

    /// Line ends that were cut with Ctrl-U are line ends when they are put into another line.
    @Test func cutLinesKeepTheirLineEnds() throws {
        let trove = try Trove()
        let session = try trove.openTrove()
        try session.press(.paste("add book Emma\nadd book Persuasion"))
        try session.waitUntil(cursorFollows: "add book Emma⏎add book Persuasion")
        try session.press(.ctrl("u"))
        try session.waitUntil("an empty line") { $0.isAtPrompt }
        #expect(try session.run("count") == ["0"])
        try session.press(.ctrl("y"))
        try session.waitUntil(cursorFollows: "add book Emma⏎add book Persuasion")
        #expect(
            try session.submit() == ["Added book 1: Emma", "Added book 2: Persuasion"])
    }

    /// Some keys wait for another one, and Ctrl-V pastes in other programs.
    @Test(arguments: [Key.ctrl("v"), .ctrl("x"), .escape])
    func aPasteBehindABegunKeyIsKept(_ key: Key) throws {
        let session = try Trove().openTrove()
        try session.run("count")
        try session.press(key)
        try session.press(.paste("count books"))
        try session.waitUntil(cursorFollows: "> count books")
        #expect(try session.submit() == ["0"])
    }

    /// Only as much as is highlighted is split into commands at each key.
    @Test func aLongOpenPasteStaysFast() throws {
        let session = try Trove().openTrove()
        let lines = (0..<4000).map { "line \($0) of a text in quotes that is never closed\n" }
        try session.press(.paste("add book \"" + lines.joined() + "end"))
        try session.waitUntil(cursorFollows: "end")
        try session.typeOut(String(repeating: "x", count: 20))
        try session.waitUntil(cursorFollows: "endxxxxxxxxxxxxxxxxxxxx")
        try session.press(.ctrl("c"))
        try session.waitUntil("a new prompt") { $0.isAtPrompt }
    }

    /// The sign that stands for a line end is only a sign when it is pasted or typed.
    @Test func pastedSignsAreSigns() throws {
        let trove = try Trove()
        try trove.prepare("add book Dune")
        let session = try trove.openTrove()
        try session.press(.paste("note 1 \"a⏎b⇥c\nd\u{10FA0A}\""))
        try session.waitUntil(cursorFollows: "note 1 \"a⏎b⇥c⏎d\"")
        try session.submit()
        let json = try trove.json()
        #expect(json.contains(#""note":"a⏎b⇥c\u000ad""#), "\(json)")
        try session.typeOut("add book x⏎y")
        #expect(try session.submit() == ["Added book 2: x⏎y"])
    }

    /// A title from the library with the characters that stand for a line end and a tab runs
    /// nothing when it is completed or suggested.
    @Test(arguments: [Key.tab, Key.right]) func titlesEndNoCommand(_ key: Key) throws {
        let trove = try Trove()
        try trove.scratch.write(
            "title\nxy\u{10FA0A}add\u{10FA09}book\u{10FA09}Pwned\n", to: "work/titles.csv")
        try trove.prepare("import titles.csv")
        let session = try trove.openTrove()
        // Loads the titles.
        try session.run("list")
        try session.typeOut("show xy")
        if key == .right { try session.waitUntil(shows: "show xyaddbookPwned") }
        try session.press(key)
        try session.waitUntil("the title") { $0.textBeforeCursor.contains("show xyaddbookPwned") }
        try session.submit()
        #expect(try session.run("count") == ["1"])
    }

    /// A mark that combines with the line end before it stays apart from it.
    @Test func lineEndsBeforeCombiningMarksAreKept() throws {
        let trove = try Trove()
        try trove.prepare("add book Dune")
        let session = try trove.openTrove()
        try session.press(.paste("note 1 \"a\n\u{301}b\""))
        try session.waitUntil("the paste") { $0.textBeforeCursor.hasSuffix("b\"") }
        try session.submit()
        let json = try trove.json()
        #expect(json.contains("\"note\":\"a\\u000a\u{301}b\""), "\(json)")
    }

    /// Pasted lines can be edited first, and become separate history entries.
    @Test func aPasteIsEditedAndRecalled() throws {
        let session = try Trove().openTrove()
        try session.typeOut("echo ")
        try session.press(.paste("one\r\necho two"))
        try session.waitUntil(cursorFollows: "echo one⏎echo two")
        try session.press(.backspace, .backspace, .backspace)
        try session.typeOut("three")
        #expect(try session.submit() == ["one", "three"])
        try session.press(.up)
        try session.waitUntil(cursorFollows: "> echo three")
        try session.press(.up)
        try session.waitUntil(cursorFollows: "> echo one")
        #expect(try session.submit() == ["one"])
    }

    struct Paste: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let pasted: String
        let shown: String
        let output: [String]
    }

    @Test(arguments: [
        Paste(
            testDescription: "a tab is a blank and completes nothing",
            pasted: "echo a\tb", shown: "echo a b", output: ["a b"]),
        Paste(
            testDescription: "Escape and what else controls is dropped",
            pasted: "echo a\u{1B}[31mb\u{07}\u{08}\u{7F}\u{12}c", shown: "echo a[31mbc",
            output: ["a[31mbc"]),
        Paste(
            testDescription: "arrow keys in the text move nothing",
            pasted: "echo one\u{1B}[D\u{1B}OAtwo", shown: "echo one[DOAtwo",
            output: ["one[DOAtwo"]),
        Paste(
            testDescription: "the end's mark cannot be forged by half of it",
            pasted: "echo a\u{1B}[20b", shown: "echo a[20b", output: ["a[20b"]),
        Paste(
            testDescription: "wide characters and emoji", pasted: "echo 三体 łódź 😀 👍🏽 end",
            shown: "łódź 😀 👍🏽 end", output: ["三体 łódź 😀 👍🏽 end"]),
        Paste(
            testDescription: "a newline at the end is not meant", pasted: "echo one\n\n",
            shown: "echo one", output: ["one"]),
        Paste(
            testDescription: "an empty line in between", pasted: "echo one\n\necho two",
            shown: "echo one⏎⏎echo two", output: ["one", "two"]),
        Paste(
            testDescription: "a comment line", pasted: "# note\necho two",
            shown: "# note⏎echo two", output: ["two"]),
        Paste(
            testDescription: "a quote over two lines", pasted: "echo \"one\ntwo\"\necho three",
            shown: "echo \"one⏎two\"⏎echo three", output: ["one", "two", "three"]),
        Paste(
            testDescription: "a backslash at a line's end", pasted: "echo one \\\ntwo\necho three",
            shown: "echo one \\⏎two⏎echo three", output: ["one two", "three"]),
        Paste(
            testDescription: "the mark itself, in one line", pasted: "echo Enter ⏎ key",
            shown: "echo Enter ⏎ key", output: ["Enter ⏎ key"]),
    ])
    func isInsertedAsText(_ paste: Paste) throws {
        let session = try Trove().openTrove()
        try session.press(.paste(paste.pasted))
        try session.waitUntil(cursorFollows: paste.shown)
        let output = try session.submit()
        #expect(output == paste.output)
        #expect(session.terminal.bellCount == 0)
        #expect(session.terminal.unknownSequences == [])
    }

    /// The first error ends a paste. The commands from the error on are one entry of the history.
    @Test func anErrorInTheMiddleStopsThePaste() throws {
        let trove = try Trove()
        let session = try trove.openTrove()
        try session.press(.paste("echo one\n# a note\necho two\nxyzzy\necho four\n\necho five"))
        try session.waitUntil(cursorFollows: "⏎xyzzy⏎echo four⏎⏎echo five")
        let output = try session.submit()
        #expect(output.prefix(3) == ["one", "two", "error: there is no command \"xyzzy\""])
        #expect(output.last == "2 of 5 commands ran; the rest is in the history: ↑")
        #expect(!output.contains("four"))
        #expect(
            try trove.historyLines() == [
                "echo one", "# a note", "echo two", "xyzzy", #"xyzzy\necho four\n\necho five"#,
            ])
        try session.press(.up)
        try session.waitUntil(cursorFollows: "> xyzzy⏎echo four⏎⏎echo five")
        try session.press(.home)
        try session.typeOut("echo ")
        #expect(try session.submit() == ["xyzzy", "four", "five"])
    }

    /// With a correction, ↑ brings the rest corrected.
    @Test func theRestOfAPasteIsCorrected() throws {
        let session = try Trove().openTrove()
        try session.press(.paste("echo one\nlst genre==x\ncount"))
        try session.waitUntil(cursorFollows: "⏎count")
        #expect(
            try session.submit().last == "1 of 3 commands ran; the rest is in the history: ↑")
        try session.press(.up)
        try session.waitUntil(cursorFollows: "> list genre==x⏎count")
        #expect(
            try session.submit().last == "0 of 2 commands ran; the rest is in the history: ↑")
        try session.press(.up)
        try session.waitUntil(cursorFollows: "> list genre=x⏎count")
        #expect(try session.submit().last == "0")
    }

    /// A warning offers a correction for ↑ only behind the last command, which ↑ recalls.
    @Test func aWarningInTheMiddleOffersNothing() throws {
        let session = try Trove().openTrove()
        try session.press(.paste("list boks\n# done"))
        try session.waitUntil(cursorFollows: "⏎# done")
        let output = try session.submit()
        #expect(output.contains { $0.contains("did you mean books?") }, "\(output)")
        #expect(!output.contains { $0.contains("↑") }, "\(output)")
        try session.press(.up)
        try session.waitUntil(cursorFollows: "> # done")
        try session.press(.ctrl("u"))
        try session.press(.paste("count\nlist boks"))
        try session.waitUntil(cursorFollows: "⏎list boks")
        #expect(try session.submit().contains { $0.contains("↑ recalls the corrected line") })
        try session.press(.up)
        try session.waitUntil(cursorFollows: "> list books")
    }

    @Test func anErrorAtTheEndLeavesNoRest() throws {
        let session = try Trove().openTrove()
        try session.press(.paste("echo one\necho two\nshow 7"))
        try session.waitUntil(cursorFollows: "⏎show 7")
        #expect(try session.submit().last == "2 of 3 commands ran")
        try session.press(.up)
        try session.waitUntil(cursorFollows: "> show 7")
    }

    /// A line that may be a password is not kept in the history with the rest.
    @Test func theRestHasNoSecrets() throws {
        let trove = try Trove()
        let session = try trove.openTrove()
        try session.press(.paste("show 7\nlogin ann@example.org hunter2\ncount"))
        try session.waitUntil(cursorFollows: "⏎count")
        try session.submit()
        #expect(try trove.historyLines() == ["show 7", #"show 7\ncount"#])
    }

    /// Scripts go on after an error.
    @Test func aScriptGoesOn() throws {
        let trove = try Trove()
        let run = try trove.run("echo one\nxyzzy\necho two", errors: .merged)
        #expect(run.text.contains("two\n") && !run.text.contains("of 3 commands ran"))
    }

    /// A paste whose last line opens a quote continues at the continuation prompt.
    @Test func anOpenQuoteContinues() throws {
        let session = try Trove().openTrove()
        try session.press(.paste("echo one\necho \"two"))
        try session.waitUntil(cursorFollows: "echo one⏎echo \"two")
        try session.press(.enter)
        try session.waitUntil("a prompt to go on") { $0.textBeforeCursor == "   …\" " }
        try session.typeOut("three\"")
        #expect(try session.submit() == ["one", "two", "three"])
    }

    @Test func twentyKilobytesArriveComplete() throws {
        let trove = try Trove()
        let session = try trove.openTrove()
        let words = (0..<2_900).map { "word\($0)" }.joined(separator: " ")
        #expect(words.utf8.count > 20_000)
        try session.press(.paste("add book \"Long\" description:\"\(words)\""), .enter)
        try session.waitUntil(shows: "Added book 1: Long")
        try session.waitForTrove()
        let json = try trove.output(of: "show 1", ["--json"])
        #expect(json.contains("\"description\":\"\(words)\""))
        #expect(try session.run("echo ok") == ["ok"])
    }

    @Test func ctrlCInAPasteDropsTheLine() throws {
        let trove = try Trove()
        let session = try trove.openTrove()
        try session.typeOut("add book ")
        try session.type("\u{1B}[200~Half")
        try session.press(.ctrl("c"))
        try session.waitUntil("^C and a prompt") { $0.screen.contains("^C") && $0.isAtPrompt }
        // Until then, the rest of a paste that had begun is discarded.
        try session.type("\u{1B}[201~")
        #expect(try session.run("echo ok") == ["ok"])
        #expect(try session.run("count") == ["0"])
    }

    @Test func worksAtAQuestion() throws {
        let trove = try Trove()
        try trove.prepare("add book Dune")
        let session = try trove.openTrove()
        try session.enter("delete 1")
        try session.waitUntil(cursorFollows: "[y/N] ")
        try session.press(.paste("y\n"))
        try session.waitUntil(cursorFollows: "[y/N] y")
        try session.submit()
        #expect(try trove.output(of: "count") == "0\n")
    }
}
