import Testing
import TroveTesting

/// Changes that the server never received can be changed and deleted offline, whatever the rules of
/// their kind.
@Suite(.timeLimit(.minutes(20))) struct WithdrawalTests {
    private func world() throws -> (SyncWorld, Trove) {
        let world = try SyncWorld()
        return (world, try world.signedUp("laptop"))
    }

    @Test func aFilmAddedByMistakeLeavesTheQueue() throws {
        let (world, laptop) = try world()
        try laptop.prepare("net off\nadd movie Alien rating:9")
        // Another process: the file knows what was sent.
        try laptop.prepare("net off\nset 1 rating:8\nadd movie Heat\ndelete 1 --yes")
        #expect(try laptop.queue(["-c", "net off"]).count { $0.contains("movie") } == 1)
        #expect(try laptop.titles() == ["Heat"])
        try laptop.prepare("sync")
        #expect(try laptop.queue() == ["Nothing is queued."])
        let phone = try world.loggedIn("phone")
        #expect(try phone.titles() == ["Heat"])
        #expect(try phone.prepare("log").text.components(between: "Alien").count == 1)
    }

    @Test func undoAndRedoChangeTheQueue() throws {
        let (world, laptop) = try world()
        try laptop.prepare("net off\nadd movie Alien\nundo")
        #expect(try laptop.queue(["-c", "net off"]).last == "Nothing is queued.")
        try laptop.prepare("net off\nredo")
        try laptop.prepare("sync")
        #expect(try world.loggedIn("phone").titles() == ["Alien"])
    }

    /// A change that restores what the one before it has changed leaves the queue with it, whether
    /// the shell has queued the others itself or reads them from the file.
    @Test(
        arguments: [
            Case("the only change", ["set 1 rating:6", "set 1 rating:5"], 0),
            Case(
                "the last of one field",
                ["set 1 rating:6", "set 1 rating:7", "set 1 rating:6"],
                1),
            Case(
                "the last of several fields",
                ["set 1 rating:6", "set 1 year:1980", "set 1 rating:7", "set 1 rating:6"], 2),
            Case(
                "not the last", ["set 1 rating:6", "set 1 year:1980", "set 1 rating:5"], 3),
            Case("a deletion", ["set 1 rating:6", "delete 1 --yes", "undo"], 1),
        ], [false, true])
    func revertingAChangeLeavesTheQueue(
        _ row: Case<[String], Int>, inOneShell: Bool
    ) throws {
        let (world, laptop) = try world()
        try laptop.prepare(
            """
            policy movie update queue
            policy movie delete queue
            add movie Alien rating:5 year:1979
            sync
            """)
        if inOneShell {
            try laptop.prepare((["net off"] + row.input).joined(separator: "\n"))
        } else {
            for command in row.input { try laptop.prepare("net off\n\(command)") }
        }
        let queue = try laptop.queue(["-c", "net off"])
        #expect(queue.count { $0.contains("Alien") } == row.expected, "\(queue)")
        try laptop.prepare("sync")
        #expect(try world.loggedIn("phone").json() == laptop.json())
    }

    /// Items on the server are subject to the rules again.
    @Test func itemsOnTheServerFollowTheRules() throws {
        let (world, laptop) = try world()
        defer { withExtendedLifetime(world) {} }
        try laptop.prepare("add movie Alien\nsync")
        let run = try laptop.run("net off\nset 1 rating:8\ndelete 1 --yes")
        #expect(run.status == .exited(1))
        #expect(run.errorText.components(between: "error: ").count == 3, "\(run)")
        #expect(try laptop.titles() == ["Alien"])
    }

    /// A push without an answer may have arrived.
    @Test func itemsPossiblyOnTheServerFollowTheRules() throws {
        let world = try SyncWorld()
        let proxy = try FaultProxy(to: world.server.port)
        let laptop = try world.signedUp("laptop", at: proxy.url)
        try laptop.prepare("net off\nadd movie Alien")
        proxy.schedule = FaultSchedule { $0.path == "/v1/push" ? .loseReply : .pass }
        _ = try laptop.run("sync")
        let run = try laptop.run("net off\ndelete 1 --yes")
        #expect(run.status == .exited(1), "\(run)")
        proxy.heal()
        try laptop.prepare("sync")
        #expect(try world.loggedIn("phone").titles() == ["Alien"])
    }

    // MARK: What others have done since

    /// Another device has used the name, or a value that the old one contradicts.
    @Test(arguments: [
        Case(
            "a name",
            ["add gem Ruby", "set Ruby name:Rub", "add gem Ruby"],
            "cannot undo \"changed gem 1: Rub, name Ruby → Rub\": the name \"Ruby\" is taken by gem 2"
        ),
        Case(
            "the name of a deleted item",
            ["add gem Ruby", "delete Ruby --yes", "add gem Ruby"],
            "cannot undo \"deleted gem 1: Ruby\": the name \"Ruby\" is taken by gem 2"),
        Case(
            "pages",
            ["add book Moby pages:100", "set Moby pages:300", "page Moby 250"],
            "cannot undo \"changed book 1: Moby, pages 100 → 300\": page 250 is greater than pages, "
                + "which is 100"),
    ])
    func undoBreaksNoRule(_ row: Case<[String], String>) throws {
        let (world, laptop) = try world()
        let phone = try world.loggedIn("phone")
        try laptop.prepare(
            "policy gem update queue\npolicy book update queue\n\(row.input[0])\nsync")
        try phone.prepare("sync")
        try laptop.prepare("\(row.input[1])\nsync")
        try phone.prepare("sync\n\(row.input[2])\nsync")
        try laptop.prepare("sync")
        for commands in ["undo", "disconnect\nundo"] {
            let undo = try laptop.run(commands)
            #expect(undo.errorText.contains(row.expected), "\(undo)")
        }
    }

    // MARK: undo --skip

    /// A dropped change no longer exists, so its command and earlier ones could not be undone.
    @Test func undoSkipsDroppedChanges() throws {
        let (world, laptop) = try world()
        try world.loggedIn("phone").prepare("add gem Opal\nadd gem Ruby")
        try laptop.prepare("add gem Beryl\nnet off\nadd gem Topaz")
        // The name clashes, so the server rejects it.
        try laptop.prepare("net off\nadd gem Garnet")
        try world.loggedIn("tablet").prepare("add gem Garnet")
        try laptop.prepare("sync\nqueue drop all --yes")
        let stuck = try laptop.run("undo")
        #expect(stuck.status == .exited(1))
        #expect(stuck.errorText.contains("cannot undo"), "\(stuck)")
        #expect(stuck.errorText.contains("undo --skip"), "\(stuck)")
        let run = try laptop.prepare("undo --skip\nundo --skip")
        #expect(run.text.contains("Topaz") && run.text.contains("Beryl"), "\(run)")
        let rest = try laptop.run("undo --skip")
        #expect(rest.errorText.contains("none of the other changes can be undone"), "\(rest)")
        let back = try laptop.prepare("redo\nredo")
        #expect(back.text.contains("Topaz") && back.text.contains("Beryl"), "\(back)")
    }

    @Test func undoSkipsItemsChangedByAnotherDevice() throws {
        let (world, laptop) = try world()
        try laptop.prepare("add gem Beryl\nadd gem Opal\nset Opal color:red")
        try world.loggedIn("phone").prepare("set Opal color:blue")
        let stuck = try laptop.run("list\nundo")
        #expect(stuck.errorText.contains("\"Opal\" has changed since"), "\(stuck)")
        let run = try laptop.prepare("undo --skip")
        #expect(run.text.contains("added gem 1: Beryl"), "\(run)")
        #expect(try laptop.titles() == ["Opal"])
    }
}
