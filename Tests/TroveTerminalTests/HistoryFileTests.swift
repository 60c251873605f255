import Foundation
import Testing
import TroveSystem
import TroveTerminal

@Suite struct HistoryFileTests {
    /// Runs `body` with a path in a folder that does not exist yet, and removes the folder
    /// afterwards.
    private func withPath(_ body: (String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("trove-history-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(folder.appendingPathComponent("a/b/history").path)
    }

    private func write(_ bytes: [UInt8], to path: String) throws {
        let url = URL(fileURLWithPath: path)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: url)
    }

    private func mode(of path: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return (attributes[.posixPermissions] as? NSNumber)?.intValue ?? 0
    }

    @Test func survivesARoundTrip() throws {
        try withPath { path in
            let entries = ["list", "三体 \\n back\\slash", "two\nlines\n\nof it", "😀 łé"]
            let first = HistoryFile(path: path)
            for entry in entries { #expect(first.append(entry) == nil) }
            #expect(first.entries == entries)
            #expect(HistoryFile(path: path).entries == entries)
            let modes = try (
                mode(of: path), mode(of: (path as NSString).deletingLastPathComponent)
            )
            #expect(modes == (0o600, 0o700))
        }
    }

    @Test func eachEntryIsKeptAtItsLatestUse() throws {
        try withPath { path in
            let file = HistoryFile(path: path)
            for entry in ["a", "b", "a", "c", "b"] { file.append(entry) }
            #expect(file.entries == ["a", "c", "b"])
            #expect(HistoryFile(path: path).entries == ["a", "c", "b"])
        }
    }

    @Test(arguments: [" hidden", "", "   ", "login password=x"])
    func rejectsSomeLines(entry: String) throws {
        try withPath { path in
            let file = HistoryFile(path: path, isSecret: { $0.contains("password") })
            file.append(entry)
            #expect(file.entries.isEmpty)
            #expect(!FileManager.default.fileExists(atPath: path))
        }
    }

    @Test func twoSessionsSeeEachOther() throws {
        try withPath { path in
            let one = HistoryFile(path: path)
            let two = HistoryFile(path: path)
            one.append("from one")
            two.append("from two")
            one.append("again one")
            #expect(two.newEntries() == ["again one"])
            #expect(two.newEntries() == [])
            #expect(two.entries == ["from one", "from two", "again one"])
            #expect(one.entries == ["from one", "from two", "again one"])
        }
    }

    @Test func manySessionsLoseNothing() async throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("trove-history-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appendingPathComponent("history").path
        await withTaskGroup(of: Void.self) { group in
            for session in 0..<4 {
                group.addTask {
                    let file = HistoryFile(path: path)
                    for number in 0..<50 { file.append("session \(session) line \(number)") }
                }
            }
        }
        let entries = HistoryFile(path: path).entries
        #expect(entries.count == 200)
        for session in 0..<4 {
            let own = entries.filter { $0.hasPrefix("session \(session) ") }
            #expect(own == (0..<50).map { "session \(session) line \($0)" })
        }
    }

    @Test func staysWithinItsLimit() throws {
        try withPath { path in
            let watcher = HistoryFile(path: path, limit: 20)
            let file = HistoryFile(path: path, limit: 20)
            for number in 0..<500 { file.append("line \(number)") }
            let expected = (480..<500).map { "line \($0)" }
            #expect(file.entries == expected)
            let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
            #expect(lines.count <= 121)
            watcher.newEntries()
            #expect(watcher.entries == expected)
            let names = try FileManager.default.contentsOfDirectory(
                atPath: (path as NSString).deletingLastPathComponent)
            #expect(names == ["history"])
        }
    }

    @Test func invalidBytesAreRepairedLineByLine() throws {
        try withPath { path in
            try write(
                Array("good\n".utf8) + [0xFF, 0x41, 0xC3, 0x0A] + Array("also 三\n\n\r\n".utf8)
                    + [0, 0x42, 0x0A] + Array("cut \\".utf8), to: path)
            let file = HistoryFile(path: path)
            #expect(file.entries == ["good", "\u{FFFD}A\u{FFFD}", "also 三", "B", "cut \\"])
            #expect(file.append("next") == nil)
            #expect(HistoryFile(path: path).entries.suffix(2) == ["cut \\", "next"])
        }
    }

    @Test func aFolderInItsPlaceIsReportedOnce() throws {
        try withPath { path in
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true)
            let file = HistoryFile(path: path)
            let warnings = [file.takeWarning(), file.append("kept"), file.append("kept too")]
            #expect(warnings.compactMap { $0 }.count == 1)
            #expect(warnings.compactMap(\.self).first?.rendered.contains(path) == true)
            #expect(file.entries == ["kept", "kept too"])
        }
    }

    @Test func aFileInPlaceOfItsFolderIsReportedOnce() throws {
        try withPath { path in
            try write([], to: path)
            let file = HistoryFile(path: path + "/below/history")
            let warnings = [file.takeWarning(), file.append("kept"), file.append("kept too")]
            #expect(warnings.compactMap { $0 }.count == 1)
            #expect(file.entries == ["kept", "kept too"])
        }
    }

    @Test func aLockThatIsNeverReleasedIsReportedOnce() throws {
        try withPath { path in
            try write(Array("before\n".utf8), to: path)
            let holder = SystemCall.open(path, O_RDWR)
            defer { close(holder) }
            #expect(flock(holder, LOCK_EX) == 0)
            let file = HistoryFile(path: path)
            #expect(file.takeWarning() == nil)
            #expect(file.append("kept")?.rendered.contains("lock") == true)
            #expect(file.append("kept too") == nil)
            #expect(file.entries == ["before", "kept", "kept too"])
        }
    }

    @Test func withoutAPathItStaysInMemory() {
        let file = HistoryFile(path: nil)
        #expect(file.append("a") == nil)
        #expect(file.newEntries() == [])
        #expect(file.entries == ["a"])
    }
}
