import Testing
import TroveTesting

/// `--verify` (X5): transcripts run again.
@Suite struct VerifyTests {
    private let trove: Trove

    init() throws {
        trove = try Trove()
    }

    /// Verifies a file, and returns the run.
    private func verify(
        _ text: String, _ options: [String] = [], as name: String = "session.txt"
    ) throws -> ProgramRun {
        try trove.scratch.write(text, to: "work/\(name)")
        return try trove.program.run(options + ["--verify", name])
    }

    /// Errors, comments, commands of several lines and the last line of a script with failures are
    /// recognized.
    @Test func whatEchoPrintsIsTheSameAgain() throws {
        let script = """
            # A comment

            add book "Dune" pages:412
            ;
            list book
            note dune "two
            lines"
            shw dune
            echo "trove> list"
            alias again list
            again
            quit

            """
        let echoed = try trove.run(script, ["--ephemeral", "--echo"], errors: .merged)
        #expect(echoed.status == .exited(1))
        let run = try verify(echoed.text).requiring()
        #expect(run.text == "session.txt: 8 commands, all as written\n")
        // Nothing was kept.
        #expect(!trove.scratch.files().contains(Trove.libraryName))
    }

    /// The lines of a sourced file are not run twice.
    @Test func aSourcedFileIsRunOnce() throws {
        try trove.scratch.write("add book B\nnonsense\ncount\n", to: "work/b.trove")
        let echoed = try trove.run(
            "add book A\nsource b.trove\ncount\n", ["--ephemeral", "--echo"], errors: .merged)
        #expect(echoed.text.contains("source b.trove\nadd book B\nAdded book 2: B\n"))
        let run = try verify(echoed.text).requiring()
        #expect(run.text == "session.txt: 6 commands, all as written\n")
    }

