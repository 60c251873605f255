import Testing
import TroveTesting

/// The names of library files.
@Suite(.timeLimit(.minutes(20))) struct LibraryNameTests {
    let trove: Trove

    init() throws {
        trove = try Trove()
    }

    /// SQLite would not treat these as file names.
    @Test(arguments: [
        ":memory:", "file:zz?mode=memory", "file:zz", "file::memory:?cache=shared",
        "zz?immutable=1",
    ])
    func specialSQLiteNamesAreOrdinaryFiles(_ name: String) throws {
        let library = ["--library", name]
        try trove.prepare("add book A\nsnapshot save one\nadd book B\n", library)
        #expect(try trove.run("count", library).requiring().text == "2\n")
        #expect(
            trove.scratch.files() == ["work/\(name)", "work/\(name).snapshots/one.db"])
        #expect(try trove.scratch.readBytes("work/\(name)").starts(with: "SQLite format 3".utf8))
        #expect(try trove.run("count", library + ["--read-only"]).requiring().text == "2\n")
        try trove.prepare("snapshot restore one --yes\n", library)
        #expect(try trove.run("list columns:title", library).text == "1 book\n#  title\n1  A\n")
    }

    /// The log beside the target of a link is read too.
    @Test func readOnlyWorksThroughALink() throws {
        try trove.scratch.makeDirectory("work/real")
        try trove.shell("ln -s real/l.db link.db").requiring()
        let shell = try trove.program.start(["--library", "real/l.db"])
        try shell.write("add book A\n")
        try shell.read(until: "Added book 1: A\n")
        let reading = ["--library", "link.db", "--read-only"]
        #expect(try trove.run("count", reading).requiring().text == "1\n")
        try shell.write("add book B\n")
        try shell.read(until: "Added book 2: B\n")
        #expect(try trove.run("count", reading).requiring().text == "2\n")
        try shell.waitForExit().requiring()
        #expect(try trove.run("count", reading).requiring().text == "2\n")
        #expect(try trove.run("add book C", reading).status == .exited(1))
    }

    /// In a folder that is not writable, the log must not be ignored: the library would look
    /// intact, but outdated.
    @Test(.enabled(if: Tools.canDropRights), arguments: ["real/l.db", "link.db"])
    func anUnreadableLogIsAnError(_ path: String) throws {
        try trove.scratch.makeDirectory("work/real")
        try trove.shell("ln -s real/l.db link.db").requiring()
        try trove.prepare("add book A\n", ["--library", "real/l.db"])
        let shell = try trove.program.start(["--library", "real/l.db"])
        try shell.write("add book B\n")
        try shell.read(until: "Added book 2: B\n")
        shell.send(.kill)
        #expect(try shell.waitForExit().status == .signaled(.kill))
        try trove.shell("rm real/l.db-shm; chmod 644 real/l.db*; chmod 755 real").requiring()
        try trove.scratch.setPermissions(0o755, of: ".")
        let run = try trove.tool(
            "setpriv",
            [
                "--reuid=65534", "--clear-groups", trove.program.path, "--library", path,
                "--read-only", "-c", "count",
            ])
        #expect(run.text != "1\n", "\(run)")
        #expect(run.status == .exited(4) || run.text == "2\n", "\(run)")
    }
}
