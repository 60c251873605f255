import Testing
import TroveTesting

/// Extreme input: too long, too large, too early or too late.
@Suite(.timeLimit(.minutes(20))) struct ExtremeInputTests {
    let trove: Trove

    init() throws {
        trove = try Trove()
    }

    // MARK: Lines

    /// A line over the limit, without a line end.
    @Test(arguments: ["", "; echo"])
    func anOverlongLastLineIsOneError(_ end: String) throws {
        // A reader would have to stop a program that never stopped complaining.
        let run = try trove.shell(
            """
            { head -c 73400320 /dev/zero | tr '\\0' a \(end); } |
            { "$TROVE" 2>&1; echo $? >status; } | head -c 10000
            """)
        #expect(try trove.scratch.read("work/status") == "1\n")
        #expect(run.lines.count { $0.contains("error: ") } == 1, "\(run)")
        #expect(run.lines.first?.hasPrefix("-:1") == true, "\(run)")
    }

    /// Such a line is read in parts; the last one looks like a command here.
    @Test(arguments: [0, 1, 2, 3])
    func theRestOfAnOverlongLineIsNotRun(_ pieces: Int) throws {
        try trove.prepare("add book A\n")
        let run = try trove.shell(
            """
            { head -c \((64 << 20) + (pieces << 18)) /dev/zero | tr '\\0' a
              printf 'delete 1 --yes'; } >long.trove
            { "$TROVE" long.trove 2>&1; echo $? >status; } | head -c 10000
            """)
        #expect(try trove.scratch.read("work/status") == "1\n")
        #expect(run.lines.first == "long.trove:1:1: error: this line is too long", "\(run)")
        #expect(run.lines.last == "1 of 1 commands failed", "\(run)")
        #expect(run.lines.count == 3, "\(run)")
        #expect(try trove.run("count").text == "1\n")
    }

    @Test func theLineAfterAnOverlongOneIsRun() throws {
        let run = try trove.shell(
            """
            { echo 'add book A'; head -c 73400320 /dev/zero | tr '\\0' a; echo; echo count; } |
            "$TROVE" 2>errors
            """)
        #expect(run.status == .exited(1))
        #expect(run.text == "Added book 1: A\n1\n")
    }

    /// Checking each operator for a field's name again would take quadratic time.
    @Test(arguments: ["=", "<", ":", "!="])
    func manyOperatorsWithoutANameAreFast(_ sign: String) throws {
        let line =
            String(repeating: "a", count: 200_000) + "."
            + String(repeating: sign, count: 200_000)
        let run = try trove.run("\(line)\nlist \(line)\nadd book A\n")
        #expect(run.status == .exited(1))
        #expect(run.lines.last == "Added book 1: A")
    }

    /// Each of them would double the time, and a million would overflow the stack.
    @Test func aConditionOfConnectivesBeforeTextIsFast() throws {
        let script = """
            add book Dune rating:5
            note where \(String(repeating: "not ", count: 200_000))rating=5 x
            note where \(String(repeating: "not ", count: 30))rating=5 hello
            note where rating=5 (really) good --yes
            show 1
            """
        let run = try trove.run(script)
        #expect(run.status == .exited(1), "\(run.errorText.suffix(500))")
        #expect(run.lines.contains { $0.hasSuffix("  (really) good") }, "\(run.text.suffix(500))")
    }

    /// Nested commands are lexed at each level, but not beyond the limit.
    @Test func thousandsOfNestedCommandsWithAnAliasAreFast() throws {
        let nested = String(repeating: "watch 1 ", count: 100_000)
        let run = try trove.run("alias x list\n\(nested)list\necho end\n")
        #expect(run.status == .exited(1), "\(run.errorText.suffix(500))")
        #expect(run.lines.last == "end")
    }

    /// Reading the whole command again after each line would take minutes.
    @Test func anUnclosedQuoteBeforeThousandsOfLinesIsFast() throws {
        let lines = (1...100_000).map { "add book \"Title \($0)\"\n" }.joined()
        let run = try trove.run("add book \"Open\n" + lines)
        #expect(run.status == .exited(1), "\(run.errorText.suffix(500))")
        #expect(run.errorText.hasSuffix("1 of 1 commands failed\n"))
        #expect(try trove.run("count").text == "0\n")
    }

    @Test func thousandsOfContinuedLinesAreFast() throws {
        let run = try trove.run(String(repeating: "\\\n", count: 200_000))
        #expect(run.status == .exited(1), "\(run)")
        #expect(run.text == "")
        #expect(run.lines.isEmpty && run.errorText.hasSuffix("1 of 1 commands failed\n"))
        let command = "add book A" + String(repeating: " \\\n", count: 100_000) + " genre:x\n"
        #expect(try trove.run(command).requiring().text == "Added book 1: A\n")
        #expect(try trove.json().contains("\"genre\":\"x\""))
    }

    // MARK: Numbers and times

    @Test(arguments: [
        ("-9223372036854775807", 0), ("-9223372036854775808", nil), ("-10", 0), ("-7", 3),
    ])
    func pagingBackStopsAtTheFirstPage(_ pages: String, _ page: Int?) throws {
        try trove.prepare("add book A pages:300 page:10\n")
        let run = try trove.run("page 1 \(pages)\n")
        #expect(run.status == (page == nil ? .exited(1) : .success), "\(run)")
        #expect(page != nil || run.errorText.hasPrefix("-:1:8: error: "), "\(run)")
        #expect(try trove.json().contains("\"page\":\(page ?? 10)"))
    }

    /// Another program may have stored such a page.
    @Test(.enabled(if: Tools.hasSQLite), arguments: [-5, -999_999])
    func pagingBackFromAnInvalidPageStopsAtTheFirst(_ page: Int) throws {
        try trove.prepare("add book A pages:300 page:10\n")
        _ = try trove.sqlite("UPDATE book SET page = \(page)")
        let run = try trove.run("page 1 -9223372036854775807\n")
        #expect(run.status == .success, "\(run)")
        #expect(try trove.json().contains("\"page\":0"))
    }

    @Test(arguments: ["+9223372036854775807", "9223372036854775807"])
    func pagingPastTheEndIsAnError(_ pages: String) throws {
        try trove.prepare("add book A pages:300 page:10\n")
        let run = try trove.run("page 1 \(pages)\n")
        #expect(run.status == .exited(1))
        #expect(run.errorText.hasPrefix("-:1:8: error: "), "\(run)")
        #expect(try trove.json().contains("\"page\":10"))
    }

    @Test(.enabled(if: Tools.hasSQLite), arguments: [Int64.min, .min + 1, -1, .max])
    func anyTimeInTheLogIsShown(_ moment: Int64) throws {
        try trove.prepare("add book A\n")
        // SQLite cannot parse the smallest integer directly.
        _ = try trove.sqlite("UPDATE changes SET at = \(moment / 2) + \(moment - moment / 2)")
        #expect(try trove.sqlite("SELECT at FROM changes") == "\(moment)")
        let text = try trove.run("log\n").requiring()
        #expect(text.lines.count == 1 && text.text.hasSuffix("added book 1: A\n"), "\(text)")
        let json = try trove.run("log\n", ["--output", "json"]).requiring()
        #expect(json.text.hasPrefix("[{\"command\":1,\"at\":\""), "\(json)")
        #expect(try trove.run("undo\nredo\nlist\n").status == .success)
    }

    /// In the test's time zone it is already the year 10000.
    @Test func afterTheLastYearTheLibraryCanBeOpened() throws {
        var late = trove
        late.environment["TROVE_NOW"] = "9999-12-31T23:59"
        late.environment["TZ"] = "XXX-14"
        #expect(try late.run("add movie X").requiring().text == "Added movie 1: X\n")
        for trove in [late, trove] {
            #expect(try trove.run("list\nshow 1\n").requiring().text.contains("9999"))
            #expect(try trove.run("log\n").requiring().lines.count == 1)
        }
    }

    @Test func beforeTheFirstYearTheLibraryCanBeOpened() throws {
        var early = trove
        early.environment["TROVE_NOW"] = "0001-01-01T00:00"
        early.environment["TZ"] = "XXX14"
        #expect(try early.run("add movie X").requiring().text == "Added movie 1: X\n")
        for trove in [early, trove] {
            #expect(try trove.run("list\nshow 1\n").requiring().text.contains("0001"))
            #expect(try trove.run("log\n").requiring().lines.count == 1)
        }
    }

    @Test(arguments: ["0", "-1", "601", "2s", "1.5", " 2", "99999999999999999999"])
    func anInvalidPatienceIsAUsageError(_ seconds: String) throws {
        var trove = trove
        trove.environment["TROVE_PATIENCE"] = seconds
        let run = try trove.run("add movie X\n")
        #expect(run.status == .exited(2), "\(run)")
        #expect(
            run.errorText.hasPrefix(
                "trove: error: TROVE_PATIENCE is not a valid number of seconds\n"),
            "\(run)")
        #expect(trove.scratch.files() == [])
    }

    @Test(arguments: [
        "now", "2026-11-20", "2026-11-20T", "T12:00", "2026-11T12:00", "2026-13-01T00:00",
        "2026-02-30T01:00", "2026-11-20T24:00", "2026-11-20T12:60", "2026-11-20T-1:00",
        "2026-11-20T12:-1", "2026-11-20T12", "2026-11-20T12:00:00", " 2026-11-20T12:00",
        "2026-11-20T12:00Z", "0000-01-01T00:00", "10000-01-01T00:00",
        "2026-11-20T9223372036854775808:00",
    ])
    func anInvalidTimeIsAUsageError(_ moment: String) throws {
        var trove = trove
        trove.environment["TROVE_NOW"] = moment
        let run = try trove.run("add movie X\n")
        #expect(run.status == .exited(2), "\(run)")
        #expect(run.errorText.hasPrefix("trove: error: TROVE_NOW is not a valid time\n"), "\(run)")
        #expect(run.text == "")
        #expect(trove.scratch.files() == [])
    }

    // MARK: Names

    /// One of these characters separates the names in storage.
    @Test(arguments: ["\u{1F}", "\u{1}", "\u{7F}", "\t", "\r", "\u{1B}"])
    func aNameAmongSeveralHasNoControlCharacter(_ character: String) throws {
        let run = try trove.run(
            "add book A\nset 1 shelves:\"a\(character)b\"\nadd book B shelves:\"x\(character)y\"\n")
        #expect(run.status == .exited(1), "\(run)")
        #expect(run.text == "Added book 1: A\n")
        #expect(
            run.errorText.hasPrefix("-:2:15: error: shelves contains a control character\n"),
            "\(run)")
        #expect(run.errorText.hasSuffix("2 of 3 commands failed\n"))
        #expect(try !trove.json().contains("shelves"))
    }
}