    /// What differs ends before the next command, also before one that ends in a semicolon.
    @Test func aCommandMayEndInASemicolon() throws {
        let run = try verify("add book Dune;\nAdded book 2: Dune\ncount;\n1\n")
        #expect(
            run.text.hasSuffix("session.txt: 1 of 2 commands printed something else\n"), "\(run)")
    }

    @Test func showsWhatDiffers() throws {
        let run = try verify(
            """
            add book Dune
            Added book 1: Dune
            list books
            2 books
            #  title  state
            1  Dune   wish
            count
            1

            """)
        #expect(run.status == .exited(1))
        #expect(
            run.text == """
                session.txt:3: `list books`
                @@ line 4 @@
                -2 books
                +1 book
                 #  title  state
                 1  Dune   wish
                session.txt: 1 of 3 commands printed something else

                """)
    }

    /// Missing and additional lines do not make later commands differ.
    @Test func goesOnAfterADifference() throws {
        let run = try verify(
            """
            add book Dune
            Added book 1: Dune
            and this
            count
            add gem Ruby
            Added gem 2: Ruby
            count
            1
            2

            """)
        #expect(run.status == .exited(1))
        #expect(run.text.contains("session.txt:1: `add book Dune`\n@@ line 2 @@\n Added book 1"))
        #expect(run.text.contains("-and this\n"))
        #expect(run.text.contains("session.txt:4: `count`\n@@ line 5 @@\n+1\n"))
        #expect(run.text.contains("session.txt:7: `count`\n@@ line 8 @@\n-1\n 2\n"))
        #expect(run.text.hasSuffix("session.txt: 3 of 4 commands printed something else\n"))
    }

    @Test func anEllipsisStandsForAnything() throws {
        let text = """
            add book Dune pages:412
            Added … 1: …
            list
            …
            1  …
            …
            count
            …

            """
        try verify(text).requiring()
        #expect(try verify(text.replacing("1  …", with: "7  …")).status == .exited(1))
    }

    @Test func aCommandThatFailsWhereItDidNotIsADifference() throws {
        let run = try verify("add book Dune rating:11\nAdded book 1: Dune\n")
        #expect(run.status == .exited(1))
        #expect(run.text.contains("-Added book 1: Dune\n+-:1:22: error:"))
        #expect(run.text.contains("+1 of 1 commands failed"))
    }

    /// Only the blocks with the languages `console` and `trove` are transcripts, and they share a
    /// library.
    @Test func documentsHaveTranscripts() throws {
        let document = """
            # Books

            ```console
            $ trove
            Welcome
            trove> add book Dune
            Added book 1: Dune
            trove 1> count
            1
            ```

            ```
            delete everything
            ```

            ```console
            $ make install
            ```

            ```trove
            > lst
            error: there is no command "lst"
            …
            > count
            1
            > quit
            Everything is saved. Goodbye.
            ```

            """
        let run = try verify(document, as: "guide.md").requiring()
        #expect(run.text == "guide.md: 5 commands, all as written\n")
        let wrong = try verify(document.replacing("> count\n1", with: "> count\n2"), as: "guide.md")
        #expect(wrong.text.contains("guide.md:24: `count`\n@@ line 25 @@\n-2\n+1\n"))
    }

    @Test func usesTheLibraryThatIsNamed() throws {
        try trove.prepare("add book Dune")
        try verify("count\n1\n", ["--library", trove.libraryPath]).requiring()
        try verify("count\n0\n").requiring()
    }

    /// Each file begins with an empty library, and the status counts all.
    @Test func verifiesSeveralFiles() throws {
        try trove.scratch.write("add book Dune\nAdded book 1: Dune\n", to: "work/a.txt")
        try trove.scratch.write("count\n1\n", to: "work/b.txt")
        let run = try trove.program.run(["--verify", "a.txt", "b.txt"])
        #expect(run.status == .exited(1))
        #expect(run.lines.first == "a.txt: 1 command, all as written")
        #expect(run.lines.last == "b.txt: 1 of 1 command printed something else")
    }

    /// The errors of each script have its own name and lines.
    @Test func aTranscriptMayBeThatOfSeveralScripts() throws {
        try trove.scratch.write("add book Dune\nshow 9\n", to: "work/a.trove")
        try trove.scratch.write(
            "# second\nadd book Emma\nshow 7\nnote Emma \"two\nlines\" x:\nshow 8\n",
            to: "work/b.trove")
        for scripts in [["a.trove", "b.trove"], ["-c", "show 4", "b.trove", "a.trove"]] {
            let echoed = try trove.program.run(
                ["--ephemeral", "--echo"] + scripts, errors: .merged)
            #expect(echoed.text.contains("b.trove:3:6"), "\(echoed)")
            let run = try verify(echoed.text)
            #expect(run.status == .success, "\(run)")
            let wrong = try verify(echoed.text.replacing("b.trove:6:6", with: "b.trove:7:6"))
            #expect(wrong.status == .exited(1), "\(wrong)")
        }
    }

    @Test func readsStandardInput() throws {
        let run = try trove.run("count\n0\n", ["--verify"]).requiring()
        #expect(run.text == "-: 1 command, all as written\n")
    }

    @Test(arguments: [
        ["missing.txt"], ["empty.txt"], ["plain.md"], ["--check", "empty.txt"], ["-c", "list"],
    ])
    func wrongUse(_ arguments: [String]) throws {
        try trove.scratch.write("\n# nothing\n", to: "work/empty.txt")
        try trove.scratch.write("# Title\n\n```\nlist\n```\n", to: "work/plain.md")
        let run = try trove.program.run(["--verify"] + arguments)
        #expect(run.status == .exited(2), "\(run)")
        #expect(run.errorText.contains("error: "))
    }

    @Test func helpAndManualExplainIt() throws {
        #expect(try trove.program.run(["--help"]).requiring().text.contains("--verify"))
        #expect(try trove.program.run(["--manual"]).requiring().text.contains("TRANSCRIPTS"))
    }
}
