import Testing
import TroveCodecs
import TroveTesting

/// What becomes of items when the definitions of their kinds change.
@Suite(.timeLimit(.minutes(20))) struct ChangedKindTests {
    private let trove: Trove

    init() throws { trove = try Trove() }

    /// Loads the definition of a kind from a file.
    private func load(_ text: String, _ script: String = "") throws -> ProgramRun {
        let file = try trove.scratch.write(text, to: "kinds/changed.txt")
        return try trove.run("kind load \(file)\n\(script)")
    }

    private func values(_ field: String, of kind: String) throws -> [String?] {
        let run = try trove.run("list \(kind)", ["--json"]).requiring()
        return try (JSON(parsing: run.output).array ?? []).map {
            $0[field].map { $0.text ?? $0.written }
        }
    }

    // MARK: The title

    /// The first field is the title, whatever its name.
    @Test func anotherNameOfTheTitleInAFileRenamesIt() throws {
        _ = try load(
            """
            kind lp
            field title text rank:1
            field artist text rank:2 role:creator
            """, "add lp Nevermind artist:Nirvana"
        ).requiring()
        _ = try load(
            """
            kind lp
            field album text rank:1
            field artist text rank:2 role:creator
            """, "set Nevermind artist:\"Nirvana, live\""
        ).requiring()
        #expect(try values("album", of: "lps") == ["Nevermind"])
        #expect(
            try trove.run("undo\nundo\nlist lps").requiring().text.contains("#  title      artist"))
    }

    @Test func theTitleStaysFirst() throws {
        _ = try load("kind lp\nfield title text\nfield artist text", "add lp Nevermind").requiring()
        let run = try load("kind lp\nfield artist text\nfield title text")
        #expect(run.status == .exited(1))
        #expect(
            run.errorText.contains("the field title is the title, and must stay the first field"),
            "\(run)")
        #expect(try values("title", of: "lps") == ["Nevermind"])
    }

    @Test func aTitleOfTheUsersOwnIsNotBuiltIn() throws {
        let run = try trove.run("kind new lp\nkind set lp title description:album")
        #expect(run.errorText.contains("title is the title"), "\(run)")
        #expect(run.errorText.contains("`kind rename-field` gives it another name"), "\(run)")
    }

    // MARK: Types

    @Test(
        arguments: [
            ("text", "number", "12", "12"), ("text", "decimal", "3.5", "3.5"),
            ("text", "month", "July", "July"), ("number", "text", "12", "12"),
            ("decimal", "text", "3.5", "3.5"), ("number", "decimal", "12", "12"),
        ])
    func valuesAreConvertedToANewType(
        _ former: String, _ type: String, _ value: String, _ converted: String
    ) throws {
        func text(_ type: String) -> String {
            "kind rock\nfield title text rank:1\nfield size \(type) rank:2\n"
        }
        _ = try load(text(former), "add rock One size:\(value)\nadd rock Two").requiring()
        let run = try load(text(type), "list rocks size=\(value)\nundo\nlist rocks size=\(value)")
            .requiring()
        let listing = "1 rock\n#  title  size\n1  One    \(converted)\n".filter { $0 != " " }
        let shown = run.text.filter { $0 != " " }
        #expect(shown.components(of: listing) == 2, "\(run)")
        #expect(!run.errorText.contains("does not fit"), "\(run)")
    }

    @Test func aValueThatDoesNotFitIsHiddenAndTheExportSaysSo() throws {
        _ = try load("kind rock\nfield title text\nfield size text", "add rock One size:big")
            .requiring()
        let run = try load(
            "kind rock\nfield title text\nfield size number", "export - rocks as:json"
        )
        .requiring()
        #expect(
            run.errorText.contains("1 rock has a value in size that does not fit and is hidden"),
            "\(run)")
        #expect(
            run.errorText.contains(
                "a value of size of rocks does not fit the type of the field and is left out"),
            "\(run)")
    }

    /// An earlier value fits the type that its field had, not the one that it has now.
    @Test(arguments: [
        "advance Opal", "set Opal place:shelf", "set Opal title:O", "delete Opal --yes",
    ])
    func undoToAMarkRestoresTypesBeforeValues(_ change: String) throws {
        _ = try load(
            "kind stone\nfield title text rank:1\nfield place text rank:2",
            "add stone Opal place:drawer\nadd stone Ruby\nmark m"
        ).requiring()
        let before = try trove.run("export - as:json").requiring().text
        _ = try load(
            "kind stone\nfield title text rank:1\nfield place ladder states:field,shelf rank:2",
            change
        ).requiring()
        let after = try trove.run("undo to:m\nexport - as:json\ndiff since:m").requiring()
        #expect(after.text.contains(before), "\(after)")
        #expect(try values("place", of: "stones") == ["drawer", nil])
        _ = try trove.run("redo\nundo to:m").requiring()
        #expect(try values("place", of: "stones") == ["drawer", nil])
    }

    // MARK: Names

    /// A whole name of a field of one kind is not short for that of another.
    @Test func aNameThatAKindHasIsNotShortForAnother() throws {
        try trove.prepare(
            """
            kind new vinyl
            kind add-field vinyl label text rank:2
            kind new rock
            kind add-field rock labels set rank:2
            add vinyl Blue label:UV
            add rock Agate labels:UV
            """)
        #expect(try trove.run("filter label=UV").requiring().text.hasPrefix("1 vinyl\n"))
        let counts = try trove.run("count by:label").requiring()
        #expect(counts.lines.dropFirst().filter { $0.contains("UV") }.count == 1, "\(counts)")
        let run = try trove.run("set 1 2 label:Z")
        #expect(
            run.status == .exited(1) && run.errorText.contains("a rock has no field \"label\""),
            "\(run)")
        #expect(try values("labels", of: "rocks") == ["[\"UV\"]"])
        // Without a second kind, it is short.
        #expect(try trove.run("set 2 label:+Z").requiring().text.hasPrefix("Changed rock 2"))
    }

    @Test func theFieldThatWasRetiredLastReturns() throws {
        let run = try trove.run(
            """
            kind new game
            kind add-field game size text rank:2
            add game Azul size:big
            kind rename-field game size extent
            kind add-field game size number rank:3
            set Azul size:5
            kind retire-field game extent
            kind rename-field game size extent
            kind retire-field game extent
            kind set game extent retired:no
            list games
            """
        ).requiring()
        #expect(run.lines.last == "1  Azul        5", "\(run)")
    }

    // MARK: Kinds

    /// A check does not run `undo`, so it does not know which names are taken.
    @Test func aCheckFindsMistakesInDefinitions() throws {
        let run = try trove.run(
            """
            kind new 45rpm
            kind new lp
            kind add-field lp x txt
            kind add-field lp y number range:9..1
            undo
            kind new lp
            add lp Blue
            """, ["--check"])
        #expect(run.errorText.contains("\"45rpm\" cannot be a name"), "\(run)")
        #expect(run.errorText.contains("-:3:"), "\(run)")
        #expect(run.errorText.contains("-:4:"), "\(run)")
        #expect(!run.errorText.contains("is taken"), "\(run)")
        #expect(run.errorText.contains("3 of 7 commands"), "\(run)")
    }

    @Test func retiredKindsAreListed() throws {
        let run = try trove.run("kind new lp\nkind retire lp\nkind").requiring()
        #expect(run.lines.last?.hasSuffix("yours, retired") == true, "\(run)")
        _ = try trove.run("undo\nundo").requiring()
        #expect(try !trove.run("kind").requiring().text.contains("lp"))
    }

    /// The first state of a kind of the user's own may be any state.
    @Test func notEveryFirstStateIsAWish() throws {
        try trove.prepare(
            """
            kind new lp
            kind add-field lp artist text role:creator rank:2
            kind add-field lp condition ladder states:mint,good rank:3
            kind new coin
            kind add-field coin state ladder states:wanted,owned rank:2
            add lp Blue artist:Ann
            add coin Penny
            """)
        let run = try trove.run("add lp Blue artist:Ann\nwishlist lps\nwishlist coins")
        #expect(run.errorText.contains("error: you already have lp 1: Blue by Ann"), "\(run)")
        #expect(run.errorText.contains("wishlist does not apply to a lp"), "\(run)")
        #expect(run.text.contains("1 coin\n"), "\(run)")
    }

    // MARK: Options

    /// Equal values stay when their field becomes unique. Each is checked when it changes.
    @Test func equalValuesOfAUniqueFieldStay() throws {
        let run = try trove.run(
            """
            kind new game
            kind add-field game code text
            add game A code:x
            add game B code:x
            kind set game code unique:yes
            """
        ).requiring()
        #expect(run.errorText.contains("2 games have a value in code that another one has"))
        try trove.prepare("set A title:AA\nset B code:y")
        let taken = try trove.run("add game C code:x")
        #expect(taken.errorText.contains("the code \"x\" is taken by game 1"), "\(taken)")
        // In one program run, too.
        let again = try trove.run(
            "set B code:z\nadd game C code:x\nset AA code:w\nadd game C code:x")
        #expect(again.errorText.contains("taken by game 1"), "\(again)")
        #expect(try values("code", of: "games") == ["w", "z", "x"])
    }

    @Test func choicesAreAddedToNone() throws {
        let script = "kind new lp\nkind add-field lp mood choice\nkind set lp mood choices:"
        let added = try trove.run(script + "+sad\nkind show lp").requiring()
        #expect(added.text.contains("field mood choice choices:sad rank"), "\(added)")
        let removed = try trove.run("kind set lp mood choices:-sad\nkind show lp").requiring()
        #expect(removed.text.contains("field mood choice rank"), "\(removed)")
    }

    /// A new item that has the date of its last state is in that state, as a changed one is.
    @Test func theDateOfTheLastStateDecides() throws {
        try trove.prepare(
            """
            kind new club
            kind add-field club state ladder states:wish,owned,used
            kind add-field club seen date role:completed
            add club L seen:2026-02-01
            add club M
            set M seen:2026-02-01
            add club N seen:2026-02-01 state:owned
            """)
        #expect(try values("state", of: "clubs") == ["used", "used", "owned"])
    }

    // MARK: What a server rejects

    @Test func aLongDefinitionIsAnError() throws {
        let choices = (1...2000).map { "pressing-\($0)" }.joined(separator: ",")
        let run = try trove.run("kind new lp\nkind add-field lp press choice choices:\(choices)")
        #expect(run.status == .exited(1))
        #expect(run.errorText.contains("the definition of the field press is too long"), "\(run)")
        #expect(run.errorText.contains("takes up to 16 KiB"), "\(run)")
        #expect(!(try trove.run("kind show lp").requiring().text.contains("press")))
    }

    @Test func aDefinitionTooManyIsAnError() throws {
        func kind(_ number: Int) -> String {
            (["kind lp\(number)", "field title text"] + (1...199).map { "field f\($0) text" })
                .joined(separator: "\n")
        }
        // A kind and 199 fields each.
        _ = try load((1...10).map(kind).joined(separator: "\n")).requiring()
        let run = try load("kind cd\nfield title text", "kind set lp1 f1 description:first")
        #expect(run.status == .exited(1))
        #expect(run.errorText.contains("can define at most 2,000 kinds and fields"), "\(run)")
        #expect(run.errorText.hasSuffix("\n1 of 2 commands failed\n"), "\(run)")
    }
}

extension String {
    /// Returns how often a text occurs.
    fileprivate func components(of text: String) -> Int {
        var rest = self[...]
        var count = 0
        while let range = rest.firstRange(of: text) {
            count += 1
            rest = rest[range.upperBound...]
        }
        return count
    }
}
