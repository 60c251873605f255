import Testing
import TroveTesting

/// The exit status for each way in which a run can end.
@Suite(.timeLimit(.minutes(20))) struct BatchStatusTests {
    /// A run and its expected end.
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        var options: [String] = []
        var script = ""
        let status: Int32
        /// All of standard output.
        var output = ""
        /// All of standard error, or its last line if there are many.
        var lastError: String?

        var testDescription: String { name }
    }

    static let emptyHint = """
        The library is empty. Type `add book "Dune" genre:sci-fi` to begin.

        """

    static let cases = [
        Case(name: "all succeeded", script: "echo a\necho b\n", status: 0, output: "a\nb\n"),
        Case(name: "no input", status: 0),
        Case(name: "only comments and blanks", script: "# a\n\n   \t\n  # b\n", status: 0),
        Case(
            name: "no match is no failure", script: "add book A\nfilter title~zebra\ncount gems\n",
            status: 0, output: "Added book 1: A\nNothing found.\n0\n"),
        Case(
            name: "one failed, the rest ran", script: "echo a\nshow 9\necho b\n", status: 1,
            output: "a\nb\n", lastError: "1 of 3 commands failed"),
        Case(
            name: "the only one failed", script: "nonsense\n", status: 1,
            lastError: "1 of 1 commands failed"),
        Case(
            name: "comments and blank lines do not count", script: "# a\n\nshow 9\n\n# b\necho c\n",
            status: 1, output: "c\n", lastError: "1 of 2 commands failed"),
        Case(
            name: "every kind of failure counts", script: "show 9\nnonsense\necho \"\\q\"\nundo\n",
            status: 1, lastError: "4 of 4 commands failed"),
        Case(
            name: "quit ends with success", script: "echo a\nquit\nnonsense\n", status: 0,
            output: "a\n"),
        Case(
            name: "quit after a failure", script: "nonsense\nquit\nnonsense\n", status: 1,
            lastError: "1 of 2 commands failed"),
        Case(
            name: "an unknown option", options: ["--jsno"], status: 2,
            lastError: "  did you mean --json?"),
        Case(name: "a missing value", options: ["--output"], status: 2),
        Case(name: "a wrong value", options: ["--output", "xml"], status: 2),
        Case(name: "a value too many", options: ["--json=yes"], status: 2),
        Case(name: "an empty library", options: ["--library", ""], script: "list", status: 2),
        Case(name: "a missing command", options: ["-c"], status: 2),
        Case(
            name: "a contradiction", options: ["--ephemeral", "--library", "x.db"], status: 2),
        Case(
            name: "a script that is not there", options: ["-f", "nowhere.trove"], status: 2,
            lastError: "  check the path"),
        Case(name: "a folder as script", options: ["/"], status: 2),
        Case(
            name: "check finds nothing", options: ["--check"], script: "add book A\nlist\n",
            status: 0),
        Case(
            name: "check finds a mistake", options: ["--check"],
            script: "add book A\nlst\nadd book B\nlist (\n", status: 2,
            lastError: "2 of 4 commands cannot be run"),
        Case(
            name: "check knows the fields", options: ["--check"],
            script: """
                list raitng=3
                list sort:foo
                count movies rating>=abc
                set 1 raitng:3
                kind new wine
                kind add-field wine vintage number
                list wines vintage>1990 sort:vintage
                set wines where vintage=1999 vintage:2000
                list state~ading

                """, status: 2, lastError: "4 of 9 commands cannot be run"),
        Case(
            name: "check sees commands behind quit", options: ["--check"], script: "quit\nlst\n",
            status: 2, lastError: "1 of 2 commands cannot be run"),
        Case(
            name: "stopped at the first error", options: ["--stop-on-error"],
            script: "echo a\nshow 9\necho b\n", status: 3, output: "a\n",
            lastError: "1 of 2 commands failed"),
        Case(
            name: "stopped at a line that is no command", options: ["--stop-on-error"],
            script: "lst\necho b\n", status: 3, lastError: "1 of 1 commands failed"),
        Case(
            name: "nothing to stop at", options: ["--stop-on-error"], script: "echo a\n", status: 0,
            output: "a\n"),
        Case(
            name: "commands of the command line", options: ["-c", "echo a", "-c", "echo b"],
            status: 0, output: "a\nb\n"),
        Case(
            name: "a command of several lines", options: ["-c", "echo a\necho b"], status: 0,
            output: "a\nb\n"),
        Case(
            name: "the first of two commands fails", options: ["-c", "lst", "-c", "echo b"],
            status: 1, output: "b\n", lastError: "1 of 2 commands failed"),
        Case(
            name: "stopping reaches over commands",
            options: ["--stop-on-error", "-c", "lst", "-c", "echo b"], status: 3,
            lastError: "1 of 1 commands failed"),
        Case(
            name: "quit reaches over commands", options: ["-c", "quit", "-c", "echo b"], status: 0),
        Case(
            name: "standard input among others", options: ["-c", "echo a", "-", "-c", "echo c"],
            script: "echo b", status: 0, output: "a\nb\nc\n"),
        Case(
            name: "a folder as library", options: ["--library", "/"], script: "list", status: 4,
            lastError: "  name a file in it"),
        Case(
            name: "a missing library that may not be made", options: ["--read-only"],
            script: "list", status: 4, lastError: "  without --read-only, Trove creates it"),
        Case(
            name: "kept in memory", options: ["--ephemeral"], script: "list", status: 0,
            output: emptyHint),
    ]

    @Test(arguments: cases)
    func exitsWithTheRightStatus(_ wanted: Case) throws {
        let run = try Trove().run(wanted.script, wanted.options)
        #expect(run.status == .exited(wanted.status), "\(run)")
        #expect(run.text == wanted.output)
        if let lastError = wanted.lastError {
            let last = run.errorText.split(separator: "\n").last
            #expect(last.map(String.init) == lastError)
        } else if wanted.status == 0 {
            #expect(run.errorText == "")
        } else {
            #expect(run.errorText.hasPrefix("trove: error: "))
        }
    }

    @Test func checkRunsNothing() throws {
        let trove = try Trove()
        let run = try trove.run("add book A\nlst\n", ["--check"])
        #expect(run.text == "")
        #expect(trove.scratch.files() == [])
    }

    /// A definition in a sourced file is known after it.
    @Test func checkFollowsSourcedFiles() throws {
        let trove = try Trove()
        let (inner, outer) = (trove.scratch.path("inner.trove"), trove.scratch.path("outer.trove"))
        try trove.scratch.write("alias mine filter title~x\nlst\n", to: "inner.trove")
        try trove.scratch.write("source \(inner)\nmine\nsource none.trove\n", to: "outer.trove")
        let run = try trove.run("", ["--check", outer])
        #expect(run.status == .exited(2))
        #expect(
            run.errorText.contains("inner.trove:2:1: error: there is no command \"lst\""), "\(run)")
        #expect(run.errorText.contains("outer.trove:3:8: error: none.trove: no such file"))
        #expect(run.errorText.hasSuffix("2 of 5 commands cannot be run\n"))
        #expect(trove.scratch.files() == ["inner.trove", "outer.trove"])
    }

    /// A script that sources itself ends.
    @Test func checkLimitsNesting() throws {
        let trove = try Trove()
        let script = trove.scratch.path("self.trove")
        try trove.scratch.write("source \(script)\n", to: "self.trove")
        let run = try trove.run("", ["--check", script])
        #expect(run.status == .exited(2))
        #expect(run.errorText.contains("self.trove:1:8: error: "), "\(run)")
    }

    @Test func checkKnowsAliasesAndTheChosenKind() throws {
        let script = """
            alias mine filter title~x
            mine or author~y
            use gem
            add Ruby hardness:9
            """
        #expect(try Trove().run(script, ["--check"]).status == .success)
        let wrong = try Trove().run("add Ruby hardness:9", ["--check"])
        #expect(wrong.status == .exited(2))
    }

    @Test func checkDoesNotOpenTheLibrary() throws {
        let trove = try Trove()
        let path = try trove.scratch.write("no library", to: "work/a.db")
        let run = try trove.run("list", ["--check", "--library", path])
        #expect(run.status == .success)
    }

    @Test func stopOnErrorAppliesToSourcedFiles() throws {
        let trove = try Trove()
        try trove.scratch.write("echo in\nlst\necho never\n", to: "work/inner.trove")
        let run = try trove.run(
            "source inner.trove\necho after\n", ["--stop-on-error"])
        #expect(run.status == .exited(3))
        #expect(run.text == "in\n")
    }

    @Test func helpAndVersionSucceed() throws {
        let trove = try Trove()
        let help = try trove.program.run(["--help"])
        #expect(help.status == .success)
        for option in ["-c", "-f", "--library", "--check", "--stop-on-error", "--json", "--yes"] {
            #expect(help.text.contains(option))
        }
        let version = try trove.program.run(["--version"])
        #expect(version.status == .success)
        #expect(version.text.wholeMatch(of: #/trove \d+\.\d+\.\d+\n/#) != nil)
        #expect(trove.scratch.files() == [])
    }

    @Test func workBeforeTheStopIsKept() throws {
        let trove = try Trove()
        _ = try trove.run("add book A\nlst\nadd book B\n", ["--stop-on-error"])
        #expect(try trove.run("list columns:title").text == "1 book\n#  title\n1  A\n")
    }
}
