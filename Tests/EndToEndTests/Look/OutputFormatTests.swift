import Testing
import TroveCodecs
import TroveTesting

/// Every output format, with names and texts chosen to break it.
@Suite(.timeLimit(.minutes(20))) struct OutputFormatTests {
    static let formats = ["table", "lines", "json", "jsonl", "csv", "tsv", "markdown"]

    /// Listings of everything, a part, details, and nothing.
    static let commands = [
        "list", "list books sort:-pages limit:2 columns:title,pages,author", "show 2 8", "show 1",
        "list reads", "count", "count gems", "log 1",
    ]

    let trove: Trove

    init() throws {
        trove = try Trove()
        try trove.program.run(input: .file(Golden.script("nasty"))).requiring()
    }

    private func run(_ command: String, _ format: String) throws -> ProgramRun {
        try trove.program.run(["--output", format, "-c", command]).requiring()
    }

    @Test(arguments: formats)
    func matchesTheExpectedOutput(_ format: String) throws {
        var text = ""
        for command in Self.commands {
            text += "$ \(command)\n" + (try run(command, format).text)
        }
        try Golden.transcript([.identifiers]).check(text, against: "nasty.\(format).txt")
    }

    /// A retired field has neither a name nor a value, in a list and in the details.
    @Test(arguments: ["csv", "tsv"]) func columnsFitAfterAFieldIsRetired(_ format: String) throws {
        let trove = try Trove()
        try trove.prepare(
            """
            kind add-field book price number
            kind add-field book grade text
            add book Dune price:5 grade:fine
            kind retire-field book price
            """)
        for command in ["list books", "show 1"] {
            let run = try trove.program.run(["--output", format, "-c", command]).requiring()
            let rows = run.lines.map { $0.split(separator: format == "csv" ? "," : "\t") }
            #expect(rows.first?.last == "grade" && rows.last?.last == "fine", "\(run)")
            #expect(!run.lines.joined().contains("5"), "\(run)")
        }
    }

    @Test(arguments: ["table", "lines", "markdown"])
    func escapesControlCharacters(_ format: String) throws {
        for command in Self.commands + ["list sort:nothing", "filter \u{1B}[2J", "\u{9B}31m"] {
            let run = try trove.program.run(
                ["--output", format, "-c", command], errors: .merged)
            let obeyed = run.text.unicodeScalars.filter {
                $0 != "\n" && $0.properties.generalCategory == .control
            }
            #expect(obeyed.isEmpty, "\(command): \(run)")
        }
    }

    @Test(arguments: ["json", "jsonl"])
    func jsonIsEscaped(_ format: String) throws {
        for command in Self.commands {
            let bytes = try run(command, format).output
            #expect(!bytes.contains { $0 < 0x20 && $0 != 0x0A }, "\(command)")
        }
    }

    @Test func settingTheFormatIsTheSameAsTheOption() throws {
        for format in Self.formats {
            let set = try trove.program.run(["-c", "settings output \(format)", "-c", "list gems"])
            #expect(set.text.hasSuffix(try run("list gems", format).text))
        }
    }

    // MARK: Read by other programs

    @Test(.enabled(if: Tools.hasSQLite)) func jsonIsValid() throws {
        let json = try run("list", "json").text
        let path = try trove.scratch.write(json, to: "work/list.json")
        // The library's values, compared with those that a JSON reader finds.
        for field in ["title", "author", "note", "description", "genre", "lent-to"] {
            let found = try trove.sqlite(
                """
                SELECT hex(json_extract(value, '$."\(field)"')) FROM json_each(readfile('\(path)'))
                WHERE json_extract(value, '$.kind') = 'book'
                """, in: ":memory:")
            #expect(
                found == (try trove.sqlite("SELECT hex(\"\(field)\") FROM book ORDER BY number")))
        }
        let types = try trove.sqlite(
            """
            SELECT json_type(value, '$.number'), json_type(value, '$.pages'),
                json_type(value, '$.rating'), json_type(value, '$.shelves'),
                json_extract(value, '$.shelves'), json_extract(value, '$.state')
            FROM json_each(readfile('\(path)')) WHERE json_extract(value, '$.number') = 1
            """, in: ":memory:")
        #expect(types == #"integer|integer|real|array|["attic","書斎"]|wish"#)
        // A missing value is omitted.
        let absent = try trove.sqlite(
            """
            SELECT count(*) FROM json_each(readfile('\(path)')) AS thing,
                json_each(thing.value) AS field WHERE field.type = 'null'
            """, in: ":memory:")
        #expect(absent == "0")
    }

    @Test(.enabled(if: Tools.hasSQLite)) func jsonLinesAreTheObjectsOfTheArray() throws {
        let lines = try run("list", "jsonl").lines
        let path = try trove.scratch.write(
            "[" + lines.joined(separator: ",") + "]", to: "work/lines.json")
        let array = try trove.scratch.write(run("list", "json").text, to: "work/array.json")
        let compact = try trove.sqlite(
            "SELECT json(readfile('\(path)')) = json(readfile('\(array)'))", in: ":memory:")
        #expect(compact == "1")
        #expect(lines.count == 10)
    }

    @Test(.enabled(if: Tools.hasSQLite)) func csvIsValid() throws {
        let path = try trove.scratch.write(run("list books", "csv").text, to: "work/books.csv")
        let fields = ["title", "author", "note", "description"]
        let columns = fields.map { "hex(coalesce(\"\($0)\", ''))" }.joined(separator: ", ")
        let found = try trove.tool(
            "sqlite3",
            [
                ":memory:", ".import --csv \(path) csv",
                "SELECT \(columns) FROM csv ORDER BY 0 + number",
            ]
        ).requiring().lines.joined(separator: "\n")
        #expect(found == (try trove.sqlite("SELECT \(columns) FROM book ORDER BY number")))
    }

    /// The log is a table with a row for each field that a command changed.
    @Test func theLogIsATable() throws {
        _ = try trove.prepare("add book Emma\nset Emma pages:200\ndelete Emma --yes")
        let rows = try run("log limit:3", "csv").lines.map { line in
            let cells = line.split(separator: ",", omittingEmptySubsequences: false)
            return (cells.prefix(1) + cells.dropFirst(4)).joined(separator: ",")
        }
        let command = Int(rows.last?.prefix(while: \.isNumber) ?? "") ?? 0
        let number = rows.last?.split(separator: ",").dropFirst(2).first ?? ""
        #expect(rows.first == "command,kind,number,change,field,before,after")
        #expect(rows.contains("\(command),book,\(number),added,title,,Emma"), "\(rows)")
        #expect(rows.contains("\(command + 1),book,\(number),changed,pages,,200"), "\(rows)")
        #expect(rows.contains("\(command + 2),book,\(number),deleted,pages,200,"), "\(rows)")
    }

    /// Snapshots and birthstones are tables, and one document in JSON.
    @Test func snapshotsAndBirthstonesAreTables() throws {
        _ = try trove.prepare("snapshot save one")
        let rows = try run("snapshot list", "csv").lines
        #expect(rows.first == "name,at,bytes" && rows.last?.hasPrefix("one,20") == true, "\(rows)")
        #expect(try run("birthstones", "csv").lines[1] == "January,garnet")
        for command in ["birthstones", "birthstones july", "snapshot list"] {
            let json = try JSON(parsing: run(command, "json").output)
            #expect(json.array != nil, "\(command)")
        }
    }

    @Test func everyTSVLineHasAllColumns() throws {
        let lines = try run("list books", "tsv").lines
        let tabs = lines.map { $0.utf8.count { $0 == 0x09 } }
        #expect(tabs == [Int](repeating: 24, count: 8))
    }

    @Test func everyMarkdownRowHasAllCells() throws {
        var bars = 0
        var rows = 0
        for line in try run("list", "markdown").lines {
            // An unescaped bar ends a cell.
            let plain = line.replacing("\\\\", with: "").replacing("\\|", with: "")
            if line.hasPrefix("| #") { bars = plain.count { $0 == "|" } }
            guard line.hasPrefix("|") else { continue }
            #expect(plain.count { $0 == "|" } == bars, "\(line)")
            #expect(line.hasSuffix(" |"))
            rows += 1
        }
        #expect(rows == 10 + 2 * 3)
    }

    /// The log has the properties of definitions, as `diff` has them.
    @Test func theLogHasTheOptionsOfFields() throws {
        let trove = try Trove()
        try trove.prepare("kind new game\nkind add-field game size number\nmark before")
        try trove.prepare("kind set game size range:1..5")
        for command in ["log limit:1", "diff since:before"] {
            let run = try trove.run(command, ["--json"]).requiring()
            #expect(run.text.contains(#""fields":{"range":[null,"1..5"]}"#), "\(run)")
            // No command takes the number of a definition.
            #expect(run.text.contains(#"{"number":null,"#), "\(run)")
        }
    }
}
