import Testing
import TroveExchange
import TroveModel
import TroveTesting

struct LibraryThingJSONTests {
    @Test func everyMemberIsImported() throws {
        let file = try ImportedFile(
            #"""
            {"101":{"books_id":"101","title":"The \"Salt\" Road","sortcharacter":"5",
            "primaryauthor":"Boswell, Dustin","secondaryauthor":"Foucher, Trevor",
            "authors":[{"lf":"Boswell, Dustin","fl":"Dustin Boswell"},
            {"lf":"Foucher, Trevor","fl":"Trevor Foucher","role":"Editor"}],
            "publication":"Ace (2007), Edition: 1","date":"2007","review":"Fine.","rating":4.5,
            "language":["English"],"language_codeA":["eng"],"pages":"352 ",
            "isbn":{"0":"0441172717","2":"9780441172719"},"tags":["sea","north"],
            "collections":["Your library","Attic"],"dateread":"2020-01-02",
            "datestarted":"2019-12-01","entrydate":"2019-11-05","workcode":"77","copies":"1",
            "ddc":{"code":["813"],"wording":["Fiction"]},"surprise":{"a":["x","y"]}},
            "102":{"title":"Sand","collections":["Wishlist"]},
            "103":{"collections":[]},
            "104":{"title":"Sky","collections":["Abandoned"]}}
            """#, called: "books.json")
        #expect(file.format == "librarything-json")
        #expect(
            file.items == [
                [
                    "kind": "book", "title": "The \"Salt\" Road",
                    "author": "Dustin Boswell; Trevor Foucher", "isbn": "9780441172719",
                    "publisher": "Ace", "year": "2007", "language": "English", "rating": "4.5",
                    "pages": "352", "tags": "north, sea", "shelves": "Attic",
                    "state": "finished", "started": "2019-12-01", "added": "2019-11-05",
                    "note": """
                    Fine.

                    Publication: Ace (2007), Edition: 1
                    Dewey decimal: Fiction
                    """,
                ], ["kind": "book", "title": "Sand", "state": "wish"],
                ["kind": "book", "title": "Sky", "state": "abandoned"],
            ])
        #expect(file.completions == [["2019-12-01 – 2020-01-02"], [], []])
        #expect(file.identities.first == "101")
        #expect(file.rejected.map(\.line) == [12])
        #expect(file.leftOut == ["sortcharacter", "language_codeA", "workcode"])
        #expect(file.notUnderstood == ["surprise"])
    }

    @Test func unknownMembersAreKeptOnRequest() throws {
        let file = try ImportedFile(
            #"{"1":{"title":"Salt","surprise":["x","y"]}}"#, called: "books.json"
        ) { $0.keepsUnknownColumns = true }
        #expect(file.note() == ["surprise: x, y"])
    }

    @Test func trovesOwnJSONIsNotMistakenForIt() throws {
        let file = try ImportedFile(#"{"kind":"book","title":"Salt"}"#, called: "books.json")
        #expect(file.format == "json")
        #expect(file.items == [["kind": "book", "title": "Salt"]])
    }

    @Test func aDamagedFileGivesWhatIsWhole() throws {
        let file = try ImportedFile(
            #"{"1":{"title":"Salt"},"2":{"title":"Sa"#, called: "books.json")
        #expect(file.items == [["kind": "book", "title": "Salt"]])
        #expect(file.rejected.count == 1)
    }

    @Test func everyBookIsCounted() throws {
        try SeededRandom.run { random in
            let books = (0..<50).map { GeneratedBook($0, &random) }
            let members = books.map { book in
                #""\#(book.number + 1)":{"title":\#(quoted(book.title)),"rating":\#(book.stars),"#
                    + #""pages":"\#(book.pages)","date":"\#(book.year)","#
                    + #""tags":[\#(book.tags.map { "\"\($0)\"" }.joined(separator: ","))]}"#
            }
            let file = try ImportedFile("{\(members.joined(separator: ",\n"))}", called: "b.json")
            let kept = books.filter { !$0.title.isEmpty }
            #expect(file.items.count == kept.count)
            #expect(file.items.count + file.rejected.count == books.count)
            for (item, book) in zip(file.items, kept) {
                #expect(item["title"] == book.title)
                #expect(item["pages"] == "\(book.pages)")
                #expect(item["year"] == "\(book.year)")
                #expect(item["rating"] == (book.stars == 0 ? nil : "\(book.stars)"))
                #expect((item["tags"] ?? "") == book.tags.joined(separator: ", "))
            }
        }
    }

    private func quoted(_ text: String) -> String {
        "\"\(text.replacing("\"", with: "\\\""))\""
    }

    /// The name of a member may have a quote.
    @Test func namesMayHaveEscapes() throws {
        let file = try ImportedFile(
            #"{"1":{"title":"Salt"},"2\"x\\":{"title":"Sand"},"3":{"title":"Sky"}}"#,
            called: "books.json")
        #expect(file.items.map { $0["title"] } == ["Salt", "Sand", "Sky"])
        #expect(file.rejected.isEmpty)
    }
}
