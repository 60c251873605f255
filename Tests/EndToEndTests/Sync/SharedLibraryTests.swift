import Testing
import TroveCodecs
import TroveTesting

/// Several shells with one connected library open count as one device.
@Suite(.timeLimit(.minutes(20))) struct SharedLibraryTests {
    /// Returns the number of the account's devices.
    private func deviceCount(_ trove: Trove) throws -> Int {
        let run = try trove.program.run(["--json", "-c", "devices"]).requiring()
        return try JSON(parsing: run.output).array?.count ?? 0
    }

    private func open(_ trove: Trove) throws -> TerminalSession {
        let session = try trove.openTrove()
        try session.run("count")
        try session.wait(forState: "online")
        return session
    }

    /// Both add at the same time, repeatedly.
    @Test func simultaneousScriptsAreOneDevice() throws {
        let world = try SyncWorld()
        let laptop = try world.signedUp("laptop").patient
        var running: [RunningProgram] = []
        let rounds = 4
        let each = 150
        for round in 0..<rounds {
            running = try (0..<3).map { shell in
                let script = (0..<each).map { "add gem \"G\(round)-\(shell)-\($0)\"\n" }.joined()
                return try laptop.program.start(["-"], input: .text(script + "sync\n"))
            }
            for program in running {
                let run = try program.waitForExit()
                #expect(run.status == .success, "\(run.errorText.suffix(2000))")
                #expect(!run.errorText.contains("now syncs as a new device"), "\(run.errorText)")
            }
        }
        try laptop.prepare("sync")
        #expect(try laptop.queue() == ["Nothing is queued."])
        #expect(try deviceCount(laptop) == 1)
        let phone = try world.loggedIn("phone").patient
        #expect(try phone.titles().count == rounds * each * 3)
        #expect(try Set(phone.titles()).count == rounds * each * 3)
    }

    /// A change that one shell sends while another one undoes it ends up on all devices or on none.
    @Test func anUndoBesideASyncReachesEveryDevice() throws {
        let world = try SyncWorld()
        let laptop = try world.signedUp("laptop").patient
        let phone = try world.loggedIn("phone").patient
        for number in 1...8 {
            try laptop.prepare("net off\nadd gem \"Gem \(number)\"")
            let sync = try laptop.program.start(["-c", "sync"])
            try laptop.prepare("net off\nundo")
            _ = try sync.waitForExit()
            try laptop.prepare("sync\nsync\ncheck")
            try phone.prepare("sync")
            #expect(try laptop.titles() == phone.titles())
        }
    }

    /// While a script waits for its next line, nothing would handle the answer to a request, which
    /// keeps other shells from making theirs.
    @Test func aWaitingScriptLetsOthersSync() throws {
        let world = try SyncWorld()
        let laptop = try world.signedUp("laptop")
        let phone = try world.loggedIn("phone").patient
        try laptop.prepare("add movie Alien\nsync")
        let script = try laptop.patient.program.start(["-"])
        try script.write("count movie\n")
        _ = try script.read(until: "1\n")
        try phone.prepare("add gem Ruby\nsync")
        // Before the command asks the server, it has not read what the phone did.
        try script.write("set Alien tags:space\ncheck\n")
        _ = try script.read(until: "The library is sound")
        try laptop.prepare("add book Dune")
        let run = try script.waitForExit()
        #expect(run.status == .success, "\(run)")
        #expect(try phone.titles().sorted() == ["Alien", "Dune", "Ruby"])
    }

    @Test func aScriptNoticesThatAnotherShellHasLoggedIn() throws {
        let world = try SyncWorld()
        let laptop = try world.signedUp("laptop").patient
        let script = try laptop.program.start(["-"])
        try script.write("count books\n")
        _ = try script.read(until: "0\n")
        try laptop.prepare("logout")
        try script.write("add gem Opal\n")
        _ = try script.read(until: "Opal\n")
        try laptop.prepare("login \(TroveAccount.ann.email)")
        try script.write("add book Dune\nsync\n")
        let run = try script.waitForExit()
        #expect(run.status == .success && run.lines.last == "Synced.", "\(run)")
    }

    /// A prompt that syncs in the background, beside a script.
    @Test func aPromptAndScriptsAreOneDevice() throws {
        let world = try SyncWorld()
        let laptop = try world.signedUp("laptop")
        let phone = try world.loggedIn("phone")
        let session = try open(laptop)
        for number in 1...12 {
            // A book needs the server's consent, a gem can be queued.
            try laptop.prepare("add book \"Book \(number)\"\nadd gem \"Gem \(number)\"")
            try session.run("add gem \"Mine \(number)\"")
            if number % 3 == 0 { try phone.prepare("add gem \"Theirs \(number)\"") }
        }
        try laptop.prepare("sync")
        #expect(try deviceCount(laptop) == 2)
        let titles = try phone.titles()
        #expect(titles.count == 40 && Set(titles).count == 40, "\(titles)")
        try session.waitUntil("what the phone did") { _ in
            (try? laptop.titles().count) == 40
        }
        // A notice about the other shell's change may precede or follow the answer.
        #expect(try session.run("count").contains("40"))
        #expect(!session.screen.contains("now syncs as a new device"), "\(session.screen)")
    }

    /// One of two prompts holds the long poll; when it exits, the other takes over.
    @Test func aSecondPromptTakesOver() throws {
        let world = try SyncWorld()
        let laptop = try world.signedUp("laptop")
        let phone = try world.loggedIn("phone")
        let first = try open(laptop)
        let second = try open(laptop)
        try phone.prepare("add gem Opal")
        for session in [first, second] {
            try session.waitUntil("the phone's gem") { $0.screen.contains("trove 1 [online]") }
        }
        try first.run("add gem Ruby")
        try second.waitUntil("the other shell's gem") { $0.screen.contains("trove 2 [online]") }
        try first.enter("quit")
        _ = try first.waitForExit()
        try phone.prepare("add gem Topaz")
        try second.waitUntil("what comes after the first has gone") {
            $0.screen.contains("trove 3 [online]")
        }
        #expect(try deviceCount(laptop) == 2)
    }
}
