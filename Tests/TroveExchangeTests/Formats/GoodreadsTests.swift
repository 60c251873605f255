import Testing
import TroveExchange
import TroveModel

struct GoodreadsTests {
    static let header24 = """
        Book Id,Title,Author,Author l-f,Additional Authors,ISBN,ISBN13,My Rating,Average Rating,\
        Publisher,Binding,Number of Pages,Year Published,Original Publication Year,Date Read,\
        Date Added,Bookshelves,Bookshelves with positions,Exclusive Shelf,My Review,Spoiler,\
        Private Notes,Read Count,Owned Copies
        """
    static let header31 = """
        Book Id,Title,Author,Author l-f,Additional Authors,ISBN,ISBN13,My Rating,Average Rating,\
        Publisher,Binding,Number of Pages,Year Published,Original Publication Year,Date Read,\
        Date Added,Bookshelves,Bookshelves with positions,Exclusive Shelf,My Review,Spoiler,\
        Private Notes,Read Count,Recommended For,Recommended By,Owned Copies,\
        Original Purchase Date,Original Purchase Location,Condition,Condition Description,BCID
        """

    private func file(_ rows: String, header: String = header24) throws -> ImportedFile {
        try ImportedFile(header + "\n" + rows + "\n")
    }

    /// Returns a row of 24 columns, some of them filled.
    static func row(_ cells: [String: String]) -> String {
        header24.split(separator: ",").map { cells[String($0)] ?? "" }.joined(separator: ",")
    }

    @Test func everyColumnIsImported() throws {
        let row = #"""
            17,"The Salt Road, (Coast, #2)",Ada    Brandt,"Brandt, Ada","Bo Lind, Ci Ek","=""0441172717""","=""9780441172719""",4,4.11,Ace,Mass Market Paperback,352,1990,-700,2024/03/01,2023/12/24,"sea, owned","sea (#1), owned (#7)",read,"Fine.<br/><br/>Tom &amp; Ann <i>sail</i>.",true,from Ida,2,1
            """#
        let file = try file(row)
        #expect(file.format == "goodreads")
        let note = """
            Fine.

            Tom & Ann sail.

            Binding: Mass Market Paperback
            Spoiler: true
            Private Notes: from Ida
            Year Published: 1990
            """
        #expect(
            file.items == [
                [
                    "kind": "book", "title": "The Salt Road", "series": "Coast", "volume": "2",
                    "author": "Ada Brandt; Bo Lind; Ci Ek", "publisher": "Ace",
                    "year": "-700", "added": "2023-12-24",
                    "isbn": "9780441172719", "pages": "352", "rating": "4", "state": "finished",
                    "shelves": "owned, sea", "note": note,
                ]
            ])
        #expect(file.completions == [["?", "2024-03-01"]])
        #expect(file.identities == ["17"])
        #expect(
            file.leftOut == [
                "Author l-f", "Average Rating", "Bookshelves with positions",
            ])
        #expect(file.notUnderstood.isEmpty && file.rejected.isEmpty)
    }

    @Test func theOlderHeaderHasMoreColumns() throws {
        let row = #"""
            17,Salt,Ada Brandt,"Brandt, Ada",,"=""""","=""""",0,3.50,,,,,,,,,,to-read,,,,0,Ci,Bo,2,2019/01/02,Oslo,good,a stain,21
            """#
        let file = try file(row, header: Self.header31)
        #expect(
            file.note() == [
                "Recommended For: Ci", "Recommended By: Bo", "Owned Copies: 2",
                "Original Purchase Date: 2019-01-02", "Original Purchase Location: Oslo",
                "Condition: good", "Condition Description: a stain", "BCID: 21",
            ])
        #expect(file.items[0]["rating"] == nil)
        #expect(file.items[0]["isbn"] == nil)
    }

    @Test(arguments: [
        (#""="0441172717"""#, "", "9780441172719"), (#""=""0441172717""""#, "", "9780441172719"),
        (#"="0441172717""#, #"="""#, "9780441172719"), (#"="""#, "9780441172719", "9780441172719"),
        ("043942089x", "", "9780439420891"), ("", "978-0-441-17271-9", "9780441172719"),
    ])
    func unwrapsISBNs(ten: String, thirteen: String, isbn: String) throws {
        let file = try file(
            Self.row(["Title": "Salt", "ISBN": ten, "ISBN13": thirteen, "Exclusive Shelf": "read"]))
        #expect(file.items.first?["isbn"] == isbn)
        #expect(file.note() == [""])
    }

