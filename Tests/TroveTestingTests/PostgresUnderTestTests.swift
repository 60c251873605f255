import Testing
import TroveTesting

/// The PostgreSQL server for tests.
struct PostgresUnderTestTests {
    @Test func makesDatabasesAndCopies() throws {
        let server = try PostgresUnderTest.shared()
        #expect(try PostgresUnderTest.shared() === server)
        let original = try PostgresUnderTest.makeDatabase()
        let psql = try ProgramUnderTest("psql")
        try psql.run(["-X", "-c", "CREATE TABLE t AS SELECT 7 AS a", original]).requiring()
        let copy = try PostgresUnderTest.makeDatabase(template: original)
        #expect(copy != original)
        #expect(
            try psql.run(["-X", "-A", "-t", "-c", "SELECT a FROM t", copy]).requiring().text
                == "7\n")
        #expect(throws: PostgresFailure.self) {
            try server.makeDatabase(template: server.address(of: "missing"))
        }
    }

    @Test(arguments: [true, false])
    func leavesNothing(killed: Bool) throws {
        let scratch = try ScratchDirectory()
        let folder: String
        let segment: String
        do {
            let server = try PostgresUnderTest()
            folder = server.folder
            let lock = try ProgramUnderTest("cat", scratch: scratch)
                .run(["\(folder)/data/postmaster.pid"]).requiring().lines
            segment = try #require(lock[6].split(separator: " ").last.map(String.init))
            #expect(try segments(scratch).contains(segment))
            if killed { try server.kill() } else { try server.pause() }
        }
        #expect(try ProgramUnderTest("ls", scratch: scratch).run([folder]).status != .success)
        #expect(try !segments(scratch).contains(segment))
    }

    /// A script that loses its input, as after the end of the test program, does the same.
    @Test func endsWithItsInput() throws {
        let script = try ProgramUnderTest(Repository.path(of: "Scripts/postgres-for-tests"))
        let run = try script.run(input: .text("start\nnonsense\n")).requiring()
        #expect(run.lines.dropFirst() == ["done", "failed: unknown command: nonsense"])
        let folder = try #require(run.lines.first)
        #expect(try ProgramUnderTest("ls").run([folder]).status != .success)
        let running = try ProgramUnderTest("ps").run(["-e", "-o", "args"]).requiring().text
        #expect(!running.contains(folder))
    }

    private func segments(_ scratch: ScratchDirectory) throws -> [String] {
        try ProgramUnderTest("ipcs", scratch: scratch).run(["-m"]).requiring().lines
            .compactMap { line in
                let words = line.split(separator: " ")
                return words.count > 1 ? String(words[1]) : nil
            }
    }
}
