import Testing
import TroveTesting

/// The output of scripts and its order.
@Suite(.timeLimit(.minutes(20))) struct BatchOrderTests {
    @Test func outputAndErrorsKeepTheirOrderInOnePipe() throws {
        let script = (1...500).map { "echo \($0)\nshow \($0)\n" }.joined()
        let run = try Trove().run(script, errors: .merged)
        let told = run.lines.filter { $0.first?.isNumber == true || $0.hasPrefix("-:") }
        let wanted = (1...500).flatMap { number in
            [
                "\(number)",
                "-:\(2 * number):6: error: there is no item \(number)",
            ]
        }
        #expect(told == wanted + ["500 of 1,000 commands failed"])
    }

    @Test func echoPrintsEachLineBeforeItsOutput() throws {
        let run = try Trove().run(
            "# comment\n\n  add   book A # yes\nshow 9\nad book\ncount\n", ["--echo"],
            errors: .merged)
        #expect(
            run.text == """
                # comment

                  add   book A # yes
                Added book 1: A
                show 9
                -:4:6: error: there is no item 9
                  show 9
                       ^
                  `list` shows the numbers
                ad book
                -:5:1: error: there is no command "ad"
                  ad book
                  ^~
                  did you mean add or advance?
                count
                1
                2 of 4 commands failed

                """)
    }

    @Test func echoPrintsAllLinesOfACommand() throws {
        let run = try Trove().run("echo \\\n  a \"b\nc\"\n", ["--echo"])
        #expect(run.text == "echo \\\n  a \"b\nc\"\na b\nc\n")
    }

    /// An error does not quote a line that may contain a password.
    @Test func echoHidesPasswords() throws {
        let run = try Trove().run(
            "login ann@example.org hunter2\n", ["--echo"], errors: .merged)
        #expect(!run.text.contains("hunter2"), "\(run)")
    }

    @Test func filesRunWhereTheyAreSourced() throws {
        let trove = try Trove()
        try trove.scratch.write("echo 2\nsource inner.trove\necho 4\n", to: "work/outer.trove")
        try trove.scratch.write("echo 3\nuse gem\n", to: "work/inner.trove")
        let run = try trove.run("echo 1\nsource outer.trove\nadd Ruby\necho 5\n").requiring()
        #expect(run.text == "1\n2\n3\n`add` now adds gems.\n4\nAdded gem 1: Ruby\n5\n")
    }

    @Test func selfSourcingFilesAreStopped() throws {
        let trove = try Trove()
        try trove.scratch.write("echo in\nsource loop.trove\n", to: "work/loop.trove")
        let run = try trove.run("source loop.trove\necho after\n", errors: .merged)
        #expect(run.status == .exited(1))
        #expect(run.text.contains("loop.trove:2:8: error: scripts source each other more than 16"))
        #expect(run.lines.filter { $0 == "in" }.count == 16)
        #expect(run.lines.contains("after"))
    }

    @Test func mutuallySourcingFilesAreStopped() throws {
        let trove = try Trove()
        try trove.scratch.write("source b.trove\n", to: "work/a.trove")
        try trove.scratch.write("source a.trove\n", to: "work/b.trove")
        let run = try trove.program.run(["a.trove"])
        #expect(run.status == .exited(1))
        #expect(run.errorText.contains("check whether one of them sources itself"))
    }

    @Test func quitInAFileEndsEverything() throws {
        let trove = try Trove()
        try trove.scratch.write("echo in\nquit\necho never\n", to: "work/a.trove")
        let run = try trove.run("source a.trove\necho never\n").requiring()
        #expect(run.text == "in\n")
    }

    @Test func confirmationsFailAndNameYes() throws {
        let trove = try Trove()
        try trove.prepare("add book A\nsnapshot save one\nadd book B\n")
        let run = try trove.run("delete 1\nsnapshot restore one\n")
        #expect(run.status == .exited(1))
        #expect(run.errorText.split(separator: "\n").filter { $0.contains("--yes") }.count == 2)
        #expect(try trove.run("count").text == "2\n")
        try trove.prepare("delete 1 --yes\nsnapshot restore one --yes\n")
        try trove.prepare("delete 1\n", ["--yes"])
        #expect(try trove.run("count").text == "0\n")
    }

    @Test func scriptsIgnoreTheStartFile() throws {
        let trove = try Trove()
        try trove.scratch.write("echo hello\nnonsense\n", to: "home/.config/trove/rc.trove")
        let run = try trove.run("echo a\n").requiring()
        #expect(run.text == "a\n")
        #expect(run.errorText == "")
    }

    @Test func scriptsLeaveNoHistory() throws {
        let trove = try Trove()
        try trove.prepare("echo a\n")
        #expect(!trove.scratch.files().contains { $0.contains("history") })
    }

    @Test func readOnlyChangesNothing() throws {
        let trove = try Trove()
        try trove.prepare("add book A\nsnapshot save one\n")
        let before = try trove.scratch.readBytes(Trove.libraryName)
        let commands = [
            "add book B", "set 1 genre:x", "delete 1 --yes", "advance 1", "page 1 3", "rate 1 3",
            "note 1 x", "undo", "redo", "snapshot restore one --yes",
        ]
        for command in commands {
            let run = try trove.run(command + "\n", ["--read-only"])
            #expect(run.status == .exited(1), "\(command)\n\(run)")
            #expect(run.errorText.contains("is open read-only"), "\(run)")
        }
        let run = try trove.run("list columns:title\nshow 1\nlog\ncount\n", ["--read-only"])
        #expect(run.requiringSuccess.hasPrefix("1 book\n"))
        #expect(try trove.scratch.readBytes(Trove.libraryName) == before)
    }

    @Test func readOnlyWorksOnAReadOnlyFolder() throws {
        let trove = try Trove()
        try trove.prepare("add book A\n")
        try trove.scratch.setPermissions(0o400, of: Trove.libraryName)
        let folder = String(Trove.libraryName.dropLast("/library.db".count))
        try trove.scratch.setPermissions(0o500, of: folder)
        defer { try? trove.scratch.setPermissions(0o700, of: folder) }
        #expect(try trove.run("count", ["--read-only"]).requiring().text == "1\n")
    }

    @Test func ephemeralKeepsNothing() throws {
        let trove = try Trove()
        let run = try trove.run(
            "add book A\nundo\nredo\ncount\nlog\nsnapshot list\nsnapshot save one\n",
            ["--ephemeral"])
        #expect(run.text.contains("\n1\n"))
        #expect(run.status == .exited(1))
        #expect(run.errorText.contains("--ephemeral"))
        #expect(trove.scratch.files() == [])
    }

    @Test func theLibraryIsChosenByOptionThenVariableThenHome() throws {
        var trove = try Trove(environment: ["TROVE_LIBRARY": "variable.db"])
        try trove.prepare("add book Variable\n")
        try trove.prepare("add book Option\n", ["--library", "option.db"])
        try trove.prepare("add book Another\n", ["--library=option.db"])
        trove.environment["TROVE_LIBRARY"] = nil
        try trove.prepare("add book Home\n")
        let made = trove.scratch.files().filter { $0.hasSuffix(".db") }
        #expect(made == [Trove.libraryName, "work/option.db", "work/variable.db"])
        trove.environment["XDG_DATA_HOME"] = nil
        #expect(try trove.run("count").text == "1\n")
        #expect(try trove.run("count", ["--library", "option.db"]).text == "2\n")
    }
}

extension ProgramRun {
    /// The output of a successful run, or a description of a failed one.
    fileprivate var requiringSuccess: String { status == .success ? text : description }
}
