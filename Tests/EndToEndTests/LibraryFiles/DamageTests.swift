import Testing
import TroveTesting

/// Unusable library files: each is rejected with a helpful message, and left unchanged.
@Suite(.timeLimit(.minutes(20))) struct DamageTests {
    let trove: Trove
    /// The library, relative to the scratch directory.
    let name = "work/library.db"

    init() throws {
        trove = try Trove()
    }

    /// An unusable library file.
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        /// Derives it from a good library.
        let damage: @Sendable ([UInt8]) -> [UInt8]
        /// The text that the message must contain.
        let says: String

        var testDescription: String { name }
    }

    static let cases =
        [1, 15, 16, 50, 99, 100, 512, 4095, 4096, 4097, 10_000].map { length in
            Case(
                name: "cut off at \(length) bytes", damage: { Array($0.prefix(length)) },
                says: length < 15 ? "not a Trove library" : "damaged")
        } + [
            Case(name: "cut off by a byte", damage: { Array($0.dropLast()) }, says: "damaged"),
            Case(name: "cut off by a page", damage: { Array($0.dropLast(4096)) }, says: "damaged"),
            Case(
                name: "cut off in the middle", damage: { Array($0.prefix($0.count / 2)) },
                says: "damaged"),
            Case(
                name: "a text file",
                damage: { _ in Array(String(repeating: "My dear diary\n", count: 1000).utf8) },
                says: "not a Trove library"),
            Case(
                name: "a short text", damage: { _ in Array("x\n".utf8) },
                says: "not a Trove library"),
            Case(
                name: "nothing but zeros", damage: { [UInt8](repeating: 0, count: $0.count) },
                says: "not a Trove library"),
            Case(
                name: "a wrong magic number",
                damage: { Array("SQLite format 4".utf8) + $0.dropFirst(15) },
                says: "not a Trove library"),
            Case(
                name: "every page's header flipped",
                damage: { bytes in
                    var bytes = bytes
                    for page in stride(from: 4096, to: bytes.count, by: 4096) {
                        for index in page..<page + 8 { bytes[index] ^= 0xFF }
                    }
                    return bytes
                }, says: "damaged"),
            Case(
                name: "the schema's page flipped",
                damage: { bytes in
                    var bytes = bytes
                    for index in 100..<108 { bytes[index] ^= 0xFF }
                    return bytes
                }, says: "damaged"),
            Case(
                name: "pages filled with noise",
                damage: { bytes in
                    var random = SeededRandom(seed: 7)
                    return bytes.enumerated().map { index, byte in
                        index < 4096 ? byte : UInt8(truncatingIfNeeded: random.next())
                    }
                }, says: "damaged"),
            Case(
                name: "an impossible page size",
                damage: { bytes in
                    var bytes = bytes
                    bytes[16] = 0x12
                    bytes[17] = 0x34
                    return bytes
                }, says: "library.db"),
        ]

    /// Creates a good library of several pages, closed and complete.
    private func makeLibrary() throws -> [UInt8] {
        let books = (1...200).map {
            "add book \"Book \($0)\" note:\"\(String(repeating: "n", count: 90))\"\n"
        }
        try trove.prepare(books.joined(), ["--library", "library.db"])
        return try trove.scratch.readBytes(name)
    }

    @Test(arguments: cases, ["list", "add book New", "count", "show 150"])
    func rejectsItUnchanged(_ damaged: Case, _ command: String) throws {
        let bytes = damaged.damage(try makeLibrary())
        try trove.scratch.write(bytes, to: name)
        let run = try trove.run(command, ["--library", "library.db"])
        #expect(run.status == .exited(4), "\(run)")
        #expect(run.text == "")
        #expect(run.errorText.hasPrefix("trove: error: library.db "), "\(run)")
        #expect(run.errorText.contains(damaged.says), "\(run)")
        #expect(run.errorText.split(separator: "\n").count >= 2, "no advice\n\(run)")
        #expect(try trove.scratch.readBytes(name) == bytes)
    }

    @Test(arguments: 1...12)
    func aFlippedByteNeverCrashes(_ round: UInt64) throws {
        var random = SeededRandom(seed: round)
        let good = try makeLibrary()
        for _ in 0..<5 {
            var bytes = good
            bytes[Int.random(in: 0..<bytes.count, using: &random)] ^=
                1 << UInt8.random(in: 0..<8, using: &random)
            try trove.scratch.write(bytes, to: name)
            let run = try trove.run(
                "list\nfind n\ncount\nlog\nshow 77\n", ["--library", "library.db"])
            // A flipped bit in a text only changes the text; any other one is found.
            #expect([.exited(0), .exited(1), .exited(4)].contains(run.status), "\(run)")
        }
    }

    @Test func anEmptyFileBecomesALibrary() throws {
        try trove.scratch.write("", to: name)
        try trove.prepare("add book A\n", ["--library", "library.db"])
        #expect(try trove.run("count", ["--library", "library.db"]).text == "1\n")
    }

    /// The program dies while it writes the first page of a new library: the rollback journal is on
    /// the disk, and this part of the page.
    @Test(
        .enabled(if: Tools.canTrace),
        arguments: [[UInt8](repeating: 0, count: 4096), Array("SQLite format 3\0\u{10}".utf8)])
    func aTruncatedNewFileIsRecovered(_ written: [UInt8]) throws {
        let path = trove.scratch.path(name)
        let strace = try trove.other("strace").run([
            "-f", "-qq", "-o", "/dev/null", "-P", path, "-e", "trace=pwrite64", "-e",
            "inject=pwrite64:signal=KILL:when=1", trove.program.path, "--library", path, "-c",
            "add book A",
        ])
        #expect(strace.status == .signaled(.kill), "\(strace)")
        #expect(try !trove.scratch.readBytes(name + "-journal").isEmpty)
        try trove.scratch.write(written, to: name)
        try trove.prepare("add book B", ["--library", path])
        #expect(try trove.run("count", ["--library", path]).text == "1\n")
    }

    @Test func anEmptyFileIsRejectedReadOnly() throws {
        try trove.scratch.write("", to: name)
        let run = try trove.run("list", ["--library", "library.db", "--read-only"])
        #expect(run.status == .exited(4))
        #expect(run.errorText.contains("library.db"))
        #expect(try trove.scratch.readBytes(name) == [])
        #expect(trove.scratch.files() == [name])
    }

    @Test func aDirectoryIsNamed() throws {
        try trove.scratch.makeDirectory("work/library.db")
        let run = try trove.run("list", ["--library", "library.db"])
        #expect(run.status == .exited(4))
        #expect(
            run.errorText
                == "trove: error: library.db is a folder, not a library\n  name a file in it\n")
    }

    @Test func aMissingFolderIsNamed() throws {
        let run = try trove.run("add book A", ["--library", "sub/library.db"])
        #expect(run.status == .exited(4))
        #expect(run.errorText.contains("sub/library.db"))
        #expect(run.errorText.split(separator: "\n").count == 2)
        #expect(trove.scratch.files() == [])
    }

    @Test func aFileInPlaceOfAFolderIsNamed() throws {
        try trove.scratch.write("text", to: "work/folder")
        let run = try trove.run("list", ["--library", "folder/library.db"])
        #expect(run.status == .exited(4))
        #expect(run.errorText.contains("folder/library.db"))
        #expect(try trove.scratch.read("work/folder") == "text")
    }

    @Test func aSpecialFileIsNamed() throws {
        for path in ["/dev/null", "/dev/zero"] {
            let run = try trove.run("add book A", ["--library", path])
            #expect(run.status == .exited(4), "\(run)")
            #expect(run.errorText.hasPrefix("trove: error: \(path) "))
        }
    }

    @Test func aPipeIsRejected() throws {
        try trove.shell("mkfifo pipe").requiring()
        let run = try trove.run("list", ["--library", "pipe"])
        #expect(run.status == .exited(4))
        #expect(run.errorText.hasPrefix("trove: error: pipe "))
    }

    @Test(.enabled(if: Tools.hasSQLite), arguments: ["delete", "wal"])
    func anotherProgramsDatabaseIsLeftAlone(_ mode: String) throws {
        _ = try trove.sqlite(
            "PRAGMA journal_mode = \(mode); CREATE TABLE book (title); INSERT INTO book VALUES ('x')",
            in: trove.scratch.path(name))
        let bytes = try trove.scratch.readBytes(name)
        for command in ["list", "add book A"] {
            let run = try trove.run(command, ["--library", "library.db"])
            #expect(run.status == .exited(4))
            #expect(
                run.errorText.hasPrefix(
                    "trove: error: library.db is a database, but not a Trove library"))
            #expect(try trove.scratch.readBytes(name) == bytes)
        }
        #expect(trove.scratch.files() == [name])
    }

    @Test(.enabled(if: Tools.hasSQLite)) func anotherApplicationIDIsLeftAlone() throws {
        _ = try trove.sqlite(
            "PRAGMA application_id = 42; VACUUM", in: trove.scratch.path(name))
        let bytes = try trove.scratch.readBytes(name)
        let run = try trove.run("add book A", ["--library", "library.db"])
        #expect(run.status == .exited(4))
        #expect(try trove.scratch.readBytes(name) == bytes)
    }

    @Test(.enabled(if: Tools.hasSQLite), arguments: [[], ["--read-only"]])
    func aNewerLibraryIsLeftAlone(_ options: [String]) throws {
        _ = try makeLibrary()
        _ = try trove.sqlite("PRAGMA user_version = 99", in: trove.scratch.path(name))
        let bytes = try trove.scratch.readBytes(name)
        let run = try trove.run("add book A\nlist\n", ["--library", "library.db"] + options)
        #expect(run.status == .exited(4))
        #expect(run.text == "")
        #expect(run.errorText.contains("library.db was written by a newer Trove"))
        #expect(run.errorText.contains("use the newer Trove"))
        #expect(try trove.scratch.readBytes(name) == bytes)
    }

    @Test(
        .enabled(if: Tools.hasSQLite),
        arguments: [
            "DROP TABLE changes", "DROP TABLE meta", "ALTER TABLE book RENAME TO books",
            "UPDATE book SET state = 'nowhere' WHERE number = 3", "UPDATE book SET title = NULL",
            "UPDATE book SET pages = 'many'", "UPDATE book SET id = x'00' WHERE number = 5",
            "UPDATE changes SET fields = 'no json'", "DELETE FROM meta",
            "UPDATE book SET pages = -1",
            "UPDATE meta SET value = 'x'", "UPDATE meta SET value = 1",
            "UPDATE changes SET kind = 'spaceship'",
        ])
    func invalidRowsNeverCrash(_ sql: String) throws {
        _ = try makeLibrary()
        _ = try trove.sqlite(sql, in: trove.scratch.path(name))
        let scripts = [
            "list\ncount\nfind n\n", "log\nlog 3\nundo\n", "add book New\nset 3 genre:x\n",
        ]
        for script in scripts {
            let run = try trove.run(script, ["--library", "library.db"])
            #expect([.exited(0), .exited(1), .exited(4)].contains(run.status), "\(run)")
        }
    }

    @Test(arguments: [
        "", "garbage\n", String(repeating: "garbage ", count: 1000), "SQLite format 3\0",
    ])
    func aDamagedSnapshotFailsOneCommand(_ content: String) throws {
        try trove.prepare("add book A\nsnapshot save one\n", ["--library", "library.db"])
        try trove.scratch.write(content, to: "work/library.db.snapshots/one.db")
        let run = try trove.run(
            "add book B\nsnapshot restore one --yes\nadd book C\ncount\n",
            ["--library", "library.db"])
        #expect(run.status == .exited(1), "\(run)")
        #expect(run.text == "Added book 2: B\nAdded book 3: C\n3\n")
        #expect(run.errorText.hasPrefix("-:2:"), "\(run)")
        #expect(run.errorText.contains("one"), "\(run)")
        #expect(try trove.scratch.read("work/library.db.snapshots/one.db") == content)
    }

    // MARK: Permissions

    /// Runs the program as a user without any rights.
    private func runAsNobody(_ command: String) throws -> ProgramRun {
        try trove.tool(
            "setpriv",
            [
                "--reuid=65534", "--regid=65534", "--clear-groups", trove.program.path, "--library",
                trove.scratch.path(name), "-c", command,
            ])
    }

    @Test(.enabled(if: Tools.canDropRights)) func anUnreadableFileIsNamed() throws {
        let bytes = try makeLibrary()
        for folder in ["", "work"] { try trove.scratch.setPermissions(0o755, of: folder) }
        for permissions in [0o600, 0o000] as [UInt32] {
            try trove.scratch.setPermissions(permissions, of: name)
            let run = try runAsNobody("list")
            #expect(run.status == .exited(4), "\(run)")
            #expect(run.errorText.contains("library.db: permission denied"))
            #expect(run.errorText.contains("permissions"))
        }
        #expect(try trove.scratch.readBytes(name) == bytes)
    }

    @Test(.enabled(if: Tools.canDropRights)) func aReadOnlyFolderCanBeRead()
        throws
    {
        let bytes = try makeLibrary()
        try trove.scratch.setPermissions(0o755, of: "")
        try trove.scratch.setPermissions(0o444, of: name)
        try trove.scratch.setPermissions(0o555, of: "work")
        let run = try trove.tool(
            "setpriv",
            [
                "--reuid=65534", "--regid=65534", "--clear-groups", trove.program.path, "--library",
                trove.scratch.path(name), "--read-only", "-c", "count",
            ])
        #expect(run.status == .success, "\(run)")
        #expect(try trove.scratch.readBytes(name) == bytes)
        try trove.scratch.setPermissions(0o755, of: "work")
    }

    /// The commands after one that cannot write still read.
    @Test(.enabled(if: Tools.canDropRights)) func aReadOnlyFolderRefusesOnlyChanges() throws {
        _ = try makeLibrary()
        try trove.scratch.setPermissions(0o755, of: "")
        try trove.scratch.setPermissions(0o666, of: name)
        try trove.scratch.setPermissions(0o555, of: "work")
        let count = try runAsNobody("count").text
        let run = try trove.tool(
            "setpriv",
            [
                "--reuid=65534", "--regid=65534", "--clear-groups", trove.program.path, "--library",
                trove.scratch.path(name), "-c", "add book New", "-c", "count", "-c", "show 1",
            ])
        #expect(run.status == .exited(1), "\(run)")
        #expect(run.text.hasPrefix(count) && run.text.contains("book 1"), "\(run)")
        #expect(run.errorText.contains("1 of 3 commands failed"), "\(run)")
        try trove.scratch.setPermissions(0o755, of: "work")
    }

    @Test(.enabled(if: Tools.canDropRights)) func aFolderWithoutSearchPermissionIsNamed() throws {
        _ = try makeLibrary()
        try trove.scratch.setPermissions(0o755, of: "")
        try trove.scratch.setPermissions(0o700, of: "work")
        let run = try runAsNobody("list")
        #expect(run.status == .exited(4))
        #expect(run.errorText.contains("library.db: permission denied"))
    }

    @Test(.enabled(if: Tools.canDropRights)) func aReadOnlyFileIsNotChanged() throws {
        let bytes = try makeLibrary()
        for folder in ["", "work"] { try trove.scratch.setPermissions(0o755, of: folder) }
        try trove.scratch.setPermissions(0o644, of: name)
        let run = try runAsNobody("add book New")
        #expect([.exited(1), .exited(4)].contains(run.status), "\(run)")
        #expect(run.errorText.contains("library.db"))
        #expect(run.text == "")
        #expect(try trove.scratch.readBytes(name) == bytes)
    }

    @Test(.enabled(if: Tools.canDropRights)) func anUnwritableFolderIsNamed() throws {
        for folder in ["", "work"] { try trove.scratch.setPermissions(0o755, of: folder) }
        let run = try runAsNobody("list")
        #expect(run.status == .exited(4))
        #expect(run.errorText.contains("library.db: permission denied"))
        #expect(trove.scratch.files() == [])
    }
}
