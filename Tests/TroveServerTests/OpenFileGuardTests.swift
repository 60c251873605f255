import Testing
import TroveSQLite
import TroveSystem
import TroveTesting

/// Checkpoints of one connection are not taken for the writing of another program.
@Suite(.timeLimit(.minutes(20))) struct OpenFileGuardTests {
    @Test func checkpointsAreNotFindings() throws {
        let folder = try ScratchDirectory(name: "trove-open-file")
        defer { withExtendedLifetime(folder) {} }
        let path = folder.path("server.db")
        try folder.write([UInt8](), to: "server.db")
        let writer = try Connection(path: path, access: .readWrite)
        try writer.useWriteAheadLog()
        try writer.execute("CREATE TABLE pages (bytes BLOB)")
        let logGuard = try #require(try LogGuard(of: DatabaseFiles(path: path), makes: true))
        let findings = Locked<[String]>([])
        let isOver = Locked(false)
        var threads: [SystemThread] = []
        for _ in 0..<4 {
            threads.append(
                try SystemThread {
                    guard let reader = try? Connection(path: path, access: .readWrite) else {
                        return findings.withLock { $0.append("no connection") }
                    }
                    reader.keepLogAtClose()
                    _ = try? reader.integer("SELECT count(*) FROM pages")
                    guard var file = OpenFileGuard(reader, path: path) else { return }
                    while !isOver.withLock({ $0 }) {
                        guard let finding = file.check(reader) else { continue }
                        return findings.withLock { $0.append("\(finding)") }
                    }
                })
        }
        for _ in 0..<200 {
            try writer.execute(
                """
                INSERT INTO pages
                WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50)
                SELECT randomblob(4000) FROM n
                """)
            try logGuard.renew(writer, keepsRoom: true)
        }
        isOver.withLock { $0 = true }
        for thread in threads { thread.join() }
        #expect(findings.withLock { $0 } == [])
    }
}