    /// The first volume has the title of the series, and so have the others.
    @Test(arguments: [
        ("Faust (Faust, #1)", "Faust", "1"), ("Faust (Faust, #2)", "Faust 2", "2"),
        ("1Q84 (1q84, #1-2)", "1Q84 1-2", nil), ("Salt (Coast, #2)", "Salt", "2"),
    ])
    func volumesOfOneTitleHaveTheirNumbers(_ cell: String, _ title: String, _ volume: String?)
        throws
    {
        let file = try file(Self.row(["Title": "\"\(cell)\"", "Exclusive Shelf": "read"]))
        #expect(file.items.first?["title"] == title)
        #expect(file.items.first?["volume"] == volume)
    }

    @Test func invalidISBNsGoToTheNote() throws {
        let file = try file(
            Self.row([
                "Title": "Salt", "ISBN": "4411727171", "ISBN13": "9.78044E+12",
                "Exclusive Shelf": "read",
            ]))
        #expect(file.items[0]["isbn"] == nil)
        #expect(file.note() == ["ISBN: 4411727171", "ISBN13: 9.78044E+12"])
    }

    @Test func differentISBNsAreBothKept() throws {
        let file = try file(
            Self.row([
                "Title": "Salt", "ISBN": "0441172717", "ISBN13": "9780439420891",
                "Exclusive Shelf": "read",
            ]))
        #expect(file.items[0]["isbn"] == "9780441172719")
        #expect(file.note() == ["ISBN13: 9780439420891"])
    }

    @Test(
        arguments: [
            ("0", nil, ""), ("", nil, ""), ("5.0", "5", ""), ("4.25", "4.25", ""),
            ("3,5", "3.5", ""),
            ("3.1", nil, "My Rating: 3.1"), ("6", nil, "My Rating: 6"),
            ("-1", nil, "My Rating: -1"),
            ("good", nil, "My Rating: good"),
        ] as [(String, String?, String)])
    func ratings(typed: String, rating: String?, note: String) throws {
        let cell = typed.contains(",") ? "\"\(typed)\"" : typed
        let file = try file(
            Self.row(["Title": "Salt", "My Rating": cell, "Exclusive Shelf": "read"]))
        #expect(file.items[0]["rating"] == rating)
        #expect(file.note() == [note])
    }

    @Test(
        arguments: [
            ("352", "352", ""), ("352.0", "352", ""), ("0", nil, "Number of Pages: 0"),
            ("99999999", nil, "Number of Pages: 99999999"), ("many", nil, "Number of Pages: many"),
        ] as [(String, String?, String)])
    func pages(typed: String, pages: String?, note: String) throws {
        let file = try file(
            Self.row(["Title": "Salt", "Number of Pages": typed, "Exclusive Shelf": "read"]))
        #expect(file.items[0]["pages"] == pages)
        #expect(file.note() == [note])
    }

