import Testing
import TroveExchange
import TroveModel
import TroveTesting

/// Tables of no program in particular.
struct AnyTableTests {
    @Test(
        arguments: [
            (
                "Title,Author,Pages,Publisher,Year,Language,Rating,Notes,Tags,Status,Date read",
                "read"
            ),
            (
                "Titel;Autor;Seiten;Verlag;Jahr;Sprache;Bewertung;Notizen;Schlagwörter;Status;Gelesen am",
                "gelesen"
            ),
            (
                "Titre;Auteur;Nombre de pages;Éditeur;Année;Langue;Note;Commentaires;Étiquettes;Statut;Lu le",
                "lu"
            ),
            (
                "TÍTULO;Autor;Páginas;Editorial;Año;Idioma;Valoración;Notas;Etiquetas;Estado;Fecha de lectura",
                "leído"
            ),
            (
                "Titolo;Autore;Pagine;Editore;Anno;Lingua;Valutazione;Commenti;Etichette;Stato;Letto il",
                "letto"
            ),
            (
                "Título;Autor;Páginas;Editora;Ano;Língua;Avaliação;Anotações;Palavras-chave;Estado;Lido em",
                "lido"
            ),
            (
                "Titel;Schrijver;Aantal pagina's;Uitgeverij;Jaar;Taal;Beoordeling;Opmerkingen;Trefwoorden;Status;Gelezen op",
                "gelezen"
            ),
        ])
    func headersAreUnderstood(header: String, read: String) throws {
        let separator = header.contains(";") ? ";" : ","
        let cells = [
            "Salt", "Ada Brandt", "352", "Ace", "1990", "en", "4", "Fine", "sea", read,
            "2024-03-01",
        ]
        let file = try ImportedFile("\(header)\n\(cells.joined(separator: separator))\n")
        #expect(file.format == "table")
        #expect(
            file.items == [
                [
                    "kind": "book", "title": "Salt", "author": "Ada Brandt", "pages": "352",
                    "publisher": "Ace", "year": "1990", "language": "English", "rating": "4",
                    "note": "Fine", "tags": "sea", "state": "finished",
                ]
            ])
        #expect(file.completions == [["2024-03-01"]])
        #expect(file.notUnderstood.isEmpty)
        #expect(file.used.count == 11)
    }

    @Test func theUserNamesColumns() throws {
        let text = "Werk,Urheber,Regal,Farbe\nSalt,Ada,Attic,red\n"
        let columns = try #require(
            ImportRequest.columns(parsing: "title=Werk, author = URHEBER"))
        let file = try ImportedFile(text) { $0.columns = columns }
        #expect(
            file.items == [
                ["kind": "book", "title": "Salt", "author": "Ada", "shelves": "Attic"]
            ])
        #expect(file.notUnderstood == ["Farbe"])
        let kept = try ImportedFile(text) {
            $0.columns = columns
            $0.keepsUnknownColumns = true
        }
        #expect(kept.note() == ["Farbe: red"])
        #expect(kept.notUnderstood == ["Farbe"])
    }

    @Test func theKindFollowsFromTheHeader() throws {
        let films = try ImportedFile("Name,Director,Year\nSalt,Ada,1990\n")
        #expect(
            films.items == [["kind": "movie", "name": "Salt", "director": "Ada", "year": "1990"]])
        let gems = try ImportedFile("Name,Color,Hardness\nRuby,red,9\n")
        #expect(gems.items == [["kind": "gem", "name": "Ruby", "color": "red", "hardness": "9"]])
        let vague = try ImportedFile("Name,Color,Hardness,Mood\nRuby,red,hard,calm\n") {
            $0.keepsUnknownColumns = true
        }
        #expect(vague.items[0]["description"] == "Hardness: hard\nMood: calm")
        let chosen = try ImportedFile("Title,Year\nSalt,1990\n") {
            $0.kind = $0.kinds.index(of: "movie")
        }
        #expect(chosen.items == [["kind": "movie", "name": "Salt", "year": "1990"]])
    }

    @Test func invalidChoicesAreErrors() throws {
        #expect(throws: ImportFailure.lacksColumn("Werk", header: ["Title", "Author"])) {
            try ImportedFile("Title,Author\nSalt,Ada\n") {
                $0.columns = [ImportRequest.ChosenColumn(field: "title", column: "Werk")]
            }
        }
        #expect(throws: ImportFailure.columnTwice("author")) {
            try ImportedFile("Title,Author\nSalt,Ada\n") {
                $0.columns = [
                    ImportRequest.ChosenColumn(field: "author", column: "Author"),
                    ImportRequest.ChosenColumn(field: "note", column: "author"),
                ]
            }
        }
        #expect(throws: ImportFailure.hasNoField("colour", kind: "book")) {
            try ImportedFile("Title,Author\nSalt,Ada\n") {
                $0.columns = [ImportRequest.ChosenColumn(field: "colour", column: "Author")]
            }
        }
        #expect(throws: ImportFailure.hasOwnColumns(format: "goodreads")) {
            try ImportedFile("Title,Author\nSalt,Ada\n", as: "goodreads") {
                $0.columns = [ImportRequest.ChosenColumn(field: "title", column: "Title")]
            }
        }
        #expect(ImportRequest.columns(parsing: "title") == nil)
        #expect(ImportRequest.columns(parsing: "title=,author=x") == nil)
    }

    @Test(
        arguments: [
            ("31.12.2020", "2020-12-31"), ("31/12/2020", "2020-12-31"),
            ("12/31/2020", "2020-12-31"), ("04.05.2020", "2020-05-04"), ("12.2020", "2020-12"),
            ("2020-12-31", "2020-12-31"), ("04/05/2020", nil), ("31.31.2020", nil),
        ] as [(String, String?)])
    func datesOfSeveralCountries(typed: String, date: String?) throws {
        let file = try ImportedFile("Title,Added\nSalt,\(typed)\n")
        #expect(file.items[0]["added"] == date)
        #expect(file.note() == [date == nil ? "Added: \(typed)" : ""])
    }

    /// Dates of which the order of day and month is certain decide about the others of the table.
    @Test(
        arguments: [
            ("31/12/2020", "2020-05-04"), ("12/31/2020", "2020-04-05"), ("31.12.2020", nil),
            ("2020-12-31", nil), ("12-31-2020", "2020-04-05"),
        ] as [(String, String?)])
    func aCertainDateTellsTheOrderOfOthers(certain: String, date: String?) throws {
        let file = try ImportedFile("Title,Added\nSalt,04/05/2020\nSand,\(certain)\n")
        #expect(file.items[0]["added"] == date)
        let both = try ImportedFile(
            "Title,Added\nSalt,04/05/2020\nSand,31/12/2020\nSilt,12/31/2020\n")
        #expect(both.items.map { $0["added"] } == [nil, "2020-12-31", "2020-12-31"])
    }

    /// The first rows of a long table decide, before any of them is read.
    @Test func theOrderOfDatesIsKnownFromTheFirstRow() throws {
        let rows = (1...5000).map { "Salt \($0),\($0 == 900 ? "31" : "04")/05/2020\n" }
        let file = try ImportedFile("Title,Added\n" + rows.joined())
        #expect(file.items.count == 5000)
        #expect(file.items[0]["added"] == "2020-05-04")
        #expect(file.items[4999]["added"] == "2020-05-04")
    }

    @Test(
        arguments: [
            ("4", "4"), ("4.5", "4.5"), ("8/10", "4"), ("4/5", "4"), ("★★★☆☆", "3"), ("★★", "2"),
            ("★★★★½", "4.5"), ("½", "0.5"), ("★☆½", nil), ("9", nil), ("good", nil),
        ] as [(String, String?)])
    func ratingsOfSeveralForms(typed: String, rating: String?) throws {
        let file = try ImportedFile("Title,Rating\nSalt,\(typed)\n")
        #expect(file.items[0]["rating"] == rating)
        #expect(file.note() == [rating == nil ? "Rating: \(typed)" : ""])
    }

    /// Stars are of five, also where ratings go up to ten.
    @Test(arguments: [("★★★★", "8"), ("★★★★½", "9"), ("★★★★★★★", "7"), ("4", "4"), ("4/5", "8")])
    func starsOfFilms(typed: String, rating: String) throws {
        let file = try ImportedFile("Name,Director,Rating\nSalt,Ada,\(typed)\n")
        #expect(file.items[0]["kind"] == "movie" && file.items[0]["rating"] == rating)
    }

    @Test(arguments: ["Name,Email\nAda,a@b.example\n", "Nom,Auteur\nSel,Ada\n", "a,b\n1,2\n"])
    func otherTablesAreNotGuessed(text: String) throws {
        #expect(throws: ImportFailure.self) { try ImportedFile(text) }
    }

    // MARK: Other forms

    @Test(
        arguments: [
            ("a.xlsx", "PK\u{3}\u{4}", .spreadsheet), ("a.ods", "", .spreadsheet),
            ("a.md", "# Books\n", .markdown), ("a.html", "x", .html),
            ("a.csv", "\n<!DOCTYPE html>", .html), ("a.csv", "%PDF-1.7", .pdf),
            ("a.csv", "GIF89a", .picture), ("a.db", "", .database),
            ("a.csv", "SQLite format 3\0", .database),
        ] as [(String, String, FileForm)])
    func otherFormsAreRefused(name: String, text: String, form: FileForm) throws {
        #expect(throws: ImportFailure.isOtherForm(form)) { try ImportedFile(text, called: name) }
    }

    @Test func aSpreadsheetWithAnotherNameIsRefused() throws {
        let directory = try ScratchDirectory()
        let zip = ZipBytes.archive([
            ("xl/workbook.xml", "<workbook/>"), ("[Content_Types].xml", "x"),
        ])
        let path = try directory.write(zip, to: "books.zip")
        #expect(throws: ImportFailure.isOtherForm(.spreadsheet)) { try ImportedFile(path: path) }
    }

    // MARK: Damage

    @Test func oneBadByteCostsNoRow() throws {
        let header = LibraryThingTests.header.joined(separator: "\t")
        func row(_ title: String, _ author: String) -> String {
            LibraryThingTests.header.map {
                $0 == "Title" ? title : $0 == "Primary Author" ? author : ""
            }.joined(separator: "\t")
        }
        var bytes = Array(
            "\(header)\n\(row("Żółć", "Ék, Åsa"))\n\(row("Caf@ Ż", "Ék, Åsa"))\n".utf8)
        let place = try #require(bytes.lastIndex(of: UInt8(ascii: "@")))
        bytes[place] = 0xE9
        let file = try ImportedFile(bytes, called: "books.tsv")
        #expect(file.items.map { $0["title"] } == ["Żółć", "Café Ż"])
        #expect(file.items.map { $0["author"] } == ["Åsa Ék", "Åsa Ék"])
        #expect(file.repairs.map(\.line) == [3])
        #expect(file.repairs.map(\.column) == ["Title"])
        #expect(file.rejected.isEmpty)
    }
}
