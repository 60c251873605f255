import Testing
import TroveCodecs
import TroveTesting

/// Kinds and fields of the user's own, with the real programs (row X6).
@Suite(.timeLimit(.minutes(20))) struct OwnKindTests {
    static let definition = """
        kind new vinyl
        kind add-field vinyl artist text rank:2 role:creator
        kind add-field vinyl stars number range:1..5 rank:3 role:rating
        kind add-field vinyl state ladder states:wish,owned,played
        kind add-field vinyl lent-to text role:borrower
        kind add-field vinyl due date role:due
        kind add-field book location text

        """

    /// A library that joins an account in which its kind is retired says what it hides.
    @Test func aRetiredKindIsNotedAtTheLogIn() throws {
        let world = try SyncWorld()
        let laptop = try world.signedUp("laptop")
        try laptop.prepare("kind new game\nadd game Azul\nkind retire game\nsync")
        let phone = try world.connected("phone")
        try phone.prepare("kind new game\nadd game Go")
        let run = try phone.prepare("login \(SyncWorld.email)")
        #expect(run.errorText.contains("because another device retired the kind"), "\(run)")
        try phone.prepare("kind set game retired:no\nsync")
        #expect(try phone.titles().sorted() == ["Azul", "Go"])
    }

    // MARK: One device

    @Test func verbsWorkOnAKindOfOnesOwn() throws {
        let trove = try Trove()
        let run = try trove.run(
            Self.definition + """
                add vinyl "Kind of Blue" artist:"Miles Davis"
                rate "Kind of Blue" 4
                advance "Kind of Blue"
                lend "Kind of Blue" to:Bob due:2026-12
                list vinyl stars>3
                loans
                count vinyls
                """)
        #expect(run.errorText == "")
        #expect(run.text.contains("Miles Davis"), "\(run.text)")
        #expect(run.text.contains("Bob"))
        let json = try trove.json()
        #expect(json.contains(#""kind":"vinyl","title":"Kind of Blue","artist":"Miles Davis""#))
        #expect(json.contains(#""state":"owned""#))
        #expect(try trove.run("check").requiring().text.contains("sound: 1 item"))
    }

    /// A file need not say which place each field has in lists.
    @Test func aFileWithoutRanksListsItsFields() throws {
        let trove = try Trove()
        let text = """
            kind tape plural:tapes
            field title text
            field artist text
            field note text role:note
            field year number range:1900..2100

            """
        _ = try trove.scratch.write(text, to: "work/tape.kind")
        let run = try trove.prepare(
            "kind load tape.kind\nadd tape A artist:Ann year:1988\nlist tapes\nkind show tape")
        #expect(run.lines.contains("1  A      Ann     1988"), "\(run)")
        #expect(run.lines.contains("field note text role:note"), "\(run)")
    }

    /// The conversion is a change of the items, which other devices need no rule for. What only the
    /// server may confirm stays hidden.
    @Test func convertedValuesReachOtherDevices() throws {
        func text(_ type: String) -> String {
            "kind rock plural:rocks\nfield title text rank:1\nfield size \(type) rank:2\n"
        }
        let world = try SyncWorld()
        let laptop = try world.signedUp("laptop")
        for type in ["text", "number"] {
            _ = try laptop.scratch.write(text(type), to: "work/\(type).kind")
        }
        try laptop.prepare("kind load text.kind\nadd rock One size:12\nadd rock Two size:big\nsync")
        let phone = try world.loggedIn("phone")
        try laptop.prepare("kind load number.kind\nsync")
        try phone.prepare("sync")
        for device in [laptop, phone] {
            #expect(try device.prepare("list rocks size>11").text.hasPrefix("1 rock\n"))
            #expect(try device.run("check").requiring().text.contains("the same as on"))
        }
        try laptop.prepare("undo\nsync")
        try phone.prepare("sync")
        #expect(try phone.prepare("count rocks size~1 or size=big").text == "2\n")
        try laptop.prepare("policy rock update refuse\nnet off")
        let refused = try laptop.prepare("kind load number.kind")
        #expect(refused.errorText.contains("2 rocks have a value in size that does not fit"))
    }

    @Test func aNumberIsCounted() throws {
        let trove = try Trove()
        let run = try trove.run(
            """
            kind new game
            kind add-field game plays number range:0..999
            kind add-field game price decimal
            add game Azul
            set Azul plays:+1
            set Azul plays:+2 price:+1.5
            set Azul plays:-1
            set Azul price:-2
            set Azul plays:-5
            explain set Azul plays:-1
            """)
        #expect(
            run.lines.filter { $0.hasPrefix("  ") }.prefix(5) == [
                "  plays  (none) → 1", "  plays  1 → 3", "  price  (none) → 1.5", "  plays  3 → 2",
                "  price  1.5 → -2",
            ], "\(run)")
        #expect(run.errorText.contains("plays must be 0 to 999, not -3"), "\(run)")
        #expect(run.text.contains("subtracts 1 from plays"), "\(run)")
    }

    @Test func numbersAreAddedUp() throws {
        let trove = try Trove()
        try trove.prepare(
            """
            kind new game
            kind add-field game price decimal
            kind add-field game stars number range:1..5 role:rating
            add game A price:8.5 stars:4
            add game B price:-1
            add game C price:5
            add game D
            """)
        let stats = try trove.run("stats games").requiring()
        #expect(stats.lines.contains("price: 3 values, sum 12.5, mean 4.17, -1 to 8.5"), "\(stats)")
        let json = try JSON(parsing: trove.run("stats games", ["--json"]).requiring().output)
        let totals = json["kinds"]?.array?.first?["totals"]?.array ?? []
        #expect(
            totals.map(\.written) == [
                #"{"field":"price","values":3,"sum":12.5,"mean":4.17,"least":-1,"greatest":8.5}"#
            ])
    }

    /// A word that resembles a kind before a quoted title is hardly a part of the title.
    @Test func aMisspelledKindAddsNothing() throws {
        let trove = try Trove()
        try trove.prepare("kind new vinyl")
        let run = try trove.run(
            "add vinly \"Blue Lines\"\nadd Look Homeward, Angel\nadd Road \"Trip\"\nadd boks \"Dune\""
        )
        #expect(run.errorText.contains("there is no kind \"vinly\""), "\(run)")
        #expect(run.errorText.contains("did you mean vinyl"))
        #expect(run.errorText.contains("there is no kind \"boks\""))
        #expect(try trove.titles() == ["Look Homeward, Angel", "Road Trip"])
    }

    /// The wishlist is one list over all kinds that tell wishes and owned things apart.
    @Test func theWishlistIsOneList() throws {
        let trove = try Trove()
        try trove.prepare(
            Self.definition
                + "add vinyl A\nadd vinyl B state:owned\nadd movie C state:to-watch\nadd gem D")
        let wishes = try trove.run("wishlist").requiring()
        #expect(wishes.lines.first == "1 vinyl", "\(wishes)")
        #expect(!wishes.text.contains("empty"))
        let json = try trove.run("wishlist", ["--json"]).requiring()
        #expect(try JSON(parsing: json.output).array?.map { $0["title"]?.text } == ["A"])
        // The current kind has a wishlist, too.
        let films = try trove.run("use movie\nwishlist limit:5").requiring()
        #expect(films.lines.contains("1 movie") && films.lines.contains("1 vinyl"), "\(films)")
        #expect(try trove.run("wishlist gems").errorText.contains("does not apply to a gem"))
        #expect(
            try trove.run("delete A --yes\nwishlist").requiring().lines.last
                == "Your wishlist is empty. `add book TITLE state:wish` puts a book on it.")
    }

    /// An error says how a kind gets what a command needs.
    @Test func aMissingRoleIsNamed() throws {
        let trove = try Trove()
        let run = try trove.run("add movie Heat\nlend Heat to:Bob")
        let command = "kind add-field movie borrower text role:borrower"
        #expect(run.errorText.contains("`\(command)` gives it the field"), "\(run)")
        #expect(try trove.run("\(command)\nlend Heat to:Bob").status == .success)
        // A field of that name needs only the role.
        let tagged = try trove.run(
            "kind new disc\nkind add-field disc tags set\nadd disc A\ntag A with:jazz")
        let set = "kind set disc tags role:tags"
        #expect(tagged.errorText.contains("`\(set)` gives its field tags the role"), "\(tagged)")
        #expect(try trove.run("\(set)\ntag A with:jazz").status == .success)
    }

    /// The name of a retired kind is taken, and an error says by what.
    @Test func aRetiredKindIsNamed() throws {
        let run = try Trove().run("kind new game\nkind retire game\nkind new game")
        #expect(run.errorText.contains("there is a retired kind \"game\""), "\(run)")
        let script = "kind new game\nkind retire game\ncount games\nlist game\nfind game"
        let looks = try Trove().run(script)
        #expect(looks.text.hasSuffix("to begin.\n"), "\(looks)")
        #expect(
            looks.errorText.occurrences(of: "the kind \"game\" is retired") == 2, "\(looks)")
        #expect(run.errorText.contains("`kind set game retired:no` brings it back"))
    }

    @Test func itIsThereAfterReopeningAndGoneAfterUndo() throws {
        let trove = try Trove()
        try trove.prepare("kind new vinyl\nadd vinyl \"Kind of Blue\"")
        #expect(try trove.titles() == ["Kind of Blue"])
        try trove.prepare("undo\nundo")
        #expect(try trove.titles() == [])
        #expect(try trove.run("kind show vinyl").status != .success)
        try trove.prepare("redo\nredo")
        #expect(try trove.titles() == ["Kind of Blue"])
    }

    /// Definitions take no numbers, on the device that defines and on one that gets them.
    @Test func itemsHaveNumbersWithoutGaps() throws {
        let world = try SyncWorld()
        let laptop = try world.signedUp("laptop")
        let run = try laptop.prepare("add book Dune\n\(Self.definition)add vinyl \"Kind of Blue\"")
        #expect(run.text.contains("Added vinyl 2: Kind of Blue"), "\(run)")
        try laptop.prepare("sync")
        let phone = try world.loggedIn("phone")
        let added = try phone.prepare("kind new tape\nadd book Emma")
        #expect(added.text.contains("Added book 3: Emma"), "\(added)")
        try laptop.prepare("undo\nundo\nundo\nredo\nredo\nredo\nsync")
        #expect(try laptop.prepare("add book Kindred").text.contains("4: Kindred"))
    }

    /// A number stays when its range becomes narrower, with a server as without one, so a command
    /// that changes the range and the number is undone as a whole.
    @Test(arguments: [
        ["snapshot restore s --yes", "undo"], ["undo to:m", "redo"],
        ["kind set coin grade range:1..70"],
    ])
    func aNumberOutsideOfANarrowerRangeStays(commands: [String]) throws {
        let world = try SyncWorld()
        let laptop = try world.signedUp("laptop")
        try laptop.prepare(
            """
            kind new coin
            kind add-field coin grade number range:1..70
            add coin Penny grade:50
            snapshot save s
            mark m
            kind set coin grade range:1..100
            set Penny grade:90
            """)
        let run = try laptop.prepare((commands + ["check", "sync"]).joined(separator: "\n"))
        #expect(run.text.contains("sound"), "\(run)")
        let phone = try world.loggedIn("phone")
        for device in [laptop, phone] {
            #expect(try device.prepare("show Penny\ncheck").text.contains("90"), "\(commands)")
        }
    }

    @Test func scriptsAreCheckedWithTheKindsOfTheLibrary() throws {
        let trove = try Trove()
        try trove.scratch.write("use vinyl\nset vinyls where title=x title:y\n", to: "s.trove")
        let script = trove.scratch.path("s.trove")
        #expect(try trove.run("", ["--check", script]).status == .exited(2))
        try trove.prepare("kind new vinyl")
        let run = try trove.run("", ["--check", script])
        #expect(run.status == .success, "\(run)")
        #expect(run.errorText == "")
        // A file beside the library that was not loaded yet counts, too.
        try trove.scratch.write(
            "kind tape\nfield title text\n", to: "\(Trove.libraryFolder)/kinds/t.kind")
        try trove.scratch.write("use tape\nuse lp\n", to: "s.trove")
        let mixed = try trove.run("", ["--check", script])
        #expect(mixed.errorText.contains("1 of 2 commands cannot be run"), "\(mixed)")
        // Nothing was loaded.
        #expect(try trove.prepare("kind").errorText.contains("loaded"))
    }

    @Test func aPreviewKnowsTheKindsOfItsFile() throws {
        let trove = try Trove()
        try trove.prepare(Self.definition + "add vinyl \"Kind of Blue\" stars:5")
        let path = trove.scratch.path("all.json")
        try trove.prepare("export \(path)")
        let other = try Trove()
        let run = try other.prepare("import \(path) --preview")
        #expect(run.text.contains("Found 1 vinyl to import."), "\(run)")
        #expect(run.text.contains("Kind of Blue"))
        #expect(run.errorText.contains("the file also defines vinyl"))
        #expect(!other.scratch.files().contains { $0.contains("rejects") })
        #expect(try other.prepare("kind\nlog\ncheck").text.contains("vinyl") == false)
        #expect(
            try other.prepare("import \(path)\nundo").errorText
                .contains("the file also defined vinyl"))
        #expect(try other.prepare("kind").text.contains("vinyl") == false)
    }

    @Test(arguments: ["with", "from", "r2", "to"])
    func theNameOfAnArgumentIsRejected(_ name: String) throws {
        let trove = try Trove()
        try trove.prepare("kind new vinyl\nkind add-field vinyl label text")
        for command in ["add-field vinyl \(name) text", "rename-field vinyl label \(name)"]
        where name != "r2" {
            #expect(
                try trove.run("kind \(command)").errorText.contains("Trove itself uses the name"))
        }
        if name != "to" {
            #expect(
                try trove.run("kind new \(name)").errorText.contains("Trove itself uses the name"))
        }
        try trove.scratch.write("kind tape\nfield title text\nfield with text\n", to: "t.kind")
        let run = try trove.run("kind check \(trove.scratch.path("t.kind"))")
        #expect(run.errorText.contains("t.kind:3:7: Trove itself uses the name \"with\""), "\(run)")
    }

    @Test(arguments: ["list", "books", "where", "definition", "reading", "meta", "batches"])
    func aNameWithAnotherMeaningIsRejected(_ name: String) throws {
        let run = try Trove().run("kind new \(name)")
        #expect(run.status != .success)
        #expect(run.text == "")
    }

    @Test func aMistakeInAFileHasItsPlaceAndChangesNothing() throws {
        let trove = try Trove()
        try trove.scratch.write("kind vinyl\n  field title text\n  field label txt\n", to: "v.kind")
        let path = trove.scratch.path("v.kind")
        let run = try trove.run("kind load \(path)\nkind check \(path)\nlog")
        #expect(
            run.errorText.contains(
                """
                \(path):3:15: there is no type "txt"
                    field label txt
                                ^~~
                """), "\(run.errorText)")
        #expect(run.text == "Nothing has been changed yet.\n")
    }

    @Test func whatKindShowPrintsIsLoadedElsewhere() throws {
        let trove = try Trove()
        try trove.prepare(Self.definition)
        let shown = try ["vinyl", "book"].map { kind in
            try trove.prepare("kind show \(kind)").text
        }
        let other = try Trove()
        for (index, text) in shown.enumerated() {
            try other.scratch.write(text, to: "\(index).kind")
            try other.prepare("kind load \(other.scratch.path("\(index).kind"))")
        }
        #expect(try other.prepare("kind show vinyl").text == shown[0])
        #expect(try other.prepare("kind show book").text == shown[1])
    }

    @Test func aFileBesideTheLibraryIsLoadedOnceForEachVersion() throws {
        let trove = try Trove()
        let file = "\(Trove.libraryFolder)/kinds/vinyl.kind"
        try trove.scratch.write("kind vinyl\nfield title text\n", to: file)
        let first = try trove.prepare("add vinyl \"Kind of Blue\"\nlist vinyl")
        #expect(first.text.contains("1 vinyl"))
        #expect(first.errorText.contains("changed 1 definition"))
        try trove.prepare("kind add-field vinyl label text")
        #expect(try trove.prepare("kind").errorText == "")
        try trove.scratch.write("kind vinyl\nfield title text\nfield year number\n", to: file)
        #expect(try trove.prepare("kind show vinyl").text.contains("field year number"))
        try trove.scratch.write("kind vinyl\nfield title txt\n", to: file)
        let bad = try trove.prepare("list")
        #expect(bad.errorText.contains("vinyl.kind:2:13: there is no type"), "\(bad.errorText)")
        #expect(bad.errorText.contains("`kind check "))
        // The same mistake is not reported again, but another one is.
        #expect(try trove.prepare("list").errorText == "")
        try trove.scratch.write("kind vinyl\nfield title\n", to: file)
        #expect(try trove.prepare("list").errorText.contains("was not loaded"))
        #expect(try trove.run("kind check \(trove.scratch.path(file))").status != .success)
    }

    /// A file that cannot be read is reported once for each reason, and loaded when it can be read.
    @Test func anUnreadableFileBesideTheLibraryIsReportedOnce() throws {
        let trove = try Trove()
        let file = "\(Trove.libraryFolder)/kinds/vinyl.kind"
        try trove.scratch.makeDirectory(file)
        #expect(try trove.prepare("list").errorText.contains("vinyl.kind cannot be read"))
        #expect(try trove.prepare("list").errorText == "")
        trove.scratch.remove(file)
        try trove.scratch.write(String(repeating: "#", count: 2_000_000), to: file)
        #expect(try trove.prepare("list").errorText.contains("vinyl.kind cannot be read"))
        #expect(try trove.prepare("list").errorText == "")
        try trove.scratch.write("kind vinyl\nfield title text\n", to: file)
        #expect(try trove.prepare("list").errorText.contains("changed 1 definition"))
    }

    @Test func aPipeBringsItsKinds() throws {
        let trove = try Trove()
        try trove.prepare(
            Self.definition + "add vinyl \"Kind of Blue\" stars:5\nadd book Dune location:attic")
        for format in ["json", "jsonl"] {
            let text = try trove.run("export - as:\(format)").text
            let other = try Trove()
            let preview = try other.program.run(
                ["-c", "import /dev/stdin --preview"], input: .text(text)
            ).requiring()
            #expect(preview.errorText.contains("the file also defines"))
            try other.program.run(["-c", "import /dev/stdin"], input: .text(text)).requiring()
            #expect(try other.json().contains(#""title":"Kind of Blue","stars":5"#))
            #expect(try other.json().contains(#""location":"attic""#))
        }
    }

    @Test func anExportBringsItsKinds() throws {
        let trove = try Trove()
        try trove.prepare(
            Self.definition + "add vinyl \"Kind of Blue\" stars:5\nadd book Dune location:attic")
        let path = trove.scratch.path("all.json")
        try trove.prepare("export \(path)")
        let other = try Trove()
        try other.prepare("import \(path)")
        #expect(try other.json().contains(#""title":"Kind of Blue","stars":5"#))
        #expect(try other.json().contains(#""location":"attic""#))
        #expect(try other.prepare("kind show vinyl").text == trove.prepare("kind show vinyl").text)
        try other.prepare("undo")
        #expect(try other.titles() == [])
        #expect(try other.run("kind show vinyl").status != .success)
        // A table does not define its kinds.
        let table = trove.scratch.path("all.csv")
        try trove.prepare("export \(table) vinyl")
        let third = try Trove()
        #expect(try third.run("import \(table)").errorText.contains("no row of "))
        try third.prepare("kind new vinyl\nkind add-field vinyl stars number")
        try third.prepare("kind add-field vinyl artist text\nkind add-field vinyl state text")
        try third.prepare("kind add-field vinyl lent-to text\nkind add-field vinyl due date")
        try third.prepare("import \(table)")
        #expect(try third.titles() == ["Kind of Blue"])
    }

    // MARK: Two devices

    @Test func devicesThatDefineOfflineMerge() throws {
        let world = try SyncWorld()
        let laptop = try world.signedUp("laptop")
        try laptop.prepare(Self.definition + "add vinyl \"Kind of Blue\"\nsync")
        let phone = try world.loggedIn("phone")
        #expect(try phone.titles() == ["Kind of Blue"])
        try laptop.prepare(
            """
            net off
            kind add-field vinyl label text
            kind add-field vinyl year number
            set "Kind of Blue" label:Columbia year:1959
            net auto
            """)
        try phone.prepare(
            """
            net off
            kind add-field vinyl speed choice choices:33,45
            kind add-field vinyl year number
            set "Kind of Blue" speed:33
            net auto
            """)
        try laptop.prepare("sync")
        try phone.prepare("sync")
        try laptop.prepare("sync")
        for device in [laptop, phone] {
            let json = try device.json()
            for field in [#""label":"Columbia""#, #""year":1959"#, #""speed":"33""#] {
                #expect(json.contains(field), "\(json)")
            }
            #expect(try device.prepare("conflicts").text == "No conflicts.\n")
            #expect(try device.prepare("check").text.contains("the same as"))
        }
    }

    /// Another device has items of the kind, which would vanish.
    @Test func aKindInUseIsNotUndone() throws {
        let world = try SyncWorld()
        let laptop = try world.signedUp("laptop")
        let phone = try world.loggedIn("phone")
        try laptop.prepare("kind new coin\nkind add-field coin metal text\nsync")
        try phone.prepare("sync\nadd coin Penny metal:copper\nsync")
        let undo = try laptop.run("sync\nundo")
        #expect(undo.status == .exited(1))
        #expect(
            undo.errorText.contains(
                "cannot undo \"defined the field metal of coin\": 1 coin has a value in metal"),
            "\(undo)")
        #expect(
            undo.errorText.contains("`kind retire-field coin metal` hides the field; "), "\(undo)")
        try phone.prepare("set Penny metal:\nsync")
        let second = try laptop.run("sync\nundo\nundo")
        #expect(second.errorText.contains("the library has 1 coin\n"), "\(second)")
        try phone.prepare("delete Penny --yes\nsync")
        try laptop.prepare("sync\nundo")
        #expect(try !phone.run("sync\nkind").text.contains("coin"))
    }

    /// Another device hides items and values without a word to this one's user, unless Trove tells.
    @Test func aDeviceTellsWhatAnotherOneHides() throws {
        let world = try SyncWorld()
        let laptop = try world.signedUp("laptop")
        try laptop.prepare(
            "kind new tea\nkind add-field tea origin text\nkind add-field tea stars text\nsync")
        let phone = try world.loggedIn("phone")
        try phone.prepare("sync\nadd tea Assam origin:India stars:high\nadd tea Sencha\nsync")
        func warning(after command: String) throws -> String {
            try laptop.prepare("\(command)\nsync")
            return try phone.run("sync").errorText
        }
        #expect(
            try warning(after: "kind retire-field tea origin").contains(
                "1 tea has a hidden value, because another device retired the field origin"))
        try laptop.scratch.write("kind tea\nfield title text\nfield stars number\n", to: "k")
        #expect(
            try warning(after: "kind load \(laptop.scratch.path("k"))").contains(
                "1 tea has a value in stars that does not fit"))
        #expect(
            try warning(after: "kind retire tea").contains(
                "2 teas are hidden, because another device retired the kind"))
        try phone.prepare("kind set tea retired:no")
        #expect(try phone.run("count teas").text == "2\n")
    }

    /// A device removes a kind of which another one has added an item meanwhile.
    @Test func anUndoneKindIsSetAgain() throws {
        let world = try SyncWorld()
        let laptop = try world.signedUp("laptop")
        try laptop.prepare("kind new tea\nsync")
        let phone = try world.loggedIn("phone")
        try phone.prepare("sync\nnet off\nadd tea Assam")
        try laptop.prepare("undo\nsync")
        let run = try phone.run("net auto\nsync")
        #expect(run.errorText.contains("1 tea is hidden"), "\(run)")
        try phone.prepare("kind set tea retired:no\nsync")
        #expect(try phone.run("list teas").text.contains("Assam"))
        try laptop.prepare("sync")
        #expect(try laptop.run("list teas").text.contains("Assam"))
    }

    /// A field that is renamed on one device and given a value on another keeps the value.
    @Test func aRenamedFieldKeepsItsValuesOnOtherDevices() throws {
        let world = try SyncWorld()
        let laptop = try world.signedUp("laptop")
        try laptop.prepare(Self.definition + "add vinyl \"Kind of Blue\"\nsync")
        let phone = try world.loggedIn("phone")
        try laptop.prepare("kind rename-field vinyl artist performer\nsync")
        try phone.prepare("net off\nset \"Kind of Blue\" artist:Miles\nnet auto\nsync")
        try laptop.prepare("sync")
        #expect(try laptop.json().contains(#""performer":"Miles""#))
        #expect(try phone.json().contains(#""performer":"Miles""#))
    }
}
