import Testing
import TroveTesting

/// `edit`, which opens an item in the user's editor.
@Suite(.timeLimit(.minutes(20))) struct EditorTests {
    /// Opens a shell with a script as its editor, and one book in the library.
    private func open(
        editor script: String, name: String = "editor"
    ) throws -> (Trove, TerminalSession) {
        var trove = try Trove()
        trove.environment["EDITOR"] = try trove.writeTool(name, script)
        try trove.prepare("add book Dune pages:400 author:\"Frank Herbert\"")
        let session = try trove.openTrove()
        try session.run("count")
        return (trove, session)
    }

    /// Edits book 1, answers that it is not edited again, and returns the rows of the output.
    private func refuse(toEditAgainIn session: TerminalSession) throws -> [String] {
        let before = session.terminal.scrollback.count + session.cursor.row
        try session.enter("edit 1")
        try session.waitUntil(cursorFollows: "Edit again? [Y/n] ")
        try session.enter("n")
        try session.waitForTrove()
        return Array(session.terminal.rows.dropFirst(before + 1).dropLast())
    }

    @Test func appliesTheEdits() throws {
        let (trove, session) = try open(
            editor: "sed -i 's/^pages:.*/pages: 412/; s/^note:.*/note: 三体 łódź/' \"$1\"")
        let output = try session.run("edit 1")
        #expect(output.first == "Changed book 1: Dune")
        #expect(output.contains { $0.contains("pages") && $0.hasSuffix("400 → 412") })
        #expect(output.contains { $0.contains("note") && $0.hasSuffix("(none) → 三体 łódź") })
        let json = try trove.output(of: "show 1", ["--json"])
        #expect(json.contains("\"pages\":412") && json.contains("\"author\":\"Frank Herbert\""))
        // The temporary file is gone.
        #expect(trove.scratch.names(in: "tmp") == [])
        #expect(try session.run("undo").count == 1)
    }

    /// `edit` fails before the editor opens, not after the user has written a text.
    @Test func opensNoEditorForAReadOnlyLibrary() throws {
        var trove = try Trove()
        trove.environment["EDITOR"] = try trove.writeTool("editor", "echo opened")
        try trove.prepare("add book Dune")
        let session = try trove.openTrove(["--read-only"])
        let output = try session.run("edit 1")
        let error = output.joined(separator: " ")
        #expect(error.contains("is open read-only") && !error.contains("your text"), "\(output)")
        #expect(!output.contains("opened"))
    }

    /// Many editors remove spaces at the ends of lines. A value that begins with a sign is no
    /// change of the former one.
    @Test func keepsBlankLinesAndSigns() throws {
        let (trove, session) = try open(
            editor: """
                sed -i -e 's/[ ]*$//' -e 's/^pages:.*/pages: 412/' -e 's/^tags:.*/tags: +new, -old/' "$1"
                """)
        try trove.prepare(#"note 1 "first\n\n\nlast""#)
        #expect(try session.run("edit 1").contains("Changed book 1: Dune"))
        let json = try trove.output(of: "show 1", ["--json"])
        #expect(json.contains(#""note":"first\u000a\u000a\u000alast""#), "\(json)")
        #expect(json.contains(#""tags":["+new","-old"]"#), "\(json)")
        #expect(json.contains("\"pages\":412"), "\(json)")
    }

    /// Other users cannot read the file, and the editor gets a normal terminal.
    @Test func givesTheEditorItsFileAndTheTerminal() throws {
        let (trove, session) = try open(
            editor: """
                { stat -c %a "$1"; cat "$1"; } > form
                test -t 0 -a -t 1 -a -t 2 && stty -a > mode
                """)
        #expect(try session.run("edit Dune").count == 1)
        let form = try trove.scratch.read("work/form")
        #expect(form.hasPrefix("600\n"))
        #expect(form.contains("\ntitle: Dune\n") && form.contains("\nauthor: Frank Herbert\n"))
        let mode = try trove.scratch.read("work/mode")
        #expect(mode.contains(" icanon") && mode.contains(" echo ") && mode.contains(" ixon"))
    }

    @Test func anErrorOfTheEditorChangesNothing() throws {
        let (trove, session) = try open(editor: "exit 3")
        let output = try session.run("edit 1")
        #expect(output == ["Nothing was changed: the editor ended with an error."])
        #expect(trove.scratch.names(in: "tmp") == [])
    }

    /// What was saved is kept if the editor then fails, as when its terminal is closed.
    @Test func savedTextOutlivesTheEditor() throws {
        let (trove, session) = try open(
            editor: "sed -i 's/^pages:.*/pages: 412/' \"$1\"; kill -HUP $$")
        let output = try session.run("edit 1").joined(separator: "\n")
        #expect(output.contains("the editor ended with an error"), "\(output)")
        #expect(try trove.output(of: "show 1", ["--json"]).contains("\"pages\":400"))
        let kept = try #require(trove.scratch.files().first { $0.hasPrefix("tmp/") })
        #expect(try trove.scratch.read(kept).contains("pages: 412"))
    }

    @Test func leavingWithoutSavingChangesNothing() throws {
        let (trove, session) = try open(editor: "cat \"$1\" >/dev/null")
        #expect(
            try session.run("edit 1") == ["Nothing was changed: the text was not saved."])
        #expect(try trove.output(of: "log").split(separator: "\n").count == 1)
        #expect(trove.scratch.names(in: "tmp") == [])
    }

    @Test func savingWithoutEditsChangesNothing() throws {
        let (trove, session) = try open(editor: "touch \"$1\"")
        let output = try session.run("edit 1")
        #expect(output.count == 1 && output[0].hasPrefix("Nothing"), "\(output)")
        #expect(try trove.output(of: "log").split(separator: "\n").count == 1)
    }

    @Test func aWrongValueIsAnErrorAndChangesNothing() throws {
        let (trove, session) = try open(
            editor: "sed -i 's/^pages:.*/pages: many/; s/^note:.*/note: new/' \"$1\"")
        let output = try refuse(toEditAgainIn: session)
        #expect(output.first?.hasPrefix("error: ") == true)
        #expect(output.first?.contains("pages") == true)
        let json = try trove.output(of: "show 1", ["--json"])
        #expect(json.contains("\"pages\":400") && !json.contains("note"))
    }

    /// A text that cannot be used is kept, so that nothing typed is lost.
    @Test(arguments: [
        ("sed -i 's/^pages:.*/pages: many/; s/^note:.*/note: new/' \"$1\"", "note: new"),
        ("printf 'no field here\\n' >> \"$1\"", "no field here"),
        ("printf 'note: \\377\\n' >> \"$1\"", "note: "),
    ])
    func anUnusableTextIsKept(editor: String, kept: String) throws {
        let (trove, session) = try open(editor: editor)
        // A text that is not UTF-8 cannot be edited again with its errors.
        let isText = !editor.contains("377")
        let output = try (isText ? refuse(toEditAgainIn: session) : session.run("edit 1"))
            .joined(separator: "\n")
        #expect(output.hasPrefix("error: "))
        #expect(output.contains("your text is kept in"), "\(output)")
        let files = trove.scratch.files().filter { $0.hasPrefix("tmp/trove-") }
        try #require(files.count == 1)
        let text = try String(decoding: trove.scratch.readBytes(files[0]), as: UTF8.self)
        #expect(text.contains(kept) && text.contains("author: Frank Herbert"))
        #expect(try trove.output(of: "log").split(separator: "\n").count == 1)
    }

    /// An editor that makes four mistakes, corrects three of them when the text is edited again,
    /// and then the last. It keeps the texts that it was given.
    private static let forgetful = """
        cat "$1" > "text$(ls | grep -c '^text')"
        case "$(ls | grep -c '^text')" in
        1)
            sed -i 's/^pages:.*/pages: many/; s/^rating:.*/rating: 9/; s/^note:.*/note: kept/' "$1"
            printf 'what is this\\nganre: sci-fi\\n' >> "$1" ;;
        2) sed -i 's/^pages:.*/pages: 412/; s/^rating:.*/rating: 4/; /^what/d' "$1" ;;
        3) sed -i '/^ganre/d' "$1" ;;
        esac
        """

    /// All errors are shown at once and above their lines, and the text is edited again.
    @Test func allErrorsAreShownAboveTheirLines() throws {
        let (trove, session) = try open(editor: Self.forgetful)
        try session.enter("edit 1")
        try session.waitUntil(cursorFollows: "Edit again? [Y/n] ")
        #expect(session.terminal.count(of: "error: ") == 4)
        try session.enter("")
        try session.waitUntil("another question") { $0.count(of: "Edit again?") == 2 }
        #expect(session.terminal.count(of: "error: ") == 5)
        try session.enter("y")
        try session.waitForTrove()
        #expect(session.screen.contains("Changed book 1: Dune"))
        let texts = try (0...2).map { try trove.scratch.read("work/text\($0)") }
        #expect(!texts[0].contains("#! "))
        for part in [
            "\n#! pages must be a whole number, not \"many\"\n#!   from 1 to 999999\npages: many\n",
            "\n#! rating must be 0.25 to 5, not 9\nrating: 9\n",
            "\n#! \"what is this\" does not begin with a field\n",
            "\n#! a book has no field \"ganre\"\n#!   did you mean genre?\nganre: sci-fi\n",
        ] {
            #expect(texts[1].contains(part))
        }
        #expect(texts[2].split(separator: "\n").count { $0.hasPrefix("#! ") } == 2)
        let json = try trove.output(of: "show 1", ["--json"])
        #expect(json.contains("\"pages\":412") && json.contains("\"note\":\"kept\""))
        #expect(trove.scratch.names(in: "tmp") == [])
        try session.run("undo")
        #expect(try trove.output(of: "show 1", ["--json"]).contains("\"pages\":400"))
    }

    /// A user who does not edit again at once goes on later from the text with its errors.
    @Test func aLaterEditGoesOn() throws {
        let (trove, session) = try open(
            editor: """
                count=$(ls | grep -c ^opened)
                cp "$1" "opened$count"
                case $count in
                    0) sed -i 's/^pages:.*/pages: many/; s/^genre:.*/genre: classic/' "$1" ;;
                    2) sed -i 's/^pages:.*/pages: 412/' "$1" ;;
                esac
                """)
        try session.enter("edit 1")
        try session.waitUntil(cursorFollows: "Edit again? [Y/n] ")
        try session.enter("n")
        try session.waitForTrove()
        // The length of the file's name decides where the message is wrapped.
        let words = session.screen.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(words.contains("edit again to go on with it"))
        let output = try session.run("edit 1").joined(separator: " ")
        #expect(output.hasPrefix("Nothing was changed: the text was not saved. Your text is still"))
        // A change of the item meanwhile is kept.
        try session.run("set 1 rating:5")
        #expect(try session.run("edit 1").first?.hasPrefix("Changed book 1: Dune") == true)
        let opened = try trove.scratch.read("work/opened2")
        #expect(opened.contains("\npages: many\n") && opened.contains("#! pages must be"))
        let json = try trove.output(of: "show 1", ["--json"])
        for part in ["\"pages\":412", "\"genre\":\"classic\"", "\"rating\":5"] {
            #expect(json.contains(part))
        }
        #expect(trove.scratch.names(in: "tmp") == [])
        // From now on, it begins with the item.
        _ = try session.run("edit 1")
        #expect(try trove.scratch.read("work/opened3").contains("\npages: 412\n"))
    }

    /// If a later editor exits with an error, nothing changes, and the text is kept.
    @Test func anErrorOfALaterEditorKeepsTheText() throws {
        let (trove, session) = try open(
            editor: """
                grep -q '^#!' "$1" && exit 3
                sed -i 's/^pages:.*/pages: many/' "$1"
                """)
        try session.enter("edit 1")
        try session.waitUntil(cursorFollows: "Edit again? [Y/n] ")
        try session.enter("y")
        try session.waitForTrove()
        #expect(session.screen.contains("nothing was changed: the editor ended with an error"))
        let files = trove.scratch.files().filter { $0.hasPrefix("tmp/trove-") }
        try #require(files.count == 1)
        #expect(try trove.scratch.read(files[0]).contains("pages: many"))
        #expect(try trove.output(of: "log").split(separator: "\n").count == 1)
    }

    /// A rule across fields is shown at the field that was changed, together with other errors.
    @Test func rulesAcrossFieldsAreShown() throws {
        let (trove, session) = try open(
            editor: """
                cp "$1" last
                grep -q '^#!' "$1" && exit 0
                sed -i 's/^title:.*/title:/; s/^page:.*/page: 500/; s/^year:.*/year: x/' "$1"
                """)
        try session.enter("edit 1")
        try session.waitUntil(cursorFollows: "Edit again? [Y/n] ")
        #expect(session.terminal.count(of: "error: ") == 3)
        try session.enter("y")
        try session.waitUntil("another question") { $0.count(of: "Edit again?") == 2 }
        try session.press(.ctrl("c"))
        try session.waitForTrove()
        let text = try trove.scratch.read("work/last")
        #expect(text.contains("#! a book needs a title\n#!   write title:\"…\"\ntitle:\n"))
        #expect(text.contains("#! page 500 is greater than pages, which is 400\n"))
        #expect(text.contains("#! year must be "))
    }

    @Test func aTextThatTheEditorRemovedIsAnError() throws {
        let (trove, session) = try open(editor: "rm \"$1\"")
        let output = try session.run("edit 1")
        #expect(output.first?.hasPrefix("error: ") == true)
        let text = output.joined(separator: " ")
        #expect(text.contains("cannot be read") && !text.contains("is kept"), "\(output)")
        #expect(try trove.output(of: "log").split(separator: "\n").count == 1)
    }

    /// The error names the folder, not the editor, which was never started.
    @Test func aMissingTemporaryFolderIsAnError() throws {
        var trove = try Trove(environment: ["TMPDIR": "/nonexistent"])
        trove.environment["EDITOR"] = try trove.writeTool("editor", "touch started")
        try trove.prepare("add book Dune")
        let session = try trove.openTrove()
        let output = try session.run("edit 1")
        #expect(output.first?.hasPrefix("error: /nonexistent/trove-") == true, "\(output)")
        #expect(output.joined(separator: " ").contains("TMPDIR"))
        #expect(!trove.scratch.files().contains("work/started"))
    }

    /// Without TMPDIR the text is in /tmp.
    @Test(arguments: [nil, ""])
    func theTextIsInTheTemporaryFolder(_ folder: String?) throws {
        var trove = try Trove()
        trove.environment["TMPDIR"] = folder
        trove.environment["EDITOR"] = try trove.writeTool("editor", "dirname \"$1\" > folder")
        try trove.prepare("add book Dune")
        let session = try trove.openTrove()
        try session.run("edit 1")
        #expect(try trove.scratch.read("work/folder") == "/tmp\n")
    }

    @Test func aMissingEditorIsAnError() throws {
        let trove = try Trove(environment: ["EDITOR": "no-such-editor"])
        try trove.prepare("add book Dune")
        let session = try trove.openTrove()
        let output = try session.run("edit 1")
        #expect(output.contains { $0.hasPrefix("error: ") && $0.contains("no-such-editor") })
        #expect(output.contains { $0.contains("$EDITOR") })
        #expect(try session.run("echo ok") == ["ok"])
    }

    @Test func anEditorCanHaveArgumentsAndSpacesInItsPath() throws {
        var trove = try Trove()
        let tool = try trove.writeTool("my editor", "echo \"$1\" > arguments; exit 1")
        trove.environment["VISUAL"] = "'\(tool)' --wait"
        trove.environment["EDITOR"] = "false"
        try trove.prepare("add book Dune")
        let session = try trove.openTrove()
        try session.run("edit 1")
        #expect(try trove.scratch.read("work/arguments") == "--wait\n")
    }

    /// A real full-screen editor: the screen and the mode are restored.
    @Test func aFullScreenEditorWorks() throws {
        let trove = try Trove(environment: ["EDITOR": "less"])
        try trove.prepare("add book Dune")
        let session = try trove.openTrove()
        try session.enter("edit 1")
        try session.waitUntil("the form on the alternate screen") {
            $0.modes.contains(1049) && $0.screen.contains("title: Dune")
        }
        try session.type("q")
        try session.waitForTrove()
        #expect(!session.terminal.modes.contains(1049))
        try session.typeOut("echo 三体")
        #expect(try session.submit() == ["三体"])
    }
}
