import Testing
import TroveCodecs
import TroveTesting

/// Conflicts as each device sees them, with the real programs.
@Suite(.timeLimit(.minutes(20))) struct ConflictTests {
    let world: SyncWorld
    let laptop: Trove
    let phone: Trove
    let tablet: Trove

    init() throws {
        world = try SyncWorld()
        laptop = try world.signedUp("laptop")
        try laptop.prepare("policy gem update queue\nadd gem Opal color:white hardness:6")
        phone = try world.loggedIn("phone")
        tablet = try world.loggedIn("tablet")
        for device in [phone, tablet] { try device.prepare("policy gem update queue\ncount") }
    }

    /// The phone works offline and pushes after the laptop.
    private func disagree(phone lost: String, laptop kept: String) throws {
        try phone.prepare("net off\n\(lost)")
        try laptop.prepare(kept)
        try phone.prepare("sync")
    }

    private func conflict(on device: Trove) throws -> JSON {
        let run = try device.program.run(["--json", "-c", "conflicts"])
        return try #require(try JSON(parsing: run.output).array?.first, "\(run)")
    }

    private func color(on device: Trove) throws -> String? {
        let run = try device.program.run(["--json", "-c", "list gems"])
        return try JSON(parsing: run.output).array?.first?["color"]?.text
    }

    // MARK: Whose value

    /// The words mean the same on each device: "mine" is the device's own value.
    @Test(arguments: ["mine", "theirs", "kept", "lost"])
    func mineIsThisDevicesValue(_ side: String) throws {
        for (device, mine) in [(laptop, "blue"), (phone, "red")] {
            try disagree(phone: "set Opal color:red", laptop: "set Opal color:blue")
            let conflict = try conflict(on: device)
            #expect(conflict["thing"]?.text == "gem 1: Opal")
            #expect(conflict["mine"]?.text == mine)
            #expect(conflict["theirs"]?.text == (mine == "red" ? "blue" : "red"))
            #expect(conflict["device"]?.text == "phone")
            #expect(conflict["keptDevice"]?.text == "laptop")
            for time in ["keptAt", "lostAt"] {
                #expect(conflict[time]?.text?.hasPrefix("20") == true, "\(conflict)")
            }
            let expected =
                switch side {
                case "kept": "blue"
                case "lost": "red"
                default: conflict[side]?.text ?? ""
                }
            let run = try device.prepare("resolve all \(side)")
            #expect(run.text == "Resolved 1 conflict: gem 1: Opal, color: \(expected).\n")
            for other in [device, laptop, phone, tablet] {
                #expect(try color(on: other) == expected)
                #expect(try other.prepare("conflicts").text == "No conflicts.\n")
            }
            for other in [phone, laptop] { try other.prepare("set Opal color:white\nsync") }
        }
    }

    /// Only the last of a device's own values is in the conflict.
    @Test func aFieldThatWasChangedTwiceIsOneConflict() throws {
        try disagree(
            phone: "set Opal color:red\nset Opal color:pink", laptop: "set Opal color:blue")
        for device in [phone, laptop] {
            let run = try device.program.run(["--json", "-c", "conflicts"])
            #expect(try JSON(parsing: run.output).array?.count == 1, "\(run)")
        }
        let conflict = try conflict(on: phone)
        #expect(conflict["mine"]?.text == "pink" && conflict["theirs"]?.text == "blue")
        try phone.prepare("resolve 1 mine")
        #expect(try color(on: laptop) == "pink")
    }

    /// Two machines have the name that Debian gives.
    @Test func devicesWithOneNameKnowTheirOwnValues() throws {
        let first = try world.loggedIn("debian")
        let second = try world.connected("debian")
        let login = try second.prepare("login \(SyncWorld.email)")
        let called = "Another device is called debian, so this one is called debian-2.\n"
        #expect(login.text.hasSuffix(called), "\(login)")
        // The same device already knows its name.
        let again = try second.prepare("logout\nlogin \(SyncWorld.email)")
        #expect(!again.text.contains("is called"), "\(again)")
        for device in [first, second] { try device.prepare("policy gem update queue\ncount") }
        try second.prepare("net off\nset Opal color:red")
        try first.prepare("set Opal color:blue")
        try second.prepare("sync")
        #expect(try conflict(on: second)["mine"]?.text == "red")
        #expect(try conflict(on: first)["mine"]?.text == "blue")
    }

    /// The user has given another value since, and has left the conflict: neither of the two is
    /// theirs.
    @Test func aDeviceThatWroteBothValuesChoosesByTheCurrentOne() throws {
        try disagree(phone: "set Opal color:red", laptop: "set Opal color:blue")
        try phone.prepare("set Opal color:pink\nsync")
        #expect(
            try phone.prepare("conflicts").text
                == """
                #  item         field  kept                    lost
                1  gem 1: Opal  color  pink (phone, just now)  red (phone, just now)
                `resolve N kept` or `resolve N lost` settles a conflict.

                """)
        let run = try phone.run("resolve 1 theirs")
        #expect(
            run.errorText.contains("error: one device, phone, wrote both values of conflict 1"),
            "\(run)")
        try phone.prepare("resolve 1 lost")
        #expect(try color(on: laptop) == "red")
    }

    /// The server knows a device by the name of its login.
    @Test func aRenamedDeviceKnowsItsValues() throws {
        try disagree(phone: "set Opal color:red", laptop: "set Opal color:blue")
        var renamed = phone
        renamed.environment["TROVE_DEVICE"] = "pocket"
        #expect(try conflict(on: renamed)["mine"]?.text == "red")
        let run = try renamed.prepare("resolve all mine")
        #expect(run.text == "Resolved 1 conflict: gem 1: Opal, color: red.\n")
    }

    /// Another field has changed, and the lost value breaks a rule with it: it is neither set nor
    /// dropped.
    @Test func aLostValueThatCannotBeSetStays() throws {
        for device in [laptop, phone] { try device.prepare("policy book update queue") }
        try laptop.prepare("add book Dune pages:412 page:10\nsync")
        try phone.prepare("sync")
        try disagree(
            phone: "set Dune page:300", laptop: "set Dune page:50 pages:200\nsync")
        let run = try phone.run("resolve all mine")
        #expect(run.status == .exited(1) && run.errorText.contains("page"), "\(run)")
        #expect(try phone.run("conflicts").text.contains("300"))
        let book = try phone.program.run(["--json", "-c", "show Dune"])
        #expect(try JSON(parsing: book.output)["page"]?.int == 50, "\(book)")
    }

    /// The server refuses the value, which another gem has as its name by now. The conflict stays,
    /// because nothing else would have the value.
    @Test func aValueThatTheServerRefusesKeepsTheConflict() throws {
        try disagree(phone: "set Opal name:Ruby", laptop: "set Opal name:Jade\nsync")
        try laptop.prepare("add gem Ruby\nsync")
        let run = try phone.run("policy gem update refuse\nresolve all mine")
        #expect(run.status == .exited(1), "\(run)")
        #expect(run.errorText.contains(#"the name "Ruby" is taken by gem 2"#), "\(run)")
        try phone.prepare("sync")
        #expect(try conflict(on: phone)["mine"]?.text == "Ruby")
        #expect(try conflict(on: laptop)["theirs"]?.text == "Ruby")
    }

    /// The same for a change that is queued: the resolution waits for the answer to it.
    @Test func aQueuedValueThatTheServerRefusesKeepsTheConflict() throws {
        try disagree(phone: "set Opal name:Ruby", laptop: "set Opal name:Jade\nsync")
        try laptop.prepare("add gem Ruby\nsync")
        try phone.prepare("net off\nresolve all mine\nset Ruby color:red")
        try phone.prepare("sync")
        #expect(try phone.prepare("queue").text.contains("rejected"))
        #expect(try conflict(on: phone)["field"]?.text == "name")
        try phone.prepare("queue drop all --yes\nsync")
        #expect(try conflict(on: phone)["mine"]?.text == "Ruby")
        #expect(try conflict(on: laptop)["theirs"]?.text == "Ruby")
        // With another name for the other gem, it can be resolved.
        try laptop.prepare("set Ruby name:Garnet\nsync")
        try phone.prepare("resolve all mine\nsync")
        for device in [phone, laptop] {
            #expect(
                try device.prepare("sync\nconflicts\nlist gems columns:name").text.contains("Ruby"))
            #expect(try device.prepare("conflicts").text == "No conflicts.\n")
        }
    }

    /// An item that another one has taken the name of cannot come back, and stays in the conflict.
    @Test func anItemThatCannotComeBackStaysInItsConflict() throws {
        try disagree(phone: "set Opal color:red", laptop: "delete Opal --yes\nsync")
        try laptop.prepare("add gem Opal\nsync")
        try phone.prepare("net off\nresolve all mine")
        try phone.prepare("sync\nqueue drop all --yes\nsync")
        #expect(try conflict(on: phone)["field"]?.text == "the whole item")
    }

    /// A resolution does not wait for a rejected change of another field.
    @Test func aResolutionBesideARejectedChangeIsSent() throws {
        try disagree(phone: "set Opal color:red", laptop: "set Opal color:blue\nsync")
        try phone.prepare("net off\nset Opal name:Ruby")
        try laptop.prepare("add gem Ruby\nsync")
        try phone.prepare("sync")
        #expect(try phone.prepare("queue").text.contains("rejected"))
        try phone.prepare("resolve 1 mine\nsync\nqueue drop all --yes\nsync")
        for device in [phone, laptop] {
            let run = try device.prepare("sync\nconflicts")
            #expect(run.lines.last == "No conflicts.", "\(run)")
            #expect(try color(on: device) == "red")
        }
    }

    /// The server carries out the changes that were sent with a rejected one, and each is answered.
    @Test func changesBesideARejectedOneAreAnswered() throws {
        try disagree(
            phone: """
                set Opal name:Ruby
                set Ruby color:red
                set Ruby description:striped
                """, laptop: "add gem Ruby\nset Opal color:blue\nsync")
        let queue = try phone.program.run(["--json", "-c", "queue"])
        let entries = try JSON(parsing: queue.output).array ?? []
        #expect(entries.count == 1, "\(queue)")
        let conflict = try conflict(on: phone)
        #expect(conflict["mine"]?.text == "red" && conflict["theirs"]?.text == "blue")
        #expect(try phone.prepare("show 1").text.contains("striped"))
        #expect(try color(on: phone) == "blue")
        // The next change takes the place of the rejected one alone.
        try phone.prepare("set 1 name:Agate\nsync")
        #expect(try phone.prepare("queue").text == "Nothing is queued.\n")
        for device in [phone, laptop] {
            try device.prepare("sync")
            let run = try device.program.run(["--json", "-c", "conflicts"])
            #expect(try JSON(parsing: run.output).array?.count == 1, "\(run)")
            #expect(try device.prepare("list gems").text.contains("Agate"))
        }
    }

    /// A later value, and a deletion, take the place of a rejected one that was sent with them.
    @Test(arguments: ["set Ruby name:Agate", "delete Ruby --yes"])
    func aLaterChangeReplacesARejectedOne(_ change: String) throws {
        try phone.prepare("policy gem delete queue")
        try disagree(phone: "set Opal name:Ruby\n\(change)", laptop: "add gem Ruby\nsync")
        #expect(try phone.prepare("queue").text == "Nothing is queued.\n")
        let names = try [phone, laptop].map {
            try $0.prepare("sync\nlist gems columns:name").text
        }
        #expect(names[0].contains("Agate") == change.hasPrefix("set"))
        #expect(names[1].contains("Agate") == change.hasPrefix("set"))
    }

    /// Later changes of other fields do not tell whose value a field has, also where several fields
    /// of an item are in conflict.
    @Test func laterChangesOfOtherFieldsDoNotCount() throws {
        try disagree(
            phone: "set Opal color:red hardness:5", laptop: "set Opal color:blue hardness:7")
        try phone.prepare("set Opal birthstone:october\nsync")
        let run = try phone.program.run(["--json", "-c", "conflicts"])
        let conflicts = try JSON(parsing: run.output).array ?? []
        #expect(conflicts.map { $0["mine"]?.written ?? "" }.sorted() == ["\"red\"", "5"], "\(run)")
        #expect(
            conflicts.map { $0["theirs"]?.written ?? "" }.sorted() == ["\"blue\"", "7"], "\(run)")
    }

    /// A device that wrote neither value must not guess.
    @Test func aThirdDeviceChoosesByTheCurrentValue() throws {
        try disagree(phone: "set Opal color:red", laptop: "set Opal color:blue")
        #expect(
            try tablet.prepare("conflicts").text
                == """
                #  item         field  kept                     lost
                1  gem 1: Opal  color  blue (laptop, just now)  red (phone, just now)
                `resolve N kept` or `resolve N lost` settles a conflict.

                """)
        for side in ["mine", "theirs"] {
            let run = try tablet.run("resolve 1 \(side)")
            #expect(run.status == .exited(1))
            #expect(
                run.errorText.contains(
                    "error: this device wrote neither value of conflict 1"), "\(run)")
            #expect(run.errorText.contains("`resolve 1 lost` takes red, from phone"), "\(run)")
        }
        #expect(try color(on: tablet) == "blue")
        try tablet.prepare("resolve 1 lost")
        #expect(try color(on: laptop) == "red")
    }

    /// The last writer of the item has not written the value.
    @Test func aThirdDeviceNamesTheWriterOfTheValue() throws {
        try disagree(phone: "set Opal color:red", laptop: "set Opal color:blue")
        try phone.prepare("set Opal hardness:7\nsync")
        let conflict = try conflict(on: tablet)
        #expect(conflict["keptDevice"]?.text == "laptop", "\(conflict)")
    }

    /// Tags that two devices have added can all be kept.
    @Test func bothSetsOfTagsAreKept() throws {
        try disagree(phone: "tag Opal with:sand,desert", laptop: "tag Opal with:Sand,spice")
        let shown = try phone.prepare("conflicts").text
        #expect(shown.contains("or `resolve N both` settles a conflict."), "\(shown)")
        let run = try phone.prepare("resolve 1 both\nsync")
        #expect(
            run.lines.first == "Resolved 1 conflict: gem 1: Opal, tags: Sand, desert, spice.",
            "\(run)")
        for device in [phone, laptop] {
            try device.prepare("sync")
            #expect(try device.prepare("conflicts").text == "No conflicts.\n")
            let tags = try device.prepare("show Opal").lines.first { $0.contains("tags") } ?? ""
            #expect(tags.hasSuffix("Sand, desert, spice"), "\(tags)")
        }
        try disagree(phone: "set Opal color:red", laptop: "set Opal color:blue")
        let refused = try phone.run("resolve all both")
        #expect(
            refused.errorText.contains("color cannot hold both values of conflict 2"), "\(refused)")
        #expect(refused.errorText.contains("`resolve 2 kept` keeps blue"), "\(refused)")
    }

    /// The loan that lost has no due date, and must not get that of the other one.
    @Test func aLoanIsResolvedAsAWhole() throws {
        for device in [laptop, phone] { try device.prepare("policy book update queue") }
        try laptop.prepare("add book Dune\nsync")
        try phone.prepare("sync")
        for (side, borrower, due) in [("mine", "Cleo", nil), ("theirs", "Bob", "2027-01-01")] {
            try disagree(
                phone: "lend Dune to:Cleo", laptop: "lend Dune to:Bob due:2027-01-01\nsync")
            // One number stands for the whole loan.
            let number = try #require(try conflict(on: phone)["#"]?.int)
            try phone.prepare("resolve \(side == "mine" ? "\(number)" : "all") \(side)\nsync")
            #expect(try phone.prepare("conflicts").text == "No conflicts.\n")
            for device in [phone, laptop] {
                try device.prepare("sync")
                let run = try device.program.run(["--json", "-c", "show Dune"])
                let book = try JSON(parsing: run.output)
                #expect(book["lent-to"]?.text == borrower && book["due"]?.text == due, "\(run)")
            }
            try laptop.prepare("return Dune\nsync")
            try phone.prepare("sync")
        }
    }

    /// `rate` sets the rating of a finished book and of its entry in the read list.
    @Test(arguments: ["mine", "theirs"])
    func theRatingOfAReadingIsResolvedWithThatOfItsBook(_ side: String) throws {
        for device in [laptop, phone] { try device.prepare("policy all queue") }
        try laptop.prepare("add book Dune\nadd book Emma\nread Dune\nread Emma\nsync")
        try phone.prepare("sync")
        // Two books with the same ratings are told apart.
        func numbers(on device: Trove) throws -> String {
            let run = try device.program.run(["--json", "-c", "list books"])
            return try (JSON(parsing: run.output).array ?? []).compactMap { $0["number"]?.int }
                .map { "\($0)" }.joined(separator: " ")
        }
        try disagree(
            phone: "rate \(numbers(on: phone)) 2 --yes",
            laptop: "rate \(numbers(on: laptop)) 5 --yes\nsync")
        let run = try phone.program.run(["--json", "-c", "conflicts"])
        let open = try JSON(parsing: run.output).array ?? []
        #expect(open.count == 4, "\(run)")
        let dune = try #require(open.first { $0["thing"]?.text?.hasSuffix("Dune") == true })
        let number = try #require(dune["#"]?.int)
        #expect(
            try phone.prepare("resolve \(number) \(side)\nsync").text
                .contains("Resolved 2 conflicts:"))
        for device in [phone, laptop] {
            let open = try device.prepare("sync\nconflicts").text
            #expect(!open.contains("Dune") && open.contains("Emma"), "\(open)")
            let shown = try device.prepare(
                "list books columns:title,rating\nlist reads columns:title,rating"
            )
            .lines.filter { $0.contains("Dune") }
            #expect(shown.count == 2, "\(shown)")
            #expect(
                shown.allSatisfy { $0.hasSuffix(side == "mine" ? " 2" : " 5") }, "\(shown)")
        }
    }

    /// The loans of two devices that lost are separate conflicts.
    @Test func theLoansOfTwoDevicesAreResolvedApart() throws {
        for device in [laptop, phone, tablet] { try device.prepare("policy book update queue") }
        try laptop.prepare("add book Dune\nsync")
        for device in [phone, tablet] { try device.prepare("sync") }
        try phone.prepare("net off\nlend Dune to:Cleo due:2027-01-01")
        try tablet.prepare("net off\nlend Dune to:Dan")
        try laptop.prepare("lend Dune to:Bob\nsync")
        for device in [phone, tablet] { try device.prepare("sync") }
        try laptop.prepare("sync")
        let number = try #require(
            try laptop.prepare("conflicts").lines.first { $0.contains("Cleo") }?.split(
                separator: " "
            )
            .first)
        try laptop.prepare("resolve \(number) lost")
        let book = try laptop.program.run(["--json", "-c", "show Dune"]).text
        #expect(book.contains(#""lent-to":"Cleo""#) && book.contains("2027-01-01"), "\(book)")
        #expect(try laptop.run("conflicts").text.contains("Dan"))
    }

    /// This device has not written the field that the other one's loan set.
    @Test func theDeviceWhoseLoanStandsKnowsItsSide() throws {
        for device in [laptop, phone] { try device.prepare("policy book update queue") }
        try laptop.prepare("add book Dune\nsync")
        try phone.prepare("sync")
        try disagree(
            phone: "lend Dune to:Cleo due:2027-01-01", laptop: "lend Dune to:Bob\nsync")
        #expect(
            try laptop.prepare("sync\nresolve all theirs").text.contains("Resolved 2 conflicts:"))
        let run = try phone.program.run(["--json", "-c", "sync", "-c", "show Dune"])
        #expect(
            run.text.contains(#""lent-to":"Cleo""#) && run.text.contains("2027-01-01"), "\(run)")
    }

    /// Bringing the lost value back resolves the conflict, also if the command asks the server
    /// first.
    @Test(arguments: ["queue", "refuse"]) func theLostValueIsSetAgain(_ rule: String) throws {
        try disagree(phone: "set Opal color:red", laptop: "set Opal color:blue\nsync")
        let run = try phone.prepare(
            "policy gem update \(rule)\nset Opal color:red\nsync\nconflicts")
        #expect(run.text.hasSuffix("No conflicts.\n"), "\(run)")
        #expect(try laptop.prepare("sync\nconflicts").text.hasSuffix("No conflicts.\n"))
        for device in [phone, laptop] { #expect(try color(on: device) == "red") }
    }

    /// The value that stands is the one that an undo has written.
    @Test func anUndoWritesAValue() throws {
        try disagree(phone: "set Opal hardness:5", laptop: "set Opal hardness:7\nsync")
        try laptop.prepare("sync\nundo\nsync")
        let conflict = try conflict(on: laptop)
        #expect(conflict["mine"]?.int == 6, "\(conflict)")
        #expect(conflict["keptDevice"]?.text == "laptop", "\(conflict)")
    }

    /// The last value of each device is the same.
    @Test func valuesThatAreEqualInTheEndDoNotConflict() throws {
        try disagree(
            phone: "set Opal color:red\nset Opal color:blue", laptop: "set Opal color:blue\nsync")
        try disagree(phone: "delete Opal --yes\nundo", laptop: "set Opal birthstone:october\nsync")
        for device in [phone, laptop, tablet] {
            try device.prepare("sync")
            #expect(try device.prepare("conflicts").text == "No conflicts.\n")
            #expect(try color(on: device) == "blue")
        }
    }

    /// One conflict that cannot be resolved keeps the others.
    @Test func allConflictsAreResolvedOrNone() throws {
        try laptop.prepare("add gem Ruby color:white\nsync")
        for device in [phone, tablet] { try device.prepare("sync") }
        try disagree(phone: "set Opal color:red", laptop: "set Opal color:blue\nsync")
        try tablet.prepare("net off\nset Ruby color:green")
        try laptop.prepare("set Ruby color:gray\nsync")
        try tablet.prepare("sync")
        let run = try tablet.run("resolve all mine")
        #expect(run.status == .exited(1), "\(run)")
        #expect(run.errorText.contains("\n  no conflict was resolved; `resolve"), "\(run)")
        #expect(try tablet.run("conflicts").text.contains("gem 2: Ruby"))
    }

    /// Like any other command, it is one step of the history.
    @Test func undoRevertsAllThatOneCommandResolved() throws {
        try laptop.prepare("add gem Ruby color:white\nsync")
        try phone.prepare("sync")
        try disagree(
            phone: "set Opal color:red\nset Ruby color:pink",
            laptop: "set Opal color:blue\nset Ruby color:gray\nsync")
        let run = try phone.prepare("resolve all mine\nlist gems\nundo\nlist gems")
        #expect(run.text.contains("Resolved 2 conflicts:"), "\(run)")
        let lists = run.text.split(separator: "Undid", maxSplits: 1)
        #expect(lists.first?.contains("red") == true && lists.first?.contains("pink") == true)
        #expect(lists.last?.contains("blue") == true && lists.last?.contains("gray") == true)
    }

    // MARK: On narrow terminals

    /// The remark that says which device this is would not fit into a row.
    @Test func aNarrowTerminalSaysWhichDeviceThisIs() throws {
        let session = try phone.openTrove(size: WindowSize(columns: 40, rows: 24))
        let shown = try session.run("devices")
        let place = try #require(shown.firstIndex(of: "2  phone"), "\(shown)")
        #expect(shown.dropFirst(place).prefix(4).last == "   remark: this one", "\(shown)")
    }

    private func conflicts(on device: Trove, columns: Int) throws -> [String] {
        let session = try device.openTrove(size: WindowSize(columns: columns, rows: 24))
        return try session.run("conflicts")
    }

    @Test func aNarrowTerminalShowsEachValueInALine() throws {
        try disagree(phone: "set Opal color:red", laptop: "set Opal color:blue")
        let shown = try conflicts(on: phone, columns: 40)
        #expect(shown.contains("1  gem 1: Opal  color"), "\(shown)")
        #expect(shown.contains("   mine: red (phone, just now)"), "\(shown)")
        #expect(shown.contains("   theirs: blue (laptop, just now)"), "\(shown)")
        #expect(
            shown.joined(separator: " ").hasSuffix(
                "`resolve N mine` or `resolve N theirs` settles a conflict."), "\(shown)")
    }

    /// Two values that begin alike are shown whole, to be told apart.
    @Test(arguments: [100, 80, 70]) func aLongValueIsNotCut(_ columns: Int) throws {
        let color =
            "red with a fire that is seen from afar and from near, in the \(columns) days of"
        try disagree(
            phone: "set Opal color:\"\(color) June\"", laptop: "set Opal color:\"\(color) May\"")
        let shown = try conflicts(on: phone, columns: columns).joined(separator: " ")
            .split(separator: " ").joined(separator: " ")
        #expect(shown.contains("mine: \(color) June (phone, just now)"), "\(shown)")
        #expect(shown.contains("theirs: \(color) May (laptop, just now)"), "\(shown)")
    }

    // MARK: Changed against deleted

    /// The whole gem as programs see it.
    private static func opal(_ color: String) -> String {
        "{\"name\":\"Opal\",\"color\":\"\(color)\",\"hardness\":6}"
    }

    @Test func aLocalChangeAgainstADeletionShowsItsValues() throws {
        try disagree(phone: "set Opal color:red", laptop: "delete Opal --yes")
        let here = try conflict(on: phone)
        #expect(here["thing"]?.text == "gem 1: Opal")
        #expect(here["mine"]?.written == Self.opal("red"))
        #expect(here["theirs"]?.text == "deleted")
        let there = try conflict(on: laptop)
        #expect(there["mine"]?.text == "deleted")
        #expect(there["theirs"]?.written == Self.opal("red"))
        try phone.prepare("resolve all mine")
        #expect(try color(on: laptop) == "red")
    }

    @Test func aLocalDeletionAgainstAChangeShowsItsValues() throws {
        try disagree(phone: "delete Opal --yes", laptop: "set Opal color:blue")
        let here = try conflict(on: phone)
        #expect(here["thing"]?.text == "gem 1: Opal")
        #expect(here["mine"]?.text == "deleted")
        #expect(here["theirs"]?.written == Self.opal("blue"))
        let there = try conflict(on: laptop)
        #expect(there["mine"]?.written == Self.opal("blue"))
        try laptop.prepare("resolve all theirs")
        #expect(try phone.titles() == [])
    }

    // MARK: Values that cannot be set

    /// A value of another version of Trove that this one rejects is neither set nor dropped.
    @Test(arguments: [
        Case("a rule", "'$.mine', 99", "hardness"),
        Case("an unknown field", "'$.field', 'sparkle'", "sparkle"),
        Case("an unknown kind", "'$.kind', 'stamp'", "stamp"),
    ])
    func anInvalidValueKeepsTheConflict(_ row: Case<String, String>) throws {
        try disagree(phone: "set Opal hardness:7", laptop: "set Opal hardness:5")
        _ = try phone.sqlite(
            "UPDATE shadow SET fields = json_set(fields, \(row.input)) WHERE kind = 'conflict'")
        let run = try phone.run("net off\nresolve 1 lost\nconflicts")
        #expect(run.status == .exited(1))
        #expect(run.errorText.contains("error: conflict 1: "), "\(run)")
        #expect(run.errorText.contains(row.expected), "\(run)")
        #expect(run.errorText.contains("the conflict stays"), "\(run)")
        #expect(run.text.contains("1  "), "\(run)")
        #expect(try phone.json(["-c", "net off"]).contains("\"hardness\":5"))
        #expect(try phone.queue(["-c", "net off"]).contains("Nothing is queued."))
    }
}
