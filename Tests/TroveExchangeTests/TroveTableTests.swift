import Testing
import TroveExchange
import TroveModel

struct TroveTableTests {
    /// Returns the rows of a table and its unknown columns; nil for a header of another format.
    private func rows(
        _ text: String, keepsUnknown: Bool = false
    ) throws -> (rows: [ImportedRow], unknown: [String])? {
        let reader = TableReader(MemoryBytes(Array(text.utf8)))
        var record = TableRecord()
        guard try reader.next(into: &record),
            let table = TroveTable(
                header: record, kinds: .standard, keepsUnknown: keepsUnknown)
        else { return nil }
        var rows: [ImportedRow] = []
        while try reader.next(into: &record) { rows.append(table.row(from: record)) }
        return (rows, table.unknownColumns)
    }

    /// Returns the items among the rows as texts: the kind, then each field with a value.
    private func items(_ text: String, keepsUnknown: Bool = false) throws -> [String] {
        try #require(try rows(text, keepsUnknown: keepsUnknown)).rows.map { row in
            switch row {
            case .item(let item):
                let kind = Kinds.standard[item.kind]
                let fields = zip(kind.fields, item.values).compactMap { field, value in
                    value.map { "\(field.name):\($0)" }
                }
                return "\(item.line) \(kind.name) " + fields.joined(separator: " ")
            case .rejected(let line, let reason, _): return "\(line) \(reason)"
            case .leftOut(let line): return "\(line) left out"
            }
        }
    }

    @Test func fieldsAreFoundByName() throws {
        let text = """
            kind,title,author,pages,rating,name,hardness,birthstone
            book,Dune,Frank Herbert,412,4.25,,,
            gem,,,,,Ruby,9,July
            movie,,,,8,Alien,,
            """
        #expect(
            try items(text) == [
                "2 book title:Dune author:Frank Herbert pages:412 rating:4.25",
                "3 gem name:Ruby hardness:9 birthstone:July",
                "4 movie name:Alien rating:8",
            ])
    }

    @Test(arguments: [
        "number,kind,title\n1,book,Dune\n", "id,number,kind,title\nx,1,book,Dune",
        "\u{FEFF}kind,title\nbook,Dune", " Kind , TITLE \nBooks,Dune\n", "kind;title\nbook;Dune",
        "kind,title,\"\"\nbook,Dune",
    ])
    func isRecognized(text: String) throws {
        #expect(try items(text) == ["2 book title:Dune"])
    }

    @Test(arguments: [
        "title,kind\nDune,book", "kind\nbook", "kind,nothing\nbook,a", "", "number\n1",
    ])
    func isNotRecognized(text: String) throws {
        #expect(try rows(text) == nil)
    }

    @Test func unknownColumnsAreReported() throws {
        let found = try #require(try rows("kind,title,Colour of spine,title\nbook,Dune,red,x\n"))
        #expect(found.unknown == ["Colour of spine", "title"])
        #expect(found.rows.count == 1)
    }

    @Test func unknownColumnsAreKeptInTheNote() throws {
        let text = """
            kind,title,Spine,note,,name,year
            book,Dune,red,Mine.,x,,
            book,Emma,,,,,
            gem,,green,,,Opal,
            movie,,,,y,Alien,
            read,Kim,blue,,,,
            """
        #expect(
            try items(text, keepsUnknown: true) == [
                "2 book title:Dune note:Mine.\nSpine: red\nColumn 5: x", "3 book title:Emma",
                "4 gem name:Opal description:Spine: green",
                "5 movie name:Alien notes:Column 5: y", "6 read title:Kim note:Spine: blue",
            ])
        #expect(try items(text).first == "2 book title:Dune note:Mine.")
    }

    @Test func rejectedRowsAreReported() throws {
        let text = """
            kind,title,name,pages,on
            book,Dune,,many,
            stone,,Ruby,,
            ,Dune,,,
            book,Dune,Ruby,,
            book,Dune,,1,,,x
            book,Dune,,1,,,
            book
            read,Dune,,,today
            """
        let found = try #require(try rows(text)).rows
        func reason(_ row: ImportedRow) -> ImportRejection? {
            if case .rejected(_, let reason, _) = row { reason } else { nil }
        }
        let pages = RuleViolation(
            field: "pages", value: "many", rule: .notAWholeNumber(1...999_999))
        #expect(
            found.map(reason) == [
                .violation(pages, kind: "book"), .noKind("stone"), .noKind(""),
                .hasNoField("name", kind: "book"), .hasMoreCells, nil, nil,
                .violation(
                    RuleViolation(field: "on", value: "today", rule: .notADate), kind: "read"),
            ])
        if case .rejected(let line, _, let cells) = found[0] {
            #expect(line == 2 && cells == ["book", "Dune", "", "many", ""])
        }
    }

    @Test func aGuardedCellLosesOneApostrophe() throws {
        #expect(
            try items("kind,title,note\nbook,'=a,'a\nbook,''=a,''\nbook,'-,'\"x\n") == [
                "2 book title:=a note:'a", "3 book title:'=a note:''", "4 book title:- note:'\"x",
            ])
    }
}
