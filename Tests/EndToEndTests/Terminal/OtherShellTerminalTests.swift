import Testing
import TroveTesting

/// Another shell uses the same library while the user is at a question or in an editor.
@Suite(.timeLimit(.minutes(20))) struct OtherShellTerminalTests {
    private static let notice = "Another shell: "

    /// Types a command and waits for its question.
    private func ask(
        _ session: TerminalSession, _ command: String, fileID: String = #fileID, line: Int = #line
    ) throws {
        try session.enter(command)
        try session.waitUntil(cursorFollows: "[y/N] ", fileID: fileID, line: line)
    }

    // MARK: Questions

    /// The items that exist at the time of the answer are deleted, and all can be restored.
    @Test func undoingADeletionRestoresOthersChanges() throws {
        let trove = try Trove()
        try trove.prepare("add book Dune genre:sci-fi")
        let session = try trove.openTrove()
        try session.run("count")
        try ask(session, "delete 1")
        try trove.prepare("set 1 note:precious")
        try session.waitUntil("the notice above the question") {
            $0.screen.contains(Self.notice) && $0.textBeforeCursor.hasSuffix("[y/N] ")
        }
        try session.typeOut("y")
        #expect(try session.submit().contains("Deleted book 1: Dune"))
        #expect(try session.run("undo").count == 1)
        #expect(try session.run("show 1").contains { $0.hasSuffix("precious") })
        let kept = try trove.output(of: "show 1")
        #expect(kept.contains("precious") && kept.contains("sci-fi"))
    }

    @Test func anItemDeletedMeanwhileIsNotDeletedAgain() throws {
        let trove = try Trove()
        try trove.prepare("add book Dune\nadd book Emma")
        let session = try trove.openTrove()
        try session.run("count")
        try ask(session, "delete 1 2")
        try trove.prepare("delete 2 --yes")
        try session.waitUntil("the notice above the question") {
            $0.screen.contains(Self.notice) && $0.textBeforeCursor.hasSuffix("[y/N] ")
        }
        try session.typeOut("y")
        #expect(try session.submit().contains { $0.contains("there is no item 2") })
        #expect(try session.run("count") == ["1"])
    }

    @Test func theQuestionOfARestorationHoldsNoLock() throws {
        let trove = try Trove()
        try trove.prepare("add book Dune\nsnapshot save one\nadd book Emma")
        let session = try trove.openTrove()
        try session.run("count")
        try ask(session, "snapshot restore one")
        try trove.prepare("add book Zola\nset 1 note:late")
        try session.waitUntil("the notice above the question") {
            $0.screen.contains("Another shell: ")
                && $0.textBeforeCursor.hasSuffix("[y/N] ")
        }
        try session.typeOut("y")
        #expect(try session.submit().contains { $0.hasPrefix("Restored snapshot one: ") })
        // Compared with the state at that time, all of which can be restored.
        #expect(try !trove.output(of: "show 1").contains("late"))
        #expect(try trove.output(of: "count") == "1\n")
        try session.run("undo")
        #expect(try trove.output(of: "show 1").contains("late"))
        #expect(try trove.output(of: "count") == "3\n")
    }

    @Test func aQuestionInASourcedFileHoldsNoLock() throws {
        let trove = try Trove()
        try trove.prepare("add book Dune")
        try trove.scratch.write("add book Emma\ndelete 1\nadd book Faust\n", to: "work/q.trove")
        let session = try trove.openTrove()
        try session.run("count")
        try ask(session, "source q.trove")
        // The work before the question was acknowledged, so it is kept.
        #expect(session.screen.contains("Added book 2: Emma"))
        #expect(try trove.output(of: "count") == "2\n")
        #expect(try trove.output(of: "add book Zola") == "Added book 3: Zola\n")
        try session.waitUntil("the notice above the question") {
            $0.screen.contains(Self.notice) && $0.textBeforeCursor.hasSuffix("[y/N] ")
        }
        try session.typeOut("y")
        let output = try session.submit()
        #expect(output.contains("Deleted book 1: Dune"))
        #expect(output.contains("Added book 4: Faust"))
        #expect(try trove.output(of: "count") == "3\n")
    }

    // MARK: The editor

    /// Opens a shell whose editor is a script that can call `$TROVE`, with one book in the library.
    private func open(editor script: String) throws -> (Trove, TerminalSession) {
        var trove = try Trove()
        trove.environment["TROVE"] = trove.program.path
        trove.environment["EDITOR"] = try trove.writeTool("editor", script)
        try trove.prepare("add book Dune author:old note:old")
        let session = try trove.openTrove(size: WindowSize(columns: 200, rows: 40))
        try session.run("count")
        return (trove, session)
    }

    /// Only fields edited by the user change, however long the editor was open.
    @Test func anEditKeepsOthersChanges() throws {
        let (trove, session) = try open(
            editor: """
                "$TROVE" -c 'set 1 author:Precious rating:5' >said 2>&1 || exit 1
                sed -i 's/^note:.*/note: mine/' "$1"
                """)
        let output = try session.run("edit 1")
        #expect(output.contains("Changed book 1: Dune"))
        #expect(output.contains { $0.hasSuffix("old → mine") })
        #expect(!output.contains { $0.contains("author") || $0.contains("rating") })
        let kept = try trove.json()
        #expect(kept.contains("\"author\":\"Precious\""))
        #expect(kept.contains("\"rating\":5"))
        #expect(kept.contains("\"note\":\"mine\""))
    }

    @Test func anEmptyEditKeepsOthersChanges() throws {
        let (trove, session) = try open(
            editor: "\"$TROVE\" -c 'set 1 author:Precious rating:5' >said 2>&1")
        let output = try session.run("edit 1")
        #expect(!output.contains { $0.hasPrefix("Changed") }, "\(output)")
        let kept = try trove.json()
        #expect(kept.contains("\"author\":\"Precious\"") && kept.contains("\"rating\":5"))
    }

    @Test func anItemDeletedMeanwhileIsNotEdited() throws {
        let (trove, session) = try open(
            editor: """
                "$TROVE" -c 'delete 1 --yes' >said 2>&1 || exit 1
                sed -i 's/^note:.*/note: mine/' "$1"
                """)
        let output = try session.run("edit 1")
        #expect(output.contains { $0.contains("there is no item 1") }, "\(output)")
        #expect(try trove.output(of: "count") == "0\n")
    }

    /// An invalid byte or value does not discard the user's edits.
    @Test(arguments: [
        ("M\\374ller", "title: Dune\nrating: 4\nnote: M\u{FFFD}ller\n"),
        (
            "Miller\\npages: many",
            """
            title: Dune
            rating: 4
            note: Miller
            #! pages must be a whole number, not "many"
            #!   from 1 to 999999
            pages: many

            """
        ),
    ])
    func invalidEditsAreKept(_ note: String, _ kept: String) throws {
        let (trove, session) = try open(
            editor: "printf 'title: Dune\\nrating: 4\\nnote: \(note)\\n' > \"$1\"")
        let before = try trove.json()
        try session.enter("edit 1")
        if kept.contains("#!") {
            try session.waitUntil(cursorFollows: "Edit again? [Y/n] ")
            try session.enter("n")
        }
        try session.waitUntil("the error") {
            $0.isAtPrompt && $0.screen.contains("kept in")
        }
        let output = session.terminal.rows
        let files = trove.scratch.files().filter { $0.hasPrefix("tmp/") }
        try #require(files.count == 1, "\(output)")
        #expect(output.contains { $0.hasPrefix("error: ") }, "\(output)")
        // The message takes several rows.
        #expect(output.joined().contains("kept in \(trove.scratch.path(files[0]))"), "\(output)")
        #expect(try trove.scratch.read(files[0]) == kept)
        #expect(try trove.scratch.permissions(of: files[0]) == 0o600)
        #expect(try trove.json() == before)
    }

    // MARK: The notice

    /// The folder of the link's target must be watched.
    @Test func theNoticeWorksThroughALink() throws {
        let trove = try Trove()
        try trove.scratch.makeDirectory("work/real")
        let link = try ProgramUnderTest("ln", scratch: trove.scratch)
        try link.run(["-s", "real/l.db", "link.db"]).requiring()
        try trove.prepare("add book Dune", ["--library", "real/l.db"])
        let session = try trove.openTrove(["--library", "link.db"])
        try session.run("count")
        try trove.prepare("add book Emma", ["--library", "real/l.db"])
        try session.waitUntil(shows: Self.notice)
        try session.waitForTrove()
        #expect(try session.run("count") == ["2"])
    }
}
