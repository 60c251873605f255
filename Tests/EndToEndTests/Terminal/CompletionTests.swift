import Testing
import TroveTesting

/// Tab completion, in a library with titles that need quotes.
@Suite(.timeLimit(.minutes(20))) struct CompletionTests {
    /// Creates a library with some items whose names need quotes.
    private func library() throws -> Trove {
        let trove = try Trove()
        try trove.prepare(
            #"""
            add book "The Left Hand of Darkness" author:"Ursula K. Le Guin" genre:sci-fi
            add book "Dune: Messiah" genre:sci-fi pages:331
            add book "E=mc²" genre:science
            add book "三体" genre:"hard sci-fi" author:刘慈欣
            add book "Say \"Hi\"" genre:children
            add book "C:\\temp" genre:technology
            add book "Łódź" state:to-read
            add book "# 1" state:to-read
            add book 1984 author:"George Orwell"
            add gem Ruby color:red
            """#)
        return trove
    }

    struct Word: CustomTestStringConvertible, Sendable {
        let typed: String
        let completed: String
        var testDescription: String { "\(typed)⇥" }
    }

    static let words = [
        Word(typed: "adv", completed: "advance "),
        Word(typed: "fil", completed: "filter "),
        Word(typed: "add mo", completed: "add movie "),
        Word(typed: "list mov", completed: "list movie "),
        Word(typed: "list ge", completed: "list ge"),
        Word(typed: "help birth", completed: "help birthstones "),
        Word(typed: "add book X ge", completed: "add book X genre:"),
        Word(typed: "add gem X co", completed: "add gem X color:"),
        Word(typed: "add book X genre:bio", completed: "add book X genre:biography "),
        Word(typed: "add book X genre:sc", completed: "add book X genre:sci"),
        Word(typed: "add book X genre:sci-", completed: "add book X genre:sci-fi "),
        Word(typed: "add book X genre:hard", completed: #"add book X genre:"hard sci-fi" "#),
        Word(typed: "add gem X birthstone:ju", completed: "add gem X birthstone:ju"),
        Word(typed: "add gem X birthstone:jul", completed: "add gem X birthstone:july "),
        Word(typed: "filter state=re", completed: "filter state=reading "),
        Word(typed: "filter genre=cri", completed: "filter genre=crime "),
        Word(typed: #"filter genre="hard s"#, completed: #"filter genre="hard sci-fi" "#),
        Word(typed: "filter genre=crime|bio", completed: "filter genre=crime|biography "),
        Word(typed: "list sort:-pages", completed: "list sort:-pages "),
        Word(typed: "advance Łódź to:fin", completed: "advance Łódź to:finished "),
        // Only films have the state `to-watch`.
        Word(typed: "advance Łódź to:rea", completed: "advance Łódź to:reading "),
        Word(typed: #"show "The Le"#, completed: #"show "The Left Hand of Darkness" "#),
        Word(typed: "show 'The Le", completed: #"show "The Left Hand of Darkness" "#),
        Word(typed: "show The", completed: #"show "The Left Hand of Darkness" "#),
        Word(typed: #"show "the left"#, completed: #"show "The Left Hand of Darkness" "#),
        Word(typed: "show Du", completed: #"show "Dune: Messiah" "#),
        Word(typed: #"show "Dune: M"#, completed: #"show "Dune: Messiah" "#),
        Word(typed: #"set "Dune: M"#, completed: #"set "Dune: Messiah" "#),
        Word(typed: #"delete "Dune:"#, completed: #"delete "Dune: Messiah" "#),
        Word(typed: "show E", completed: #"show "E=mc²" "#),
        Word(typed: #"show "E=m"#, completed: #"show "E=mc²" "#),
        Word(typed: "show 三", completed: "show 三体 "),
        Word(typed: "show Ł", completed: "show Łódź "),
        Word(typed: "show Say", completed: #"show "Say \"Hi\"" "#),
        Word(typed: #"show "Say \"H"#, completed: #"show "Say \"Hi\"" "#),
        Word(typed: #"show "C:\\t"#, completed: #"show "C:\\temp" "#),
        Word(typed: ##"show "#"##, completed: ##"show "# 1" "##),
        Word(typed: "show 19", completed: #"show "1984" "#),
        Word(typed: "settings pa", completed: "settings pager "),
        Word(typed: "settings output js", completed: "settings output json"),
    ]

    @Test(arguments: words) func completes(_ word: Word) throws {
        let session = try library().openTrove()
        try session.run("count")
        try session.typeOut(word.typed)
        let line = "> " + word.completed
        try session.press(.tab)
        // A typed mark shows what Tab left after the cursor, including spaces.
        try session.type("§")
        try session.waitUntil(cursorFollows: "§")
        #expect(session.row(session.cursor.row).hasSuffix(line + "§"), "\(session.screen)")
        #expect(session.terminal.unknownSequences == [])
    }

    /// A completed title refers to that item.
    @Test(arguments: [
        Word(typed: #"show "The Le"#, completed: "book 1: The Left Hand of Darkness"),
        Word(typed: "show Du", completed: "book 2: Dune: Messiah"),
        Word(typed: "show E", completed: "book 3: E=mc²"),
        Word(typed: "show 三", completed: "book 4: 三体"),
        Word(typed: "show Say", completed: #"book 5: Say "Hi""#),
        Word(typed: #"show "C"#, completed: #"book 6: C:\temp"#),
        Word(typed: ##"show "#"##, completed: "book 8: # 1"),
        Word(typed: "show 19", completed: "book 9: 1984"),
    ])
    func completedTitlesAreValid(_ word: Word) throws {
        let session = try library().openTrove()
        try session.run("count")
        try session.typeOut(word.typed)
        try session.press(.tab)
        try session.waitUntil("a completed word") { !$0.textBeforeCursor.hasSuffix(word.typed) }
        #expect(try session.submit().first == word.completed)
    }

    /// A book and a film of one title are offered by their numbers.
    @Test func offersEachItemOfATitle() throws {
        let trove = try Trove()
        try trove.prepare("add book Solaris\nadd movie Solaris year:1972")
        let session = try trove.openTrove()
        try session.run("count")
        try session.typeOut("show Sol")
        try session.press(.tab)
        try session.waitUntil("both items") {
            $0.screen.contains("book 1") && $0.screen.contains("movie 2")
                && $0.textBeforeCursor.hasSuffix("> show Sol")
        }
        try session.press(.tab, .tab)
        try session.waitUntil(cursorFollows: "> show 2")
    }

    /// In the middle of a line, only the word before the cursor is replaced.
    @Test func completesInTheMiddle() throws {
        let session = try library().openTrove()
        try session.run("count")
        try session.typeOut("set Du pages:300")
        for _ in " pages:300" { try session.press(.left) }
        try session.press(.tab)
        try session.waitUntil("both words") {
            $0.row($0.cursor.row).hasSuffix(#"set "Dune: Messiah" pages:300"#)
        }
        // An existing space is stepped over, not doubled.
        #expect(session.terminal.textBeforeCursor.hasSuffix(#"set "Dune: Messiah" "#))
        #expect(try session.submit().first == "Changed book 2: Dune: Messiah")
    }

    @Test(arguments: ["show zzz", "filter genre=zzz", "nonsense ", "add book X zz"])
    func beepsWithoutCandidates(_ line: String) throws {
        let session = try library().openTrove()
        try session.run("count")
        try session.typeOut(line)
        try session.press(.tab)
        try session.waitUntil("a bell") { $0.bellCount == 1 }
        #expect(session.terminal.textBeforeCursor.hasSuffix("> " + line))
        try session.typeOut("!")
        #expect(session.row(session.cursor.row).hasSuffix("> " + line + "!"))
    }

    @Test func listsCandidatesAndKeepsTheLine() throws {
        let session = try library().openTrove()
        try session.run("count")
        try session.typeOut("filter state=")
        try session.press(.tab)
        try session.waitUntil("the states, and the line below them") {
            $0.screen.contains("to-read") && $0.textBeforeCursor.hasSuffix("> filter state=")
        }
        for state in ["wish", "to-read", "reading", "finished"] {
            #expect(session.screen.contains(state))
        }
        try session.typeOut("wi")
        try session.press(.tab)
        try session.waitUntil(cursorFollows: "> filter state=wish ")
    }

    /// Verbs are listed with their summaries.
    @Test func listsVerbsWithSummaries() throws {
        let session = try library().openTrove()
        try session.run("count")
        try session.typeOut("not")
        try session.press(.tab)
        try session.waitUntil("the verbs") {
            $0.screen.contains("notices") && $0.textBeforeCursor.hasSuffix("> not")
        }
        #expect(session.screen.contains("show the notices of this session again"))
    }

    /// libedit pads by bytes; here columns of wide titles line up.
    @Test func listsWideTitlesInColumns() throws {
        let trove = try Trove()
        let titles = (0..<20).map { "三" + String(repeating: "体", count: $0 % 4) + "\($0)" }
        try trove.prepare(titles.map { "add book \($0)" }.joined(separator: "\n"))
        let session = try trove.openTrove()
        try session.run("count")
        try session.typeOut("show 三")
        try session.press(.tab)
        try session.waitUntil("the titles") {
            $0.screen.contains("体11") && $0.textBeforeCursor.hasSuffix("> show 三")
        }
        // Every column begins in the same cell in each row.
        let rows = (session.cursor.row..<24).filter { session.row($0).hasPrefix(" 三") }
        #expect(rows.count > 1 && rows.count < 20)
        let starts = rows.map { row in
            (0..<80).filter { session.terminal.cell(.init(row: row, column: $0)).text == "三" }
        }
        #expect(starts.allSatisfy { starts[0].starts(with: $0) }, "\(session.screen)")
    }

    @Test func doesNotCompleteAnswers() throws {
        let session = try library().openTrove()
        try session.enter("delete 1")
        try session.waitUntil(cursorFollows: "[y/N] ")
        try session.press(.tab)
        try session.waitUntil("a bell") { $0.bellCount == 1 }
        try session.typeOut("n")
        try session.submit()
    }
}
