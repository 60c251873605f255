import Testing
import TroveLoopback
import TroveTesting

@Suite struct ScratchDirectoryTests {
    @Test func writesReadsAndLists() throws {
        let scratch = try ScratchDirectory()
        try scratch.write("a", to: "one.txt")
        try scratch.write([1, 2, 255], to: "deep/er/two.bin")
        #expect(try scratch.read("one.txt") == "a")
        #expect(try scratch.readBytes("deep/er/two.bin") == [1, 2, 255])
        #expect(scratch.files() == ["deep/er/two.bin", "one.txt"])
        #expect(scratch.exists("deep") && !scratch.exists("shallow"))
        #expect(throws: SystemCallError.self) { try scratch.read("absent") }
    }

    @Test func keepsPermissions() throws {
        let scratch = try ScratchDirectory()
        try scratch.write("secret", to: "token")
        try scratch.setPermissions(0o600, of: "token")
        #expect(try scratch.permissions(of: "token") == 0o600)
        try scratch.makeDirectory("private", permissions: 0o700)
        #expect(try scratch.permissions(of: "private") == 0o700)
    }

    @Test func isRemovedWithEverythingInIt() throws {
        let outside = try ScratchDirectory()
        try outside.write("stays", to: "file")
        var inner: ScratchDirectory? = try ScratchDirectory()
        let path = try #require(inner?.path)
        try inner?.write("x", to: "a/b/c")
        try inner?.setPermissions(0o000, of: "a")
        let link = try ProgramUnderTest("ln", scratch: outside)
        try link.run(["-s", outside.path, "\(path)/link"]).requiring()
        inner = nil
        let list = try link.scratchParentListing(path)
        #expect(list.status != .success)
        // The link is removed, not its target.
        #expect(try outside.read("file") == "stays")
    }
}

extension ProgramUnderTest {
    /// Checks whether a path outside of the scratch directory still exists.
    fileprivate func scratchParentListing(_ path: String) throws -> ProgramRun {
        try ProgramUnderTest("ls", scratch: scratch).run(["-d", path])
    }
}
