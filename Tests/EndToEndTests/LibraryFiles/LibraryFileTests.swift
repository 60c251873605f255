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

    /// Ends a shell with SIGKILL after a script, so that its changes are only in the log.
    private func runAndKill(_ script: String) throws {
        let program = try trove.program.start()
        try program.write(script + "echo done\n")
        try program.read(until: "done\n")
        program.send(.kill)
        _ = try program.waitForExit()
    }

    /// A new library in the place of a lost one would make SQLite remove the log.
    @Test(arguments: ["rm", "truncate -s 0"]) func aLogWithoutItsFileIsKept(_ loss: String) throws {
        try runAndKill("add book A\nadd book B\n")
        let path = trove.scratch.path(Trove.libraryName)
        try trove.shell("cp '\(path)' kept; \(loss) '\(path)'").requiring()
        for command in ["list", "add book C"] {
            let run = try trove.run(command)
            #expect(run.status == .exited(4), "\(run)")
            #expect(run.errorText.contains("is missing or empty, but"), "\(run)")
        }
        try trove.shell("cp kept '\(path)'").requiring()
        #expect(try trove.titles() == ["A", "B"])
    }

    /// After a crash, a copy of an earlier state is put in the place of the library, without its
    /// log.
    @Test func aLogOfAnotherStateIsRefused() throws {
        let books = (1...3000).map { "add book \"Book \($0)\" genre:sf pages:\($0)\n" }.joined()
        try trove.prepare(books)
        let path = trove.scratch.path(Trove.libraryName)
        try trove.shell("cp '\(path)' copy").requiring()
        // What was copied before is not what the log begins with.
        try trove.prepare(
            "delete books where pages<1500 --yes\n"
                + "set books where pages>2000 note:\"a longer text\" --yes")
        try runAndKill("set books where pages>1000 genre:crime --yes\n" + books)
        try trove.shell("cp copy '\(path)'").requiring()
        let run = try trove.run("add book New")
        #expect(run.status == .exited(4), "\(run)")
        #expect(run.errorText.contains("library.db-wal does not belong to this state of"), "\(run)")
        // As the error says.
        try trove.shell("mv '\(path)-wal' aside").requiring()
        #expect(try trove.run("check").requiring().text.contains("sound: 3,000 items"))
        #expect(try trove.run("count books genre=sf").text == "3000\n")
    }

    /// A library on a full disk can still be read, although a change has failed.
    @Test func anEmptyLogIsNone() throws {
        try trove.prepare("add book A")
        let path = trove.scratch.path(Trove.libraryName)
        try trove.shell(": > '\(path)-wal'; : > '\(path)-shm'; chmod 500 \"$(dirname '\(path)')\"")
            .requiring()
        #expect(try trove.titles() == ["A"])
        try trove.shell("chmod 700 \"$(dirname '\(path)')\"").requiring()
        try trove.prepare("add book B")
        #expect(try trove.titles() == ["A", "B"])
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
