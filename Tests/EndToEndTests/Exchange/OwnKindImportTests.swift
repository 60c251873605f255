import Testing
import TroveCodecs
import TroveTesting

/// Tables of things that are neither books nor films, for kinds of the user's own.
@Suite(.timeLimit(.minutes(20))) struct OwnKindImportTests {
    private let trove: Trove

    init() throws {
        trove = try Trove()
        try trove.prepare(
            """
            kind new comic
            kind add-field comic artist text role:creator
            kind add-field comic state ladder states:want,ordered,owned,sold
            kind add-field comic price decimal
            kind add-field comic bought date
            kind add-field comic copies number
            kind add-field comic note text role:note
            """)
    }

    private func importing(_ rows: String, _ options: String = "") throws -> ProgramRun {
        _ = try trove.scratch.write(rows, to: "work/comics.csv")
        return try trove.run("import comics.csv kind:comic\(options)")
    }

    /// Returns the values of a field, in the order of the numbers.
    private func values(_ field: String) throws -> [String?] {
        let run = try trove.run("list comics", ["--json"]).requiring()
        return try (JSON(parsing: run.output).array ?? []).map {
            $0[field].map { $0.text ?? $0.written }
        }
    }

    /// The names of the kind's own states count, not the words for how far a book is read.
    @Test func statesHaveTheirOwnNames() throws {
        let run = try importing(
            "title,state\nA,Owned\nB,sold\nC,WANT\nD,Read\nE,\nF,in the attic\n"
        ).requiring()
        #expect(try values("state") == ["owned", "sold", "want", "owned", "owned", "owned"])
        #expect(
            run.lines.contains("Kept in the note: 2 values of state, such as \"Read\" in line 5"),
            "\(run)")
        #expect(try values("note") == [nil, nil, nil, "state: Read", nil, "state: in the attic"])
    }

    /// A state that is not one of the ladder does not become the name of a shelf.
    @Test func anUnknownStateIsNoShelf() throws {
        try trove.prepare("kind add-field comic box set role:shelves")
        let run = try importing("title,state\nA,polished\n").requiring()
        #expect(
            run.lines.contains("Kept in the note: state \"polished\" in line 2"), "\(run)")
        #expect(try values("box") == [nil])
    }

    /// Nothing but the title tells these items apart.
    @Test func anUpdateFindsAnItemByItsTitle() throws {
        try trove.prepare("kind new game\nkind add-field game plays number rank:2 role:rating")
        func importing(_ rows: String, _ options: String) throws -> ProgramRun {
            _ = try trove.scratch.write("title,plays\n" + rows, to: "work/games.csv")
            return try trove.run("import games.csv kind:game\(options)").requiring()
        }
        _ = try importing("Azul,3\nBrass,1\nGo,5\nGo,6\n", "")
        let update = try importing("azul,4\nBrass,1\nCatan,2\nGo,7\n", " --update")
        #expect(
            update.text.hasPrefix(
                "Imported 2 games from games.csv, updated 1 game, 1 was unchanged."), "\(update)")
        let plays = try trove.run("list games sort:title", ["--json"]).requiring().output
        let rows = try (JSON(parsing: plays).array ?? []).map {
            "\($0["title"]?.text ?? "") \($0["plays"]?.written ?? "")"
        }
        #expect(rows == ["Azul 4", "Brass 1", "Catan 2", "Go 5", "Go 6", "Go 7"])
        // A second row with the title is about another item.
        _ = try importing("Catan,8\nCatan,9\n", " --update")
        #expect(try trove.run("count games title=Catan").requiring().text == "2\n")
    }

    /// A preview of an update shows what is removed from a set.
    @Test func aPreviewShowsWhatASetLoses() throws {
        try trove.prepare(
            """
            kind add-field comic genres set
            add comic A genres:exotica,pop
            export comics-1.csv comics
            """)
        let text = try trove.scratch.read("work/comics-1.csv").replacing(
            "exotica, pop", with: "exotica, city")
        _ = try trove.scratch.write(text, to: "work/comics-1.csv")
        let run = try trove.run("import comics-1.csv --update --preview").requiring()
        #expect(run.text.contains("genres +city,-pop"), "\(run)")
    }

    /// A band is no list of people.
    @Test func namesWithSignsStayWhole() throws {
        try importing("title,artist\nA,\"Earth, Wind & Fire\"\nB,Simon & Garfunkel\n").requiring()
        #expect(try values("artist") == ["Earth, Wind & Fire", "Simon & Garfunkel"])
        // Authors and directors are people.
        _ = try trove.scratch.write("title,author\nA,Ann Lee & Bo Lin\n", to: "work/b.csv")
        try trove.prepare("import b.csv")
        #expect(try trove.json().contains("Ann Lee; Bo Lin"))
    }

    @Test(
        arguments: [
            ("64.90", "64.9"), ("$0.125", "0.125"), ("€1.799", nil), ("5 EUR", "5"), ("5 LBS", nil),
            ("$5%", nil), ("12 SEP", nil), ("64,90 €", "64.9"), ("€ 64.90", "64.9"), ("EUR 5", "5"),
            ("12.50 USD", "12.5"), ("US$7", "7"), ("$1,200.00", "1200"), ("$1,200", "1200"),
            ("1.250,00", "1250"), ("1 250,50", "1250.5"), ("1'250.5", "1250.5"), ("43 %", "43"),
            ("43,0%", "43"), ("-5.25", "-5.25"), ("- 5,00 kr", "-5"), ("1,200,000", nil),
            ("12,34,56", nil), ("5 kg", nil), ("a lot", nil), ("1.2.3", nil), ("$", nil),
            ("1..2", nil), ("$5 EUR", nil),
        ])
    func amounts(_ typed: String, _ expected: String?) throws {
        let run = try importing("title,price\nA,\"\(typed)\"\n").requiring()
        #expect(try values("price") == [expected], "\(run)")
        // What is not understood is not lost.
        #expect(try values("note") == [expected == nil ? "price: \(typed)" : nil], "\(run)")
    }

    @Test(
        arguments: [
            ("3", "3"), ("1,200", "1200"), ("1,000", "1000"), ("1.200", nil), ("0,125", nil),
            ("1.200.000", "1200000"), ("-2", "-2"), ("4.0", "4"),
            ("4,5", nil), ("two", nil),
        ])
    func wholeNumbers(_ typed: String, _ expected: String?) throws {
        try importing("title,copies\nA,\"\(typed)\"\n").requiring()
        #expect(try values("copies") == [expected])
    }

    @Test(
        arguments: [
            ("May 10, 1988", "1988-05-10"), ("10 May 1988", "1988-05-10"),
            ("10-May-1988", "1988-05-10"), ("Sept. 3, 2001", "2001-09-03"), ("May 1988", "1988-05"),
            ("31 Feb 1988", nil), ("May 88", nil), ("last May", nil), ("10 May 11 1988", nil),
        ])
    func datesWithNames(_ typed: String, _ expected: String?) throws {
        try importing("title,bought\nA,\"\(typed)\"\n").requiring()
        #expect(try values("bought") == [expected])
    }

    /// The same file again adds nothing, and a changed one says how its changes are brought in.
    @Test func aSecondImportFindsTheItems() throws {
        try importing("name,artist,price\nA,Ann,5\nB,Bo,6\n", " columns:title=name").requiring()
        let again = try importing(
            "name,artist,copies\nA,Ann,2\nB,Bo,3\n", " columns:title=name"
        ).requiring()
        #expect(try values("title") == ["A", "B"])
        #expect(
            again.text.contains(
                "`import comics.csv kind:comic columns:\"title=name\" --update`"), "\(again)")
        try importing(
            "name,artist,copies\nA,Ann,2\nB,Bo,3\n", " columns:title=name --update"
        ).requiring()
        #expect(try values("copies") == ["2", "3"])
        #expect(try trove.run("add comic A artist:Ann").errorText.contains("same title and artist"))
    }

    @Test func aRejectedRowNamesItsKind() throws {
        let run = try importing("title,price\n,5\nA,6\n")
        #expect(run.text.contains("1 was rejected"), "\(run)")
        let rejects = String(
            decoding: try trove.scratch.readBytes("work/comics.rejects.csv"), as: UTF8.self)
        #expect(rejects.contains("a comic needs a title"), "\(rejects)")
    }

    /// Without a note, a value that does not fit has no place.
    @Test func aKindWithoutANoteRejectsWhatDoesNotFit() throws {
        try trove.prepare(
            "kind new coin\nkind add-field coin state ladder states:want,owned\n"
                + "kind add-field coin year number range:1..2100 role:year")
        _ = try trove.scratch.write(
            "title,state,year\nA,in the attic,1999\nB,owned,c. 1850\nC,owned,1900\n",
            to: "work/coins.csv")
        let run = try trove.run("import coins.csv kind:coin")
        #expect(run.text.contains("Imported 1 coin from coins.csv, 2 were rejected"), "\(run)")
        #expect(!run.text.contains("Kept in the note"))
    }

    /// Words and amounts mean for books what they meant before.
    @Test func booksAreReadAsBefore() throws {
        _ = try trove.scratch.write(
            "title,author,status,finished,page,pages\nA,Ann,owned,2020-01-02,43%,400\n",
            to: "work/b.csv")
        let run = try trove.run("import b.csv\nlist books", ["--json"]).requiring()
        #expect(run.text.contains("\"state\":\"finished\""), "\(run)")
        #expect(run.text.contains("\"shelves\":[\"owned\"]"), "\(run)")
        #expect(!run.text.contains("\"page\":43"), "\(run)")
    }

    /// Without a state in the file, what is imported is owned if the first state is one for wishes.
    @Test func whatIsImportedIsNoWish() throws {
        try importing("title\nA\n").requiring()
        #expect(try values("state") == ["owned"])
        try trove.prepare("add comic B")
        #expect(try values("state") == ["owned", "want"])
    }

    /// An import says what its file defines. It ignores definitions of built-in fields and of
    /// kinds that do not exist.
    @Test func definitionsAreReported() throws {
        let other = try Trove()
        try other.prepare("kind new crate\nkind add-field crate size text\nexport crate.json crate")
        let file = try other.scratch.read("work/crate.json")
        let trove = try Trove()
        try trove.scratch.write(file, to: "work/crate.json")
        let run = try trove.run("import crate.json").requiring()
        #expect(
            run.errorText.contains(
                "the file also defined crate, crate.size, which `undo` reverts, too"),
            "\(run)")
        #expect(try trove.run("kind show crate").requiring().text.contains("field size text"))
        try trove.scratch.write(
            """
            [{"kind":"definition","subject":"book.title","text":"field title number"},
            {"kind":"definition","subject":"box.size","text":"field size text"}]
            """, to: "work/junk.json")
        let before = try trove.run("log").requiring().text
        let junk = try trove.run("import junk.json").requiring()
        #expect(!junk.errorText.contains("defined"), "\(junk)")
        #expect(try trove.run("log").requiring().text == before)
    }
}
