import Testing
import TroveModel
import TroveTesting

/// Changes that need the server's consent while the server is up but its answer is missing.
@Suite(.timeLimit(.minutes(20))) struct UnconfirmedTests {
    /// Changes for which the rules require the server's consent, and their effect on the list.
    static let changes = [
        "add book Another", "set 1 author:A", "rate 1 4", "note 1 nice", "advance 1", "page 1 10",
        "delete 1 --yes", "set 2 color:red", "set 3 notes:n", "rate 3 7", "delete 3 --yes",
    ]

    /// Creates a connected library with an item of each kind, behind a proxy.
    private func make(_ world: SyncWorld) throws -> (FaultProxy, Trove) {
        let proxy = try FaultProxy(to: world.server.port)
        let device = try world.signedUp("laptop", at: proxy.url)
        try device.prepare(
            "add book \"A book\" pages:300\nadd gem \"A gem\"\nadd movie \"A movie\"\nadd read \"A read\""
        )
        return (proxy, device)
    }

    /// The request is dropped: its outcome is unknown, and it is confirmed later under the same
    /// number.
    @Test(arguments: changes) func aDroppedRequestIsUnconfirmed(_ change: String) throws {
        let world = try SyncWorld()
        let (proxy, device) = try make(world)
        proxy.schedule = FaultSchedule {
            $0.name == "POST /v1/push" ? .swallow(.seconds(30)) : .pass
        }
        let run = try device.run(change)
        #expect(run.status == .exited(1), "\(run)")
        #expect(run.text == "", "\(run)")
        #expect(
            run.errorText.contains(
                """
                error: the server did not answer, so it is not known yet whether this was done
                  \(change)
                """), "\(run)")
        #expect(run.errorText.contains("1 change is queued"), "\(run)")
        // It is kept, and marked as unconfirmed wherever it is shown.
        let look = try device.run("net off\nlist\nqueue", ["--json"])
        #expect(look.text.contains(#"[{"state":"unconfirmed","change":""#), "\(look)")
        let marks = look.text.components(between: #""sync":"unconfirmed""#).count - 1
        #expect(marks == (change.hasPrefix("delete") ? 0 : 1), "\(look)")
        let table = try device.run("net off\nlist")
        #expect(
            table.text.contains("? sent, but not confirmed yet") == !change.hasPrefix("delete"))
        // When the server answers, it is confirmed, once.
        proxy.heal()
        let settled = try device.prepare("sync")
        #expect(settled.text.contains(" reached the server.\n"), "\(settled)")
        #expect(try device.queue() == ["Nothing is queued."])
        let there = try world.loggedIn("phone").titles().sorted()
        var expected = ["A book", "A gem", "A movie", "A read", "Another"]
        if change.hasPrefix("delete") {
            expected.remove(at: change.hasPrefix("delete 1") ? 0 : 2)
        }
        if !change.hasPrefix("add") { expected.removeAll { $0 == "Another" } }
        #expect(there == expected)
    }

    /// The server carries it out and the answer is lost: the same number is sent again, and takes
    /// effect once.
    @Test(arguments: [Fault.loseReply, .cutReply])
    func aLostReplyIsConfirmedOnce(_ fault: Fault) throws {
        let world = try SyncWorld()
        let (proxy, device) = try make(world)
        // The HTTP library may repeat the first one itself, on a new connection.
        proxy.schedule = .next("POST /v1/push", fault, fault)
        let run = try device.run("add book Another")
        #expect(run.status == .exited(1), "\(run)\n\(proxy.trace)")
        #expect(run.errorText.contains("it is not known yet whether this was done"), "\(run)")
        try device.prepare("sync")
        #expect(try device.queue() == ["Nothing is queued."])
        #expect(
            try world.loggedIn("phone").titles().sorted()
                == ["A book", "A gem", "A movie", "A read", "Another"])
        #expect(!(try device.json().contains("\"sync\"")))
    }

    /// A change that was certainly never sent is refused, and leaves no trace.
    @Test func unsentChangesAreRefused() throws {
        let world = try SyncWorld()
        let device = try world.signedUp("laptop")
        try device.prepare("add book \"A book\"")
        let before = try device.json()
        // The connection is lost between the refresh and the change.
        let program = try device.program.start()
        try program.write("list books\n")
        try program.read(until: "A book")
        try world.server.kill()
        try program.write("add book Another\n")
        let run = try program.waitForExit()
        #expect(run.status == .exited(1), "\(run)")
        #expect(
            run.errorText.hasPrefix(
                """
                -:2:1: error: the server is not available (connection refused)
                  add book Another
                  ^~~
                  nothing was changed
                """), "\(run)")
        #expect(!run.errorText.contains("wait"), "\(run)")
        try world.server.start()
        #expect(try device.json() == before)
        #expect(try device.queue() == ["Nothing is queued."])
        try device.prepare("add book Another")
        #expect(try device.titles() == ["A book", "Another"])
    }

    // MARK: Commands of several pushes

    /// Returns a table of books.
    private static func books(_ count: Int) -> String {
        "Title,Author\n" + (1...count).map { "Book \($0),Author \($0)\n" }.joined()
    }

    /// The first push of an import is answered, the second is not: what it sent is unconfirmed, and
    /// the rest, which was not sent, is queued.
    @Test func onlyWhatWasSentIsUnconfirmed() throws {
        let world = try SyncWorld()
        let proxy = try FaultProxy(to: world.server.port)
        let device = try world.signedUp("laptop", at: proxy.url)
        _ = try device.scratch.write(Self.books(1200), to: "work/books.csv")
        proxy.schedule = .next(
            "POST /v1/push", .pass, .swallow(.seconds(60)), .swallow(.seconds(60)))
        let run = try device.run("import books.csv")
        #expect(run.status == .exited(1), "\(run)")
        #expect(run.errorText.contains("it is not known yet whether this was done"), "\(run)")
        let queue = try device.run("net off\nqueue", ["--json"]).text
        #expect(queue.components(between: "\"unconfirmed\"").count - 1 == 500)
        #expect(queue.components(between: "\"waiting\"").count - 1 == 200)
        proxy.heal()
        try device.prepare("sync")
        #expect(try device.queue() == ["Nothing is queued."])
        #expect(try world.loggedIn("phone").prepare("count").text == "1200\n")
    }

    /// The server is killed between two pushes of an import, which stays whole: the rest is queued,
    /// and one `undo` reverts it.
    @Test func aCommandThatIsSentInPartIsCompletedLater() throws {
        let world = try SyncWorld()
        let device = try world.signedUp("laptop").patient
        let phone = try world.loggedIn("phone")
        _ = try device.scratch.write(Self.books(3000), to: "work/books.csv")
        // The answers come late, so the server is killed before the last of six pushes.
        let program = try device.program.start(["-c", "net slow 900ms", "-c", "import books.csv"])
        try Waiting.until("a push in the log") { world.server.log.contains("/v1/push") }
        try world.server.kill()
        let run = try program.waitForExit()
        #expect(run.status == .success, "\(run)")
        #expect(run.text.contains("Imported 3,000 books"), "\(run)")
        #expect(run.errorText.contains("warning: the server is not available ("), "\(run)")
        #expect(run.errorText.contains(" of 3,000 changes are queued\n"), "\(run)")
        #expect(try device.run("count").lines.first == "3000")
        try world.server.start()
        try device.prepare("sync")
        #expect(try phone.prepare("sync\ncount").lines.last == "3000")
        try device.prepare("undo\nsync")
        #expect(try phone.prepare("sync\ncount").lines.last == "0")
    }

    /// A change that may be queued succeeds at once, whatever happens to the push.
    @Test func queuedChangesDoNotWait() throws {
        let world = try SyncWorld()
        let (proxy, device) = try make(world)
        proxy.schedule = FaultSchedule {
            $0.name == "POST /v1/push" ? .swallow(.seconds(30)) : .pass
        }
        let run = try device.run("add gem Ruby\ndelete 2 --yes\nadd movie Up\nset 4 author:A")
        #expect(run.status == .success, "\(run)")
        #expect(run.text.contains("Added gem 5: Ruby\nDeleted gem 2: A gem\nAdded movie 6: Up\n"))
        #expect(
            run.errorText
                == "warning: 4 changes are queued; the server has not answered in time\n")
        let queue = try device.run("net off\nqueue", ["--json"]).text
        #expect(queue.components(between: "\"waiting\"").count == 5, "\(queue)")
        proxy.heal()
        try device.prepare("sync")
        #expect(try device.queue() == ["Nothing is queued."])
    }

    /// The lines of a note that the server finds too long, although the device does not.
    private static let lineCount = 60_000

    /// An undo does not free the number of an operation whose answer its command waits for.
    @Test(arguments: ["delete 2 --yes", "set 2 pages:100"])
    func anUndoInAScriptWaitsForTheServer(_ change: String) throws {
        let world = try SyncWorld()
        let device = try world.signedUp("laptop")
        try device.prepare("add book One\nadd book Two")
        let lines = String(repeating: #"\n"#, count: Self.lineCount)
        let run = try device.run("\(change)\nundo\nadd book Long note:\"a\(lines)b\"")
        #expect(run.status == .exited(1))
        #expect(run.lines.count { $0.hasPrefix("Undone: ") } == 1, "\(run)")
        #expect(run.errorText.contains(":3:1: error: the server rejected the change"), "\(run)")
        #expect(!run.text.contains("Long"), "\(run)")
        #expect(try device.output(of: "count books") == "2\n")
        #expect(try device.output(of: "count books pages!=") == "0\n")
        try device.prepare("check")
    }

    /// What the server has made of a command stays, and the error says so.
    @Test func aCommandThatIsRejectedInPartSaysWhatWasMade() throws {
        let world = try SyncWorld()
        let device = try world.signedUp("laptop")
        let lines = String(repeating: "\n", count: Self.lineCount)
        try device.scratch.write(
            "title,note\nOne,a\nLong,\"a\(lines)b\"\nTwo,b\n", to: "work/books.csv")
        let run = try device.run("import books.csv")
        #expect(run.status == .exited(1))
        #expect(
            run.errorText.contains("error: the server rejected 1 of 3 changes: note is"), "\(run)")
        #expect(run.errorText.contains("the others were made; `undo` reverts them"), "\(run)")
        #expect(try device.output(of: "count books") == "2\n")
        try device.prepare("check\nundo")
        #expect(try device.output(of: "count books") == "0\n")
    }

    /// A change that the server rejects leaves no trace.
    @Test func aRejectedChangeLeavesNoTrace() throws {
        let world = try SyncWorld()
        let (proxy, device) = try make(world)
        let phone = try world.loggedIn("phone", at: proxy.url)
        try device.prepare("policy gem create refuse")
        // The phone takes the name after the laptop has refreshed.
        let program = try device.program.start()
        try program.write("list gems\n")
        try program.read(until: "A gem")
        try phone.prepare("add gem Ruby\nsync")
        try program.write("add gem Ruby\n")
        let run = try program.waitForExit()
        #expect(run.status == .exited(1), "\(run)")
        #expect(run.errorText.contains("error: "), "\(run)")
        #expect(try device.queue() == ["Nothing is queued."])
        let json = try device.json()
        #expect(json.components(between: "\"Ruby\"").count == 2, "\(json)")
        #expect(!json.contains("\"sync\""))
    }
}
