import Testing
import TroveTesting

/// The locks that a shell must hold or release while others use the same library.
@Suite(.timeLimit(.minutes(20))) struct LockTests {
    let trove: Trove

    init() throws {
        trove = try Trove()
        try trove.scratch.makeDirectory("work/real")
        try trove.shell("ln -s real/l.db link.db").requiring()
    }

    private let library = ["--library", "real/l.db"]

    /// Runs a script in another process, which fails if it is blocked for seconds.
    @discardableResult
    private func other(_ script: String, fileID: String = #fileID, line: Int = #line) throws
        -> String
    {
        try trove.prepare(script, library, fileID: fileID, line: line).text
    }

    // MARK: The library file as a script

    /// A library from another program may contain commands in its notes.
    @Test func anotherLibraryIsNoScript() throws {
        let trove = try Trove()
        try trove.prepare("add book Dune\nnote 1 \"a\\nadd book Injected\\nb\"")
        _ = try trove.scratch.write(try trove.scratch.readBytes(Trove.libraryName), to: "work/x.db")
        let run = try trove.program.run(["x.db"])
        #expect(run.status == .exited(2), "\(run)")
        #expect(
            run.errorText == """
                trove: error: x.db is a library, not a script
                  `trove --library x.db` opens it

                """)
        for command in [#""$TROVE" <x.db"#, #"cat x.db | "$TROVE""#] {
            let given = try trove.shell(command)
            #expect(given.status == .exited(2), "\(given)")
            #expect(given.errorText.contains("standard input is a library"), "\(given)")
        }
        let sourced = try trove.run("source x.db\n")
        #expect(sourced.errorText.contains("x.db is a library, not a script"), "\(sourced)")
        #expect(try trove.titles() == ["Dune"])
    }

    /// Closing a file releases all locks that the process holds on it, so a shell that read its own
    /// library as a script would lose them.
    @Test(arguments: ["real/l.db", "./real/../real/l.db", "link.db", "real/l.db-wal"])
    func sourcingTheLibraryKeepsTheLocks(_ path: String) throws {
        let shell = try trove.program.start(library)
        try shell.write("add book A\n")
        try shell.read(until: "Added book 1: A\n")
        try shell.write("source \(path)\n")
        try shell.read(
            until: "2:8: error: \(path) is the library, not a script\n", from: .errors)
        // Without the lock this shell would believe it is the last one and delete the log.
        let second = try trove.program.start(library)
        try second.write("count\n")
        #expect(try second.read(until: "\n") == "1\n")
        try second.waitForExit().requiring()
        try shell.write("add book B\nadd book C\n")
        try shell.read(until: "Added book 3: C\n")
        shell.send(.kill)
        #expect(try shell.waitForExit().status == .signaled(.kill))
        #expect(try other("list columns:title") == "3 books\n#  title\n1  A\n2  B\n3  C\n")
    }

    @Test(.enabled(if: Tools.hasSQLite))
    func aShellThatSourcedTheLibraryCanStillShareIt() throws {
        let shell = try trove.program.start(library)
        try shell.write("add book A\nsource real/l.db\n")
        try shell.read(until: "source real/l.db\n", from: .errors)
        try other("list\n")
        try shell.write("add book B\nadd book C\n")
        try shell.read(until: "Added book 3: C\n")
        let note = String(repeating: "y", count: 3000)
        try other((4...9).map { "add book \"Other \($0)\" note:\(note)\n" }.joined())
        try shell.write("add book E\n")
        try shell.read(until: "Added book 10: E\n")
        #expect(try shell.waitForExit().status == .exited(1))
        #expect(try other("count") == "10\n")
        let path = trove.scratch.path("work/real/l.db")
        #expect(try trove.sqlite("PRAGMA integrity_check", in: path) == "ok")
    }

    @Test(arguments: ["real/l.db", "link.db"], [[], ["-f"]])
    func theLibraryIsRejectedAsAScript(_ path: String, _ option: [String]) throws {
        try other("add book A\n")
        let run = try trove.program.run(library + option + [path])
        #expect(run.status == .exited(2), "\(run)")
        #expect(run.text == "")
        #expect(
            run.errorText == "trove: error: \(path) is the library, not a script\n")
        #expect(try other("count") == "1\n")
    }

    // MARK: Waiting without a lock

    /// Whole lines that fill the pipe, and an incomplete one that arrives while they are read.
    @Test func anIncompleteLineHoldsNoLock() throws {
        let shell = try trove.program.start(library)
        let titles = (256..<512).map { String(repeating: "x", count: 243) + "\($0)" }
        let lines = titles.map { "add book \($0)\n" }.joined()
        try #require(lines.utf8.count == 65_536)
        try shell.write(lines + "add bo")
        try shell.read(until: "Added book 256: \(titles[255])\n")
        #expect(try other("add book Z") == "Added book 257: Z\n")
        try shell.write("ok last\n")
        try shell.read(until: "Added book 258: last\n")
        try shell.waitForExit().requiring()
    }

    /// These commit what precedes them, and reply afterwards.
    @Test(arguments: [
        ("snapshot save one", RunningProgram.Stream.output, "Saved snapshot one: 1 item\n"),
        ("source no-such-file", .errors, "check the path\n"),
        ("source real/l.db", .errors, "is the library, not a script\n"),
    ])
    func repliesAfterACommitAreImmediate(
        _ command: String, _ stream: RunningProgram.Stream, _ answer: String
    ) throws {
        let shell = try trove.program.start(library)
        try shell.write("add book A\n\(command)\n")
        try shell.read(until: "Added book 1: A\n")
        try shell.read(until: answer, from: stream)
        _ = try shell.waitForExit()
    }

    /// A named pipe blocks its reader twice: for a writer, and for its output.
    @Test func waitingForAPipeHoldsNoLock() throws {
        try trove.tool("mkfifo", ["pipe"]).requiring()
        let shell = try trove.program.start(library)
        try shell.write("add book A\nsource pipe\n")
        try shell.read(until: "Added book 1: A\n")
        #expect(try other("add book B") == "Added book 2: B\n")
        let writer = try trove.other("/bin/sh").start(["-c", "cat >pipe"])
        try writer.write("add book C\n")
        try shell.read(until: "Added book 3: C\n")
        #expect(try other("add book D") == "Added book 4: D\n")
        try writer.write("add book E\nadd bo")
        try shell.read(until: "Added book 5: E\n")
        #expect(try other("add book F") == "Added book 6: F\n")
        try writer.write("ok G\n")
        try writer.waitForExit().requiring()
        try shell.read(until: "Added book 7: G\n")
        try shell.write("count\n")
        #expect(try shell.read(until: "\n") == "7\n")
        try shell.waitForExit().requiring()
    }
}
