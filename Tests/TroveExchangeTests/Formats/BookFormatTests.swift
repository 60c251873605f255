import Testing
import TroveExchange
import TroveModel

struct StoryGraphTests {
    static let header = """
        Title,Authors,Contributors,ISBN/UID,Format,Read Status,Date Added,Last Date Read,\
        Dates Read,Read Count,Moods,Pace,Character- or Plot-Driven?,Strong Character Development?,\
        Loveable Characters?,Diverse Characters?,Flawed Characters?,Star Rating,Review,\
        Content Warnings,Content Warning Description,Tags,Owned?
        """

    @Test func everyColumnIsImported() throws {
        let row = #"""
            Salt,"Ada Brandt, Bo Lind",Ci Ek (Translator),9780441172719,paperback,read,2025/02/01,2026/09/02,"2025/03/01-2025/03/14, 2026/09/02",2,"calm, dark",slow,Plot,Yes,No,It's complicated,N/A,4.25,"Good.<div>More &lt;3</div>",Storms: minor,none,"sea, to keep",Yes
            """#
        let file = try ImportedFile(Self.header + "\n" + row)
        #expect(file.format == "storygraph")
        var item = file.items[0]
        let note = item.removeValue(forKey: "note")
        #expect(
            item == [
                "kind": "book", "title": "Salt", "author": "Ada Brandt; Bo Lind",
                "isbn": "9780441172719", "state": "finished", "rating": "4.25",
                "tags": "sea, to keep", "added": "2025-02-01",
            ])
        #expect(file.completions == [["2025-03-01 – 2025-03-14", "2026-09-02"]])
        #expect(
            note == """
                Good.
                More <3

                Contributors: Ci Ek (Translator)
                Format: paperback
                Moods: calm, dark
                Pace: slow
                Character- or Plot-Driven?: Plot
                Strong Character Development?: Yes
                Loveable Characters?: No
                Diverse Characters?: It's complicated
                Flawed Characters?: N/A
                Content Warnings: Storms: minor
                Content Warning Description: none
                """)
        #expect(file.leftOut.isEmpty && file.notUnderstood.isEmpty)
    }

    @Test(arguments: ["B00CHHAWVM", "0ee8a8f2-9b0f-4f0d-8a35-8d2e5c0b3a11"])
    func invalidISBNsGoToTheNote(number: String) throws {
        let file = try ImportedFile(
            "Title,Author,ISBN,Read Status,Star Rating\nSalt,Ada,\(number),did-not-finish,5.0\n")
        #expect(file.note() == ["ISBN: \(number)"])
        #expect(file.items[0]["shelves"] == nil)
        #expect(file.items[0]["state"] == "abandoned")
        #expect(file.items[0]["rating"] == "5")
        #expect(file.items[0]["author"] == "Ada")
    }
}

struct LibraryThingTests {
    static let header = [
        "Book Id", "Title", "Sort Character", "Primary Author", "Primary Author Role",
        "Secondary Author", "Secondary Author Roles", "Publication", "Date", "Review", "Rating",
        "Comment", "Private Comment", "Summary", "Media", "Physical Description", "Weight",
        "Height", "Thickness", "Length", "Dimensions", "Page Count", "LCCN", "Acquired",
        "Date Started", "Date Read", "Barcode", "BCID", "Tags", "Collections", "Languages",
        "Original Languages", "LC Classification", "ISBN", "ISBNs", "Subjects", "Dewey Decimal",
        "Dewey Wording", "Other Call Number", "Copies", "Source", "Entry Date", "From Where",
        "OCLC", "Work id", "Lending Patron", "Lending Status", "Lending Start", "Lending End",
    ]

    private func text(_ cells: [String: String]) -> String {
        Self.header.joined(separator: "\t") + "\n"
            + Self.header.map { cells[$0] ?? "" }.joined(separator: "\t") + "\n"
    }

    @Test func readsBracketsQuotesAndNames() throws {
        let file = try ImportedFile(
            text([
                "Book Id": "77", "Title": "The \"Salt\" Road", "Primary Author": "Brandt, Ada",
                "Date": "2007", "Rating": "3.5", "Page Count": "590 ", "Acquired": "[2007-04-16]",
                "Date Started": "[2008-01-02]", "Tags": "sea, north", "ISBN": "[0441172717]",
                "ISBNs": "0441172717, 9780441172719, 0306406152", "Subjects": "Ships|Salt",
                "Collections": "Your library, Attic", "Copies": "1", "Entry Date": "[2007-04-16]",
                "Summary": "The Salt Road by Ada Brandt (2007)", "Weight": "1 pound",
            ]), called: "books.tsv")
        #expect(file.format == "librarything")
        var item = file.items[0]
        let note = item.removeValue(forKey: "note")
        #expect(
            item == [
                "kind": "book", "title": "The \"Salt\" Road", "author": "Ada Brandt",
                "isbn": "9780441172719", "pages": "590", "rating": "3.5", "state": "reading",
                "shelves": "Attic", "tags": "north, sea", "year": "2007",
                "started": "2008-01-02", "added": "2007-04-16",
                "description": "The Salt Road by Ada Brandt (2007)",
            ])
        #expect(
            note == """
                Weight: 1 pound
                Acquired: 2007-04-16
                ISBNs: 0306406152
                Subjects: Ships|Salt
                """)
        #expect(file.identities == ["77"])
        #expect(file.leftOut == ["Sort Character", "LCCN", "OCLC", "Work id"])
    }

    @Test func readsISO8859() throws {
        let text = text(["Title": "Cafe", "Primary Author": "Brandt, Rene"])
        let bytes = Array(text.utf8).split(separator: 0x0A, omittingEmptySubsequences: false)
        var row = Array(bytes[1])
        let place = try #require(row.firstIndex(of: UInt8(ascii: "f")))
        row[place + 1] = 0xE9
        let file = try ImportedFile(Array(bytes[0]) + [0x0A] + row + [0x0A])
        #expect(file.items[0]["title"] == "Café")
    }

    @Test func lentBooksAreLent() throws {
        let file = try ImportedFile(
            text([
                "Title": "Salt", "Collections": "Your library", "Lending Patron": "Bo",
                "Lending Status": "checked out", "Lending Start": "[2026-01-02]",
                "Lending End": "[2026-02]",
            ]))
        #expect(file.items[0]["lent-to"] == "Bo")
        #expect(file.items[0]["lent-on"] == "2026-01-02")
        #expect(file.items[0]["due"] == "2026-02")
        #expect(file.items[0]["state"] == "to-read")
        #expect(file.note() == ["Lending Status: checked out"])
    }

    @Test func returnedBooksAreNotLent() throws {
        let file = try ImportedFile(
            text([
                "Title": "Salt", "Collections": "Wishlist", "Lending Patron": "Bo",
                "Lending Status": "Returned", "Lending Start": "[2026-01-02]",
                "Lending End": "[2026-02-03]",
            ]))
        #expect(file.items[0]["lent-to"] == nil)
        #expect(file.items[0]["due"] == nil)
        #expect(file.items[0]["state"] == "wish")
        #expect(
            file.note() == [
                "Lending Status: Returned", "Lending Patron: Bo", "Lending Start: 2026-01-02",
                "Lending End: 2026-02-03",
            ])
    }

    @Test(arguments: [
        ("Brandt, Ada", "Ada Brandt"), ("Homer", "Homer"),
        ("King, Martin Luther, Jr.", "Martin Luther King, Jr."), ("Brandt,", "Brandt,"),
        ("Boswell, Dustin & Foucher, Trevor", "Dustin Boswell; Trevor Foucher"),
    ])
    func firstNamesComeFirst(written: String, said: String) throws {
        let file = try ImportedFile(
            text(["Title": "Salt", "Primary Author": written]))
        #expect(file.items[0]["author"] == said)
    }

    @Test func fiveMoreColumnsAreRead() throws {
        let more = ["List Price", "Purchase Price", "Value", "Condition", "ISSN"]
        let file = try ImportedFile(
            (["Title", "Primary Author", "Collections"] + more).joined(separator: "\t")
                + "\nSalt\tBrandt, Ada\tTo read\t9\t8\t7\tgood\t1234-5678\n")
        #expect(file.notUnderstood.isEmpty)
        #expect(
            file.note() == [
                "List Price: 9", "Purchase Price: 8", "Value: 7", "Condition: good",
                "ISSN: 1234-5678",
            ])
        #expect(file.items[0]["state"] == "to-read")
        #expect(file.items[0]["shelves"] == nil)
    }
}

struct CalibreTests {
    @Test func theCatalogueIsImported() throws {
        let text = #"""
            "authors","author_sort","rating","library_name","timestamp","formats","size","isbn","identifiers","comments","tags","series","series_index","languages","title","cover","title_sort","publisher","pubdate","id","uuid","#own"
            "Ada Brandt & Bo Lind","Brandt, Ada & Lind, Bo","4.5","Main","2026-01-02T10:00:00+01:00","epub, pdf","123456","9780441172719","isbn:9780441172719","<div><p>First.</p><p>Second
            line.</p></div>","sea, north","Coast","2.0","eng","Salt","/books/cover.jpg","Salt","Ace","0101-01-01T00:00:00+00:00","7","0ee8a8f2","mine"
            """#
        let file = try ImportedFile(text)
        #expect(file.format == "calibre")
        var item = file.items[0]
        let note = item.removeValue(forKey: "note")
        #expect(
            item == [
                "kind": "book", "title": "Salt", "author": "Ada Brandt; Bo Lind",
                "isbn": "9780441172719", "rating": "4.5", "tags": "north, sea",
                "series": "Coast", "volume": "2", "language": "English", "publisher": "Ace",
                "added": "2026-01-02",
                "description": "First.\n\nSecond\nline.",
            ])
        #expect(
            note == """
                Library: Main
                Formats: epub, pdf
                Identifiers: isbn:9780441172719
                cover: /books/cover.jpg
                #own: mine
                """)
        #expect(file.leftOut == ["author_sort", "size", "title_sort", "uuid"])
        #expect(file.identities == ["7"])
    }

    @Test func coverAddressesAreKept() throws {
        let file = try ImportedFile(
            "title,authors,uuid,cover\nSalt,Ada,1,https://covers.example/1.jpg\n")
        #expect(file.items[0]["cover"] == "https://covers.example/1.jpg")
    }
}

struct OpenreadsTests {
    @Test func everyColumnIsImported() throws {
        let text = """
            title,subtitle,author,description,status,favourite,deleted,rating,pages,publisher,\
            publication_year,isbn,olid,tags,my_review,notes,book_format,readings,date_added,\
            date_modified
            Salt,A Road,Ada,"About
            salt.",in_progress,true,false,4.5,352,Ace,1990,9780441172719,OL1M,sea|||||north,\
            "Two
            lines.",hm,paperback,2025-01-02|2025-02-01|;2026-02-03||,2026-01-01T10:00:00.000,2026-01-02T10:00
            Gone,,Ada,,finished,false,true,,,,,,,,,,,,,
            Odd,,Ada,,abandoned,false,false,,,,,,,,,,,,,
            """
        let file = try ImportedFile(text)
        #expect(file.format == "openreads")
        var item = file.items[0]
        let note = item.removeValue(forKey: "note")
        #expect(
            item == [
                "kind": "book", "title": "Salt", "author": "Ada", "description": "About\nsalt.",
                "state": "reading", "rating": "4.5", "pages": "352", "isbn": "9780441172719",
                "tags": "north, sea", "year": "1990", "publisher": "Ace",
                "started": "2026-02-03", "added": "2026-01-01",
            ])
        #expect(file.completions == [["2025-01-02 – 2025-02-01"], []])
        #expect(
            note == """
                Two
                lines.

                Subtitle: A Road
                Favourite: true
                Notes: hm
                Format: paperback
                """)
        #expect(file.leftOutRows == [5])
        #expect(file.items[1]["state"] == "abandoned")
        #expect(file.items[1]["shelves"] == nil)
        #expect(file.lines == [2, 6])
    }
}

struct BookWyrmTests {
    static let header = """
        title,author_text,remote_id,openlibrary_key,finna_key,inventaire_id,librarything_key,\
        goodreads_key,bnf_id,viaf,wikidata,asin,aasin,isfdb,isbn_10,isbn_13,oclc_number,start_date,\
        finish_date,stopped_date,rating,review_name,review_cw,review_content,review_published,\
        shelf,shelf_name,shelf_date
        """

    @Test func everyColumnIsImported() throws {
        let row = """
            Salt,Ada Brandt,https://w.example/book/1,OL1M,,,,,,,,,,,0441172717,9780441172719,1,\
            2026-01-02,2026-02-03,,3.5,A road,storms,Good.,2026-02-04,read,Lu,2026-02-05
            """
        let file = try ImportedFile(Self.header + "\n" + row)
        #expect(file.format == "bookwyrm")
        #expect(file.items[0]["state"] == "finished")
        #expect(file.items[0]["shelves"] == nil)
        #expect(file.items[0]["rating"] == "3.5")
        #expect(file.items[0]["isbn"] == "9780441172719")
        #expect(
            file.note() == [
                "A road", "Good.", "", "Content warning: storms", "Reviewed: 2026-02-04",
                "Shelved: 2026-02-05",
            ])
        #expect(file.completions == [["2026-01-02 – 2026-02-03"]])
        #expect(file.identities == ["https://w.example/book/1"])
        #expect(file.leftOut.count == 12)
    }

    @Test func customShelvesKeepTheirNames() throws {
        let file = try ImportedFile(
            "title,author_text,remote_id,start_date,shelf,shelf_name\nSalt,Ada,1,,attic-12,Attic\n"
                + "Sand,Ada,2,2026-01-02,stopped-reading,Stopped Reading\n")
        #expect(file.items[0]["shelves"] == "Attic")
        #expect(file.items[0]["state"] == nil)
        #expect(file.items[1]["shelves"] == nil)
        #expect(file.items[1]["state"] == "abandoned")
    }
}
