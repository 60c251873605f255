import Testing
import TroveTesting

/// Files of other programs, as a user imports them.
@Suite(.timeLimit(.minutes(20))) struct ImportFormatTests {
    private let trove: Trove

    init() throws {
        trove = try Trove()
    }

    @Test func aTableInAnotherLanguage() throws {
        _ = try trove.scratch.write(
            "Título;Autor;Editorial;Estado;Fecha de lectura;Color\n"
                + "Sal;Ada Brandt;Ace;leído;31/12/2020;azul\n", to: "work/libros.csv")
        let run = try trove.run("import libros.csv --preview\n").requiring(.success)
        #expect(run.text.contains("Found 1 book, 1 read to import"))
        #expect(run.text.contains("Unknown: Color"))
        let kept = try trove.run("import libros.csv --keep-unknown\nlist\n", ["--json"])
            .requiring(.success)
        #expect(kept.text.contains(#""publisher":"Ace""#))
        #expect(kept.text.contains(#""state":"finished""#))
        #expect(kept.text.contains(#""note":"Color: azul""#))
    }

    @Test func columnsAreNamed() throws {
        _ = try trove.scratch.write("Werk,Urheber\nSalz,Ada\n", to: "work/werke.csv")
        let run = try trove.run(
            "import werke.csv columns:title=Werk,author=Urheber\nlist\n", ["--json"]
        ).requiring(.success)
        #expect(run.text.contains(#""title":"Salz","author":"Ada""#))
        let wrong = try trove.run(
            """
            import werke.csv
            import werke.csv columns:title=Titel
            import werke.csv columns:colour=Werk
            import werke.csv columns:title
            import werke.csv kind:boks

            """)
        for text in [
            "werke.csv has an unknown header: Werk, Urheber",
            "werke.csv has no column \"Titel\"", "a book has no field \"colour\"",
            "columns: cannot be \"title\"", "there is no kind \"boks\"",
        ] {
            #expect(wrong.errorText.contains(text), "\(text)")
        }
        #expect(wrong.text.isEmpty)
    }

    @Test(arguments: [
        ("books.xlsx", "is a spreadsheet", "save it as CSV"),
        ("books.md", "is Markdown", "export the items as CSV"),
        ("books.html", "is a web page", "export the items as CSV"),
        ("cover.png", "is a picture", "`scan cover.png`"),
    ])
    func otherFormsAreRefusedByName(name: String, what: String, advice: String) throws {
        _ = try trove.scratch.write("x", to: "work/\(name)")
        let run = try trove.run("import \(name)\n")
        #expect(run.errorText.contains("\(name) \(what), which cannot be imported"))
        #expect(run.errorText.contains(advice))
    }

    @Test func oneBadByteIsReported() throws {
        var bytes = Array(
            "Title,Author,Read Status,Star Rating\nŻółć,Ék,read,4\nCaf@,Ék,read,5\n".utf8)
        let place = try #require(bytes.firstIndex(of: UInt8(ascii: "@")))
        bytes[place] = 0xE9
        _ = try trove.scratch.write(bytes, to: "work/books.csv")
        let run = try trove.run("import books.csv\nfind Café\n").requiring(.success)
        #expect(
            run.errorText.contains(
                "warning: 1 cell was not valid UTF-8, and read as Windows-1252: Title in line 3"))
        #expect(run.text.contains("Imported 2 books"))
    }
}