    @Test(
        arguments: [
            ("to-read", "to-read", "", "to-read", nil),
            ("currently-reading", "currently-reading", "", "reading", nil),
            ("read", "", "", "finished", nil),
            ("Read", "", "", "finished", nil),
            ("did-not-finish", "did-not-finish", "", "abandoned", nil),
            ("Abandoned", "", "", "abandoned", nil), ("dnf", "", "", "abandoned", nil),
            ("dropped", "", "", "abandoned", nil), ("stopped", "", "", "abandoned", nil),
            ("wont-finish", "", "", "abandoned", nil),
            ("won't finish", "", "", "abandoned", nil),
            ("on-hold", "", "", "abandoned", "on-hold"),
            ("read", "\"dnf, sea\"", "", "abandoned", "sea"),
            ("read", "wishlist", "", "finished", "wishlist"),
            ("to-read", "\"to-read, Wishlist\"", "", "wish", nil),
            ("waiting", "\"waiting, sea\"", "", nil, "sea, waiting"),
            ("waiting", "waiting", "2020/01/02", "finished", "waiting"),
            ("to-read", "\"to-read, sea, Sea\"", "2020/01/02", "to-read", "sea"),
        ] as [(String, String, String, String?, String?)])
    func exclusiveShelvesGiveTheState(
        exclusive: String, shelves: String, read: String, state: String?, kept: String?
    ) throws {
        let file = try file(
            Self.row([
                "Title": "Salt", "Bookshelves": shelves, "Exclusive Shelf": exclusive,
                "Date Read": read,
            ]))
        #expect(file.items[0]["state"] == state)
        #expect(file.items[0]["shelves"] == kept)
    }

    @Test(arguments: [
        ("2024/03/01", "2024-03-01"), ("2024/3/1", "2024-03-01"), ("2024/03", "2024-03"),
        ("2024", "2024"), ("2024-03-01", "2024-03-01"), ("2024/02/30", "2024/02/30"),
        ("12/31/2020", "12/31/2020"), ("in spring", "in spring"),
    ])
    func datesKeepTheirPrecision(typed: String, kept: String) throws {
        let file = try file(
            Self.row(["Title": "Salt", "Date Read": typed, "Exclusive Shelf": "read"]))
        if kept.first == "2", !kept.contains("/") {
            #expect(file.completions == [[kept]])
        } else {
            #expect(file.completions == [["?"]])
            #expect(file.note() == ["Date Read: \(kept)"])
        }
    }

    @Test func aRowWithoutATitleIsRejected() throws {
        let file = try file(
            Self.row(["Author": "Ada", "Exclusive Shelf": "read"]) + "\n"
                + Self.row(["Title": "Salt", "Exclusive Shelf": "read"]))
        #expect(file.items.count == 1)
        #expect(file.rejected.map(\.line) == [2])
        #expect(
            file.rejected[0].why
                == .violation(
                    RuleViolation(field: "title", value: "", rule: .isRequired), kind: "book"))
        #expect(file.rejected[0].cells.count == 24)
        #expect(file.rejected[0].cells[2] == "Ada")
    }

    @Test func columnsAreFoundByNameInAnyOrder() throws {
        let file = try ImportedFile(
            " exclusive shelf ,AUTHOR,n_ratings,mood,title,genres\nread,Ada,9,calm,Salt,sea\n")
        #expect(file.format == "goodreads")
        #expect(file.items[0]["title"] == "Salt")
        #expect(file.items[0]["author"] == "Ada")
        #expect(file.items[0]["tags"] == "sea")
        #expect(file.notUnderstood == ["mood"])
        #expect(file.leftOut == ["n_ratings"])
    }

    @Test func raggedRowsLoseNothing() throws {
        let file = try ImportedFile(
            "Title,Author,Exclusive Shelf\nSalt,Ada,read,more,\nSand\n")
        #expect(file.note() == ["Column 4: more"])
        #expect(file.items[1] == ["kind": "book", "title": "Sand"])
    }

    @Test func anOverlongNoteIsRejected() throws {
        let long = String(repeating: "x", count: Field.longestText + 1)
        let file = try file(
            Self.row(["Title": "Salt", "My Review": long, "Exclusive Shelf": "read"]))
        #expect(file.items.isEmpty)
        #expect(file.rejected.count == 1)
    }

    @Test func semicolonSeparatorsAreRead() throws {
        let file = try ImportedFile(
            "\u{FEFF}Title;Author;My Rating;Exclusive Shelf\r\nSalt;Ada;4,5;read\r\n")
        #expect(file.items[0]["rating"] == "4.5")
        #expect(file.items[0]["title"] == "Salt")
    }
}
