import Testing
import TroveCodecs
import TroveTesting

/// `as-of`, `diff`, `mark` and `undo to:` compared with copies of the library that were made at the
/// time.
@Suite(.timeLimit(.minutes(20))) struct TimeTravelTests {
    /// The questions that are compared.
    private static let questions =
        [
            "list", "list sort:-title limit:3", "list books limit:2", "count", "count by:state",
            "count books by:genre", "stats", "stats year:2026", "find new", "filter pages>5",
            "loans", "shelves", "wishlist", "reads", "export - as:csv", "export - as:json",
        ] + (1...12).map { "show \($0)" }

    private static let formats = ["table", "lines", "json", "jsonl", "csv", "tsv", "markdown"]

    /// Returns the minute in which a part of a script is given.
    private static func minute(_ number: Int) -> String {
        "2026-11-20T12:\(number < 10 ? "0" : "")\(number)"
    }

    /// A library as it was after a part of a script.
    private struct Copy {
        let minute: Int
        let mark: String
        let files: [String: [UInt8]]
    }

    /// Returns a part of a random script, which begins with a command that changes something.
    private static func part(_ number: Int, _ random: inout SeededRandom) -> String {
        let commands = Int.random(in: 0...15, using: &random)
        var lines = ["add book \"part \(number)\" pages:\(number)"]
        for line in RandomScript(commands: commands, using: &random).lines {
            switch Int.random(in: 0..<12, using: &random) {
            case 0: lines.append("undo")
            case 1: lines += ["undo", "redo"]
            case 2: lines += ["snapshot save s\(number)", line]
            case 3:
                lines.append(
                    "snapshot restore s\(Int.random(in: 0...number, using: &random)) --yes")
            case 4: lines.append("import table.csv --update")
            case 5: lines.append("undo to:m\(Int.random(in: 0...number, using: &random))")
            case 6: lines.append("read \(Int.random(in: 1...12, using: &random)) on:2026-10")
            case 7: lines.append("lend \(Int.random(in: 1...12, using: &random)) to:Bob")
            default: lines.append(line)
            }
        }
        return (lines + ["mark m\(number)"]).joined(separator: "\n") + "\n"
    }

    /// Runs a script in parts, at times that mostly grow, and copies the library after each part.
    private func copies(
        of trove: Trove, parts: Int, _ random: inout SeededRandom,
        between: (Int, inout SeededRandom) throws -> Void = { _, _ in }
    ) throws -> [Copy] {
        _ = try trove.scratch.write(
            "title,author,pages\nDune,Frank Herbert,412\nEmma,Jane Austen,\npart 1,,77\n",
            to: "work/table.csv")
        var copies: [Copy] = []
        var minute = 0
        for part in 0..<parts {
            // A clock may be set back.
            let isBack = minute > 4 && Int.random(in: 0..<6, using: &random) == 0
            minute += isBack ? -3 : Int.random(in: 1...2, using: &random)
            try between(part, &random)
            let script = Self.part(part, &random)
            let run = try trove.at(Self.minute(minute)).run(script)
            #expect(run.status == .success || run.status == .exited(1), "\(run)")
            copies.append(Copy(minute: minute, mark: "m\(part)", files: try trove.libraryFiles()))
        }
        return copies
    }

    /// Returns the answers of the questions, in one process.
    ///
    /// A library that may be written answers some questions without loading its items.
    private func answers(
        _ trove: Trove, _ format: String, isReadOnly: Bool, prefix: String = ""
    ) throws -> String {
        let script = Self.questions.map { "echo \($0)\n\(prefix)\($0)\n" }.joined()
        return try trove.at("2026-11-20T13:00")
            .run(script, (isReadOnly ? ["--read-only"] : []) + ["--output", format]).text
    }

    /// Returns the answers of now as answers about the past: only an empty library is worded
    /// otherwise.
    private static func past(_ answers: String) -> String {
        let empty = #"The library is empty. Type `add book "Dune" genre:sci-fi` to begin."#
        return [empty, empty.replacing("\"", with: "\\\"")].reduce(answers) {
            $0.replacing($1, with: "The library had no items then.")
        }
    }

    /// Compares each copy with the past. A connected library must be read-only, or it would sync.
    private func compare(
        _ trove: Trove, _ copies: [Copy], isConnected: Bool = false, _ random: inout SeededRandom
    ) throws {
        let now = try trove.libraryFiles()
        for (index, copy) in copies.enumerated() {
            let format = Self.formats[index % Self.formats.count]
            let isReadOnly = isConnected || Bool.random(using: &random)
            func answers(prefix: String = "") throws -> String {
                try self.answers(trove, format, isReadOnly: isReadOnly, prefix: prefix)
            }
            try trove.putLibrary(copy.files)
            let expected = Self.past(try answers())
            try trove.putLibrary(now)
            #expect(try answers(prefix: "as-of \(copy.mark) ") == expected)
            // The last of the parts whose time is the same or earlier.
            let place = copies.last { $0.minute <= copy.minute }
            guard place?.mark == copy.mark else { continue }
            let minute = Self.minute(copy.minute)
            #expect(try answers(prefix: "as-of \(minute) ") == expected)
            // Rows that are loaded already are reverted in memory.
            let script = "list\necho next\nas-of \(minute) list\n"
            let later = trove.at("2026-11-20T13:00")
            let warm = try later.run(script, ["--read-only", "--json"]).text
            let cold = try later.run("as-of \(copy.mark) list", ["--read-only", "--json"]).text
            #expect(warm.hasSuffix("\"next\"}\n" + cold))
        }
    }

    // MARK: The property

    @Test(arguments: 0..<4)
    func thePastEqualsACopy(_ round: Int) throws {
        try SeededRandom.run { random in
            for _ in 0..<round { _ = random.next() }
            let trove = try Trove()
            let copies = try copies(of: trove, parts: 9, &random)
            try compare(trove, copies, &random)
            try trove.prepare("check")
        }
    }

    @Test func changesFromAnotherDeviceCountFromTheirArrival() throws {
        try SeededRandom.run { random in
            let world = try SyncWorld()
            let laptop = try world.signedUp("laptop")
            let phone = try world.loggedIn("phone")
            let copies = try copies(of: laptop, parts: 6, &random) { part, random in
                let script = RandomScript(commands: 6, using: &random).text
                _ = try phone.run("add gem \"phone \(part)\"\n" + script + "sync\n")
            }
            try compare(laptop, copies, isConnected: true, &random)
        }
    }

    /// Returns the items of the whole library, by number.
    private func items(_ trove: Trove) throws -> [Int: JSON] {
        let json = try JSON(parsing: trove.program.run(["--json", "-c", "list"]).output)
        return Dictionary(
            uniqueKeysWithValues: (json.array ?? []).compactMap { item in
                item["number"]?.int.map { ($0, item) }
            })
    }

    /// Returns items after differences.
    private func items(_ items: [Int: JSON], after differences: JSON) throws -> [Int: JSON] {
        var items = items
        for difference in differences.array ?? [] {
            let number = try #require(difference["number"]?.int)
            let fields = difference["fields"]?.members ?? []
            switch difference["action"]?.text {
            case "delete": items[number] = nil
            case "create":
                let head = ["number", "id", "kind"].compactMap { name in
                    difference[name].map { JSON.Member(name, $0) }
                }
                items[number] = .object(head + fields)
            default:
                var members = items[number]?.members ?? []
                for field in fields {
                    let pair = field.value.array ?? []
                    #expect(items[number]?[field.name] ?? .null == pair[0])
                    members.removeAll { $0.name == field.name }
                    if !pair[1].isNull { members.append(JSON.Member(field.name, pair[1])) }
                }
                items[number] = .object(members)
            }
        }
        return items
    }

    /// Returns an item with its members in the order of their names.
    private func sorted(_ items: [Int: JSON]) -> [Int: [String]] {
        items.mapValues { item in
            (item.members ?? []).map { "\($0.name) \($0.value)" }.sorted()
        }
    }

    @Test(arguments: 0..<3)
    func differencesLeadToNowAndUndoLeadsBack(_ round: Int) throws {
        try SeededRandom.run { random in
            for _ in 0..<(round + 10) { _ = random.next() }
            let trove = try Trove()
            let copies = try copies(of: trove, parts: 5, &random)
            let files = try trove.libraryFiles()
            let now = try items(trove)
            for copy in copies.dropLast() {
                try trove.putLibrary(copy.files)
                let then = try items(trove)
                try trove.putLibrary(files)
                let run = try trove.program.run(["--json", "-c", "diff since:\(copy.mark)"])
                    .requiring()
                let after = try items(then, after: try JSON(parsing: run.output))
                #expect(sorted(after) == sorted(now))
                let back = try trove.program.run(["-c", "undo to:\(copy.mark)"]).requiring()
                #expect(try items(trove) == then)
                guard back.text.hasPrefix("Undone: ") else { continue }
                try trove.prepare("redo\ncheck")
                #expect(try items(trove) == now)
            }
        }
    }

    // MARK: Marks

    @Test func aMarkIsSeenByOtherShellsAndStaysAfterUndo() throws {
        let trove = try Trove()
        let shell = try trove.program.start()
        try shell.write("add book Dune\nmark one\n")
        try shell.read(until: "Set mark one")
        #expect(try trove.run("mark").lines == ["mark  set", "one   2026-11-20 12:00"])
        try shell.write("undo\nmark\n")
        try shell.read(until: "one   2026-11-20 12:00\n")
        try shell.waitForExit().requiring()
        try trove.prepare("snapshot save s\nadd book Emma\nsnapshot restore s --yes\n")
        #expect(try trove.run("as-of one list limit:9", ["--json"]).text.contains("Dune"))
    }

    /// Loans are overdue, and the years of `stats` end, as they did then.
    @Test func thePastHasItsDay() throws {
        let trove = try Trove()
        try trove.at("2012-01-10T10:00").prepare("add book Dune")
        try trove.at("2012-02-10T10:00").prepare("lend Dune to:Bob due:2012-03-01\nmark lent")
        let now = trove.at("2012-04-01T10:00")
        #expect(try now.prepare("loans").text.contains("Bob (overdue)"))
        for place in ["2012-02-11", "lent", "\"1 month ago\""] {
            let run = try now.prepare("as-of \(place) loans\nas-of \(place) list")
            #expect(run.text.contains("1 item is lent.\n"), "\(run)")
            #expect(!run.text.contains("overdue"), "\(run)")
        }
        #expect(try now.prepare("as-of \"3 months ago\" count").text == "0\n")
        #expect(try now.prepare("as-of \"2 months ago\" count").text == "1\n")
        #expect(try now.prepare("as-of \"1 year ago\" count").text == "0\n")
        let later = trove.at("2013-04-01T10:00")
        #expect(try later.prepare("as-of lent stats").text.contains(" in 2012\n"))
    }

    /// What `explain` counts is what there was.
    @Test func thePastIsExplained() throws {
        let trove = try Trove()
        let run = try trove.prepare(
            """
            add book Dune
            add book Emma
            mark m
            snapshot save s
            delete Emma --yes
            explain as-of m list
            explain snapshot restore s --yes
            """, ["--library", trove.scratch.path("l.db")])
        #expect(run.text.contains("finds        2 books\n"), "\(run)")
        #expect(run.text.contains("changes      add book 2: Emma"), "\(run)")
    }

    @Test func aMarkMovesAndGoes() throws {
        let trove = try Trove()
        try trove.prepare("add book Dune\nmark One\nadd book Emma\n")
        let again = try trove.run("mark one\n")
        #expect(again.status == .exited(1))
        #expect(again.errorText.contains("`mark One --move` moves it here"))
        #expect(
            try trove.prepare("as-of ONE count\nmark one --move\nas-of one count").lines
                == ["1", "Moved mark one here.", "2"])
        #expect(
            try trove.prepare("mark one --remove\nmark").lines
                == ["Removed mark one.", "No marks. `mark NAME` sets one."])
        #expect(try trove.run("as-of one list").errorText.contains("neither a time nor a mark"))
    }

    @Test(arguments: [
        "2026", "2026-11-01", "yesterday", "Today", "tomorrow", "\"3 days ago\"", "\"a\\nb\"",
    ])
    func aMarkIsNoTime(_ name: String) throws {
        let run = try Trove().run("mark \(name)\n")
        #expect(run.status == .exited(1) && run.errorText.contains("cannot be the name of a mark"))
    }

    // MARK: Times and commands

    @Test(arguments: [
        ("2026-11-20", "1"), ("2026-11-21", "2"), ("2026-11-21T11:59", "2"),
        ("2026-11-21T12:00", "3"), ("\"2026-11-21 12:00:00\"", "3"),
        ("2026-11-21T12:00:00Z", "3"), ("2026-11", "0"), ("2026", "0"), ("1999-12-31", "0"),
        ("yesterday", "2"), ("today", "3"), ("now", "4"), ("\"36 hours ago\"", "2"),
        ("\"1 day ago\"", "3"), ("\"2 weeks ago\"", "0"), ("YESTERDAY", "2"),
    ])
    func aTimeSelectsWhatWasThere(_ time: String, _ count: String) throws {
        let trove = try Trove()
        for (number, day) in ["19", "20", "21", "22"].enumerated() {
            try trove.at("2026-11-\(day)T12:00").prepare("add book \"Book \(number)\"")
        }
        let run = try trove.at("2026-11-22T12:00").prepare("as-of \(time) count")
        #expect(run.text == count + "\n")
    }

    @Test(arguments: [
        ("as-of tomorrow list", "is in the future", 7),
        ("as-of 2027-01-01 list", "2027-01-01 is in the future", 7),
        ("as-of nowhere list", "neither a time nor a mark", 7),
        ("as-of 2026-11-20T24:00 list", "neither a time nor a mark", 7),
        ("as-of yesterday add book X", "only runs commands that show items", 17),
        ("as-of yesterday log", "only runs commands that show items", 17),
        ("as-of yesterday undo", "only runs commands that show items", 17),
        ("as-of yesterday sync", "only runs commands that show items", 17),
        ("as-of yesterday list nothing:", "", 22),
        ("as-of now show Emmma", "there is no item called", 16),
        ("as-of", "needs a time or a mark", 6), ("as-of now", "needs a command", 10),
    ])
    func aMistakeIsShownAtItsPlace(_ line: String, _ text: String, _ column: Int) throws {
        let trove = try Trove()
        try trove.prepare("add book Emma")
        let run = try trove.run(line + "\n")
        #expect(run.status == .exited(1))
        #expect(run.errorText.hasPrefix("-:1:\(column): error: "), "\(run)")
        #expect(run.errorText.contains(text), "\(run)")
        #expect(try trove.run("count").text == "1\n")
    }

    @Test func nothingOfAPasswordIsShown() throws {
        let run = try Trove().run("as-of now login ann@example.org secret\n")
        #expect(run.status == .exited(1) && !run.errorText.contains("secret"), "\(run)")
    }

    /// In the log, an undo of several commands is that of the first one.
    @Test(.enabled(if: Tools.hasSQLite)) func theLogNamesTheFirstCommand() throws {
        let trove = try Trove()
        try trove.prepare("mark m\nadd book A\nadd book B\nset 1 pages:5\nundo to:m\ncheck\n")
        #expect(try trove.sqlite("SELECT DISTINCT reverts FROM changes WHERE seq > 3") == "1")
        #expect(try trove.prepare("redo\ncount").lines.last == "2")
    }
}
