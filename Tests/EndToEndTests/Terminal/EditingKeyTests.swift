import Testing
import TroveTesting

/// Keys that libedit's native interface leaves unbound, and the effect of `~/.editrc` on them.
@Suite(.timeLimit(.minutes(20))) struct EditingKeyTests {
    struct Keys: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let keys: [Key]
        /// The line, with a bar at the cursor.
        let line: String
    }

    /// Each starts from `echo one 二二 three` with the cursor at its end.
    static let table = [
        Keys(testDescription: "Ctrl-Left", keys: [.ctrlLeft], line: "echo one 二二 |three"),
        Keys(
            testDescription: "Ctrl-Left twice", keys: [.ctrlLeft, .ctrlLeft],
            line: "echo one |二二 three"),
        Keys(
            testDescription: "Ctrl-Right", keys: [.home, .ctrlRight], line: "echo| one 二二 three"),
        Keys(testDescription: "Home and End", keys: [.home, .end], line: "echo one 二二 three|"),
        Keys(testDescription: "Home", keys: [.home], line: "|echo one 二二 three"),
        Keys(testDescription: "Delete", keys: [.home, .delete], line: "|cho one 二二 three"),
        Keys(testDescription: "Alt-Backspace", keys: [.altBackspace], line: "echo one 二二 |"),
        Keys(testDescription: "Ctrl-W", keys: [.ctrl("w"), .ctrl("w")], line: "echo one |"),
        Keys(
            testDescription: "Ctrl-K", keys: [.home, .ctrlRight, .ctrl("k")], line: "echo|"),
        Keys(testDescription: "Ctrl-U", keys: [.ctrl("u")], line: "|"),
        Keys(
            testDescription: "Ctrl-A and Ctrl-E", keys: [.ctrl("a"), .ctrl("e")],
            line: "echo one 二二 three|"),
        Keys(
            testDescription: "Ctrl-_ undoes", keys: [.ctrl("u"), .ctrl("_")],
            line: "echo one 二二 three|"),
        Keys(
            testDescription: "arrows over wide characters",
            keys: [.left, .left, .left, .left, .left, .left, .left, .delete],
            line: "echo one 二| three"),
    ]

    @Test(arguments: table) func edits(_ keys: Keys) throws {
        let session = try Trove().openTrove()
        try session.typeOut("echo one 二二 three")
        for key in keys.keys { try session.press(key) }
        try session.type("§")
        let expected = keys.line.replacing("|", with: "§")
        try session.waitUntil("the line \(expected)") {
            $0.row($0.cursor.row).hasSuffix("> " + expected)
                && $0.textBeforeCursor.hasSuffix("§")
        }
        #expect(session.terminal.unknownSequences == [])
    }

    /// When libedit shifts a wide character, it misplaces the cursor and later input.
    @Test(arguments: [20, 21, 40, 80]) func editsInFrontOfWideCharacters(_ width: Int) throws {
        let session = try Trove().openTrove(
            size: WindowSize(columns: width, rows: 24))
        try session.run("count")
        try session.typeOut("echo 1")
        var line = Array("echo 1三体😀ł体2")
        try session.type("三体😀ł体2")
        var cursor = line.count
        func check(line number: Int = #line) throws {
            let before = ("trove0>" + String(line[..<cursor])).filter { $0 != " " }
            let all = ("trove0>" + String(line)).filter { $0 != " " }
            try session.waitUntil("\(String(line)) with the cursor at \(cursor)", line: number) {
                let last = $0.rows.lastIndex { $0.hasPrefix("trove 0> echo") } ?? 0
                let rows = $0.rows[last...].joined().filter { $0 != " " }
                let above = $0.rows[last..<($0.scrollback.count + $0.cursor.row)].joined()
                return rows == all
                    && (above + $0.textBeforeCursor).filter { $0 != " " } == before
            }
        }
        try check()
        for _ in 0..<6 {
            try session.press(.left)
            cursor -= 1
            try check()
        }
        for letter in "ab体c" {
            try session.type(String(letter))
            line.insert(letter, at: cursor)
            cursor += 1
            try check()
        }
        for _ in 0..<2 {
            try session.press(.backspace)
            cursor -= 1
            line.remove(at: cursor)
            try check()
        }
        for _ in 0..<2 {
            try session.press(.delete)
            line.remove(at: cursor)
            try check()
        }
        try session.press(.ctrlLeft, .right)
        try session.press(.enter)
        try session.waitUntil("the output and a prompt") {
            $0.isAtPrompt && $0.unspaced.hasSuffix(String(line[5...]) + "trove0>")
        }
    }

    /// A file that turns editing off, or binds a key to an unknown command, does no harm.
    @Test(arguments: [
        "edit off\n", "bind ^T no-such-function\n", "bind -v\nbind -e\n", "\u{1}\u{2}\n",
        "bind -s ^T \"" + String(repeating: "x", count: 3000) + "\"\n",
    ])
    func anInvalidEditrcDoesNoHarm(_ content: String) throws {
        let trove = try Trove()
        try trove.scratch.write(content, to: "home/.editrc")
        let session = try trove.openTrove()
        #expect(session.terminal.rows.count <= 6 && !session.screen.contains("no-such-function"))
        try session.run("echo one")
        try session.press(.up)
        try session.waitUntil(cursorFollows: "> echo one")
        try session.press(.left, .backspace)
        try session.type("X")
        try session.waitUntil("the edited line") { $0.row($0.cursor.row).hasSuffix("> echo oXe") }
        #expect(try session.submit() == ["oXe"])
        try session.press(.ctrl("d"))
        #expect(try session.waitForExit() == .success)
    }

    @Test func editrcCanBindKeys() throws {
        let trove = try Trove()
        try trove.scratch.write(
            "trove:bind ^T ed-move-to-beg\nother:bind ^T ed-kill-line\n", to: "home/.editrc")
        let session = try trove.openTrove()
        try session.typeOut("cho one")
        try session.press(.ctrl("t"))
        try session.type("e")
        try session.waitUntil("the letter in front") {
            $0.row($0.cursor.row).hasSuffix("> echo one")
        }
        #expect(try session.submit() == ["one"])
    }

    /// libedit's own commands draw into memory only.
    @Test(arguments: ["ed-clear-screen", "ed-redisplay"])
    func editrcCanBindCommandsThatDraw(_ command: String) throws {
        let trove = try Trove()
        try trove.scratch.write("bind ^T \(command)\nbind ^G ed-move-to-beg\n", to: "home/.editrc")
        let session = try trove.openTrove()
        try session.typeOut("echo one")
        let written = session.output.count
        try session.press(.ctrl("t"))
        try session.waitUntil("the line is drawn again") { _ in
            session.output.count >= written + "echo one".utf8.count
        }
        if command == "ed-clear-screen" {
            try session.waitUntil("a cleared screen") { $0.row(0).hasSuffix("> echo one") }
        }
        // The rest of the file counts, too.
        try session.press(.ctrl("g"))
        try session.type("X")
        try session.waitUntil("the letter in front") {
            $0.row($0.cursor.row).hasSuffix("> Xecho one")
        }
    }

    /// Keys that are not bound do nothing; those that the user's file binds work, also behind
    /// another.
    @Test func specialKeysAreBoundOrIgnored() throws {
        let trove = try Trove()
        try trove.scratch.write(
            """
            bind "\\e[17~" ed-move-to-beg
            bind "^X\\e[18~" ed-move-to-end

            """, to: "home/.editrc")
        let session = try trove.openTrove()
        try session.typeOut("cho one")
        // F5, Insert, Shift-←, a report of a color; then F6, and Ctrl-X F7.
        try session.type("\u{1B}[15~\u{1B}[2~\u{1B}[1;2D\u{1B}]11;rgb:0000/0000/0000\u{7}")
        try session.type("\u{1B}[17~e\u{18}\u{1B}[18~!")
        try session.waitUntil(cursorFollows: "> echo one!")
        #expect(try session.submit() == ["one!"])
    }

    /// In insert mode, special keys move and delete without leaving it.
    @Test func viKeepsItsInsertMode() throws {
        let trove = try Trove()
        try trove.scratch.write("bind -v\n", to: "home/.editrc")
        let session = try trove.openTrove()
        try session.typeOut("cho bd")
        try session.press(.left)
        try session.type("c\u{1B}[15~\u{1B}[1;2D")
        try session.type("\u{1B}[He\u{1B}[F!x\u{1B}[D\u{1B}[3~")
        try session.waitUntil(cursorFollows: "> echo bcd!")
        #expect(try session.submit() == ["bcd!"])
    }

    /// libedit's own commands for these keys would use a history that it does not have.
    @Test func viCommandsUseTheEditorsHistory() throws {
        let trove = try Trove()
        try trove.scratch.write("bind -v\n", to: "home/.editrc")
        let session = try trove.openTrove()
        #expect(try session.run("echo one two") == ["one two"])
        try session.typeOut("echo ")
        try session.press(.escape)
        try session.type("_")
        try session.waitUntil("the last argument") { $0.row($0.cursor.row).contains("two") }
        try session.type(":")
        try session.type("u")
        try session.waitUntil("the line without it") { !$0.row($0.cursor.row).contains("two") }
        try session.press(.ctrl("c"))
        try session.waitForTrove()
        try session.typeOut("echo x")
        try session.press(.escape)
        try session.type("/")
        try session.type("one")
        try session.waitUntil("the entry") { $0.row($0.cursor.row + 1).contains("echo one two") }
        #expect(try session.submit() == ["one two"])
    }

    /// A terminal with another encoding is named once, and its bytes are not taken for a key.
    @Test func otherEncodingsAreNamed() throws {
        let session = try Trove().openTrove()
        for _ in 0..<2 {
            try session.typeOut("echo Caf")
            try session.type(bytes: [0xE9])
            try session.type(" x")
            try session.waitUntil(cursorFollows: "> echo Caf x")
            try session.submit()
        }
        #expect(session.terminal.count(of: "not UTF-8") == 1, "\(session.screen)")
    }

    /// Keys that arrive together with Ctrl-C belong to the next line.
    @Test func keysBehindControlCAreKept() throws {
        let session = try Trove().openTrove()
        try session.typeOut("echo one")
        try session.type("\u{3}echo two\r")
        try session.waitUntil("the answer") { $0.rows.contains("two") }
        #expect(!session.terminal.rows.contains("one"))
    }

    @Test func viKeysWork() throws {
        let trove = try Trove()
        try trove.scratch.write("bind -v\n", to: "home/.editrc")
        let session = try trove.openTrove()
        try session.typeOut("echo 三体x")
        try session.press(.escape)
        try session.type("x")
        try session.waitUntil("the line without x") { $0.row($0.cursor.row).hasSuffix("echo 三体") }
        #expect(try session.submit() == ["三体"])
    }
}
