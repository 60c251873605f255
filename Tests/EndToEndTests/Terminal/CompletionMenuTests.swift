import Testing
import TroveTesting

/// The menu of completions below the line: whole screens, and which keys end it.
@Suite(.timeLimit(.minutes(20))) struct CompletionMenuTests {
    /// Opens a shell with `filter state=` typed, and the list of states below it.
    private func states(_ size: WindowSize = .standard) throws -> TerminalSession {
        let trove = try Trove(environment: ["NO_COLOR": "1"])
        try trove.prepare("add book Dune state:reading")
        let session = try trove.openTrove(size: size)
        try session.run("count")
        try session.typeOut("filter state=")
        try session.press(.tab)
        try session.waitUntil("the list") { $0.row($0.cursor.row + 1).hasPrefix(" wish") }
        return session
    }

    /// The rows from that of the cursor on.
    private func rows(_ session: TerminalSession) -> [String] {
        session.screen.split(separator: "\n", omittingEmptySubsequences: false)
            .dropFirst(session.cursor.row).map(String.init)
    }

    /// The first Tab lists; the next ones walk through the list, and the line follows.
    @Test func walksThroughTheCandidates() throws {
        let session = try library(of: 5).openTrove()
        try session.run("count")
        try session.typeOut("show Item100")
        try session.press(.tab)
        try session.waitUntil("the list") { $0.row($0.cursor.row + 1).hasPrefix(" Item") }
        let labels = rows(session)[1].split(separator: " ").map(String.init)
        try #require(labels.count == 5 && rows(session).count == 2)
        for (key, label) in [
            (Key.tab, labels[0]), (.tab, labels[1]), (.down, labels[2]), (.up, labels[1]),
            (.right, labels[2]), (.left, labels[1]), (.backTab, labels[0]),
        ] {
            try session.press(key)
            try session.waitUntil("\(label) in the line and marked") {
                $0.textBeforeCursor.hasSuffix("> show " + label)
                    && $0.row($0.cursor.row + 1).contains(">" + label)
            }
        }
        #expect(session.terminal.unknownSequences == [])
        try session.press(.backTab, .enter)
        try session.waitUntil("the last one, and no menu") {
            $0.textBeforeCursor.hasSuffix("> show " + labels[4] + " ")
                && $0.row($0.cursor.row + 1) == ""
        }
        // Enter has not run the line.
        try session.submit()
        try session.press(.up)
        try session.waitUntil(cursorFollows: "> show " + labels[4])
    }

    struct Ending: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let keys: [Key]
        /// The line before the cursor after the keys and a typed `§`.
        let line: String
    }

    static let endings = [
        Ending(testDescription: "Escape", keys: [.tab, .escape], line: "state=§"),
        Ending(testDescription: "Ctrl-G", keys: [.tab, .tab, .ctrl("g")], line: "state=§"),
        Ending(testDescription: "Escape before a choice", keys: [.escape], line: "state=§"),
        Ending(testDescription: "Enter", keys: [.tab, .enter], line: "state=wish §"),
        Ending(testDescription: "a sign", keys: [.tab], line: "state=wish§"),
        Ending(testDescription: "Backspace", keys: [.tab, .backspace], line: "state=wis§"),
        Ending(testDescription: "Ctrl-A", keys: [.tab, .ctrl("a")], line: "> §"),
        Ending(testDescription: "Ctrl-W", keys: [.tab, .ctrl("w")], line: "filter §"),
        Ending(testDescription: "Ctrl-C", keys: [.tab, .ctrl("c")], line: "> §"),
        Ending(testDescription: "a paste", keys: [.tab, .paste("x")], line: "state=wish x§"),
        Ending(testDescription: "Ctrl-_", keys: [.tab, .enter, .ctrl("_")], line: "state=§"),
    ]

    @Test(arguments: endings) func endsWith(_ ending: Ending) throws {
        let session = try states()
        for key in ending.keys { try session.press(key) }
        // A key close behind Escape would be Alt and that key.
        try session.waitUntil("an end of the menu") {
            ending.keys.count < 2 && ending.keys != [.escape] || $0.row($0.cursor.row + 1) == ""
        }
        try session.type("§")
        try session.waitUntil(cursorFollows: ending.line)
        #expect(session.row(session.cursor.row + 1) == "")
    }

    /// A letter after a complete word begins the next one; a bar adds to it.
    @Test(arguments: [("p", "state=wish p"), ("|", "state=wish|"), (" ", "state=wish ")])
    func takesTheCandidateWithAKey(typed: String, line: String) throws {
        let session = try states()
        try session.press(.tab)
        try session.waitUntil(cursorFollows: "state=wish")
        try session.type(typed)
        try session.waitUntil("the line \(line)") {
            $0.textBeforeCursor.hasSuffix(line) && $0.row($0.cursor.row + 1) == ""
        }
        try session.type("§")
        try session.waitUntil(cursorFollows: line + "§")
    }

    /// Keys that do not belong to a list in which nothing is selected act on the line.
    @Test func aListWithoutASelectionIsNotInTheWay() throws {
        let session = try states()
        try session.typeOut("reading")
        #expect(session.row(session.cursor.row + 1) == "")
        #expect(try session.submit().last?.contains("Dune") == true)
    }

    /// Descriptions stand beside the candidates.
    @Test func showsTheSummariesOfVerbs() throws {
        let trove = try Trove(environment: ["NO_COLOR": "1"])
        let session = try trove.openTrove(size: WindowSize(columns: 40, rows: 12))
        try session.run("count")
        try session.typeOut("red")
        try session.press(.ctrl("u"))
        try session.typeOut("lo")
        try session.press(.tab, .tab)
        try session.waitUntil(shows: ">loans ")
        #expect(
            rows(session) == [
                "trove 0> loans",
                ">loans   show lent items and who has t…",
                " log     show the change log, newest f…",
                " login   log in to your account on thi…",
                " logout  log out on this device",
            ])
    }

    private func library(of count: Int) throws -> Trove {
        let trove = try Trove(environment: ["NO_COLOR": "1"])
        try trove.prepare(
            (1000..<1000 + count).map { "add book Item\($0)" }.joined(separator: "\n"))
        return trove
    }

    /// Three hundred titles: what fits, the position, and scrolling by columns.
    @Test(arguments: [WindowSize(columns: 80, rows: 24), WindowSize(columns: 40, rows: 12)])
    func scrollsThroughManyCandidates(size: WindowSize) throws {
        let session = try library(of: 300).openTrove(size: size)
        try session.run("count")
        try session.typeOut("show It")
        try session.press(.tab)
        let height = size.rows * 2 / 3
        try session.waitUntil("the list") { $0.screen.contains(" more") }
        let listed = rows(session)
        #expect(listed.count <= height + 1 && listed[0].hasSuffix("> show It"))
        let across = (size.columns - 1) / 10
        #expect(listed[1].split(separator: " ").count == across)
        // At first no more than forty are asked for.
        #expect(listed.last == " … \(300 - min(40, across * (height - 1))) more")
        try session.press(.tab)
        try session.waitUntil(cursorFollows: "> show Item1000")
        #expect(rows(session)[height] == " 1 of 300")
        try session.press(.backTab)
        try session.waitUntil(cursorFollows: "> show Item1299")
        #expect(rows(session)[height] == " 300 of 300")
        #expect(rows(session).dropFirst().contains { $0.contains(">Item1299") })
        try session.press(.tab)
        for _ in 0..<across { try session.press(.right) }
        let expected = "Item\(1000 + across * (height - 1))"
        try session.waitUntil(cursorFollows: "> show " + expected)
        #expect(rows(session)[1].hasPrefix(" Item\(1000 + height - 1) "))
        #expect(rows(session)[1].hasSuffix(">" + expected))
        try session.press(.escape)
        try session.waitUntil("the line as it was") {
            $0.textBeforeCursor.hasSuffix("> show It") && $0.row($0.cursor.row + 1) == ""
        }
        #expect(session.terminal.unknownSequences == [])
    }

    /// At the lower end of the screen the rows above make room.
    @Test func opensAtTheLowerEnd() throws {
        let session = try library(of: 30).openTrove(size: WindowSize(columns: 40, rows: 10))
        for _ in 0..<6 { try session.run("count") }
        try session.typeOut("show Item10")
        try session.press(.tab, .tab)
        try session.waitUntil(cursorFollows: "> show Item1000")
        #expect(session.cursor.row == 3)
        try session.press(.enter)
        #expect(try session.submit().first == "book 1: Item1000")
    }

    /// A notice is printed above the line, and the menu stays; a resize lays it out again.
    @Test func staysThroughNoticesAndResizes() throws {
        let trove = try library(of: 60)
        let session = try trove.openTrove()
        try session.run("count")
        try session.typeOut("show Item10")
        try session.press(.tab, .tab)
        try session.waitUntil(cursorFollows: "> show Item1000")
        try trove.prepare("add book Dune")
        try session.waitUntil("the notice above, and the menu") {
            $0.row($0.cursor.row - 1).contains("nother shell")
                && $0.row($0.cursor.row + 1).hasPrefix(">Item1000")
        }
        try session.resize(to: WindowSize(columns: 30, rows: 10))
        try session.waitUntil("two columns") {
            $0.row($0.cursor.row) == "trove 60> show Item1000"
                && $0.row($0.cursor.row + 1) == ">Item1000  Item1005"
        }
        try session.press(.down)
        try session.waitUntil(cursorFollows: "> show Item1001")
        try session.press(.enter)
        #expect(try session.submit().first == "book 2: Item1001")
    }

    /// In color, the selection is reversed and has no sign.
    @Test func theSelectionIsReversed() throws {
        let session = try Trove().openTrove()
        try session.run("count")
        try session.typeOut("lo")
        try session.press(.tab, .tab, .tab)
        try session.waitUntil(cursorFollows: "> log")
        #expect(session.terminal.style(of: "show the change log")?.isReversed == true)
        #expect(session.terminal.style(of: "log in to your")?.isReversed == false)
        #expect(session.terminal.style(of: "log in to your")?.isDim == true)
    }

    /// A terminal without escape sequences gets a plain list.
    @Test func aPoorTerminalGetsAList() throws {
        let session = try library(of: 300).openTrove(terminal: "dumb")
        try session.run("count")
        try session.typeOut("show It")
        try session.press(.tab)
        try session.waitUntil("the list, and the line below it") {
            $0.screen.contains(" more\n") && $0.textBeforeCursor.hasSuffix("> show It")
        }
        try session.typeOut("em1001")
        #expect(try session.submit().first == "book 2: Item1001")
    }
}
