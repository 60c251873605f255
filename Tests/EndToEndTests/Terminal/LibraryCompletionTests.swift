import Testing
import TroveTesting

/// Tab completion of what the library and the working folder contain.
@Suite(.timeLimit(.minutes(20))) struct LibraryCompletionTests {
    private func open() throws -> TerminalSession {
        let trove = try Trove()
        try trove.scratch.write("echo sourced\n", to: "work/lists/summer.trove")
        try trove.scratch.write("", to: "work/lists/.hidden")
        try trove.scratch.write("", to: "work/ledger.csv")
        try trove.scratch.write("", to: "work/my notes.txt")
        try trove.prepare(
            """
            add book Dune author:"Frank Herbert" tags:classic,desert shelves:top
            add book Emma author:"Jane Austen" tags:classic
            add book Kim
            read Kim on:2025
            read Kim on:2026 --again
            delete Kim --yes
            snapshot save before-sale
            """)
        let session = try trove.openTrove()
        // An alias lasts until the shell ends.
        try session.run("alias tbr filter state=to-read")
        try session.run("count")
        return session
    }

    /// The read list is loaded when completion asks for it first.
    @Test(arguments: [
        Word(typed: "unread Ki", completed: "unread Kim "),
        Word(typed: "reads author=Fr", completed: #"reads author="Frank Herbert" "#),
    ])
    func theReadListCompletesAtOnce(_ word: Word) throws {
        let trove = try Trove()
        try trove.prepare(
            """
            add book Kim author:"Frank Herbert" state:finished
            delete 1 --yes
            """)
        let session = try trove.openTrove()
        try session.type(word.typed)
        try session.press(.tab)
        try session.waitUntil(cursorFollows: word.completed)
    }

    struct Word: CustomTestStringConvertible, Sendable {
        let typed: String
        let completed: String
        var testDescription: String { "\(typed)⇥" }
    }

    @Test(arguments: [
        // Values that items have.
        Word(typed: "filter author=Fr", completed: #"filter author="Frank Herbert" "#),
        Word(typed: "add book X author:Ja", completed: #"add book X author:"Jane Austen" "#),
        Word(typed: "add book X tags:de", completed: "add book X tags:desert "),
        Word(typed: "shelve 2 on:to", completed: "shelve 2 on:top "),
        Word(typed: "add book X started:tod", completed: "add book X started:today "),
        Word(typed: "add book X started:y", completed: "add book X started:yesterday "),
        // The read list has a book that the library has not.
        Word(typed: "unread Ki", completed: "unread Kim "),
        // Names that the user gave.
        Word(typed: "snapshot restore be", completed: "snapshot restore before-sale "),
        Word(typed: "tb", completed: "tbr "),
        // The arguments of an alias are those of its command.
        Word(typed: "tbr auth", completed: "tbr author="),
        Word(typed: "tbr author=Fr", completed: #"tbr author="Frank Herbert" "#),
        Word(
            typed: "as-of today tbr author=Ja", completed: #"as-of today tbr author="Jane Austen" "#
        ),
        Word(typed: "explain tbr tags=de", completed: "explain tbr tags=desert "),
        Word(typed: "settings confirm of", completed: "settings confirm off "),
        // Files: a folder stays open for more, and a name with a blank is quoted.
        Word(typed: "source li", completed: "source lists/"),
        Word(typed: "source lists/", completed: "source lists/summer.trove "),
        Word(typed: "source lists/.h", completed: "source lists/.hidden "),
        Word(typed: "import le", completed: "import ledger.csv "),
        Word(typed: "import my", completed: #"import "my notes.txt" "#),
    ])
    func completes(_ word: Word) throws {
        let session = try open()
        try session.typeOut(word.typed)
        try session.press(.tab)
        try session.type("§")
        try session.waitUntil(cursorFollows: "§")
        #expect(
            session.row(session.cursor.row).hasSuffix("> " + word.completed + "§"),
            "\(session.screen)")
    }

    /// Several words with the same beginning complete to it; another Tab lists them.
    @Test func completesTheCommonBeginningFirst() throws {
        let session = try open()
        try session.typeOut("filter tags=c")
        try session.press(.tab)
        try session.waitUntil(cursorFollows: "> filter tags=classic ")
        for _ in "classic " { try session.press(.backspace) }
        try session.waitUntil(cursorFollows: "> filter tags=")
        try session.press(.tab)
        try session.waitUntil("the tags, and the line below them") {
            $0.screen.contains("desert") && $0.textBeforeCursor.hasSuffix("> filter tags=")
        }
    }

    /// A folder that cannot be read offers nothing.
    @Test(arguments: ["source missing/", "source ledger.csv/"])
    func beepsWithoutAFolder(_ line: String) throws {
        let session = try open()
        try session.typeOut(line)
        try session.press(.tab)
        try session.waitUntil("a bell") { $0.bellCount == 1 }
        #expect(session.terminal.textBeforeCursor.hasSuffix("> " + line))
    }
}
