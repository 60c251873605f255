import Testing
import TroveCodecs
import TroveTesting

/// What `queue` says about each change, with the real programs.
@Suite(.timeLimit(.minutes(20))) struct QueueTests {
    let world: SyncWorld
    let laptop: Trove

    init() throws {
        world = try SyncWorld()
        laptop = try world.signedUp("laptop")
        try laptop.prepare("policy gem update queue\nadd gem Opal color:white")
        try laptop.prepare(
            "net off\nset Opal color:red hardness:6\nadd gem Ruby\ndelete Ruby --yes")
        try laptop.prepare("net off\nadd gem Agate color:gray\nset Agate color:")
    }

    @Test func objectsHaveFieldsValuesAgeAndAttempts() throws {
        let run = try laptop.program.run(["--json", "-c", "net off", "-c", "queue"])
        let lines = run.text.split(separator: "\n", maxSplits: 1)
        let queue = try JSON(parsing: Array((lines.last ?? "").utf8)).array ?? []
        let change = try #require(queue.first, "\(run)")
        #expect(change["state"]?.text == "waiting")
        #expect(change["change"]?.text == "change gem 1: Opal")
        #expect(change["action"]?.text == "update" && change["kind"]?.text == "gem")
        #expect(change["item"] == .integer(1) && change["title"]?.text == "Opal")
        #expect(change["fields"]?["color"]?.text == "red")
        #expect(change["fields"]?["hardness"] == .integer(6))
        #expect(change["before"]?["color"]?.text == "white")
        #expect(change["attempts"] == .integer(0))
        #expect(change["at"]?.text?.hasPrefix("20") == true)
        let addition = try #require(queue.first { $0["title"]?.text == "Agate" })
        #expect(addition["action"]?.text == "create" && addition["before"] == nil)
    }

    @Test func theTableShowsBothValues() throws {
        let run = try laptop.program.run(["-c", "net off", "-c", "queue"])
        #expect(
            run.lines[1].split(separator: "  ").map { $0.trimmed } == [
                "#", "state", "change", "fields", "age", "attempts",
            ], "\(run)")
        #expect(
            run.lines[2].hasPrefix("q1  queued  change gem 1: Opal ")
                && run.lines[2].contains(" color white → red, hardness (none) → 6 "), "\(run)")
    }

    /// A change of a field that an earlier one in the queue sets follows that one.
    @Test func aChangeFollowsAnEarlierOne() throws {
        let run = try laptop.program.run([
            "-c", "net off", "-c", "set Opal color:blue", "-c", "set Agate color:green", "-c",
            "queue",
        ])
        #expect(run.text.contains(" color white → red, hardness"), "\(run)")
        #expect(run.text.contains(" color red → blue "), "\(run)")
        #expect(run.text.contains(" color (none) → green "), "\(run)")
    }

    /// The server takes every text that a library takes, also one in which each byte has an escape.
    @Test func theLongestTextIsSynced() throws {
        try laptop.prepare("queue drop all --yes\nsync")
        let line = #"add book Dune note:""# + String(repeating: #"\""#, count: 65_536) + "\"\n"
        try laptop.scratch.write(line, to: "work/long.trove")
        try laptop.program.run(["long.trove"]).requiring()
        #expect(try laptop.queue() == ["Nothing is queued."])
        let phone = try world.loggedIn("phone")
        let run = try phone.program.run(["--json", "-c", "list books"])
        let note = try JSON(parsing: run.output).array?.first?["note"]?.text
        #expect(note == String(repeating: "\"", count: 65_536), "\(run.errors)")
    }

    /// The position of a change that waits is not the number of a rejected one. A change that was
    /// not sent and is undone leaves nothing in the queue, and so no conflict with what another
    /// device does meanwhile. Its undo needs no server.
    @Test func anUndoneChangeIsNotSent() throws {
        let phone = try world.loggedIn("phone")
        try laptop.prepare("queue drop all --yes\npolicy gem delete queue\nsync")
        let run = try laptop.prepare(
            """
            net off
            set Opal hardness:7
            undo
            set Opal color:green
            set Opal color:red
            delete Opal --yes
            undo
            queue
            """)
        #expect(run.lines.contains("Undone: deleted gem 1: Opal"), "\(run)")
        #expect(run.lines.last == "Nothing is queued.", "\(run)")
        try phone.prepare("set Opal hardness:8 color:blue\nsync")
        let answer = try laptop.prepare("sync\nconflicts\nshow Opal")
        #expect(answer.lines.contains("No conflicts."), "\(answer)")
        #expect(answer.text.contains("blue"), "\(answer)")
    }

    /// Changes an item on both devices, on the laptop offline, and lets the laptop learn of the
    /// conflict.
    ///
    /// - Returns: the phone.
    @discardableResult
    private func disagree(laptop mine: String, phone theirs: String) throws -> Trove {
        let phone = try world.loggedIn("phone")
        try laptop.prepare("sync")
        try laptop.prepare("net off\n" + mine)
        try phone.prepare(theirs + "\nsync")
        try laptop.prepare("sync")
        return phone
    }

    /// A conflict whose resolution was not sent is listed again after `undo`.
    @Test func anUndoneResolutionBringsTheConflictBack() throws {
        try disagree(laptop: "set Opal color:green", phone: "set Opal color:blue")
        let conflict = try laptop.run("conflicts", ["--json"]).text
        try #require(conflict.contains("green") && conflict.contains("blue"), "\(conflict)")
        try laptop.prepare("net off\nresolve 1 mine\nundo")
        try laptop.prepare("sync")
        #expect(try laptop.run("conflicts", ["--json"]).text == conflict)
    }

    /// So is the conflict of a deletion, whose resolution has added the item again.
    @Test func anUndoneRestorationBringsTheConflictBack() throws {
        let phone = try disagree(laptop: "set Opal color:green", phone: "delete Opal --yes")
        let conflict = try laptop.run("conflicts", ["--json"]).text
        try #require(conflict.contains("green") && conflict.contains("deleted"), "\(conflict)")
        try laptop.prepare("net off\nresolve all mine\nundo")
        try laptop.prepare("sync")
        #expect(try laptop.run("conflicts", ["--json"]).text == conflict)
        try laptop.prepare("resolve all mine\nsync")
        try phone.prepare("sync")
        #expect(try phone.run("show Opal").text.contains("green"))
    }

    /// Whatever gives the item the value that has lost leaves nothing to decide.
    @Test(arguments: ["resolve 1 mine\nundo\nredo", "set Opal color:green"])
    func aChangeToTheLostValueResolvesTheConflict(_ commands: String) throws {
        let phone = try disagree(laptop: "set Opal color:green", phone: "set Opal color:blue")
        try laptop.prepare("net off\n" + commands)
        for device in [laptop, phone] {
            let run = try device.prepare("sync\nconflicts\nshow Opal")
            #expect(run.text.contains("No conflicts."), "\(run)")
            #expect(run.text.contains("green"), "\(run)")
        }
    }

    /// What corrects a rejected change may also change fields whose values on the server the user
    /// has seen.
    @Test func aCorrectionConflictsWithNothingThatWasSeen() throws {
        let phone = try disagree(
            laptop: "set Opal name:Pearl", phone: "add gem Pearl\nset Opal color:blue")
        try #require(try laptop.run("queue").text.contains("Pearl"))
        let run = try laptop.prepare("set 1 name:Pearly color:green\nsync\nconflicts\nqueue")
        #expect(run.text.contains("color  blue → green"), "\(run)")
        #expect(run.lines.contains("No conflicts."), "\(run)")
        #expect(run.lines.last == "Nothing is queued.", "\(run)")
        try phone.prepare("sync")
        #expect(try phone.run("show Pearly").text.contains("green"))
    }

    /// A rejected number of pages, below the page that another device has reached, is repaired by
    /// another page: the user has seen the former one.
    @Test func aRejectedNumberIsRepairedByItsCounterpart() throws {
        try laptop.prepare(
            "net auto\npolicy book update queue\nadd book Dune pages:500\nsync")
        let phone = try world.loggedIn("phone")
        try phone.prepare("policy book update queue")
        try laptop.prepare("net auto\npage Dune 400\nsync")
        let refused = try phone.prepare("net off\nset Dune pages:300\nnet auto\nsync\nqueue")
        #expect(refused.text.contains("page is greater than pages"), "\(refused)")
        #expect(refused.lines.last?.contains("`queue drop N`") == true, "\(refused)")
        let run = try phone.prepare("page Dune 200\nsync\nqueue\nconflicts")
        #expect(run.lines.suffix(2) == ["Nothing is queued.", "No conflicts."], "\(run)")
        let shown = try laptop.prepare("net auto\nsync\nshow Dune").text
        #expect(shown.contains("pages  300") && shown.contains("page   200"), "\(shown)")
    }

    /// A conflict has a value that is nowhere else, so leaving the account asks.
    @Test func disconnectingNamesConflicts() throws {
        try disagree(laptop: "set Opal color:green", phone: "set Opal color:blue")
        #expect(try laptop.run("disconnect").status == .exited(1))
        #expect(try laptop.run("conflicts").text.contains("green"))
    }

    /// A command that changes two fields of an item one after the other tells of both.
    @Test func allChangesOfAnItemAreReported() throws {
        try disagree(
            laptop: "set Opal color:green hardness:7", phone: "set Opal color:blue hardness:8")
        try laptop.prepare("resolve all mine")
        for (commands, beginning) in [
            ("log limit:1", ""), ("net off\nundo", "Undone: "), ("net off\nredo", "Redone: "),
        ] {
            let run = try laptop.run(commands)
            let line = try #require(
                run.lines.first { $0.contains(beginning + "changed gem 1: ") }, "\(run)")
            // The server numbers the conflicts.
            #expect(line.contains("color blue → green"), "\(run)")
            #expect(line.contains("hardness 8 → 7"), "\(run)")
        }
    }

    @Test func positionsAreNotNumbers() throws {
        let run = try laptop.run("net off\nqueue drop q1")
        #expect(run.status != .exited(0) && run.errorText.contains("q1"), "\(run)")
        let lines = try laptop.queue(["-c", "net off"])
        #expect(lines.contains { $0.hasPrefix("q1 ") }, "\(lines)")
    }

    /// Where the columns do not fit, each change is a block of lines.
    @Test func aNarrowTerminalShowsEachChangeInLines() throws {
        try world.server.kill()
        let session = try laptop.openTrove(size: WindowSize(columns: 40, rows: 40))
        let queue = try session.run("queue")
        #expect(queue.contains("q1  queued  change gem 1: Opal"), "\(session.screen)")
        #expect(queue.contains("    fields: color white → red, hardness"), "\(session.screen)")
        #expect(queue.contains("            (none) → 6"), "\(session.screen)")
        #expect(queue.contains { $0.hasPrefix("    age: ") }, "\(session.screen)")
        #expect(queue.contains { $0.hasPrefix("    attempts: ") }, "\(session.screen)")
    }

    /// When the queue arrives, the items are named.
    @Test func sentChangesAreNamed() throws {
        let run = try laptop.prepare("echo hello")
        #expect(run.errorText.hasPrefix("note: Sent: "), "\(run)")
        #expect(run.errorText.contains("(\"Opal\""), "\(run)")
        #expect(try laptop.queue() == ["Nothing is queued."])
    }
}

extension Substring {
    /// The text without spaces around it.
    fileprivate var trimmed: String {
        String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}
