import Testing
import TroveTesting

/// Time travel over changes of the user's own kinds and fields.
@Suite(.timeLimit(.minutes(20))) struct OwnKindPastTests {
    /// The types, choices and states of a field are those of the time.
    @Test func thePastHasItsTypes() throws {
        let trove = try Trove()
        try trove.prepare(
            """
            kind new tape
            kind add-field tape side choice choices:A,B rank:2
            kind add-field tape length text rank:3
            kind add-field tape state ladder states:new,worn rank:4
            add tape One side:A length:long state:worn
            add tape Two side:B length:"60 min" state:new
            mark before
            """)
        let then = try trove.prepare("list tapes length=long\nlist tapes").text
        let file = trove.scratch.path("tape.kind")
        let text = try trove.prepare("kind show tape").text
            .replacing("field length text", with: "field length number")
            .replacing("  state worn", with: "  state played")
        try trove.scratch.write(text, to: "tape.kind")
        try trove.prepare("kind load \(file)\nset 2 side:A\nadd tape Three length:5 state:played")
        #expect(try trove.prepare("list tapes").text != then)
        let past = try trove.prepare(
            "as-of before list tapes length=long\nas-of before list tapes"
        ).text
        #expect(past == then)
        let warm = try trove.prepare("list tapes\necho -\nas-of before list tapes length=long").text
        #expect(warm.contains("1 tape\n"))
    }

    /// A definition that was undone is not a retired one.
    @Test func anUndoneDefinitionIsGone() throws {
        let trove = try Trove()
        try trove.prepare("add movie Alien\nmark start\nexport - as:json")
        let exported = try trove.prepare("export - as:json").text
        let shown = try trove.prepare("kind show movie").text
        let run = try trove.prepare(
            """
            kind new vinyl
            undo
            kind add-field movie seen date
            undo
            """)
        #expect(run.text.contains("Undone: defined the kind vinyl\n"), "\(run)")
        #expect(try trove.prepare("kind show movie").text == shown)
        #expect(try trove.prepare("export - as:json").text == exported)
        #expect(try trove.prepare("as-of start export - as:json").text == exported)
        #expect(try trove.prepare("add vinyl Zed").text == "Added book 2: vinyl Zed\n")
        let again = try trove.prepare(
            "kind new vinyl\nadd vinyl Zed\nkind add-field movie seen date")
        #expect(again.text.contains("Added vinyl 3: Zed\n"), "\(again)")
        let movie = try trove.prepare("kind show movie").text
        #expect(movie == shown + "field seen date rank:7\n", "\(movie)")
    }

    /// Also the details of an item, and rows that were loaded with the names of today.
    @Test func thePastHasItsNames() throws {
        let trove = try Trove()
        try trove.prepare(
            """
            kind new wine
            kind add-field wine grape text
            add wine Rioja grape:Tempranillo
            mark before
            """)
        let run = try trove.prepare(
            """
            list wines
            kind rename-field wine grape sort-of
            list wines
            as-of before list wines
            as-of before show Rioja
            """)
        let names = run.lines.filter { $0.hasPrefix("#") }
        #expect(names == ["#  title  grape", "#  title  sort-of", "#  title  grape"], "\(run)")
        #expect(run.lines.last == "  grape  Tempranillo", "\(run)")
    }

    /// A new type or a new range of a field tells of the values that it does not fit.
    @Test func valuesThatDoNotFitAreCounted() throws {
        let trove = try Trove()
        let run = try trove.prepare(
            """
            kind new wine
            kind add-field wine score number range:0..100
            add wine Rioja score:90
            add wine Barolo score:9
            kind set wine score range:0..10
            """)
        #expect(
            run.errorText.contains(
                "warning: 1 wine has a value in score that does not fit; it stays"), "\(run)")
        try trove.scratch.write(
            """
            kind wine plural:wines
            field title text rank:1
            field score ladder states:low,high rank:2

            """, to: "work/wine.kind")
        let load = try trove.prepare("kind load wine.kind")
        #expect(
            load.errorText.contains(
                "warning: 2 wines have a value in score that does not fit and is hidden"),
            "\(load)")
    }

    /// A value that a new type hides is there again when everything since is undone, also if it was
    /// replaced or its item deleted.
    @Test(arguments: ["set Rioja score:12", "delete Rioja --yes"])
    func hiddenValuesComeBack(_ command: String) throws {
        let trove = try Trove()
        try trove.scratch.write(
            "kind wine plural:wines\nfield title text rank:1\nfield score number rank:2\n",
            to: "work/wine.kind")
        try trove.prepare(
            """
            kind new wine
            kind add-field wine score text rank:2
            add wine Rioja score:cheap
            add wine Barolo score:40
            """)
        let before = try trove.prepare("list wines", ["--json"]).text
        try trove.prepare("kind load wine.kind\n" + command)
        if command.hasSuffix("12") {
            #expect(try trove.prepare("log limit:1").text.contains("score cheap → 12"))
        }
        try trove.prepare("check\nundo\nundo\ncheck")
        #expect(try trove.prepare("list wines", ["--json"]).text == before)
        try trove.prepare("redo\nredo\ncheck\nundo\nundo")
        #expect(try trove.prepare("list wines", ["--json"]).text == before)
    }

    /// Choices and states are replaced, or changed one by one.
    @Test func choicesAndStatesAreChanged() throws {
        let trove = try Trove()
        let run = try trove.prepare(
            """
            kind new wine
            kind add-field wine cond choice choices:good,bad
            kind add-field wine st ladder states:wanted,owned
            kind set wine cond choices:+"very bad",-bad
            kind set wine st states:+sold,+gone
            kind set wine st states:-sold
            kind show wine
            """)
        #expect(run.text.contains(#"choices:"good,very bad""#), "\(run)")
        #expect(run.text.hasSuffix("  state wanted\n  state owned\n  state gone\n"), "\(run)")
        let log = try trove.prepare("log limit:1")
        #expect(log.text.contains("changed the field st: states"), "\(log)")
        let other = try trove.prepare("kind set wine st states:wanted,drunk\nkind show wine")
        #expect(other.text.hasSuffix("  state wanted\n  state drunk\n"), "\(other)")
    }

    /// `diff` shows what has changed of definitions, property by property.
    @Test func differencesOfDefinitionsAreShown() throws {
        let trove = try Trove()
        try trove.prepare(
            """
            kind new tape
            kind add-field tape side choice choices:A,B rank:2
            kind add-field tape state ladder states:new,worn rank:4
            mark before
            kind set tape side choices:A,B,C
            kind rename-field tape side face
            kind retire-field tape state
            kind add-field tape length number
            kind new disk
            """)
        let text = try trove.prepare("diff since:before").text
        #expect(
            text == """
                Changed the field side of tape
                  name     side → face
                  stored   (none) → side
                  choices  A,B → A,B,C
                Changed the field state of tape
                  retired  (none) → yes
                Defined the field length of tape
                Defined the kind disk

                """, "\(text)")
        let json = try trove.run("diff since:before", ["--json"]).text
        #expect(json.contains(#""fields":{"retired":[null,"yes"]}"#), "\(json)")
        #expect(json.contains(#""subject":"tape.length""#), "\(json)")
        let table = try trove.run("diff since:before", ["--output", "csv"]).text
        #expect(table.contains("tape.side,changed,choices,\"A,B\",\"A,B,C\""), "\(table)")
    }

    /// Definitions are named as the user knows them, without the name that items are stored with.
    @Test func historyTellsWhatWasDefined() throws {
        let trove = try Trove()
        let run = try trove.prepare(
            """
            kind new tape
            kind add-field tape side choice choices:A,B
            kind rename-field tape side face
            undo
            log limit:2
            explain kind new disk
            """)
        #expect(run.text.contains("\nUndone: renamed the field side to face\n"), "\(run.text)")
        #expect(run.text.contains("  renamed the field face to side (undo)\n"), "\(run.text)")
        #expect(run.text.contains("changes      define the kind disk\n"), "\(run.text)")
        let wrong = try trove.run(
            "kind add-field tape state ladder states:new,worn\nkind set tape state states:old,worn\n"
        )
        #expect(
            wrong.errorText.contains(
                "it can be old, worn; give it with the states, as in initial:old"),
            "\(wrong)")
    }
}
