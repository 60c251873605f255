import Testing
import TroveCodecs
import TroveTesting

/// A running server whose store is moved, deleted or overwritten: it acknowledges nothing more, and
/// neither it nor the commands of the operator touch the files.
@Suite(.timeLimit(.minutes(20))) struct ReplacedStoreTests {
    private let world: SyncWorld
    private let laptop: Trove
    private var server: ServerUnderTest { world.server }

    init() throws {
        world = try SyncWorld()
        laptop = try world.signedUp("laptop")
        try laptop.prepare("policy book create queue\nadd book Dune\nsync")
    }

    private func operate(_ words: String...) throws -> ProgramRun {
        try server.program.run(words + ["--store", server.store])
    }

    /// The store and its log.
    private var files: [String: [UInt8]] {
        get throws {
            var files: [String: [UInt8]] = [:]
            for name in server.scratch.files()
            where name.hasSuffix("server.db") || name.hasSuffix("server.db-wal") {
                files[name] = try server.scratch.readBytes(name)
            }
            return files
        }
    }

    /// Adds a book that a backup lacks, and runs a command on the store. Returns the files.
    private func filesAfter(_ command: String) throws -> [String: [UInt8]] {
        try operate("backup", server.scratch.path("copy.db")).requiring()
        try laptop.prepare("add book Emma\nsync")
        let folder = server.scratch.path("")
        try laptop.shell(
            "cd '\(folder)' && \(command.replacing("STORE", with: "'\(server.storePath)'"))"
        ).requiring()
        return try files
    }

    private func expectTroubleInTheLog() {
        // The log is written on a thread of its own, and complete when the server has ended.
        #expect(
            server.log.contains(#""event":"trouble","problem":"another program "#), "\(server.log)")
    }

    private func status(of path: String) throws -> Int {
        let client = try RawExchange(port: Int(server.port))
        try client.send("GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n")
        return try client.readReply().status
    }

    @Test(arguments: ["mv copy.db STORE", "cp copy.db STORE", "mv STORE away.db", "rm STORE"])
    func nothingIsAcknowledgedIntoAFileThatIsGone(_ command: String) throws {
        let before = try filesAfter(command)

        let push = try laptop.run("add book Kim\nsync")
        #expect(push.status == .exited(1), "\(push)")
        #expect(push.errorText.contains("replaced while the server was running"), "\(push)")
        #expect(try laptop.status()["waiting"]?.int == 1)
        #expect(try status(of: "/ready") == 500)
        for words in [["stats"], ["user", "list"], ["backup", server.scratch.path("other.db")]] {
            let run = try server.program.run(words + ["--store", server.store])
            #expect(run.status == .exited(4), "\(words): \(run)")
        }
        #expect(try files == before)
        try server.terminate()
        #expect(try files == before)
        expectTroubleInTheLog()
    }

    /// The log of the old file does not belong into another one, also if no request came meanwhile.
    @Test(arguments: ["mv copy.db STORE", "cp copy.db STORE"])
    func aServerThatStopsLeavesAnotherFileAlone(_ command: String) throws {
        let before = try filesAfter(command)
        try server.terminate()
        #expect(try files == before)
        expectTroubleInTheLog()
    }

    /// Commands of root write beside a store whose folder belongs to another user.
    @Test(arguments: ["-guard", ".restoring"])
    func noCommandFollowsALinkInTheFolderOfTheStore(_ ending: String) throws {
        let copy = server.scratch.path("copy.db")
        try operate("backup", copy).requiring()
        try server.terminate()
        let victim = try server.scratch.write("precious", to: "victim")
        let link = server.storePath + ending
        try laptop.shell("rm -f '\(link)' && ln -s '\(victim)' '\(link)'").requiring()
        for words in [["user", "list"], ["migrate"], ["restore", copy]] {
            let run = try server.program.run(words + ["--store", server.store])
            #expect(try server.scratch.read("victim") == "precious", "\(words)")
            if words == ["restore", copy] {
                #expect(run.status == .exited(4), "\(run)")
                #expect(run.errorText.contains("symbolic link"), "\(run)")
            }
        }
    }

    /// A store may be elsewhere: what belongs to it is beside the file.
    @Test func aLinkLeadsToAStoreWithItsGuard() throws {
        let copy = server.scratch.path("copy.db")
        try operate("backup", copy).requiring()
        try server.terminate()
        let store = server.storePath
        try laptop.shell(
            "mkdir '\(store)-disk' && mv '\(store)' '\(store)-disk/real.db' "
                + "&& rm -f '\(store)-guard' && ln -s '\(store)-disk/real.db' '\(store)'"
        ).requiring()
        try server.start()
        try laptop.prepare("add book Emma\nsync")
        try server.kill()
        try laptop.shell("cp '\(copy)' '\(store)'").requiring()
        let run = try operate("stats")
        #expect(run.status == .exited(4) && run.errorText.contains("does not belong to"), "\(run)")
    }

    /// A file that is moved back has everything that was acknowledged.
    @Test func aFileThatIsMovedBackIsComplete() throws {
        try laptop.prepare("add book Emma\nsync")
        let store = "'\(server.storePath)'"
        try laptop.shell("mv \(store) \(store)-away").requiring()
        #expect(try laptop.run("add book Kim\nsync").status == .exited(1))
        try server.terminate()
        try laptop.shell("mv \(store)-away \(store)").requiring()
        try server.start()
        try laptop.prepare("sync")
        #expect(try world.loggedIn("phone").titles().sorted() == ["Dune", "Emma", "Kim"])
        #expect(try operate("check").requiring().text.hasSuffix("is sound: 1 account.\n"))
    }
}
