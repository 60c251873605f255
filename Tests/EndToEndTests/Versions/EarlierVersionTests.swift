import Testing
import TroveCodecs
import TroveTesting

/// Files of an earlier version, in which the read list held books to read next.
@Suite(.timeLimit(.minutes(20))) struct EarlierVersionTests {
    private static let files = EarlierFiles(version: "library3-server3")

    private func device(at url: String? = nil) throws -> Trove {
        try Self.files.device(at: url)
    }

    /// Returns the items of a kind, without those of others, as `title: field, field`.
    private func summary(
        _ trove: Trove, _ kind: String, _ fields: [String]
    ) throws -> [String] {
        let run = try trove.program.run(["--json", "-c", "list \(kind)"]).requiring()
        return try (JSON(parsing: run.output).array ?? []).map { item in
            let values = fields.map { item[$0]?.text ?? "-" }
            let title = (item["title"] ?? item["name"])?.text ?? ""
            return "\(title): \(values.joined(separator: ", "))"
        }.sorted()
    }

    static let books = [
        "Dune: finished, 9780441172719, -",
        "Emma: reading, 9780141439587, -",
        "Kindred: to-read, -, 2026-09",
        "Odd: wish, no number 12, -",
        "Persuasion: wish, 9780141439686, -",
        "The Dispossessed: to-read, 9780060512750, 2026-10-01",
    ]

    // MARK: The library

    @Test func entriesBecomeBooksAndNothingIsLost() throws {
        let trove = try device()
        let run = try trove.run("list\nlog limit:1\n").requiring()
        let note = try #require(
            run.errorText.split(separator: "\n").first { $0.hasPrefix("note: The library was") })
        #expect(
            note.contains("3 entries of the earlier read list became 3 books in the state to-read"))
        #expect(note.contains("1 entry of the earlier read list stayed, without a date"))
        #expect(note.contains("1 entry was in the library already"))
        #expect(note.contains("3 items without a state got one"))
        #expect(note.contains("2 ISBNs are now written with 13 digits"))
        let books = try summary(trove, "books", ["state", "isbn", "added"])
        #expect(books.filter { !$0.hasPrefix("Parable") } == Self.books)
        #expect(books.contains { $0.hasPrefix("Parable of the Sower: to-read, -, 2026-") })
        #expect(
            try summary(trove, "reads", ["author", "isbn", "on"]) == [
                "Dune: Frank Herbert, 9780441172719, -"
            ])
        #expect(
            try summary(trove, "movies", ["state", "watched"]).prefix(2) == [
                "Alien: watched, 1979", "Brazil: watched, 2025-02",
            ])
        // It is done once.
        #expect(try !trove.run("list").errorText.contains("converted"))
        #expect(try trove.run("check").requiring().status == .success)
    }

    @Test func oneUndoRevertsTheConversion() throws {
        let trove = try device()
        // The offline rules refuse to undo it without the server.
        try trove.prepare("disconnect --yes")
        let before = try trove.sqlite("SELECT count(*) FROM read")
        let run = try trove.run("count\nundo\ncount books\ncount reads\nshow 10\nredo\ncount books")
            .requiring()
        #expect(before == "5")
        #expect(run.lines.dropFirst(2).prefix(2) == ["4", "0"])
        #expect(run.lines.contains("planned-read 10: The Dispossessed"))
        #expect(run.lines.last == "7")
    }

    @Test func aRestoredSnapshotIsConverted() throws {
        let trove = try device()
        try trove.prepare("disconnect --yes\nlist")
        let run = try trove.run("snapshot restore earlier --yes\nlist reads\nlist books\n")
            .requiring()
        #expect(run.errorText.contains("2 entries of the earlier read list became 2 books"))
        #expect(run.lines.contains { $0.contains("The Dispossessed") && $0.contains("to-read") })
        #expect(try trove.sqlite("SELECT count(*) FROM read") == "0")
    }

    /// The library was converted before; what the snapshot brings back is converted again.
    @Test func theValuesOfARestoredSnapshotAreConverted() throws {
        let trove = try device()
        try trove.prepare("disconnect --yes\nlist\ndelete 1-99 --yes")
        try trove.prepare("snapshot restore earlier --yes")
        // Another session converts them.
        let run = try trove.run("count\nlog limit:1").requiring()
        #expect(run.errorText.contains("got one"), "\(run)")
        #expect(run.errorText.contains("now written with 13 digits"))
        #expect(try summary(trove, "books", ["isbn"]).contains("Dune: 9780441172719"))
        #expect(try summary(trove, "movies", ["state"]).allSatisfy { $0.hasSuffix(": watched") })
        #expect(try !trove.run("list").errorText.contains("converted"))
    }

    @Test func readOnlyChangesNothing() throws {
        let trove = try device()
        let before = try trove.scratch.readBytes(Trove.libraryName)
        let run = try trove.run("list books\nreads\n", ["--read-only"]).requiring()
        #expect(run.lines.first == "4 books")
        #expect(!run.errorText.contains("converted"))
        #expect(try trove.scratch.readBytes(Trove.libraryName) == before)
    }

    // MARK: The server

    @Test func theAccountIsConvertedOnce() throws {
        let server = try Self.files.server()
        let laptop = try device(at: server.url)
        try laptop.prepare("login \(TroveAccount.ann.email)\nlist\nsync\nsync")
        let books = try summary(laptop, "books", ["state", "isbn", "added"])
        #expect(books.filter { !$0.hasPrefix("Parable") } == Self.books)
        #expect(try laptop.status()["waiting"]?.int == 0)
        #expect(try laptop.status()["problems"]?.int == 0)
        let fresh = try Trove(device: "tablet", of: .ann, at: server.url)
        // Another copy of the old library converts the same entries, and makes the same books.
        let copy = try device(at: server.url)
        try copy.prepare("login \(TroveAccount.ann.email)\nlist\nsync\nsync")
        for device in [copy, fresh] {
            try device.prepare("list\nsync")
            #expect(
                try summary(device, "books", ["state", "isbn", "added"])
                    .filter { !$0.hasPrefix("Parable") } == Self.books)
            #expect(try summary(device, "reads", ["author"]) == ["Dune: Frank Herbert"])
            #expect(try device.status()["problems"]?.int == 0)
            #expect(try device.status()["conflicts"]?.int == 0)
        }
    }
}
