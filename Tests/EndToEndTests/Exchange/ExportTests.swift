import Testing
import TroveModel
import TroveTesting

/// `export`: the content of the files, which are always complete or absent.
@Suite(.timeLimit(.minutes(20))) struct ExportTests {
    private let trove: Trove

    /// Two books, a gem and a film.
    private static let things = """
        add book Dune author:"Frank Herbert" pages:412 shelves:"sci-fi, favourites"
        add book "Left, Right" note:"=1+1" rating:4.25
        add gem Ruby hardness:9 birthstone:july
        add movie Alien watched:1979-05

        """

    /// The table of the gems, without the end of the last line, its id.
    private static let gems = """
        kind,name,description,photo,color,hardness,birthstone,tags,id
        gem,Ruby,,,,9,July,,
        """

    init() throws {
        trove = try Trove()
        try trove.prepare(Self.things)
    }

    private func file(_ name: String) throws -> String { try trove.scratch.read("work/\(name)") }

    /// Returns the files in the work folder.
    private func files() throws -> [String] {
        try trove.tool("ls", ["-A"]).requiring().lines.map { String($0) }
    }

    // MARK: Content

    @Test func aTableHasTheFieldsOfItsKinds() throws {
        let run = try trove.prepare("export all.csv\n")
        #expect(run.text == "Exported 2 books, 1 gem, 1 movie to all.csv\n")
        let records = SeparatedValues.csv(try trove.scratch.readBytes("work/all.csv"))
        // Each kind's fields, each name once, in the order of the kinds; then the ids.
        var seen: Set<String> = []
        let names = ["book", "gem", "movie"].compactMap(Kinds.standard.index(of:))
            .flatMap { Kinds.standard[$0].fields.map(\.name) }.filter { seen.insert($0).inserted }
        #expect(records.first == ["kind"] + names + ["id"])
        let items = records.dropFirst().map { record in
            Dictionary(uniqueKeysWithValues: zip(records[0], record)).filter { $1 != "" }
        }
        #expect(items.count == 4)
        for item in items { #expect(item["id"].flatMap { ItemID($0) } != nil) }
        let shown = items.map { item in item.filter { $0.key != "id" && $0.key != "added" } }
        #expect(
            shown == [
                [
                    "kind": "book", "title": "Dune", "author": "Frank Herbert", "pages": "412",
                    "state": "wish", "shelves": "favourites, sci-fi",
                ],
                [
                    "kind": "book", "title": "Left, Right", "state": "wish", "note": "'=1+1",
                    "rating": "4.25",
                ],
                ["kind": "gem", "name": "Ruby", "hardness": "9", "birthstone": "July"],
                ["kind": "movie", "name": "Alien", "state": "watched", "watched": "1979-05"],
            ])
    }

    /// An unknown ending is not taken for CSV.
    @Test func anUnknownEndingIsAnError() throws {
        let run = try trove.run("export x.pdf\nexport a.b/x.TXT\nexport x.\n", errors: .merged)
            .requiring(.exited(1))
        #expect(run.text.contains("x.pdf: no format has the extension .pdf"))
        #expect(run.text.contains("use .csv, .json, .jsonl, .zip, .md or .html, or choose"))
        #expect(run.text.contains("no format has the extension .txt"))
        #expect(run.text.contains("3 of 3 commands failed"))
        #expect(try files() == [])
        try trove.prepare("export x.pdf as:csv gems")
        #expect(try file("x.pdf").hasPrefix(Self.gems))
        try trove.tool("mkdir", ["v1.2"]).requiring()
        try trove.prepare("export v1.2/gems gems")
        #expect(try file("v1.2/gems").hasPrefix(Self.gems))
    }

    @Test func theNameOrAnOptionSelectsTheFormat() throws {
        try trove.prepare(
            """
            export gems.json gems
            export GEMS.JSONL gems
            export gems.txt gems as:json
            export gems gems

            """)
        let gem = #""kind":"gem","name":"Ruby","hardness":9,"birthstone":"July"}"#
        for (name, beginning, end) in [
            ("gems.json", "[{", "]\n"), ("GEMS.JSONL", "{", "\n"), ("gems.txt", "[{", "]\n"),
        ] {
            let text = try file(name)
            #expect(text.hasPrefix(beginning + #""number":3,"id":""#), "\(name)")
            #expect(text.hasSuffix(gem + end), "\(name)")
        }
        #expect(try file("gems").hasPrefix(Self.gems))
    }

    @Test func queriesWorkAsInList() throws {
        let run = try trove.prepare(
            """
            export - books sort:-title as:jsonl
            export - rating>=4 as:jsonl
            export - books limit:1 as:jsonl
            export - limit:0 gems as:jsonl

            """)
        let titles = run.lines.map { line in
            String(line.split(separator: "\"").dropFirst(13).first ?? "")
        }
        #expect(titles == ["Left, Right", "Dune", "Left, Right", "Dune"])
    }

    @Test(arguments: ["table", "json", "csv", "lines"])
    func standardOutputWorksInAnyFormat(format: String) throws {
        let run = try trove.run("export - gems\n", ["--output", format]).requiring()
        #expect(run.text.hasPrefix(Self.gems))
    }

    @Test(arguments: ["csv", "json", "jsonl"])
    func exportsFromFileAndMemoryAreEqual(form: String) throws {
        // A condition needs the items in memory; a whole kind is written directly from the file.
        let run = try trove.prepare(
            """
            export a as:\(form)
            count pages>0
            export b as:\(form)
            export c not pages=1 as:\(form)
            export d limit:9 as:\(form)

            """)
        #expect(run.status == .success)
        let first = try file("a")
        #expect(first.contains("Alien"))
        for name in ["b", "d"] { #expect(try file(name) == first, "\(name)") }
        #expect(try file("c").contains("Dune"))
    }

    @Test func anEmptyResultIsAFile() throws {
        let run = try trove.prepare("export none.csv gems name=Opal\nexport none.json limit:0\n")
        #expect(run.text == "Exported nothing to none.csv\nExported nothing to none.json\n")
        let header = "kind,name,description,photo,color,hardness,birthstone,tags,id\n"
        #expect(try file("none.csv") == header)
        #expect(try file("none.json") == "[]\n")
    }

    @Test func exportsOnlyCommittedItems() throws {
        // In a script, the file is written after the commit of its content.
        let run = try trove.run("add book Emma\nexport - books as:jsonl\nexport a.csv\n")
        #expect(run.status == .success)
        #expect(try file("a.csv").contains("Emma"))
    }

    // MARK: Replacing

    @Test func aFileIsReplacedOnlyWithConsent() throws {
        try trove.scratch.write("mine\n", to: "work/a.csv")
        let run = try trove.run("export a.csv\n")
        #expect(run.status == .exited(1))
        #expect(run.errorText.contains("a.csv already exists"))
        #expect(run.errorText.contains("--yes"))
        #expect(try file("a.csv") == "mine\n")
        try trove.prepare("export a.csv gems --yes\n")
        #expect(try file("a.csv").contains(",July,,"))
        try trove.prepare("export a.csv movies\n", ["--yes"])
        #expect(try file("a.csv").contains(",1979-05,"))
        #expect(try files() == ["a.csv"])
    }

    @Test func asksBeforeReplacing() throws {
        try trove.scratch.write("mine\n", to: "work/a.csv")
        let session = try trove.openTrove()
        try session.enter("export a.csv gems")
        try session.waitUntil(cursorFollows: "Replace a.csv? [y/N] ")
        try session.typeOut("n")
        try session.submit()
        try session.waitForTrove()
        #expect(try file("a.csv") == "mine\n")
        try session.enter("export a.csv gems")
        try session.waitUntil(cursorFollows: "Replace a.csv? [y/N] ")
        try session.typeOut("y")
        try session.submit()
        try session.waitForTrove()
        #expect(try file("a.csv").contains(",July,,"))
        // A mistyped option finds nothing, which is said before the file is lost.
        try session.enter("export a.csv as csv")
        try session.waitUntil(cursorFollows: "Replace a.csv? [y/N] ")
        #expect(session.screen.contains("did you mean as:csv?"), "\(session.screen)")
        try session.typeOut("n")
        try session.submit()
        try session.waitForTrove()
        #expect(try file("a.csv").contains(",July,,"))
    }

    @Test func keepsLinksAndPermissions() throws {
        try trove.shell("mkdir d; echo mine >d/a.csv; chmod 640 d/a.csv; ln -s d/a.csv link.csv")
            .requiring()
        try trove.prepare("export link.csv gems --yes\n")
        let shown = try trove.shell("readlink link.csv; stat -c %a d/a.csv; ls -A d").requiring()
        #expect(shown.text == "d/a.csv\n640\na.csv\n")
        #expect(try file("d/a.csv").contains(",July,,"))
        try trove.shell(#"umask 027; "$TROVE" -c 'export new.csv gems'"#).requiring()
        #expect(try trove.tool("stat", ["-c", "%a", "new.csv"]).requiring().text == "640\n")
    }

    @Test func neverReplacesTheLibrary() throws {
        let library = trove.libraryPath
        try trove.shell("ln -s '\(library)' a.csv; ln '\(library)' b.csv").requiring()
        for (index, path) in [library, "a.csv", "b.csv", library + "-wal"].enumerated() {
            // A change by this command is in the log that SQLite keeps beside the library.
            let run = try trove.run("add book X\(index)\nexport \(path) --yes\n")
            #expect(run.status == .exited(1), "\(path)")
            #expect(run.errorText.contains("is the library itself"), "\(run)")
        }
        #expect(try trove.run("count books\n").requiring().text == "6\n")
    }

    /// SQLite would delete the file at some of these paths, or take it for its own.
    @Test(arguments: ["-wal", "-shm", "-journal", "-guard", ".lock", ".blobs"])
    func takesNoNameOfAFileOfTheLibrary(_ ending: String) throws {
        let run = try trove.run("export \(trove.libraryPath)\(ending) books as:csv\n")
        #expect(run.errorText.contains("is the library itself"), "\(run)")
        #expect(try trove.run("count books\n").requiring().text == "2\n")
    }

    // MARK: Failures

    @Test func writeErrorsAreReported() throws {
        try trove.scratch.makeDirectory("work/folder")
        try trove.scratch.write("x", to: "work/file")
        for (path, words) in [
            ("folder", "folder is a folder"), ("none/a.csv", "no such folder"),
            ("file/a.csv", "no such folder"), ("/dev/full", "no space left on the disk"),
            ("/proc/a.csv", "error: /proc/a.csv: "),
        ] {
            let run = try trove.run("export \(path) --yes\n")
            #expect(run.status == .exited(1), "\(path)")
            #expect(run.errorText.contains(words), "\(run)")
        }
        #expect(try files() == ["file", "folder"])
    }

    @Test(.enabled(if: Tools.canDropRights)) func anUnwritableFolderIsNamed() throws {
        try trove.scratch.makeDirectory("work/locked", permissions: 0o555)
        try trove.shell("chmod a+rx . ..").requiring()
        let run = try trove.tool(
            "setpriv",
            [
                "--reuid=65534", "--clear-groups", trove.program.path, "--ephemeral", "-c",
                "export locked/a.csv",
            ])
        #expect(run.errorText.contains("permission denied"), "\(run)")
    }

    @Test func anUnknownFormatIsAnError() throws {
        let run = try trove.run("export a as:xml\nexport a columns:title\nexport\nexport (a\n")
        #expect(run.status == .exited(1))
        #expect(run.errorText.contains(#""xml" is not csv, json, jsonl, zip, markdown or html"#))
        #expect(run.errorText.contains(#"export does not take "columns:""#))
        #expect(run.errorText.contains("export needs a file"))
        #expect(try files().isEmpty)
    }

    /// A script that adds enough books for an export in several parts.
    private static let manyBooks = (1...3000).map { "add book B\($0) note:nnnnnnnnnnnnnnnnnnnn\n" }
        .joined()

    @Test(.enabled(if: Tools.canLimit)) func aFileSizeLimitLeavesTheOldFile() throws {
        try trove.prepare(Self.manyBooks)
        try trove.scratch.write("mine\n", to: "work/a.csv")
        let run = try trove.tool(
            "prlimit", ["--fsize=50000", trove.program.path, "-c", "export a.csv --yes"])
        #expect(run.status == .exited(1))
        #expect(run.errorText.contains("no space left on the disk"), "\(run)")
        #expect(try file("a.csv") == "mine\n")
        #expect(try files() == ["a.csv"])
    }

    @Test(.enabled(if: Tools.canTrace), arguments: ["fsync", "rename", "write"])
    func aFailedCallLeavesTheOldFile(call: String) throws {
        try trove.scratch.write("mine\n", to: "work/a.csv")
        let run = try trove.tool(
            "strace",
            [
                "-f", "-qq", "-o", trove.scratch.path("strace.log"), "-e", "trace=\(call)", "-e",
                "inject=\(call):error=ENOSPC:when=1", trove.program.path, "-c",
                "export a.csv --yes",
            ])
        #expect(try trove.scratch.read("strace.log").contains("INJECTED"))
        #expect(run.status == .exited(1))
        #expect(run.errorText.contains("no space left on the disk"), "\(run)")
        #expect(try file("a.csv") == "mine\n")
        #expect(try files() == ["a.csv"])
    }

    @Test(.enabled(if: Tools.canTrace)) func anInterruptLeavesTheOldFile() throws {
        try trove.prepare(Self.manyBooks)
        try trove.scratch.write("mine\n", to: "work/a.csv")
        let run = try trove.tool(
            "strace",
            [
                "-f", "-qq", "-o", trove.scratch.path("strace.log"), "-e", "trace=write", "-e",
                "inject=write:signal=SIGINT:when=1", trove.program.path, "-c",
                "export a.csv books --yes",
            ])
        #expect(run.status == .exited(130), "\(run)")
        #expect(try file("a.csv") == "mine\n")
        #expect(try files() == ["a.csv"])
    }

    /// Another shell changes a file that is read without locks.
    @Test(.enabled(if: Tools.canTrace)) func aChangeMeanwhileIsInTheFile() throws {
        try trove.prepare(Self.manyBooks)
        let (trove, log) = (trove, trove.scratch.path("strace.log"))
        // Stops the program when it has written the first part.
        let exporting = try Background {
            try trove.tool(
                "strace",
                [
                    "-f", "-qq", "-o", log, "-e", "trace=write", "-e",
                    "inject=write:signal=SIGSTOP:when=1", trove.program.path, "-c",
                    "export a.csv books --yes",
                ])
        }
        try trove.tool(
            "timeout",
            [
                "60", "sh", "-c",
                """
                until grep -q 'stopped by SIGSTOP' "$0"; do :; done
                "$1" -c 'set 1 pages:413'
                kill -CONT "$(head -n 1 "$0" | cut -d ' ' -f 1)"
                """, log, trove.program.path,
            ]
        ).requiring()
        let run = try exporting.result()
        #expect(run.text == "Exported 3,002 books to a.csv\n", "\(run)")
        let lines = try file("a.csv").split(separator: "\n")
        // The first book was written before it changed.
        #expect(lines.count == 3003 && lines[1].contains(",413,") && !lines[1].contains(",412,"))
    }

    @Test func aPipeIsWrittenInPlaceAndCanBeInterrupted() throws {
        try trove.prepare(Self.manyBooks)
        try trove.shell("mkfifo pipe").requiring()
        let whole = try trove.shell(#"cat pipe >copy & "$TROVE" -c 'export pipe'; wait"#)
            .requiring()
        #expect(whole.text == "Exported 3,002 books, 1 gem, 1 movie to pipe\n")
        #expect(try file("copy").split(separator: "\n").count == 3005)
        // A reader that takes exactly one byte.
        let reader = try trove.other("/bin/sh").start([
            "-c", "exec 3<pipe; dd bs=1 count=1 <&3 >/dev/null 2>&1; echo begun; read x",
        ])
        let writer = try trove.program.start(["-c", "export pipe"])
        try reader.read(until: "begun")
        writer.send(.interrupt)
        #expect(try writer.waitForExit().status == .exited(130))
    }
}
