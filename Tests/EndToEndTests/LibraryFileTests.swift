import Testing
import TroveTesting

/// The library file, inspected from outside.
@Suite(.timeLimit(.minutes(20))) struct LibraryFileTests {
    let trove: Trove

    init() throws {
        trove = try Trove()
    }

    @Test func isReadableOnlyByItsOwner() throws {
        // Whatever the umask: folders 0700, the file 0600.
        try trove.shell("umask 000; echo 'add book A' | \"$TROVE\"").requiring()
        #expect(try trove.scratch.permissions(of: Trove.libraryName) == 0o600)
        #expect(try trove.scratch.permissions(of: "home/.local/share/trove") == 0o700)
    }

    @Test func filesBesideItAreReadableOnlyByTheirOwner() throws {
        let program = try trove.program.start()
        try program.write("add book A\nsnapshot save one\nadd book B\n")
        try program.read(until: "Added book 2: B\n")
        let made = trove.scratch.files().filter { $0.contains("/trove/") }
        #expect(made.contains(Trove.libraryName + "-wal"))
        #expect(made.contains(Trove.libraryName + ".snapshots/one.db"))
        for file in made {
            #expect(try trove.scratch.permissions(of: file) == 0o600, "\(file)")
        }
        #expect(
            try trove.scratch.permissions(of: Trove.libraryName + ".snapshots") == 0o700)
        try program.waitForExit().requiring()
    }

    @Test func leavesNoOtherFilesBehind() throws {
        try trove.prepare("add book A\nlist\n")
        #expect(trove.scratch.files() == [Trove.libraryName])
    }

    @Test(.enabled(if: Tools.hasSQLite)) func isAPlainSQLiteDatabase() throws {
        try trove.prepare(
            """
            add book "Dune" genre:sci-fi pages:412 rating:4.25 shelves:b,a due:2027-01 lent-to:Bob
            add gem "Ruby" birthstone:july hardness:9.5
            add movie "Alien" rating:9 watched:1979
            set 1 page:100 state:reading
            delete 3 --yes
            """)
        // "Trov", in the part of the header that file(1) reads.
        #expect(try trove.sqlite("PRAGMA application_id") == "\(0x5472_6F76)")
        #expect(try trove.sqlite("PRAGMA journal_mode") == "wal")
        #expect(try trove.sqlite("PRAGMA integrity_check") == "ok")
        #expect(
            try trove.sqlite("SELECT number, title, genre, pages, page, state, rating FROM book")
                == "1|Dune|sci-fi|412|100|reading|4.25")
        #expect(try trove.sqlite("SELECT name, hardness, birthstone FROM gem") == "Ruby|9.5|7")
        #expect(try trove.sqlite("SELECT count(*) FROM movie") == "0")
        #expect(
            try trove.sqlite(
                "SELECT DISTINCT length(id) FROM book UNION SELECT length(id) FROM gem")
                == "16")
        #expect(
            try trove.sqlite("SELECT number, action, by, at FROM changes ORDER BY seq")
                == """
                1|create|ann|1795176000000
                2|create|ann|1795176000000
                3|create|ann|1795176000000
                1|update|ann|1795176000000
                3|delete|ann|1795176000000
                """)
    }

    @Test func numbersAreNeverReused() throws {
        try trove.prepare("add book A\nadd book B\ndelete 2 --yes\n")
        #expect(try trove.run("add book C").text == "Added book 3: C\n")
        try trove.prepare("undo\n")
        #expect(try trove.run("add book D").text == "Added book 4: D\n")
        try trove.prepare("delete 1 4 --yes\n")
        #expect(try trove.run("add book E\nlist columns:title").lines.last == "5  E")
    }

    @Test func identitiesPersist() throws {
        try trove.prepare("add book A\nadd gem B\n")
        let before = try trove.json()
        try trove.prepare("set 1 genre:x\ndelete 2 --yes\nundo\nundo\n")
        #expect(try trove.json() == before)
        let identifiers = before.matches(of: #/"id":"([0-9a-f-]{36})"/#).map { $0.output.1 }
        #expect(Set(identifiers).count == 2)
    }

    @Test func queriesDoNotChangeTheFile() throws {
        try trove.prepare("add book A\n")
        let bytes = try trove.scratch.readBytes(Trove.libraryName)
        try trove.prepare("list\nshow 1\nlog\n", ["--read-only"])
        #expect(try trove.scratch.readBytes(Trove.libraryName) == bytes)
    }

    @Test func unusualPathsWork() throws {
        try trove.scratch.makeDirectory("work/sub")
        for path in ["here.db", "./sub/er.db", "with blank ü三 % ? # &.db", "-dash.db"] {
            try trove.prepare("add book A\n", ["--library", path])
            #expect(try trove.run("count", ["--library", path]).text == "1\n")
            #expect(trove.scratch.exists("work/\(path)"), "\(path)")
        }
    }

    @Test func aLinkedLibraryIsUsedInPlace() throws {
        try trove.scratch.makeDirectory("work/real")
        try trove.prepare("add book A\n", ["--library", "real/a.db"])
        try trove.shell("ln -s real/a.db link.db").requiring()
        try trove.prepare("add book B\n", ["--library", "link.db"])
        #expect(try trove.run("count", ["--library", "real/a.db"]).text == "2\n")
    }
}
