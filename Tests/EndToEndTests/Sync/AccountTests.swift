import Testing
import TroveCodecs
import TroveTesting

/// Accounts, and libraries that connect to them (rows G5 and G7, and "Where the five disagree").
@Suite(.timeLimit(.minutes(20))) struct AccountTests {
    // MARK: G5

    @Test func usersSeeOnlyTheirOwnItems() throws {
        let world = try SyncWorld()
        let ann = try world.signedUp("laptop")
        let bob = try world.signedUp("desktop", email: "bob@example.org")
        try ann.prepare("add book Dune\nadd gem Opal")
        // A name is unique within a collection, not across all.
        try bob.prepare("add gem Opal\nadd book Emma")
        #expect(try ann.titles().sorted() == ["Dune", "Opal"])
        #expect(try bob.titles().sorted() == ["Emma", "Opal"])
        #expect(try world.loggedIn("phone").titles().sorted() == ["Dune", "Opal"])
        let second = try world.loggedIn("tablet", email: "bob@example.org")
        #expect(try second.titles().sorted() == ["Emma", "Opal"])
        let devices = try bob.prepare("devices").text
        #expect(devices.contains("desktop") && devices.contains("tablet"))
        #expect(!devices.contains("laptop") && !devices.contains("phone"))
        let json = try bob.prepare("devices", ["--json"]).text
        let rows = try #require(JSON(parsing: Array(json.utf8)).array)
        #expect(rows.count == 2)
        for device in rows {
            for moment in ["since", "lastSeen"] {
                #expect(device[moment]?.text?.wholeMatch(of: #/20.+T.+Z/#) != nil, "\(device)")
            }
        }
    }

    @Test func theEmailIdentifiesTheAccount() throws {
        let world = try SyncWorld()
        _ = try world.signedUp("laptop")
        let other = try world.connected("phone")
        for email in ["ann@example.org", "ANN@Example.ORG"] {
            let run = try other.run("signup \(email) name:Somebody")
            #expect(run.status == .exited(1))
            #expect(
                run.errorText.contains("error: an account with this email already exists\n"))
        }
        try other.prepare("login Ann@example.org")
        #expect(try other.prepare("whoami").text.hasPrefix("Ann <ann@example.org> at http://"))
    }

    @Test(arguments: [
        Case("a wrong password", "login ann@example.org", "the email or the password is wrong"),
        Case("nobody's email", "login eve@example.org", "the email or the password is wrong"),
        Case("no email", "login ann", "login needs an email address, such as ann@example.org"),
        Case(
            "a short password", "signup bob@example.org name:Bob", "a password must have 8 to 128"),
        Case("no name", "signup bob@example.org", "signup needs a name"),
    ])
    func errorsAreExplained(_ row: Case<String, String>) throws {
        let world = try SyncWorld()
        _ = try world.signedUp("laptop")
        var other = try world.connected("phone")
        other.environment["TROVE_PASSWORD"] = "wrong"
        let run = try other.run(row.input)
        #expect(run.status == .exited(1), "\(run)")
        #expect(run.errorText.contains("error: \(row.expected)"), "\(run)")
        #expect(try other.token() == nil)
        #expect(try other.prepare("whoami").text.hasPrefix("Not logged in"))
    }

    @Test func aClosedServerRejectsSignUps() throws {
        let server = try ServerUnderTest(arguments: ["--signup", "closed"])
        let trove = try SyncWorld.device("laptop")
        let run = try trove.run("connect \(server.url)\nsignup ann@example.org name:Ann")
        #expect(run.status == .exited(1))
        #expect(run.errorText.contains("error: this server accepts no new accounts\n"), "\(run)")
    }

    /// A library belongs to one account until it is disconnected.
    @Test func aLibraryBelongsToOneAccount() throws {
        let world = try SyncWorld()
        _ = try world.signedUp("desktop", email: "bob@example.org")
        let ann = try world.signedUp("laptop")
        try ann.prepare("add book Dune\nlogout")
        let run = try ann.run("login bob@example.org\nsignup eve@example.org name:Eve")
        #expect(run.status == .exited(1))
        #expect(
            run.errorText.components(
                between: "this library belongs to the account of Ann <ann@example.org>"
            ).count == 3, "\(run)")
        try ann.prepare("login ann@example.org")
        #expect(try ann.titles() == ["Dune"])
    }

    @Test(arguments: ["list", "sync", "devices", "status"])
    func anUnreachableServerDoesNoHarm(_ command: String) throws {
        let trove = try SyncWorld.device("laptop")
        let server = try ServerUnderTest()
        try server.kill()
        let run = try trove.run("add book Dune\nconnect \(server.url)\n\(command)")
        #expect(run.status == .exited(1))
        #expect(
            run.errorText.contains("error: the request to the server failed: connection refused"))
        #expect(try trove.titles() == ["Dune"])
        #expect(
            try trove.prepare("status").text
                == "This library is local. `connect URL` connects it to a server.\n")
    }

    // MARK: G7

    /// The server's content is shown, and the local copy is updated.
    @Test func onlineShowsTheServersContent() throws {
        let world = try SyncWorld()
        let laptop = try world.signedUp("laptop")
        let phone = try world.loggedIn("phone")
        try laptop.prepare("add gem Opal color:white")
        #expect(try phone.titles() == ["Opal"])
        try phone.prepare("set Opal color:red\nadd gem Ruby")
        #expect(try laptop.prepare("show Opal").text.contains("red"))
        #expect(try laptop.titles().sorted() == ["Opal", "Ruby"])
        try laptop.prepare("delete Opal --yes")
        #expect(try phone.titles() == ["Ruby"])
        // The local copies have it too.
        try world.server.kill()
        for device in [laptop, phone] {
            #expect(try device.json(["-c", "net off"]).contains("\"name\":\"Ruby\""))
            #expect(!(try device.json(["-c", "net off"]).contains("Opal")))
        }
    }

    /// During one program run, every answer reflects the server's current state.
    @Test func everyAnswerIsCurrent() throws {
        let world = try SyncWorld()
        let laptop = try world.signedUp("laptop")
        let phone = try world.loggedIn("phone")
        let program = try laptop.program.start()
        try program.write("count\n")
        #expect(try program.read(until: "\n") == "0\n")
        try phone.prepare("add book Dune")
        // A recent answer is not requested again.
        try Waiting.until("the other device's book") {
            try program.write("count\n")
            return try program.read(until: "\n") == "1\n"
        }
        try program.waitForExit().requiring()
    }

    // MARK: Where the five disagree

    /// The library's items are pushed, and the account's are pulled.
    @Test func libraryAndAccountAreMerged() throws {
        let world = try SyncWorld()
        try world.signedUp("laptop").prepare("add book Dune\nadd gem Opal\nadd movie Alien")
        let desktop = try SyncWorld.device("desktop")
        try desktop.prepare("add book Emma\nadd gem Ruby\nadd read Ulysses")
        let run = try desktop.prepare("connect \(world.server.url)\nlogin ann@example.org")
        #expect(run.text.contains("Synced: 3 changes sent, 3 items received."), "\(run)")
        let all = ["Alien", "Dune", "Emma", "Opal", "Ruby", "Ulysses"]
        #expect(try desktop.titles().sorted() == all)
        #expect(try world.loggedIn("phone").titles().sorted() == all)
        #expect(!(try desktop.json().contains("\"sync\"")))
    }

    /// A password file may be named with a tilde, or be a pipe that delivers it in parts. The
    /// library is refused.
    @Test func passwordFilesAreReadWhole() throws {
        let world = try SyncWorld()
        let laptop = try world.signedUp("laptop")
        try laptop.prepare("logout")
        try laptop.scratch.write("\(SyncWorld.password)\n", to: "home/secret")
        let words = "login ann@example.org file:"
        let library = try laptop.run(words + laptop.libraryPath)
        #expect(library.errorText.contains("contains no password"), "\(library)")
        let run = try laptop.shell(
            #"""
            mkfifo pipe
            (printf 'a good '; printf 'password\n'; printf 'more\n') > pipe &
            unset TROVE_PASSWORD
            "$TROVE" -c '\#(words)pipe' -c logout -c '\#(words)~/secret'
            """#)
        #expect(run.status == .success, "\(run)")
    }

    /// A gem name that the account already has becomes a problem to resolve, not a loss.
    @Test func aNameClashIsAProblem() throws {
        let world = try SyncWorld()
        let laptop = try world.signedUp("laptop")
        try laptop.prepare("add gem Opal color:white\nadd book Dune")
        let desktop = try SyncWorld.device("desktop")
        try desktop.prepare("add gem opal color:red\nadd gem Ruby")
        let run = try desktop.run("connect \(world.server.url)\nlogin ann@example.org")
        #expect(run.status == .success, "\(run)")
        #expect((run.text + run.errorText).contains("see `queue`"), "\(run)")
        // Both exist: the account's, and the local one with its mark.
        let json = try desktop.json()
        #expect(
            json.contains("\"color\":\"white\"") && json.contains("\"color\":\"red\""), "\(json)")
        #expect(json.components(between: "\"sync\":\"refused\"").count == 2, "\(json)")
        #expect(!(try laptop.json().contains("\"color\":\"red\"")))
        let queue = try desktop.prepare("queue", ["--json"]).text
        #expect(queue.contains(#""state":"refused","change":"add gem "#), "\(queue)")
        // Renaming it resolves the problem.
        let number = try #require(
            JSON(parsing: Array(json.utf8)).array?.first { $0["sync"] != nil }?["number"]?.int)
        try desktop.prepare("set \(number) name:\"Fire opal\"\nsync")
        #expect(try desktop.queue() == ["Nothing is queued."])
        #expect(try laptop.titles().sorted() == ["Dune", "Fire opal", "Opal", "Ruby"])
    }

    @Test func aProblemCanBeDropped() throws {
        let world = try SyncWorld()
        try world.signedUp("laptop").prepare("add gem Opal color:white")
        let desktop = try SyncWorld.device("desktop")
        try desktop.prepare("add gem Opal color:red")
        try desktop.prepare("connect \(world.server.url)\nlogin ann@example.org")
        let refused = try desktop.run("queue drop all")
        #expect(refused.status == .exited(1))
        #expect(refused.errorText.contains("add --yes to confirm"))
        try desktop.prepare("queue drop all --yes")
        #expect(try desktop.queue() == ["Nothing is queued."])
        let json = try desktop.json()
        #expect(json.contains("white") && !json.contains("red"), "\(json)")
    }

    @Test func disconnectingKeepsTheCopy() throws {
        let world = try SyncWorld()
        let laptop = try world.signedUp("laptop")
        try laptop.prepare("add book Dune\nadd gem Opal")
        let before = try laptop.json()
        try laptop.prepare("disconnect")
        #expect(try laptop.json() == before)
        #expect(try laptop.token() == nil)
        // The library is local, and allows everything.
        try world.server.kill()
        let run = try laptop.prepare("add book Emma\nset Dune author:H\ndelete Dune --yes\nstatus")
        #expect(run.errorText == "")
        #expect(run.text.contains("This library is local."))
        // When it connects again, it is merged with the account.
        try world.server.start()
        try laptop.prepare("connect \(world.server.url)\nlogin ann@example.org")
        #expect(try laptop.titles().sorted().contains("Emma"))
        #expect(try laptop.titles().count { $0 == "Opal" } == 1, "what both have is there once")
    }

    @Test func disconnectingWithAQueueAsks() throws {
        let world = try SyncWorld()
        let laptop = try world.signedUp("laptop")
        try laptop.prepare("net off\nadd gem Opal")
        let refused = try laptop.run("net off\ndisconnect")
        #expect(refused.status == .exited(1))
        #expect(refused.errorText.contains("add --yes to confirm"), "\(refused)")
        #expect(try laptop.queue(["-c", "net off"]).contains { $0.contains("add gem") })
        try laptop.prepare("net off\ndisconnect --yes")
        #expect(try laptop.titles() == ["Opal"])
    }

    // MARK: Passwords and devices

    @Test func aNewPasswordLogsOutOtherDevices() throws {
        let world = try SyncWorld()
        let laptop = try world.signedUp("laptop")
        let phone = try world.loggedIn("phone")
        try laptop.scratch.write("another good one\n", to: "work/new")
        let run = try laptop.prepare("password new-file:new\nadd book Dune")
        #expect(run.text.contains("Password changed. All other devices must log in again."))
        let lost = try phone.run("list")
        #expect(lost.errorText.contains("you are signed out"), "\(lost)")
        #expect(try phone.token() == nil)
        #expect(try phone.run("login ann@example.org").status == .exited(1))
        var renewed = phone
        renewed.environment["TROVE_PASSWORD"] = "another good one"
        try renewed.prepare("login ann@example.org")
        #expect(try renewed.titles() == ["Dune"])
    }

    @Test func aRemovedDeviceMustLogInAgain() throws {
        let world = try SyncWorld()
        let laptop = try world.signedUp("laptop")
        let phone = try world.loggedIn("phone")
        try phone.prepare("net off\nadd gem Opal")
        let asked = try laptop.run("devices forget phone")
        #expect(asked.status == .exited(1))
        #expect(asked.errorText.contains("add --yes to confirm"))
        try laptop.prepare("devices forget phone --yes")
        #expect(!(try laptop.prepare("devices").text.contains("phone")))
        let lost = try phone.run("sync")
        #expect(lost.status == .exited(1), "\(lost)")
        // Its local changes stay, and reach the account after a login.
        try phone.prepare("login ann@example.org")
        #expect(try laptop.titles() == ["Opal"])
        #expect(try phone.queue() == ["Nothing is queued."])
        let missing = try laptop.run("devices forget tablet --yes")
        #expect(missing.errorText.contains("error: there is no device \"tablet\""))
    }
}
