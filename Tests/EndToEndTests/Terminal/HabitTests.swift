import Testing
import TroveTesting

/// `alias`, `timing`, `watch`, the start file and plain mode at the prompt.
@Suite(.timeLimit(.minutes(20))) struct HabitTests {
    private static let startFile = "home/.config/trove/rc.trove"
    private static let aliasFile = "home/.config/trove/aliases.json"

    // MARK: Aliases

    @Test func anAliasIsKeptForLaterSessions() throws {
        let trove = try Trove()
        try trove.prepare("add book Dune state:reading\nadd book Emma")
        let session = try trove.openTrove()
        try session.run("alias r count books state=reading")
        #expect(try session.run("alias r") == ["alias r count books state=reading"])
        try session.enter("quit")
        try session.waitForExit()
        let later = try trove.openTrove()
        #expect(try later.run("r") == ["1"])
        try later.run("alias r --remove")
        #expect(try later.run("alias").first?.hasPrefix("No aliases.") == true)
        #expect(try trove.openTrove().run("alias").first?.hasPrefix("No aliases.") == true)
    }

    /// As the name of a verb, that of an alias is the same in any case.
    @Test func theCaseOfAnAliasDoesNotMatter() throws {
        let trove = try Trove()
        #expect(
            try trove.output(of: "alias Howmany count\nHOWMANY books") == "alias howmany count\n0\n"
        )
        try trove.scratch.write("{\"LB\": \"list books\"}", to: Self.aliasFile)
        let session = try trove.openTrove()
        #expect(try session.run("lb") == session.run("list books"))
        try session.run("alias Lb --remove")
        #expect(try trove.openTrove().run("alias").first?.hasPrefix("No aliases.") == true)
    }

    /// A script neither keeps aliases nor depends on those of the user.
    @Test func scriptsHaveTheirOwnAliases() throws {
        let trove = try Trove()
        #expect(try trove.output(of: "alias c count\nc") == "alias c count\n0\n")
        #expect(!trove.scratch.exists(Self.aliasFile))
        try trove.scratch.write("{\"c\": \"count\"}", to: Self.aliasFile)
        #expect(try trove.program.run(["-c", "c"]).status == .exited(1))
        #expect(try trove.openTrove().run("c") == ["0"])
    }

    /// Aliases of the start file are defined at every start, and are not kept besides.
    @Test func aliasesOfTheStartFileAreNotStored() throws {
        let trove = try Trove()
        try trove.scratch.write("alias c count\n", to: Self.startFile)
        let session = try trove.openTrove()
        #expect(try session.run("c") == ["0"])
        #expect(!trove.scratch.exists(Self.aliasFile))
        #expect(try trove.openTrove(["--no-rc"]).run("c").first?.hasPrefix("error: ") == true)
    }

    @Test func aDamagedAliasFileIsReportedAndKept() throws {
        let trove = try Trove()
        try trove.scratch.write("not JSON", to: Self.aliasFile)
        let session = try trove.openTrove()
        #expect(session.terminal.unspaced.contains("isnotvalid:correctitorremoveit"))
        #expect(try session.run("echo ok") == ["ok"])
        #expect(try trove.scratch.read(Self.aliasFile) == "not JSON")
    }

    /// An alias stands for a verb only, so it cannot contain itself.
    @Test func anAliasIsExpandedOnce() throws {
        let trove = try Trove()
        try trove.scratch.write("{\"a\": \"b x\", \"b\": \"a y\"}", to: Self.aliasFile)
        let session = try trove.openTrove()
        #expect(try session.run("a").first?.hasPrefix(#"error: there is no command "b""#) == true)
    }

    // MARK: The start file

    @Test func theStartFileIsSilent() throws {
        let trove = try Trove()
        try trove.scratch.write(
            "echo loud\nadd book Xyzzy\nuse gem\nnonsense\nlist\nsettings timing on\n",
            to: Self.startFile)
        let session = try trove.openTrove()
        #expect(!session.screen.contains("loud") && !session.screen.contains("Xyzzy"))
        #expect(session.terminal.unspaced.contains("rc.trove:4:1:error:"))
        // The lines after the error were run.
        #expect(session.terminal.textBeforeCursor == "trove:gem 1> ")
        #expect(try session.run("count").last?.hasPrefix("Time: ") == true)
    }

    // MARK: Timing

    /// Neither an answer nor an editor counts as the command's time.
    @Test func timingLeavesOutTheTimeOfTheUser() throws {
        var trove = try Trove()
        try trove.prepare("add book Dune")
        trove.environment["EDITOR"] = try trove.writeTool(
            "editor", "sleep 1.2; sed -i 's/^genre:.*/genre: sci-fi/' \"$1\"")
        let session = try trove.openTrove()
        try session.run("timing on")
        let edited = try session.run("edit 1")
        #expect(edited.last?.hasSuffix(" ms") == true, "\(edited)")
        try session.enter("delete 1")
        try session.waitUntil(cursorFollows: "[y/N] ")
        // Nothing comes while the question waits.
        #expect(throws: WaitFailure.self) {
            try session.waitUntil(shows: "Deleted", timeLimit: .milliseconds(1200))
        }
        try session.type("y")
        let deleted = try session.submit()
        #expect(deleted.last?.hasSuffix(" ms") == true, "\(deleted)")
    }

    @Test func timingShowsATimeAfterEachCommand() throws {
        let trove = try Trove()
        let session = try trove.openTrove()
        #expect(try session.run("timing on") == ["Timing is on."])
        let output = try session.run("echo hello")
        #expect(output.count == 2 && output[0] == "hello", "\(output)")
        #expect(output[1].hasPrefix("Time: ") && output[1].hasSuffix("s"), "\(output)")
        #expect(try session.run("settings timing").first == "timing  on")
        #expect(try session.run("timing off") == ["Timing is off."])
        #expect(try session.run("echo hello") == ["hello"])
        let run = try trove.program.run([
            "--json", "-c", "timing on", "-c", "echo x", "-c", "nonsense",
        ])
        #expect(run.text == "{\"message\":\"Timing is on.\"}\n{\"message\":\"x\"}\n", "\(run)")
        let times = run.errorText.split(separator: "\n").filter { $0.hasPrefix("Time: ") }
        #expect(times.count == 2, "\(run)")
    }

    // MARK: Watch

    @Test func watchRedrawsInPlaceUntilAKey() throws {
        let trove = try Trove()
        try trove.prepare("add book Dune")
        let session = try trove.openTrove()
        try session.run("count")
        try session.enter("watch 0.2 list books")
        try session.waitUntil(shows: "1 book\n")
        #expect(session.screen.contains("Every 0.2 s (any key stops): list books"))
        try trove.prepare("add book Emma\nadd book Faust")
        try session.waitUntil(shows: "3 books\n")
        #expect(session.terminal.count(of: "Every 0.2 s") == 1)
        #expect(session.terminal.count(of: "Dune") == 1)
        try session.type("x")
        try session.waitForTrove("trove 3> ")
        // The key is not part of the next line, and the terminal echoes again.
        #expect(try session.run("echo ok") == ["ok"])
        #expect(session.terminal.count(of: "Every 0.2 s") == 1)
    }

    /// Only the key that ends it is dropped: what follows is typed ahead, and a paste stays data.
    @Test func whatIsTypedDuringAWatchIsKept() throws {
        let session = try Trove().openTrove()
        try session.enter("watch 60 count")
        try session.waitUntil(shows: "Every 60 s (any key stops): count")
        try session.type("xecho typed\r")
        try session.waitUntil(shows: "\ntyped\n")
        try session.waitForTrove()
        try session.enter("watch 60 count")
        try session.waitUntil("the second watch, with brackets around pastes") {
            $0.count(of: "Every 60 s (any key stops): count") == 2 && $0.modes.contains(2004)
        }
        try session.type("\u{1B}[200~echo one\recho two\u{1B}[201~")
        try session.waitUntil("the paste in the line") { $0.textBeforeCursor.hasSuffix("echo two") }
        #expect(session.terminal.count(of: "\none\n") == 0)
        try session.press(.ctrl("u"))
        // Escape is a key of its own, too.
        try session.enter("watch 60 count")
        try session.waitUntil("the third watch") {
            $0.count(of: "Every 60 s (any key stops): count") == 3
        }
        try session.press(.escape)
        try session.waitForTrove()
        #expect(try session.run("echo ok") == ["ok"])
    }

    /// What the shell writes while the program is stopped is not overwritten.
    @Test func watchGoesOnBelowAfterControlZ() throws {
        let trove = try Trove()
        try trove.prepare("add book Dune\nadd book Emma")
        let session = try trove.openTroveFromShell()
        try session.enter("watch 60 list books")
        try session.waitUntil(shows: "2 books\n")
        try session.press(.ctrl("z"))
        try session.waitForPrompt()
        try session.enter("echo outside")
        try session.waitUntil(shows: "\noutside")
        try session.waitForPrompt()
        try trove.prepare("add book Faust")
        try session.enter("fg")
        try session.waitUntil(shows: "3 books\n")
        #expect(session.screen.contains("2 books\n") && session.screen.contains("\noutside"))
        try session.type("x")
        try session.waitForTrove()
    }

    /// The next run may be far away.
    @Test func watchRedrawsAfterAResize() throws {
        let trove = try Trove()
        try trove.prepare("add book Dune author:\"Frank Herbert\" genre:sci-fi pages:412")
        let session = try trove.openTrove()
        try session.run("count")
        try session.enter("watch 60 list books")
        try session.waitUntil(shows: "1  Dune   Frank Herbert")
        try session.resize(to: WindowSize(columns: 40, rows: 12))
        try session.waitUntil(shows: "   Frank Herbert · wish")
        #expect(session.terminal.count(of: "Every 60 s") == 1, "\(session.screen)")
        try session.type("x")
        try session.waitForTrove()
    }

    @Test func watchEndsWithControlC() throws {
        let trove = try Trove()
        let session = try trove.openTrove()
        try session.run("alias c count books")
        try session.enter("watch 60 c")
        try session.waitUntil(shows: "Every 60 s (any key stops): c")
        try session.press(.ctrl("c"))
        try session.waitForTrove()
        #expect(try session.run("echo ok") == ["ok"])
    }

    @Test(arguments: [
        ("watch 1 add book Dune", "error: watch only runs commands that show data"),
        ("watch 1 quit", "error: watch only runs commands that show data"),
        ("watch 1 queue drop all", "error: watch only runs commands that show data"),
        ("watch 1 lst", #"error: there is no command "lst""#),
        ("watch 1 show 7", "error: there is no item 7"),
    ])
    func watchRefuses(_ command: String, _ message: String) throws {
        let trove = try Trove()
        let session = try trove.openTrove()
        let output = try session.run(command)
        #expect(output.contains { $0.hasPrefix(message) }, "\(output)")
        #expect(try session.run("count") == ["0"])
    }

    @Test func watchNeedsATerminal() throws {
        let trove = try Trove()
        let run = try trove.program.run(["-c", "watch 1 list"])
        #expect(run.status == .exited(1))
        #expect(run.errorText.contains("error: watch needs a terminal"), "\(run)")
        try trove.scratch.write("watch 1 list\necho after\n", to: "work/w.trove")
        let output = try trove.openTrove().run("source w.trove")
        #expect(output.first?.hasSuffix("error: watch needs a terminal") == true, "\(output)")
        #expect(output.last == "after")
    }

    // MARK: Plain mode

    @Test func plainModeHasNoBarsAndNoTables() throws {
        let trove = try Trove()
        try trove.prepare("add book Dune pages:100 page:50 state:reading\nadd book Emma")
        let session = try trove.openTrove()
        try session.run("settings plain on")
        #expect(
            try session.run("list books").prefix(4) == [
                "2 books", "number: 1", "kind: book", "title: Dune",
            ])
        #expect(try session.run("list books").contains("page: 50 (50 %)"))
        #expect(try session.run("page 1 60") == ["Dune: page 60 of 100  60 %"])
        let statistics = try session.run("stats")
        #expect(statistics.contains { $0.hasSuffix(": 1") }, "\(statistics)")
        #expect(!statistics.joined().contains("▓"))
        #expect(try session.run("filter rating>3") == ["Nothing found."])
        let error = try session.run("list gener=x")
        #expect(error.count > 1 && error[1] == "  at: gener", "\(error)")
        #expect(!error.joined().contains("^"), "\(error)")
        try session.run("lend 1 to:Anna due:2020-01-01")
        #expect(try session.run("loans").last == "1 item is lent; it is overdue.")
        try session.run("settings output table")
        #expect(try session.run("list books")[1].hasPrefix("#"))
    }

    /// Candidates are read line by line, and the line is not drawn again for its looks.
    @Test func plainModeListsCandidatesInLines() throws {
        let trove = try Trove()
        let session = try trove.openTrove()
        try session.run("settings plain on")
        try session.type("net ")
        try session.press(.tab)
        try session.waitUntil(shows: "\nauto\n")
        try session.waitUntil(cursorFollows: "> net ")
        let before = session.output.count
        try session.type("bogus ")
        try session.waitUntil(cursorFollows: "> net bogus ")
        let sent = session.output.dropFirst(before)
        #expect(!sent.contains(0x1B), "\(String(decoding: sent, as: UTF8.self).debugDescription)")
    }

    /// Without a redraw, a result is written again only when it has changed.
    @Test func watchWritesOnlyChangesInPlainMode() throws {
        let trove = try Trove()
        let session = try trove.openTrove()
        try session.run("settings plain on")
        try session.enter("watch 0.1 count books")
        try session.waitUntil(shows: "\n0")
        try trove.prepare("add book Dune")
        try session.waitUntil(shows: "\n1")
        try session.type("q")
        try session.waitForTrove()
        #expect(session.terminal.count(of: "any key stops") <= 3, "\(session.screen)")
    }

    /// There is no list that narrows, so a line says what to do.
    @Test func plainModeExplainsTheSearch() throws {
        let trove = try Trove()
        let session = try trove.openTrove()
        try session.run("settings plain on")
        try session.run("count books")
        try session.press(.ctrl("r"))
        try session.waitUntil(shows: "Type part of a command, then Ctrl-R.")
        try session.type("boo")
        try session.press(.ctrl("r"))
        try session.waitUntil(cursorFollows: "> count books")
    }

    // MARK: The current line

    /// The line being typed survives a notice while the shell is stopped, and a resize.
    @Test func theCurrentLineSurvivesEverything() throws {
        let trove = try Trove()
        let session = try trove.openTroveFromShell()
        try session.run("count")
        try session.typeOut("echo half 三体")
        try session.press(.ctrl("z"))
        try session.waitForPrompt()
        try trove.prepare("add book Dune")
        try session.enter("fg")
        try session.waitUntil("the notice and the line") {
            $0.screen.contains(#"Another shell: added book "Dune"."#)
                && $0.textBeforeCursor.hasSuffix("> echo half 三体")
        }
        try session.resize(to: WindowSize(columns: 60, rows: 12))
        try session.typeOut("!")
        #expect(try session.submit() == ["half 三体!"])
    }
}
