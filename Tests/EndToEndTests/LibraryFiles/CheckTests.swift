import Testing
import TroveTesting

/// `check`: detects changes that Trove did not make.
@Suite(.timeLimit(.minutes(20)), .enabled(if: Tools.hasSQLite)) struct CheckTests {
    private let trove: Trove

    init() throws {
        trove = try Trove()
        let books = (1...60).map {
            "add book \"Book \($0)\" author:\"A \($0 % 7)\" pages:\($0 + 9)\n"
        }
        try trove.prepare(
            books.joined() + """
                add gem Ruby color:red
                set 3 page:3 rating:4
                delete 5 --yes
                undo
                delete 6 --yes
                snapshot save s
                delete 7-9 --yes
                snapshot restore s --yes

                """)
    }

    @Test(arguments: [[], ["--read-only"]]) func anIntactLibraryPasses(_ options: [String]) throws {
        let bytes = try trove.scratch.readBytes(Trove.libraryName)
        let run = try trove.program.run(options + ["-c", "check"]).requiring()
        #expect(run.text == "The library is sound: 60 items.\n")
        #expect(try trove.scratch.readBytes(Trove.libraryName) == bytes)
    }

    /// A modification by another program, and the finding.
    struct Damage: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let sql: String
        /// The expected row of the listing, as TSV.
        let row: String

        init(_ description: String, _ sql: String, finds row: String) {
            testDescription = description
            self.sql = sql
            self.row = row
        }
    }

    static let damages = [
        Damage(
            "a value of an item", "UPDATE book SET pages = 77 WHERE number = 9",
            finds: "9\tBook 9\tdiffers from the change log\tpages\t77\t18"),
        Damage(
            "a title", "UPDATE book SET title = 'Book' WHERE number = 9",
            finds: "9\tBook\tdiffers from the change log\ttitle\tBook\tBook 9"),
        Damage(
            "a value that cannot be", "UPDATE book SET state = 'gone' WHERE number = 9",
            finds: "\t\tcannot be read: book 9 has \"gone\" as state\t\t\t"),
        Damage(
            "an id", "UPDATE gem SET id = x'019a9000000070008000000000000000'",
            finds:
                "61\tRuby\tdiffers from the change log\tid\t019a9000-0000-7000-8000-000000000000\t"),
        Damage(
            "an item that is gone", "DELETE FROM gem",
            finds: "61\tRuby\tis in the change log only\t\t\t"),
        Damage(
            "an item that came from nowhere",
            "INSERT INTO gem (number, id, name) VALUES (90, randomblob(16), 'Opal')",
            finds: "90\tOpal\tis not in the change log\t\t\t"),
        Damage(
            "a change that is gone", "DELETE FROM changes WHERE action = 'update'",
            finds: "3\tBook 3\tdiffers from the change log\tpage\t3\t"),
        Damage(
            "a value of a change",
            "UPDATE changes SET fields = '{\"page\":[2,3]}' WHERE action = 'update'",
            finds: "3\tBook 3\tchange 62 is inconsistent with the changes before it\tpage\t2\t"),
        Damage(
            "a change that is not JSON", "UPDATE changes SET fields = '{' WHERE seq = 2",
            finds: "2\tBook 2\tis not in the change log\t\t\t"),
        Damage(
            "a change of another command", "UPDATE changes SET command = 4 WHERE seq = 20",
            finds: "\t\tchange 20 is inconsistent with the changes before it\tcommand\t4\t19"),
    ]

    @Test(arguments: damages) func differencesAreListed(_ damage: Damage) throws {
        _ = try trove.sqlite(damage.sql)
        let run = try trove.program.run(["--output", "tsv", "-c", "check"])
        #expect(run.status == .exited(1), "\(run)")
        #expect(run.lines.contains { $0.hasPrefix(damage.row) }, "\(run)")
        #expect(run.errorText.contains("error: the library has "), "\(run)")
        #expect(run.errorText.contains("if `snapshot list` shows one"), "\(run)")
    }

    @Test func aVisibleBitFlipIsFound() throws {
        try SeededRandom.run { random in
            let good = try trove.scratch.readBytes(Trove.libraryName)
            let before = try trove.json()
            // Titles occur in the rows, in the log, and in unused pages.
            let places = good.indices.filter { good[$0...].starts(with: "Book ".utf8) }
            var shown = 0
            for _ in 0..<40 {
                var bytes = good
                let place = try #require(places.randomElement(using: &random))
                bytes[place + Int.random(in: 0..<6, using: &random)] ^=
                    1 << UInt8.random(in: 0..<8, using: &random)
                try trove.scratch.write(bytes, to: Trove.libraryName)
                let list = try trove.program.run(["--read-only", "--json", "-c", "list"])
                guard list.status == .success, list.text != before else { continue }
                shown += 1
                let check = try trove.program.run(["--read-only", "-c", "check"])
                #expect(check.status != .success, "\(list)\n\(random.hint)")
            }
            #expect(shown > 0)
        }
    }

    @Test func aDamagedPhotoIsListed() throws {
        try trove.scratch.write(
            PictureFixture.png(width: 6, height: 4) { column, _ in UInt8(column) },
            to: "work/opal.png")
        try trove.prepare("add gem Opal photo:opal.png\ncheck\n")
        let name = try #require(trove.scratch.files().first { $0.contains("library.db.blobs/") })
        try trove.scratch.write("x", to: name)
        let run = try trove.program.run(["-c", "check"])
        #expect(run.status == .exited(1))
        #expect(run.text.contains("the photo is damaged"), "\(run)")
    }
}

