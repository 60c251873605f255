import Testing
import TroveTesting

/// The prompt of a library that is connected to a server.
@Suite(.timeLimit(.minutes(20))) struct SyncPromptTests {
    let world: SyncWorld

    init() throws {
        world = try SyncWorld()
    }

    /// Opens the shell of a device and waits until it is connected.
    private func open(
        _ trove: Trove, size: WindowSize = .standard, fileID: String = #fileID, line: Int = #line
    ) throws -> TerminalSession {
        let session = try trove.openTrove(size: size, fileID: fileID, line: line)
        try session.run("count", fileID: fileID, line: line)
        try session.wait(forState: "online", fileID: fileID, line: line)
        return session
    }

    /// A line of two rows at 40 columns, with wide characters at the end of the first.
    private static let line = "echo " + String(repeating: "三体", count: 10) + " and the end"

    // MARK: Above the line

    @Test func anotherDevicesChangesAppearAboveTheLine() throws {
        let laptop = try world.signedUp("laptop")
        let phone = try world.loggedIn("phone")
        let session = try open(laptop, size: WindowSize(columns: 40, rows: 24))
        try session.type(Self.line)
        try session.waitUntil(cursorFollows: "and the end")
        try phone.prepare("add book Dune")
        try session.waitUntil("the notice, and the line below it") {
            $0.screen.contains(#"phone: added book "Dune"."#)
                && $0.shows(Self.line, "trove 1 [online]> ")
        }
        #expect(session.terminal.count(of: "echo 三") == 1, "\(session.screen)")
        try session.press(.enter)
        try session.waitForTrove("trove 1 [online]> ")
        #expect(try laptop.historyLines().last == Self.line)
        // The list breaks between words too.
        let notices = try session.run("notices").joined(separator: " ")
        #expect(notices.contains(#"phone: added book "Dune"."#), "\(notices)")
        #expect(try session.run("list").contains { $0.contains("Dune") })
    }

    /// Another shell of the library leaves the account, and logs in again.
    @Test func othersLoginsAppearAboveTheLine() throws {
        let laptop = try world.signedUp("laptop")
        let session = try open(laptop)
        try session.type("coun")
        try session.waitUntil(cursorFollows: "coun")
        try laptop.prepare("disconnect --yes")
        try session.waitUntil("the first notice") {
            $0.screen.contains("Another shell disconnected the library.\ntrove 0> coun")
        }
        try laptop.prepare("connect \(world.server.url)\nlogin ann@example.org")
        try session.waitUntil("the second notice") {
            $0.screen.contains("Another shell logged in as Ann <ann@example.org>.\n")
                && $0.screen.contains("\ntrove 0 [online]> coun")
        }
        // Its own commands cause no notice.
        try session.press(.ctrl("u"))
        try session.run("disconnect --yes")
        #expect(session.terminal.count(of: "Another shell") == 2, "\(session.screen)")
    }

    /// The server goes down and comes up during typing: the monitor notices without a command.
    @Test func connectionChangesAppearAboveTheLine() throws {
        let laptop = try world.signedUp("laptop")
        let session = try open(laptop, size: WindowSize(columns: 40, rows: 24))
        try session.type(Self.line)
        try session.waitUntil(cursorFollows: "and the end")
        let atStart = session.terminal.count(of: "Online.")
        for round in 1...2 {
            try world.server.kill()
            try session.waitUntil("the notice that it is gone, and the line below it") {
                $0.count(of: "Offline:") == round
                    && $0.shows(Self.line, "trove 0 [offline]> ")
            }
            #expect(session.terminal.count(of: "echo 三") == 1, "\(session.screen)")
            try world.server.start()
            try session.waitUntil("the notice that it is back, and the line below it") {
                $0.count(of: "Online.") == atStart + round
                    && $0.shows(Self.line, "trove 0 [online]> ")
            }
            #expect(session.terminal.count(of: "echo 三") == 1, "\(session.screen)")
        }
        // The cursor is in its place, and the line is unchanged.
        try session.type("!")
        try session.press(.home, .delete, .delete, .delete, .delete)
        try session.type("echo")
        try session.press(.end)
        try session.waitUntil(cursorFollows: "and the end!")
        try session.press(.enter)
        try session.waitUntil("what was said") { $0.count(of: "and the end!") == 2 }
        try session.waitForTrove()
        let kept = try laptop.historyLines().last
        #expect(kept == Self.line + "!", "\(session.screen)")
    }

    /// A server that stops answering although the connection stays open.
    @Test func aHalfOpenConnectionIsNoticed() throws {
        let proxy = try FaultProxy(to: world.server.port)
        let laptop = try world.signedUp("laptop", at: proxy.url)
        let session = try open(laptop)
        try session.typeOut("echo half")
        try proxy.wait(for: "a poll that waits") {
            $0.requests["GET /v1/changes", default: 0]
                > $0.answered["GET /v1/changes", default: 0]
        }
        proxy.partition = .silent
        try session.waitUntil("the notice") {
            $0.screen.contains("Offline: timed out.")
                && $0.shows("echo half", "trove 0 [offline]> ")
        }
        proxy.heal()
        try session.waitUntil(shows: "Online.")
        try session.waitUntil("the line") { $0.shows("echo half", "trove 0 [online]> ") }
    }

    @Test func aBurstOfChangesIsAFewNotices() throws {
        let laptop = try world.signedUp("laptop").patient
        let phone = try world.loggedIn("phone").patient
        let session = try open(laptop)
        try session.typeOut("echo half")
        // Each is acknowledged before the next is sent.
        let start = ContinuousClock.now
        let program = try phone.program.start()
        for number in 1...300 {
            try program.write("add book \"Book \(number)\"\n")
            try program.read(until: ": Book \(number)\n")
        }
        try program.waitForExit().requiring()
        try session.waitUntil("300 things and an intact line") {
            $0.shows("echo half", "trove 300 [online]> ")
        }
        // The last collected notice comes a moment later.
        try session.waitUntil("all of them told") {
            Self.told(on: $0).reduce(0, +) == 300 && $0.shows("echo half", "trove 300 [online]> ")
        }
        // At most four notices per second, plus the first and the last.
        let most = Int(start.duration(to: .now) / .milliseconds(250)) + 2
        #expect(Self.told(on: session.terminal).count <= most, "\(most)\n\(session.screen)")
        #expect(session.terminal.count(of: "echo half") == 1)
    }

    /// Returns how many items each notice is about: those with a title, and the others.
    private static func told(on terminal: TerminalModel) -> [Int] {
        terminal.rows.filter { $0.contains("phone: ") }.map { row in
            let words = row.split(separator: " ")
            let rest = words.firstIndex(of: "more").flatMap { Int(words[$0 - 1]) } ?? 0
            return words.count { $0 == "added" } + rest
        }
    }

    // MARK: Ctrl-C

    /// A change whose answer the user did not wait for is kept, and the server does not count as
    /// offline.
    @Test func ctrlCDuringAPushKeepsTheChange() throws {
        let proxy = try FaultProxy(to: world.server.port)
        let laptop = try world.signedUp("laptop", at: proxy.url)
        let session = try open(laptop)
        proxy.schedule = FaultSchedule {
            $0.name == "POST /v1/push" ? .swallow(.seconds(60)) : .pass
        }
        try session.enter("add book Dune")
        try proxy.wait(for: "the push") { $0.requests["POST /v1/push", default: 0] > 0 }
        try session.press(.ctrl("c"))
        try session.waitUntil(shows: "error: interrupted before the server answered")
        try session.waitForTrove("trove 1 [online, 1 queued]> ")
        #expect(!session.terminal.everything.contains("Offline"), "\(session.screen)")
        #expect(!session.terminal.everything.contains("timed out"), "\(session.screen)")
        proxy.heal()
        try session.run("sync")
        try session.waitForTrove("trove 1 [online]> ")
        #expect(try world.loggedIn("phone").titles() == ["Dune"])
    }

    /// What was not sent is taken back, and the error says how much was made.
    @Test func ctrlCStopsALongChange() throws {
        let proxy = try FaultProxy(to: world.server.port)
        let laptop = try world.signedUp("laptop", at: proxy.url)
        let phone = try world.loggedIn("phone")
        let rows = (1...1200).map { "Book \($0),Author \($0)\n" }.joined()
        _ = try laptop.scratch.write("Title,Author\n" + rows, to: "work/books.csv")
        let session = try open(laptop)
        func interrupt(_ command: String, after pushes: Int, revertedBy other: String) throws {
            proxy.schedule = .next("POST /v1/push", .pass, .swallow(.seconds(60)))
            try session.enter(command)
            try proxy.wait(for: "the second push") {
                $0.requests["POST /v1/push", default: 0] == pushes + 2
            }
            try session.press(.ctrl("c"))
            try session.waitUntil(
                shows: "500 of them are not confirmed yet; `\(other)` reverts all that were made")
            proxy.heal()
            try session.waitForTrove()
        }
        try interrupt("import books.csv", after: 0, revertedBy: "undo")
        try session.run("sync")
        try session.waitForTrove("trove 1000 [online]> ")
        #expect(try phone.prepare("sync\ncount").lines.last == "1000")
        try session.run("undo")
        #expect(try phone.prepare("sync\ncount").lines.last == "0")
        try session.run("import books.csv")
        let pushes = proxy.traffic.requests["POST /v1/push", default: 0]
        try interrupt("undo", after: pushes, revertedBy: "redo")
        let error = "error: interrupted: 1,000 of 1,200 changes were made"
        #expect(session.terminal.count(of: error) == 2)
        try session.run("sync")
        try session.waitForTrove("trove 200 [online]> ")
        try session.run("redo")
        try session.waitForTrove("trove 1200 [online]> ")
        #expect(try phone.prepare("sync\ncount").lines.last == "1200")
    }

    /// A change that waits behind a long queue was not sent yet, so Ctrl-C leaves no trace of it.
    @Test func ctrlCBehindAQueueChangesNothing() throws {
        let laptop = try world.signedUp("laptop")
        let session = try open(laptop)
        try session.run("net off")
        let gems = (1...5000).map { "add gem \"Gem \($0)\"" }.joined(separator: "\n")
        _ = try laptop.scratch.write(gems, to: "work/gems.trove")
        try session.run("source gems.trove")
        // Ten pushes go before the book's.
        try session.run("net slow 900ms")
        try session.waitUntil("the server") { $0.textBeforeCursor.contains("[online, ") }
        try session.enter("add book Dune")
        try session.waitUntil(shows: "sending changes")
        try session.press(.ctrl("c"))
        try session.waitUntil(shows: "error: interrupted")
        try session.waitUntil(shows: "  nothing was changed")
        // Notices of the queue come in between.
        try session.enter("count books")
        try session.waitUntil("no book") { $0.rows.contains { $0.split(separator: " ") == ["0"] } }
    }

    /// A first sync that has read only a part of the items says so, wherever items are shown.
    @Test func anInterruptedFirstSyncIsNotCalledComplete() throws {
        let laptop = try world.signedUp("laptop")
        try laptop.prepare((1...1500).map { "add gem \"Gem \($0)\"" }.joined(separator: "\n"))
        let proxy = try FaultProxy(to: world.server.port)
        let phone = try world.connected("phone", at: proxy.url)
        let session = try phone.openTrove()
        // The second page never comes.
        proxy.schedule = FaultSchedule {
            $0.query.contains("after=") ? .swallow(.seconds(60)) : .pass
        }
        try session.enter("login ann@example.org")
        try session.waitUntil(cursorFollows: "Password for ann@example.org: ")
        // The question stays, also when the window is resized.
        try session.resize(to: WindowSize(columns: 90, rows: 24))
        try session.enter(SyncWorld.password)
        try proxy.wait(for: "the second page") { $0.requests["GET /v1/snapshot", default: 0] > 1 }
        try session.press(.ctrl("c"))
        try session.waitUntil(shows: "Syncing continues in the background.")
        #expect(session.screen.contains("Password for ann@example.org:"), "\(session.screen)")
        try session.waitForTrove()
        let status = try session.run("status")
        #expect(status.contains { $0.hasSuffix("not complete yet") }, "\(session.screen)")
        let counted = try session.run("count")
        #expect(counted.first == "1000")
        #expect(counted.joined(separator: " ").contains("local copy, not complete yet"))
        proxy.heal()
        try session.run("sync")
        try session.waitForTrove("trove 1500 [online]> ")
        #expect(try session.run("status").contains { $0.hasSuffix("just now") })
    }

    // MARK: The state in the prompt

    @Test func thePromptShowsTheStateAndTheQueue() throws {
        let laptop = try world.signedUp("laptop")
        let session = try open(laptop)
        #expect(session.terminal.textBeforeCursor == "trove 0 [online]> ")
        let said = try session.run("net off")
        #expect(said.contains("Network simulation: offline. `net auto` ends it."))
        try session.waitForTrove("trove 0 [offline]> ")
        try session.run("add gem Opal")
        try session.waitForTrove("trove 1 [offline, 1 queued]> ")
        try session.run("add movie Up")
        try session.waitForTrove("trove 2 [offline, 2 queued]> ")
        #expect(try session.run("list").contains { $0.contains("↑ queued for the server") })
        #expect(
            try session.run("add book X").first?.contains("the server is not available") == true)
        try session.enter("net auto")
        try session.waitForTrove("trove 2 [online]> ")
        try session.waitUntil("what was queued is told") {
            $0.unspaced.contains("Sent:2changes(") && $0.isAtPrompt
        }
        #expect(try session.run("queue").contains("Nothing is queued."))
        try session.run("logout")
        try session.waitForTrove("trove 2 [signed out]> ")
        #expect(try session.run("whoami").first?.hasPrefix("Not logged in at http") == true)
        try session.run("disconnect")
        try session.waitForTrove("trove 2> ")
    }

    @Test func conflictsAndProblemsCauseNotices() throws {
        let laptop = try world.signedUp("laptop")
        try laptop.prepare("policy gem update queue\nadd gem Opal color:white")
        let phone = try world.loggedIn("phone")
        let session = try open(laptop)
        try session.run("net off")
        try session.run("set Opal color:red")
        try session.run("add gem Ruby")
        try session.waitForTrove("trove 2 [offline, 2 queued]> ")
        try phone.prepare("set Opal color:blue\nadd gem Ruby")
        try session.enter("net auto")
        try session.waitUntil("both in the prompt") {
            $0.textBeforeCursor == "trove 3 [online, 1 rejected, 1 conflict]> "
        }
        // The notices come a moment later. The phone's two changes may come in two replies.
        try session.waitUntil("both in notices") {
            $0.unspaced.contains("phone:colorof\"Opal\"red→blue")
                && $0.unspaced.contains("addedgem\"Ruby\".")
                && $0.unspaced.contains("1conflict(colorof\"Opal\"):see`conflicts`.")
                && $0.unspaced.contains("Theserverrejected1change(\"Ruby\"):see`queue`.")
                && $0.isAtPrompt
        }
        try session.run("resolve all mine")
        try session.run("queue drop all --yes")
        try session.waitForTrove("trove 2 [online]> ")
        #expect(try phone.json().contains("\"color\":\"red\""))
    }

    // MARK: Passwords

    @Test func aPasswordIsNotShown() throws {
        let secret = "open-sesame-三体"
        var laptop = try world.connected("laptop")
        laptop.environment["TROVE_PASSWORD"] = nil
        let session = try laptop.openTrove()
        try session.run("count")
        try session.waitForTrove("trove 0 [signed out]> ")
        // One that is too short need not be typed again.
        try session.enter("signup ann@example.org name:Ann")
        try session.waitUntil(cursorFollows: "Password for ann@example.org: ")
        try session.enter("short")
        try session.waitForTrove()
        #expect(session.screen.contains("error: a password must have 8 to 128 characters"))
        // Typed twice, because it is not displayed; a mismatch is an error.
        for again in [secret + "x", secret] {
            try session.enter("signup ann@example.org name:Ann")
            try session.waitUntil(cursorFollows: "Password for ann@example.org: ")
            try session.enter(secret)
            try session.waitUntil(cursorFollows: "Repeat the password: ")
            try session.enter(again)
            try session.waitForTrove()
        }
        #expect(session.screen.contains("error: the two passwords differ"))
        try session.waitUntil(shows: "Signed up as Ann <ann@example.org>.")
        try session.wait(forState: "online")
        try session.run("logout")
        try session.enter("login ann@example.org")
        try session.waitUntil(cursorFollows: "Password for ann@example.org: ")
        // From a password manager.
        try session.press(.paste(secret), .enter)
        try session.waitUntil(shows: "Logged in as Ann")
        try session.wait(forState: "online")
        try session.enter("quit")
        #expect(try session.waitForExit() == .success)
        #expect(!String(decoding: session.output, as: UTF8.self).contains("sesame"))
        for name in laptop.scratch.files() {
            #expect(!(try laptop.scratch.read(name).contains("sesame")), "\(name)")
        }
        #expect(try laptop.historyLines().last == "quit")
    }

    @Test(arguments: [Key.ctrl("c"), .ctrl("d")])
    func aPasswordPromptCanBeCancelled(_ key: Key) throws {
        var laptop = try world.connected("laptop")
        laptop.environment["TROVE_PASSWORD"] = nil
        let session = try laptop.openTrove()
        try session.run("count")
        try session.enter("login ann@example.org")
        try session.waitUntil(cursorFollows: "Password for ann@example.org: ")
        if key == .ctrl("c") { try session.type("half") }
        try session.press(key)
        try session.waitForTrove("trove 0 [signed out]> ")
        // Input is displayed again, and nothing was sent.
        #expect(try session.run("echo seen") == ["seen"])
        #expect(try session.run("whoami").first?.hasPrefix("Not logged in") == true)
        #expect(!session.screen.contains("half"))
        #expect(!world.server.log.contains("/v1/login"))
    }

    // MARK: The simulated network

    @Test func aSlowNetworkDelaysReplies() throws {
        let laptop = try world.signedUp("laptop")
        let session = try open(laptop)
        let said = try session.run("net slow 800ms")
        #expect(said.contains("Network simulation: 800 ms slower. `net auto` ends it."))
        let start = ContinuousClock.now
        try session.enter("add book Dune")
        try session.waitUntil(shows: "Added book 1: Dune")
        #expect(start.duration(to: .now) >= .milliseconds(780))
        try session.waitForTrove()
        try session.run("net auto")
        try session.wait(forState: "online")
    }

    @Test func aFlakyNetworkIsReportedAndHandled() throws {
        let laptop = try world.signedUp("laptop")
        let session = try open(laptop)
        let said = try session.run("net flaky 30% seed:7")
        #expect(
            said.joined().contains("Network simulation: losing 30 % of the messages, with seed 7."))
        var count = 0
        while !session.terminal.everything.contains("The server is not available"), count < 400 {
            count += 1
            try session.run("add gem \"Gem \(count)\"")
        }
        #expect(session.terminal.everything.contains("Offline: the connection"))
        try session.enter("net auto")
        try session.waitForTrove("trove \(count) [online]> ")
        // The notice that names what was sent may come meanwhile.
        #expect(try session.run("queue").contains("Nothing is queued."))
        #expect(try world.loggedIn("phone").prepare("count").text == "\(count)\n")
    }

    // MARK: Exit, and many changes

    @Test func exitingReportsAQueue() throws {
        let laptop = try world.signedUp("laptop")
        let session = try open(laptop)
        try session.run("net off")
        try session.run("add gem Opal")
        try session.enter("quit")
        #expect(try session.waitForExit() == .success)
        #expect(
            session.terminal.unspaced.contains("warning:1changeisqueued"),
            "\(session.screen)")
        // The next shell pushes it.
        let next = try open(laptop)
        try next.waitForTrove("trove 1 [online]> ")
        #expect(try next.run("queue").contains("Nothing is queued."))
        try next.enter("quit")
        #expect(try next.waitForExit() == .success)
        #expect(!next.terminal.everything.contains("warning"))
    }

    @Test func severalCommandsCanBePasted() throws {
        let laptop = try world.signedUp("laptop")
        let session = try open(laptop)
        try session.press(
            .paste("add book Dune\nadd gem Opal\nset Dune author:Herbert\nadd movie Up\ncount"))
        try session.press(.enter)
        try session.waitForTrove("trove 3 [online]> ")
        let said = [
            "Added book 1: Dune", "Added gem 2: Opal", "Changed book 1: Dune", "Added movie 3: Up",
        ]
        for text in said { #expect(session.terminal.count(of: text) == 1, "\(session.screen)") }
        #expect(try session.run("queue").contains("Nothing is queued."))
        #expect(try world.loggedIn("phone").json().contains("Herbert"))
    }
}

extension TerminalModel {
    /// Whether the cursor is after a line, completely typed after a prompt, in any number of rows.
    fileprivate func shows(_ line: String, _ prompt: String) -> Bool {
        let text = (prompt + line).filter { !$0.isWhitespace }
        return unspaced.hasSuffix(text)
            && textBeforeCursor.filter { !$0.isWhitespace }.hasSuffix(
                line.suffix(3).filter { !$0.isWhitespace })
    }
}

extension TerminalSession {
    /// Waits for an empty prompt that shows a connection.
    func wait(
        forState state: String, fileID: String = #fileID, line: Int = #line
    ) throws {
        try waitUntil("the prompt with \(state)", fileID: fileID, line: line) {
            $0.isAtPrompt && $0.textBeforeCursor.contains("[\(state)]> ")
        }
    }
}
