import Testing
import TroveTesting

/// The format of errors: position, message, source line, caret, advice.
@Suite(.timeLimit(.minutes(20))) struct BatchErrorTests {
    @Test func standardInputIsNamedDash() throws {
        let run = try Trove().run("echo a\n  show  9\n")
        #expect(
            run.errorText == """
                -:2:9: error: there is no item 9
                    show  9
                          ^
                  `list` shows the numbers
                1 of 2 commands failed

                """)
    }

    /// The minus of a descending order is not part of the field, nor of its correction.
    @Test func aFieldToSortByIsMarkedWithoutItsMinus() throws {
        let run = try Trove().run("list sort:title,-ratng\n")
        #expect(
            run.errorText == """
                -:1:18: error: no kind has a field "ratng"
                  list sort:title,-ratng
                                   ^~~~~
                  did you mean rating?
                1 of 1 commands failed

                """)
    }

    @Test func aFileHasItsName() throws {
        let trove = try Trove()
        try trove.scratch.write("\nlst\n", to: "work/sub/a b.trove")
        let wanted = """
            sub/a b.trove:2:1: error: there is no command "lst"
              lst
              ^~~
              did you mean list?
            1 of 1 commands failed

            """
        #expect(try trove.program.run(["sub/a b.trove"]).errorText == wanted)
        #expect(try trove.program.run(["-f", "sub/a b.trove"]).errorText == wanted)
    }

    @Test func aCommandHasItsOptionAsName() throws {
        let run = try Trove().program.run(["-c", "echo a", "-c", "echo b\nlist (x"])
        #expect(
            run.errorText == """
                -c:2:6: error: this parenthesis is never closed
                  list (x
                       ^
                  close it with )
                1 of 3 commands failed

                """)
    }

    /// A script and the position of its error: the line and the column, counted in characters from
    /// 1.
    struct Place: Sendable, CustomTestStringConvertible {
        let name: String
        let script: String
        let line: Int
        let column: Int
        /// The source line and the caret line, without their indentation.
        let excerpt: [String]

        var testDescription: String { name }
    }

    static let places = [
        Place(
            name: "wide characters", script: "add book 三体 x:y", line: 1, column: 13,
            excerpt: ["add book 三体 x:y", "              ^"]),
        Place(
            name: "a flag and a combining mark",
            script: "add book 🏳️‍🌈e\u{301} pages:0", line: 1, column: 19,
            excerpt: [
                "add book 🏳️‍🌈e\u{301} pages:0",
                "                   ^",
            ]),
        Place(
            name: "a tab is one character", script: "add\tbook\tA\tpages:0", line: 1, column: 18,
            excerpt: ["add␉book␉A␉pages:0", "                 ^"]),
        Place(
            name: "the second line of a command",
            script: "echo a\nadd book \\\n  A pages:0", line: 3, column: 11,
            excerpt: ["  A pages:0", "          ^"]),
        Place(
            name: "behind a text of several lines",
            script: "add book \"a\nb\" pages:0\n", line: 2, column: 10,
            excerpt: ["b\" pages:0", "         ^"]),
        Place(
            name: "behind a carriage return", script: "echo a\r\nshow 9\r\n", line: 2, column: 6,
            excerpt: ["show 9", "     ^"]),
        Place(
            name: "behind a byte-order mark", script: "\u{FEFF}show 9", line: 1, column: 6,
            excerpt: ["show 9", "     ^"]),
        Place(
            name: "at the end", script: "echo a\nadd book", line: 2, column: 9,
            excerpt: ["add book", "        ^"]),
        Place(
            name: "an open quote at the end", script: "echo a\necho \"b\nc\n", line: 2, column: 6,
            excerpt: ["echo \"b", "     ^"]),
        Place(
            name: "the command after a continued one", script: "echo a \\\nb\nshow 9\n", line: 3,
            column: 6, excerpt: ["show 9", "     ^"]),
        Place(
            name: "control characters are shown", script: "add book A pages:\u{1B}[31m", line: 1,
            column: 18, excerpt: ["add book A pages:␛[31m", "                 ^~~~~"]),
    ]

    @Test(arguments: places)
    func reportsThePosition(_ place: Place) throws {
        let run = try Trove().run(place.script)
        let lines = run.errorText.split(separator: "\n").map(String.init)
        let prefix = "-:\(place.line):\(place.column): error: "
        #expect(lines.first?.hasPrefix(prefix) == true, "\(run)")
        #expect(lines.dropFirst().prefix(2).map { String($0.dropFirst(2)) } == place.excerpt)
        #expect(run.status == .exited(1))
    }

    /// Commands that fail for every kind of reason.
    static let failing = [
        "lst", "show 9", "show nobody", "add", "add book A pages:0", "add book A page:3 pages:2",
        "add book A genre=b", "add gem Ruby", "delete 1", "advance 2", "advance 1 to:wish",
        "set 1 state:", "set 1 title:", "set 1 genre=x", "page 3 1", "page 2 50%", "edit 1", "redo",
        "list pages>x", "list nofield=x", "list sort:nofield", "list columns:nofield", "filter",
        "filter (a", "use nothing", "snapshot save ../x", "snapshot restore nowhere",
        "source nowhere", "alias list x", "alias x --remove", "settings nothing",
        "settings color pink", "help nothing", "echo \"\\q\"", "birthstones x", "log 99", "show it",
    ]

    @Test(arguments: failing)
    func showsTheLineAndACaret(_ command: String) throws {
        let trove = try Trove()
        try trove.prepare(
            "add book Dune state:reading\nadd book Emma state:finished\nadd gem Ruby\n")
        let run = try trove.run(command + "\n")
        let lines = run.errorText.split(separator: "\n").map(String.init)
        try #require(lines.count >= 4, "\(run)")
        #expect(lines[0].wholeMatch(of: #/-:1:\d+: error: .+/#) != nil)
        #expect(lines[1] == "  " + command)
        #expect(lines[2].wholeMatch(of: #/ +\^~*/#) != nil)
        #expect(lines.last == "1 of 1 commands failed")
        #expect(run.text == "")
    }

    @Test(arguments: failing)
    func changesNothing(_ command: String) throws {
        let trove = try Trove()
        try trove.prepare(
            "add book Dune state:reading\nadd book Emma state:finished\nadd gem Ruby\n")
        let before = try trove.json()
        let history = try trove.program.run(["-c", "log"]).text
        #expect(try trove.run(command).status == .exited(1))
        #expect(try trove.json() == before)
        #expect(try trove.program.run(["-c", "log"]).text == history)
    }

    @Test func aLongLineIsCutAroundTheError() throws {
        let title = String(repeating: "long ", count: 200)
        let run = try Trove().run("add book \(title) pages:0 note:\"\(title)\"\n")
        let lines = run.errorText.split(separator: "\n").map(String.init)
        try #require(lines.count >= 4)
        #expect(lines[1].contains("pages:0"))
        #expect(lines[1].count <= 102)
        #expect(lines[1].dropFirst(lines[2].count - 1).first == "0")
    }

    @Test func errorsInFilesNameTheFileAndTheLine() throws {
        let trove = try Trove()
        try trove.scratch.write("echo in\nlst\n", to: "work/inner.trove")
        let run = try trove.run("echo before\nsource inner.trove\nshow 9\n", errors: .merged)
        #expect(
            run.text == """
                before
                in
                inner.trove:2:1: error: there is no command "lst"
                  lst
                  ^~~
                  did you mean list?
                -:3:6: error: there is no item 9
                  show 9
                       ^
                  `list` shows the numbers
                2 of 5 commands failed

                """)
    }

    @Test func aPipeGetsNoColors() throws {
        let script = "add book A\nlist\nshow 1\nlst\nlog\n"
        for options in [[], ["--color", "auto"], ["--color", "never"]] {
            let run = try Trove(environment: ["TERM": "xterm-256color"])
                .run(script, options, errors: .merged)
            #expect(!run.output.contains(0x1B))
        }
        let run = try Trove().run(script, ["--color", "always"], errors: .merged)
        #expect(run.output.contains(0x1B))
    }

    /// A word in lower case before a title is more likely a misspelled kind. The item is added,
    /// because it may be the title.
    @Test(arguments: [
        Case("swapped letters", "add gme Ruby", true),
        Case("all in lower case", "add boks dune", true),
        Case("a capital", "add Move Alien", false), Case("a kind", "add gem Ruby", false),
        Case("one word", "add boks", false), Case("no kind", "add of mice and men", false),
        Case("several lines", "add book Emma\nadd gme Ruby\nadd book Dune", true),
    ])
    func aMisspelledKindInATitleIsNoted(_ row: Case<String, Bool>) throws {
        let run = try Trove().run(row.input)
        #expect(run.status == .success, "\(run)")
        #expect(run.errorText.contains("became part of the title; if you meant ") == row.expected)
        #expect(run.text.split(separator: "\n").count == row.input.split(separator: "\n").count)
    }
}