/// `check` in a library that is connected to a server.
@Suite(.timeLimit(.minutes(20)), .enabled(if: Tools.hasSQLite)) struct ConnectedCheckTests {
    private let server: ServerUnderTest
    private let trove: Trove

    init() throws {
        server = try ServerUnderTest()
        trove = try Trove(device: "laptop", of: .ann, at: server.url, isNew: true)
        try trove.prepare("add book Dune pages:300\nadd book Emma\nadd gem Ruby\nsync\n")
    }

    @Test func comparesWithTheServer() throws {
        let run = try trove.program.run(["-c", "check"]).requiring()
        #expect(run.text == "The library is sound: 3 items, the same as on \(server.url).\n")
        // Queued changes differ from the server without being an error.
        try trove.prepare("net off\nadd movie Alien\ncheck\n")
        let other = try Trove(device: "phone", of: .ann, at: server.url)
        try other.prepare("set Emma pages:9\nsync\ncheck\n")
        try trove.prepare("check\n")
        // Everything else is checked without the server.
        try server.terminate()
        let offline = try trove.program.run(["-c", "check"]).requiring()
        #expect(
            offline.text == """
                The library is sound: 4 items. They could not be compared with \(server.url): \
                `status` shows whether it is available.

                """)
    }

    @Test func differencesFromTheServerAreListed() throws {
        _ = try trove.sqlite(
            """
            UPDATE shadow SET fields = replace(fields, '300', '301');
            DELETE FROM shadow WHERE fields LIKE '%Emma%';
            """)
        let run = try trove.program.run(["--output", "tsv", "-c", "check"])
        #expect(run.status == .exited(1))
        #expect(
            run.lines.contains(
                "1\tDune\tdiffers from the server's copy and the queue\tpages\t300\t301"),
            "\(run)")
        #expect(run.lines.contains("1\tDune\tdiffers from the server\tpages\t301\t300"), "\(run)")
        #expect(run.lines.contains("\tEmma\tis on the server, but missing here\t\t\t"), "\(run)")
        #expect(run.errorText.contains("`sync`, then `check` again"), "\(run)")
    }

    @Test func itemsMissingOnTheServerAreListed() throws {
        _ = try trove.sqlite(
            """
            INSERT INTO shadow VALUES (x'019a9000000070008000000000000000', 'book', 9, 1, 0,
                '{"title":"Ghost"}', '')
            """)
        let run = try trove.program.run(["--output", "tsv", "-c", "check"])
        #expect(run.lines.contains("9\tGhost\tis missing on the server\t\t\t"), "\(run)")
    }

    /// A field reads the values of a former type from its column and from the log alike, whether
    /// they were imported or typed.
    @Test(arguments: [
        ("number", "decimal", "5"), ("decimal", "number", "5"), ("decimal", "number", "5.5"),
        ("text", "set", "a"), ("set", "text", "a"), ("text", "date", "2020"),
        ("date", "text", "2020-01-02"), ("text", "number", "x"), ("number", "text", "5"),
    ])
    func anotherTypeIsNoDamage(_ former: String, _ latter: String, _ value: String) throws {
        let trove = try Trove()
        let rows = (1...200).map { "Box \($0),\(value)\n" }.joined()
        try trove.scratch.write("title,n\n" + rows, to: "work/boxes.csv")
        try trove.prepare(
            """
            kind new box
            kind add-field box n \(former)
            import boxes.csv kind:box as:table columns:title=title,n=n
            add box One n:\(value)
            """)
        let kind = try trove.run("kind show box").text
        try trove.scratch.write(
            kind.replacing("field n \(former)", with: "field n \(latter)"), to: "work/box.kind")
        try trove.prepare("kind load box.kind")
        #expect(try trove.run("check").lines == ["The library is sound: 201 items."])
        // The log and the rows agree after an undo, too.
        try trove.prepare("delete 1-100 --yes\nundo")
        #expect(try trove.run("check").lines == ["The library is sound: 201 items."])
    }
}
