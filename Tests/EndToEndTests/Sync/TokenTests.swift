import Testing
import TroveLoopback
import TroveModel
import TroveTesting

/// A device's login: where its token is stored, and which server receives it.
@Suite(.timeLimit(.minutes(20))) struct TokenTests {
    /// Creates a server that is not the account's, but answers everything like a Trove server.
    private func stranger() throws -> LoopbackServer {
        try LoopbackServer { connection in
            while try connection.readRequest() != nil {
                try connection.reply(
                    200, body: Array(#"{"protocols":[1],"limits":{},"kinds":[]}"#.utf8))
            }
        }
    }

    @Test func isSentOnlyToItsOwnServer() throws {
        let world = try SyncWorld()
        let laptop = try world.signedUp("laptop")
        let token = try #require(try laptop.token())
        let other = try stranger()
        // Without an answer to the question, nothing happens.
        let refused = try laptop.run("connect \(other.url(""))")
        #expect(refused.status == .exited(1))
        #expect(refused.errorText.contains("add --yes to confirm"), "\(refused)")
        #expect(other.requests.isEmpty)
        try laptop.prepare("connect \(other.url("")) --yes\nstatus\nadd gem Opal\nlist")
        #expect(!other.requests.isEmpty)
        for request in other.requests {
            #expect(request.headers.allSatisfy { !$0.value.contains(token) }, "\(request)")
            #expect(request.header("authorization") == nil, "\(request)")
        }
        #expect(try laptop.token() == nil)
    }

    /// A different server at the account's address receives neither the token nor a password.
    @Test func anotherServerAtTheAddressReceivesNothing() throws {
        let world = try SyncWorld()
        let laptop = try world.signedUp("laptop")
        try laptop.prepare("add gem Opal")
        let token = try #require(try laptop.token())
        try world.server.kill()
        let other = try LoopbackServer(port: world.server.port) { connection in
            while try connection.readRequest() != nil {
                let reply = #"{"server":"0123456789abcdef","protocols":[1],"limits":{},"kinds":[]}"#
                try connection.reply(200, body: Array(reply.utf8))
            }
        }
        let run = try laptop.run("list\nsync\ndevices\npassword\nlogin ann@example.org")
        #expect(run.text.contains("Opal"))
        #expect(run.errorText.contains("another server answers at this address"), "\(run)")
        #expect(!other.requests.isEmpty)
        for request in other.requests {
            #expect(request.target == "/v1/hello", "\(request)")
            #expect(request.headers.allSatisfy { !$0.value.contains(token) }, "\(request)")
        }
        other.stop()
        // Back at its address, the account's own server is recognized without a login.
        try world.server.start()
        try laptop.prepare("add gem Ruby\nsync")
        #expect(try world.loggedIn("phone").titles().sorted() == ["Opal", "Ruby"])
    }

    /// After a login at the new address, the device continues where it was.
    @Test func aMovedServerNeedsANewLogin() throws {
        let world = try SyncWorld()
        let laptop = try world.signedUp("laptop")
        try laptop.prepare("add gem Opal")
        let moved = try FaultProxy(to: world.server.port)
        let run = try laptop.prepare(
            "connect \(moved.url) --yes\nlogin ann@example.org\nadd gem Ruby\nsync\ndevices")
        #expect(run.text.components(between: "laptop").count == 2, "\(run)")
        #expect(try world.loggedIn("phone").titles().sorted() == ["Opal", "Ruby"])
    }

    @Test func aFailedConnectChangesNothing() throws {
        let world = try SyncWorld()
        let laptop = try world.signedUp("laptop")
        let gone = try ServerUnderTest()
        try gone.kill()
        let before = try laptop.token()
        let run = try laptop.run("connect \(gone.url) --yes\nset 1 note:x\nadd book Dune")
        #expect(run.errorText.contains("the request to the server failed"), "\(run)")
        #expect(try laptop.token() == before && before != nil)
        #expect(try laptop.prepare("status").text.contains("online"))
        #expect(try laptop.titles() == ["Dune"])
        // A local library stays local.
        let desktop = try SyncWorld.device("desktop")
        _ = try desktop.run("connect \(gone.url)")
        #expect(
            try desktop.prepare("status\nadd book Emma").text.contains("This library is local."))
    }

    /// Earlier versions kept the token in a separate file.
    @Test func aTokenFileIsMovedIntoTheLibrary() throws {
        let world = try SyncWorld()
        let laptop = try world.signedUp("laptop")
        let token = try #require(try laptop.token())
        try laptop.forgetToken()
        try laptop.scratch.write(token + "\n", to: Trove.libraryName + ".token")
        try laptop.scratch.setPermissions(0o600, of: Trove.libraryName + ".token")
        try laptop.prepare("add book Dune\nsync")
        #expect(!laptop.scratch.exists(Trove.libraryName + ".token"))
        #expect(try laptop.token() == token)
        #expect(try world.loggedIn("phone").titles() == ["Dune"])
    }

    // MARK: Exchange

    /// Makes all tokens old enough to be exchanged. The server starts again, because it remembers
    /// devices for some seconds.
    private func makeTokensOld(_ world: SyncWorld) throws {
        try world.server.changeStore("UPDATE tokens SET created = 1")
        try world.server.restart()
    }

    private func isAccepted(_ token: String, _ world: SyncWorld) throws -> Bool {
        let client = try RawExchange(port: Int(world.server.port))
        try client.send(
            "GET /v1/account HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer \(token)\r\n\r\n")
        return try client.readReply().status == 200
    }

    @Test func anOldTokenIsExchanged() throws {
        let world = try SyncWorld()
        let laptop = try world.signedUp("laptop")
        let former = try #require(try laptop.token())
        try makeTokensOld(world)
        try laptop.prepare("add gem Opal\nsync")
        let next = try #require(try laptop.token())
        #expect(next != former)
        try laptop.prepare("add gem Ruby\nsync\ndevices")
        #expect(try laptop.token() == next)
        #expect(try !isAccepted(former, world) && isAccepted(next, world))
        #expect(try world.loggedIn("phone").titles().sorted() == ["Opal", "Ruby"])
        // The log is written on a thread of its own, and complete when the server has ended.
        try world.server.terminate()
        #expect(world.server.log.contains(#""action":"token-rotated""#))
    }

    /// The first answer gets lost, and the server may be killed before the token is used: the
    /// device asks again, and stays logged in.
    @Test(arguments: ["lost", "killed"])
    func anInterruptedExchangeIsRepeated(_ how: String) throws {
        let world = try SyncWorld()
        let proxy = try FaultProxy(to: world.server.port)
        let laptop = try world.signedUp("laptop", at: proxy.url)
        let former = try #require(try laptop.token())
        try makeTokensOld(world)
        proxy.schedule = .next("POST /v1/token", .loseReply)
        // The answer to a push asks for the exchange.
        try laptop.prepare("add gem Opal\nsync")
        #expect(proxy.traffic.requests["POST /v1/token"] == 2, "\(proxy.trace)")
        let next = try #require(try laptop.token())
        #expect(next != former)
        if how == "killed" { try world.server.restart() }
        try laptop.prepare("sync\ndevices")
        #expect(try !isAccepted(former, world) && isAccepted(next, world))
    }

    /// The library has the new token before it is used, also if the program is killed then.
    @Test func aKilledProgramHasAToken() throws {
        let world = try SyncWorld()
        let proxy = try FaultProxy(to: world.server.port)
        let laptop = try world.signedUp("laptop", at: proxy.url)
        try makeTokensOld(world)
        // The poll with the new token arrives, and its answer does not.
        let changes = "GET /v1/changes"
        proxy.schedule = .next(changes, .pass, .loseReply)
        let before = proxy.traffic.requests[changes, default: 0]
        let session = try laptop.openTrove()
        try proxy.wait(forRequests: before + 2, changes)
        #expect(proxy.traffic.requests["POST /v1/token"] == 1, "\(proxy.trace)")
        session.send(.kill)
        proxy.schedule = .none
        try laptop.prepare("add gem Opal\nsync")
        #expect(try world.loggedIn("phone").titles() == ["Opal"])
    }

    /// The operator logs out all devices of an account, which keep what they have.
    @Test func theOperatorLogsOutAnAccount() throws {
        let world = try SyncWorld()
        let laptop = try world.signedUp("laptop")
        let token = try #require(try laptop.token())
        let run = try world.server.program.run([
            "user", "logout", "ann@example.org", "--store", world.server.store,
        ]).requiring()
        #expect(run.text == "Logged out all devices of ann@example.org.\n")
        #expect(run.errorText.contains(" account logged-out from operator user "), "\(run)")
        #expect(try !isAccepted(token, world))
        #expect(try laptop.run("add gem Opal\nsync").errorText.contains("you are not logged in"))
        try laptop.prepare("login ann@example.org\nsync")
        #expect(try world.loggedIn("phone").titles() == ["Opal"])
    }

    @Test func aLibraryReadableByOthersIsNotUsed() throws {
        let world = try SyncWorld()
        let laptop = try world.signedUp("laptop")
        try laptop.scratch.setPermissions(0o644, of: Trove.libraryName)
        let run = try laptop.run("list")
        #expect(run.status == .exited(4))
        #expect(run.errorText.contains("other users can read"), "\(run)")
        try laptop.scratch.setPermissions(0o600, of: Trove.libraryName)
        try laptop.prepare("list")
    }

    /// A prompt opens such a library, without a connection. It refuses what the server must
    /// confirm, and each command that needs the connection says why it cannot be opened.
    @Test func aPromptWithoutAConnectionChangesNothing() throws {
        let world = try SyncWorld()
        let laptop = try world.signedUp("laptop")
        try laptop.prepare("add book Dune")
        try laptop.scratch.setPermissions(0o644, of: Trove.libraryName)
        let session = try laptop.openTrove()
        try session.waitUntil(shows: "other users can read")
        #expect(try session.run("add book Emma").first?.contains("other users can read") == true)
        let status = try session.run("status")
        #expect(status.contains("connection   not open: `sync` says why"), "\(status)")
        #expect(try session.run("sync").first?.contains("other users can read") == true)
        let list = try session.run("list books columns:title")
        #expect(list.contains { $0.contains("Dune") })
        #expect(list.joined(separator: " ").contains("this shell has no connection"), "\(list)")
        // The prompt connects when it can.
        try laptop.scratch.setPermissions(0o600, of: Trove.libraryName)
        #expect(try session.run("add book Emma").first == "Added book 2: Emma")
    }

    /// A snapshot may be given to others; its login must not be.
    @Test func isNotInSnapshots() throws {
        let world = try SyncWorld()
        let laptop = try world.signedUp("laptop")
        let token = try #require(try laptop.token())
        try laptop.prepare("add book Dune\nsnapshot save one")
        let bytes = try laptop.scratch.readBytes(Trove.libraryName + ".snapshots/one.db")
        #expect(!String(decoding: bytes, as: UTF8.self).contains(token))
    }

    // MARK: The library's owner

    /// A library cannot belong to a new account, so none is created for it.
    @Test func anUnusableSignUpCreatesNoAccount() throws {
        let world = try SyncWorld()
        let laptop = try world.signedUp("laptop")
        let run = try laptop.run("signup eve@example.org name:Eve")
        #expect(run.status == .exited(1))
        #expect(run.errorText.contains("this library belongs to the account of Ann"), "\(run)")
        let eve = try world.connected("phone").run("login eve@example.org")
        #expect(eve.errorText.contains("the email or the password is wrong"), "\(eve)")
    }

    /// Items of one account move to another only with the user's consent.
    @Test(arguments: ["login bob@example.org", "signup eve@example.org name:Eve"])
    func anotherAccountNeedsConfirmation(_ entry: String) throws {
        let world = try SyncWorld()
        let bob = try world.signedUp("desktop", email: "bob@example.org")
        let laptop = try world.signedUp("laptop")
        try laptop.prepare("add book Dune\nadd gem Opal\ndisconnect\nconnect \(world.server.url)")
        let refused = try laptop.run(entry)
        #expect(refused.status == .exited(1))
        #expect(refused.errorText.contains("add --yes to confirm"), "\(refused)")
        #expect(try bob.titles().isEmpty)
        #expect(try laptop.prepare("whoami").text.hasPrefix("Not logged in"))
        let run = try laptop.prepare(entry + " --yes")
        #expect(run.text.contains("2 changes sent"), "\(run)")
    }

    /// The library's own account needs no confirmation.
    @Test func itsOwnAccountNeedsNoConfirmation() throws {
        let world = try SyncWorld()
        let laptop = try world.signedUp("laptop")
        try laptop.prepare("add book Dune\ndisconnect\nconnect \(world.server.url)")
        try laptop.prepare("login ANN@example.org")
    }

    @Test func theQuestionNamesBothAccounts() throws {
        let world = try SyncWorld()
        _ = try world.signedUp("desktop", email: "bob@example.org")
        let laptop = try world.signedUp("laptop")
        try laptop.prepare("add book Dune\ndisconnect\nconnect \(world.server.url)")
        let session = try laptop.openTrove()
        try session.enter("login bob@example.org")
        try session.waitUntil("the question") { $0.screen.contains("[y/N]") }
        let screen = session.screen.split(separator: "\n").joined(separator: " ")
        #expect(screen.contains("Ann <ann@example.org>"), "\(session.screen)")
        #expect(
            screen.contains("of bob@example.org at http") && screen.contains("1 item"),
            "\(session.screen)")
        try session.enter("n")
        try session.waitForTrove()
        #expect(try session.run("whoami").joined().contains("Not logged in"))
    }
}
