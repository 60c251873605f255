import Testing
import TroveTesting

/// Keys that bring texts into the line: the last argument, and the editor program.
@Suite(.timeLimit(.minutes(20))) struct LineKeyTests {
    @Test func altDotInsertsTheLastArgument() throws {
        let trove = try Trove()
        try trove.scratch.write(
            """
            add book "Dune: Messiah" genre:"hard sci-fi"
            show "Dune: Messiah" # a comment
            count

            """, to: trove.historyFile)
        let session = try trove.openTrove()
        try session.run("echo 三体")
        try session.typeOut("show ")
        try session.press(.alt("."))
        try session.waitUntil(cursorFollows: "> show 三体")
        // The command without an argument is passed over; quotes belong to the argument.
        try session.press(.alt("."))
        try session.waitUntil(cursorFollows: #"> show "Dune: Messiah""#)
        try session.press(.alt("."))
        try session.waitUntil(cursorFollows: #"> show genre:"hard sci-fi""#)
        try session.press(.alt("."))
        try session.waitUntil("a bell") { $0.bellCount == 1 }
        // Any other key ends the walk.
        try session.typeOut(" ")
        try session.press(.alt("."))
        try session.waitUntil(cursorFollows: #"> show genre:"hard sci-fi" 三体"#)
        #expect(session.terminal.unknownSequences == [])
    }

    /// libedit would read one of its own commands in place of the line.
    @Test func altXKeepsTheLine() throws {
        let session = try Trove().openTrove()
        try session.typeOut("echo one")
        try session.press(.alt("x"), .alt("X"))
        try session.typeOut(" two")
        #expect(try session.submit() == ["one two"])
    }

    @Test func altDotInsertsInTheMiddle() throws {
        let session = try Trove().openTrove()
        try session.run("echo one")
        try session.run("echo two")
        try session.typeOut("echo  end")
        for _ in " end" { try session.press(.left) }
        try session.press(.alt("."), .alt("."))
        try session.waitUntil("the argument of the one before") {
            $0.textBeforeCursor.hasSuffix("> echo one")
                && $0.row($0.cursor.row).hasSuffix("> echo one end")
        }
        #expect(try session.submit() == ["one end"])
    }

    @Test func ctrlXCtrlEEditsTheLine() throws {
        var trove = try Trove()
        trove.environment["VISUAL"] = try trove.writeTool("ed", "sed -i s/one/二/ \"$1\"")
        let session = try trove.openTrove()
        try session.typeOut("echo one")
        try session.press(.ctrl("x"), .ctrl("e"))
        try session.waitUntil(cursorFollows: "> echo 二")
        // It has not run, and it can be edited on.
        try session.typeOut("!")
        #expect(try session.submit() == ["二!"])
        #expect(session.terminal.count(of: "echo one") == 0)
    }

    /// The editor gets the whole command, not only its last line.
    @Test func aContinuedCommandIsEditedAsAWhole() throws {
        var trove = try Trove()
        trove.environment["EDITOR"] = try trove.writeTool("ed", "sed -i s/one/二/ \"$1\"")
        let session = try trove.openTrove()
        try session.enter("echo \"one")
        try session.waitUntil(cursorFollows: "…\" ")
        try session.typeOut("two\"")
        try session.press(.ctrl("x"), .ctrl("e"))
        try session.waitUntil(cursorFollows: "> echo \"二⏎two\"")
        #expect(try session.submit() == ["二", "two"])
    }

    @Test func severalLinesComeBackAsLines() throws {
        var trove = try Trove()
        trove.environment["EDITOR"] = try trove.writeTool(
            "ed", #"printf 'echo one\necho two\n\n' > "$1""#)
        let session = try trove.openTrove()
        try session.press(.ctrl("x"), .ctrl("e"))
        try session.waitUntil(cursorFollows: "> echo one⏎echo two")
        #expect(try session.submit() == ["one", "two"])
    }

    /// An editor that fails or is missing leaves the line as it was.
    @Test(arguments: ["false", "no-such-editor"])
    func aFailedEditorLeavesTheLine(_ editor: String) throws {
        let session = try Trove(environment: ["EDITOR": editor]).openTrove()
        try session.typeOut("echo one")
        try session.press(.ctrl("x"), .ctrl("e"))
        try session.waitUntil(
            shows: editor == "false"
                ? "the editor ended with an error" : "cannot start the editor no-such-editor")
        try session.typeOut("§")
        try session.waitUntil(cursorFollows: "> echo one§")
        #expect(try session.submit().last == "one§")
    }

    /// Both work at the prompt only.
    @Test func questionsDoNotHaveThem() throws {
        let trove = try Trove()
        try trove.prepare("add book Dune")
        let session = try trove.openTrove()
        try session.enter("delete 1")
        try session.waitUntil(cursorFollows: "[y/N] ")
        try session.press(.alt("."), .ctrl("x"), .ctrl("e"))
        try session.waitUntil("two bells") { $0.bellCount == 2 }
        try session.typeOut("n")
        try session.submit()
    }
}
