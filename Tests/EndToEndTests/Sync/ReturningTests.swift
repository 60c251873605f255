import Testing
import TroveCodecs
import TroveTesting

/// A library that is disconnected, is changed while it is local, and returns to its account: it
/// continues as if it had been offline.
@Suite(.timeLimit(.minutes(20))) struct ReturningTests {
    let world: SyncWorld
    let laptop: Trove
    let phone: Trove

    init() throws {
        world = try SyncWorld()
        laptop = try world.signedUp("laptop")
        phone = try world.loggedIn("phone")
        for device in [laptop, phone] {
            try device.prepare(
                """
                policy book update queue
                policy book create queue
                policy book delete queue
                policy gem update queue
                policy gem delete queue
                """)
        }
        try laptop.prepare("add book Dune pages:400\nadd book Emma\nadd gem Opal color:white\n")
        try phone.prepare("sync")
    }

    /// Disconnects the laptop, changes items there and on the phone, and logs in again.
    @discardableResult
    private func change(
        laptop local: String, phone remote: String, before: String = "sync"
    ) throws -> ProgramRun {
        try laptop.prepare("\(before)\ndisconnect --yes\n\(local)")
        try phone.prepare("\(remote)\nsync")
        let run = try laptop.prepare("connect \(world.server.url)\nlogin ann@example.org")
        try phone.prepare("sync")
        return run
    }

    private func conflicts(on device: Trove) throws -> [JSON] {
        let run = try device.program.run(["--json", "-c", "conflicts"])
        return try #require(try JSON(parsing: run.output).array, "\(run)")
    }

    /// Checks that both devices show the same, and that no conflicts are left.
    private func checkAgreement() throws {
        let items = try laptop.json()
        #expect(try phone.json() == items)
        for device in [laptop, phone] {
            #expect(try conflicts(on: device) == [])
            #expect(try device.prepare("queue").text == "Nothing is queued.\n")
        }
    }

    /// The user saw the values that the changes replace, so nothing is in conflict.
    @Test func ownChangesAreSent() throws {
        let run = try change(
            laptop: "set Dune pages:500\nset Opal color:green\nadd book Ulysses\ndelete Emma --yes",
            phone: "")
        #expect(run.text.contains("4 changes sent"), "\(run)")
        try checkAgreement()
        #expect(try phone.titles().sorted() == ["Dune", "Opal", "Ulysses"])
        let shown = try phone.prepare("show Dune\nshow Opal").text
        #expect(shown.contains("500") && shown.contains("green"), "\(shown)")
    }

    /// A value that only the other device has changed replaces the one here, without a conflict.
    @Test func changesOfAnotherDeviceArrive() throws {
        let run = try change(
            laptop: "set Dune pages:500",
            phone: "set Opal color:blue\ndelete Emma --yes\nadd gem Ruby")
        #expect(run.text.contains("1 change sent"), "\(run)")
        try checkAgreement()
        #expect(try laptop.titles().sorted() == ["Dune", "Opal", "Ruby"])
        #expect(try laptop.prepare("show Opal").text.contains("blue"))
    }

    @Test func aValueThatBothHaveChangedIsAConflict() throws {
        try change(laptop: "set Opal color:green", phone: "set Opal color:blue")
        let conflict = try #require(try conflicts(on: laptop).first)
        #expect(conflict["mine"]?.text == "green" && conflict["theirs"]?.text == "blue")
    }

    /// A rejected change was made on an older value than the one that has arrived since.
    @Test func aRejectedChangeDoesNotReplaceAnother() throws {
        try phone.prepare("add gem Ruby")
        try laptop.prepare("net off\nset Opal name:Ruby")
        try laptop.prepare("sync")
        try phone.prepare("set Opal name:Onyx\ndelete Ruby --yes\nsync")
        let run = try change(laptop: "", phone: "")
        #expect(run.text.contains("1 change rejected"), "\(run)")
        try laptop.prepare("queue retry 1\nsync")
        let conflict = try #require(try conflicts(on: laptop).first)
        #expect(conflict["mine"]?.text == "Ruby" && conflict["theirs"]?.text == "Onyx")
    }

    /// A change that was queued before, and one that was made since.
    @Test func queuedChangesAreSent() throws {
        try laptop.prepare("net off\nset Opal color:green")
        let run = try change(
            laptop: "set Opal hardness:6\nset Dune pages:500", phone: "", before: "net off")
        #expect(run.text.contains("3 changes sent"), "\(run)")
        try checkAgreement()
        let shown = try phone.prepare("show Opal\nshow Dune").text
        for value in ["green", "6", "500"] { #expect(shown.contains(value), "\(shown)") }
    }

    /// A login that is not completed does not lose what waits.
    @Test func anotherDisconnectionKeepsWhatWaits() throws {
        try laptop.prepare("net off\nset Opal color:green\ndisconnect --yes")
        let status = try laptop.prepare("connect \(world.server.url)\ndisconnect\nstatus").text
        #expect(
            status.hasSuffix(
                "Waiting for a login to the account of Ann <ann@example.org>: "
                    + "1 change.\n"))
        let json = try laptop.prepare("status", ["--json"]).text
        #expect(
            json
                == #"{"connection":"local","waiting":1,"problems":0,"conflicts":0}"#
                + "\n")
        try laptop.prepare("delete Emma --yes\nconnect \(world.server.url)")
        for command in ["status", "queue", "conflicts"] {
            let text = try laptop.prepare(command).text
            #expect(text.contains("Ann <ann@example.org>: 1 change."), "\(command): \(text)")
        }
        #expect(try laptop.prepare("status", ["--json"]).text.contains(#""waiting":1,"#))
        try laptop.prepare("login ann@example.org")
        #expect(try !laptop.prepare("status").text.contains("Waiting"))
        try phone.prepare("sync")
        try checkAgreement()
        #expect(try phone.prepare("show Opal").text.contains("green"))
        #expect(try phone.titles().sorted() == ["Dune", "Opal"])
    }

    /// Each name is free when it is taken.
    @Test func namesAreExchanged() throws {
        try laptop.prepare("add gem Ruby")
        try change(
            laptop: "set Opal name:Onyx\nset Ruby name:Opal\nset Onyx name:Ruby color:red",
            phone: "")
        try checkAgreement()
        let json = try phone.json()
        #expect(json.contains(#""name":"Ruby","color":"red""#), "\(json)")
    }

    /// What is deleted and restored in between has not changed.
    @Test func anUndoneDeletionIsNotSent() throws {
        let run = try change(laptop: "delete Emma --yes\nundo", phone: "set Emma pages:200")
        #expect(run.text.contains("Synced: 1 item received"), "\(run)")
        try checkAgreement()
    }

    /// The account has ended the device, so the library becomes another one.
    @Test func anEndedDeviceIsReplaced() throws {
        try laptop.prepare("net off\nset Opal color:green")
        try change(
            laptop: "set Dune pages:500", phone: "devices forget laptop --yes", before: "net off")
        try checkAgreement()
        let shown = try phone.prepare("show Opal\nshow Dune").text
        #expect(shown.contains("green") && shown.contains("500"), "\(shown)")
    }

    /// Open conflicts are listed again.
    @Test func aConflictStaysOpen() throws {
        try laptop.prepare("net off\nset Opal color:green")
        try phone.prepare("set Opal color:blue\nsync")
        try laptop.prepare("sync")
        try #require(try conflicts(on: laptop).count == 1)
        let refused = try laptop.run("disconnect")
        #expect(
            refused.errorText.contains(
                "1 conflict will wait until you log in to this account again"),
            "\(refused)")
        try change(laptop: "conflicts", phone: "")
        #expect(try conflicts(on: laptop).count == 1)
    }

    /// It is the same device: the account does not list it twice.
    @Test func theDeviceContinues() throws {
        try change(laptop: "set Dune pages:500", phone: "")
        let json = try laptop.prepare("devices", ["--json"]).text
        #expect(try JSON(parsing: Array(json.utf8)).array?.count == 2, "\(json)")
    }

    /// An account on another server can have the same email.
    @Test func anotherServerIsAnotherAccount() throws {
        let other = try SyncWorld()
        _ = try other.signedUp("tablet")
        try laptop.prepare("disconnect\nconnect \(other.server.url)")
        let refused = try laptop.run("login ann@example.org")
        #expect(
            refused.errorText.contains("Upload its 3 items to the account of ann@example.org at"),
            "\(refused)")
        #expect(try laptop.token() == nil)
        let run = try laptop.prepare("login ann@example.org --yes")
        #expect(run.text.contains("3 changes sent"), "\(run)")
    }

    /// After a new account, the whole library is sent.
    @Test func anotherAccountGetsTheLibrary() throws {
        try laptop.prepare("net off\nset Opal color:green")
        try phone.prepare("set Opal color:blue\nsync")
        try laptop.prepare("sync\ndisconnect --yes\nconnect \(world.server.url)")
        let session = try laptop.openTrove()
        try session.enter("signup eve@example.org name:Eve")
        try session.waitUntil("the question") { $0.screen.contains("[y/N]") }
        #expect(
            session.terminal.unspaced.contains(
                "1conflictwillbediscarded.Uploadits3items"),
            "\(session.screen)")
        try session.enter("n")
        try session.waitForTrove()
        try session.enter("quit")
        #expect(try session.waitForExit() == .success)
        let run = try laptop.prepare("signup eve@example.org name:Eve --yes")
        #expect(run.text.contains("3 changes sent"), "\(run)")
        let tablet = try world.loggedIn("tablet", email: "eve@example.org")
        #expect(try tablet.titles().sorted() == ["Dune", "Emma", "Opal"])
        // What was known of the first account is forgotten.
        try laptop.prepare("disconnect\nset Dune pages:700\nconnect \(world.server.url)")
        try laptop.prepare("login ann@example.org --yes")
        #expect(try laptop.titles().sorted() == ["Dune", "Emma", "Opal"])
        #expect(try conflicts(on: laptop).count == 2)
    }
}
