import Testing
import TroveModel
import TroveTesting

/// Hostile text from outside: whatever its source and whichever command shows it, control
/// characters arrive in a visible form.
@Suite(.timeLimit(.minutes(20))) struct HostileTextTests {
    /// Characters that a terminal obeys or that change the writing direction.
    static let active: [Unicode.Scalar] = [
        "\u{1B}", "\u{07}", "\u{08}", "\u{0D}", "\u{7F}", "\u{80}", "\u{8D}", "\u{9B}", "\u{9D}",
        "\u{9F}", "\u{061C}", "\u{200E}", "\u{200F}", "\u{2028}", "\u{202A}", "\u{202E}",
        "\u{2066}",
        "\u{2069}",
    ]

    /// Sets the title, clears the screen, and reverses what follows.
    static let text =
        "x\u{1B}]0;owned\u{07}\u{1B}[2J\u{9B}31m\u{9D}0;y\u{9C}\u{7F}\u{08}\u{202E}gnp\u{2066}\u{200F}z"

    /// The text in JSON.
    static var json: String {
        text.unicodeScalars.map { scalar in
            guard scalar.value < 0x20 || scalar.value > 0x7E else { return String(scalar) }
            let digits = String(scalar.value, radix: 16)
            return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }.joined()
    }

    private let trove: Trove

    init() throws {
        trove = try Trove()
    }

    /// Fails if a run has printed anything that a terminal obeys.
    private func expectHarmless(
        _ run: ProgramRun, _ comment: String = "",
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let obeyed = (run.output + run.errors).filter { $0 != 0x0A }
        let found = String(decoding: obeyed, as: UTF8.self).unicodeScalars.filter { scalar in
            scalar.properties.generalCategory == .control && scalar != "\t"
                || Self.active.contains(scalar)
        }
        #expect(found.isEmpty, "\(comment)\n\(run)", sourceLocation: sourceLocation)
    }

    private static let formats = ["table", "lines", "markdown", "json", "jsonl"]

    // MARK: The library

    /// Returns commands that show what the library holds, or report what they did with it.
    private static func commands(_ text: String) -> [String] {
        let quoted = "\"\(text)\""
        return [
            "list", "list columns:title,note,author", "show 1", "show 1 2", "show \(quoted)",
            "find \(quoted)", "filter \(quoted)", "filter author=\(quoted)", "list genre=\(quoted)",
            "count \(quoted)", "stats", "shelves", "shelves \(quoted)", "loans", "wishlist", "log",
            "log 1", "set 1 note:\(quoted)", "set 1 state:\(quoted)", "set 1 pages:\(quoted)",
            "set 1 started:\(quoted)", "set 1 isbn:\(quoted)", "undo", "redo", "rate 1 \(quoted)",
            "page 1 \(quoted)", "note 1 \(quoted)", "advance 1", "advance 1 to:\(quoted)",
            "lend 2 to:\(quoted)", "return 2", "lend 2 to:\(quoted) due:2020-01-01",
            "shelve 2 on:\(quoted)", "unshelve 2 from:\(quoted)",
            "add gem \(quoted) photo:\(quoted)",
            "add gem \(quoted)", "add book \(quoted) author:\(quoted)", "delete 2",
            "delete \(quoted)", "read 1", "reads", "unread 1", "cover 1", "take r1",
            "export \(quoted) --yes", "export \"nowhere/\(text)\"", "import \(quoted)",
            "source \(quoted)", "alias \(quoted) list", "alias mine \(quoted)",
            "alias mine list \(quoted)", "alias", "settings contact \(quoted)",
            "settings \(quoted) on", "settings", "snapshot save \(quoted)",
            "snapshot restore \(quoted)", "help \(quoted)", "echo \(quoted)", "use \(quoted)",
            "connect \(quoted)", "connect http://127.0.0.1:1/\(text)", "login \(quoted)",
            "status", "whoami", "devices", "isbn \(quoted)", "scan \(quoted)", "search",
            "birthstones \(quoted)", "tag 1 \(quoted)", quoted, text, "list \(text)=1", "notices",
            "history", "edit 1", "# \(text)",
        ]
    }

    @Test(arguments: formats) func everyVerbEscapesIt(_ format: String) throws {
        try SeededRandom.run { random in
            // The text itself, and others with such characters anywhere in them.
            for round in 0..<4 {
                var text = Self.text
                if round > 0 {
                    text = (0..<12).map { _ in
                        Bool.random(using: &random)
                            ? String(Self.active.randomElement(using: &random) ?? "\u{1B}")
                            : "ab[0;1mHc?".randomElement(using: &random).map(String.init) ?? ""
                    }.joined()
                }
                let trove = try Trove(environment: ["TROVE_SERVER": "http://\(text)"])
                try trove.prepare(
                    """
                    add book "\(text) one" author:"\(text)" note:"\(text)" genre:"\(text)"
                    add book "\(text) two" description:"\(text)" state:wish
                    add movie "\(text)" notes:"\(text)"
                    """)
                let script = Self.commands(text).joined(separator: "\n")
                for options in [["--echo"], ["--check"], ["--color", "never"]] {
                    let run = try trove.run(
                        script, ["--output", format] + options, errors: .merged)
                    expectHarmless(run, random.hint)
                }
            }
        }
    }

    /// CSV, TSV and exported files keep every character; on a terminal they are made visible.
    @Test(arguments: ["csv", "tsv", "json"]) func dataIsUnchangedInPipesAndEscapedOnTerminals(
        _ format: String
    ) throws {
        try trove.prepare("add book \"\(Self.text)\"")
        let piped = try trove.program.run(["--output", format, "-c", "list"]).requiring()
        let text = format == "json" ? Self.json : Self.text
        #expect(piped.text.contains(text), "\(piped)")
        for command in ["list", "export - as:\(format == "tsv" ? "csv" : format)"] {
            let session = try trove.program.openTerminal(["--output", format, "-c", command])
            try session.waitForExit()
            let written = String(decoding: session.output, as: UTF8.self).unicodeScalars
            #expect(!written.contains { $0 != "\r" && Self.active.contains($0) }, "\(command)")
            #expect(!written.isEmpty)
        }
    }

    // MARK: Files and folders

    @Test func fileNamesAreEscaped() throws {
        let name = Self.text.replacing("/", with: "")
        try trove.scratch.write("title\n\(Self.text)\nDune;\n", to: "work/\(name).csv")
        try trove.scratch.write("\(Self.text),\(Self.text)\na,b,c\n", to: "work/no\(name).csv")
        try trove.scratch.write("ad book\nlist\n", to: "work/\(name).trove")
        let script = """
            import "\(name).csv" --preview
            import "\(name).csv"
            import "no\(name).csv"
            import "no\(name).csv" as:goodreads
            source "\(name).trove"
            add gem Ruby photo:"\(name).csv"
            export "\(name).csv"
            list
            """
        expectHarmless(try trove.run(script, errors: .merged))
        for arguments in [
            ["\(name).trove"], ["missing\(name)"], ["--\(name)"], ["--output", name],
            ["--library", name, "-c", "list"], ["--library", "\(name)/x", "-c", "list"],
            ["--library", "\(name).csv", "-c", "list"],
        ] {
            expectHarmless(try trove.program.run(arguments, errors: .merged))
        }
    }

    @Test(.enabled(if: Tools.hasSQLite)) func sqliteMessagesAreEscaped() throws {
        try trove.prepare("add book Dune")
        _ = try trove.sqlite(
            """
            PRAGMA writable_schema=ON;
            INSERT INTO sqlite_schema VALUES('table','\(Self.text)','\(Self.text)',0,'\(Self.text)');
            """)
        expectHarmless(try trove.run("list\nadd book Emma", errors: .merged))
    }

    // MARK: Catalogues

    @Test func catalogueRepliesAreEscaped() throws {
        let catalogues = try CatalogueStandIn()
        let trove = try Trove(catalogues: catalogues)
        let text = Self.json
        let found = """
            {"numFound":2,"docs":[{"key":"/works/OL1W","title":"\(text)","subtitle":"\(text)",\
            "author_name":["\(text)"],"first_publish_year":1965,"publisher":["\(text)"],\
            "isbn":["9780441013593"],"subject":["\(text)"],"cover_i":1},\
            {"key":"/works/\(text)","title":"two \(text)"}]}
            """
        let book = """
            {"ISBN:9780441013593":{"title":"\(text)","authors":[{"name":"\(text)"}],\
            "publishers":[{"name":"\(text)"}],"number_of_pages":3,"publish_date":"\(text)",\
            "subjects":[{"name":"\(text)"}],"key":"/books/OL1M"}}
            """
        catalogues.misbehave("/openlibrary/search", .body(Array(found.utf8)), times: 100)
        catalogues.misbehave("/openlibrary/api", .body(Array(book.utf8)), times: 100)
        let verbs =
            "search dune\nshow r1\ntake r1\ntake r2\nread r1\nmore\nisbn 9780441013593\nlist\n"
            + "show it\nreads\ncover 1\ncover 2\nlog"
        for format in Self.formats {
            expectHarmless(
                try trove.run(verbs, ["--output", format, "--yes"], errors: .merged))
        }
        catalogues.behave()
        for status in [400, 401, 403, 404, 418, 429, 500, 503] {
            catalogues.misbehave(
                "/", .status(status, body: "{\"error\":\"\(text)\",\"message\":\"\(text)\"}"),
                times: 2)
            expectHarmless(
                try trove.run("search emma\nisbn 9780141439587", errors: .merged))
            catalogues.behave()
        }
    }

    // MARK: Servers

    @Test func serverRepliesAreEscaped() throws {
        let text = Self.json
        // A login reply with another email than the one typed is invalid.
        let user = #"{"id":1,"name":"\#(text)","email":"ann@example.org"}"#
        let server = try LoopbackServer { connection in
            while let request = try connection.readRequest() {
                let path = request.target.prefix { $0 != "?" }
                let answer =
                    switch path {
                    case "/v1/hello":
                        #"{"server":"s1","protocol":1,"protocols":[1],"epoch":"e1","name":"\#(text)","time":1795000000000}"#
                    case "/v1/signup", "/v1/login":
                        #"{"token":"t1","device":"d1","epoch":"e1","user":\#(user)}"#
                    case "/v1/devices":
                        #"{"devices":[{"id":"d1","name":"\#(text)","created":1,"seen":2,"current":false}]}"#
                    default: ""
                    }
                let error = #"{"error":{"code":"\#(text)","message":"\#(text)"}}"#
                try connection.reply(
                    answer.isEmpty ? 400 : 200,
                    headers: [("Content-Type", "application/json")],
                    body: Array((answer.isEmpty ? error : answer).utf8))
            }
        }
        let script = """
            connect \(server.url(""))
            whoami
            signup ann@example.org name:Ann
            login ann@example.org
            whoami
            status
            add book Dune
            devices
            devices forget 1
            password
            sync
            queue
            conflicts
            status
            logout
            disconnect
            """
        let trove = try Trove(environment: ["TROVE_PASSWORD": "nine lanterns over the harbour"])
        let run = try trove.run(script, errors: .merged)
        #expect(run.text.contains("\\u{9b}31m"), "\(run)")
        expectHarmless(run)
        expectHarmless(try trove.run(script, ["--json", "--yes"], errors: .merged))
    }
}
