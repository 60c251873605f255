import Testing
import TroveCodecs
import TroveTesting

/// `export` of pages to share: HTML and Markdown.
@Suite(.timeLimit(.minutes(20))) struct SharedPageTests {
    private let trove: Trove
    private let photo = PictureFixture.png(width: 6, height: 4) { column, _ in UInt8(column * 40) }
    private let cover = PictureFixture.png(width: 4, height: 6) { _, row in UInt8(row * 40) }

    private static let things = """
        add book Dune author:"Frank Herbert" pages:412 page:103 state:reading rating:4.5 \
        shelves:"sci-fi, Favourites" tags:desert cover:https://covers.example/1.png lent-to:Bob \
        note:"Fear is\\nthe <b>mind</b>-killer"
        add book Emma state:finished shelves:Favourites lent-to:Ann due:2020-01-01
        add book Kindred state:to-read
        add gem Ruby photo:ruby.png hardness:9
        add gem Opal
        add movie Alien rating:9 watched:1979-05

        """

    init() throws {
        trove = try Trove()
        try trove.scratch.write(photo, to: "work/ruby.png")
        let folder = "home/.cache/trove/covers"
        try trove.scratch.makeDirectory(folder)
        let digest = SHA256(of: cover)
        try trove.scratch.write(cover, to: "\(folder)/\(digest)")
        let key = SHA256(of: Array("https://covers.example/1.png".utf8))
        // The time is that of `TROVE_NOW`.
        try trove.scratch.write("found \(digest) 1795176000000\n", to: "\(folder)/\(key).note")
        try trove.prepare(Self.things)
    }

    private func page(_ query: String = "") throws -> PageReader.Element {
        let run = try trove.program.run(["-c", "export - \(query) as:html"]).requiring()
        return try PageReader.read(run.output)
    }

    /// The headings of the sections, with the titles in each.
    private static func sections(of page: PageReader.Element) -> [[String]] {
        page.all("section").map { section in
            section.all("h2").map(\.text) + section.all("h3").map(\.text)
        }
    }

    @Test func itemsAreGroupedByShelf() throws {
        #expect(
            Self.sections(of: try page()) == [
                ["Favourites 2", "Dune", "Emma"], ["sci-fi 1", "Dune"],
                ["Books without a shelf 1", "Kindred"], ["Gems 2", "Ruby", "Opal"],
                ["Movies 1", "Alien"], ["Reads 1", "Emma"],
            ])
        // The shelf that was asked for is the only one.
        let shelf = try page("books shelves=sci-fi")
        #expect(Self.sections(of: shelf) == [["sci-fi 1", "Dune"]])
        #expect(shelf.all("title").map(\.text) == ["sci-fi"])
        #expect(shelf.all("nav").isEmpty)
        let rest = try page("books not shelves=sci-fi sort:-title")
        #expect(
            Self.sections(of: rest) == [
                ["Favourites 1", "Emma"], ["Books without a shelf 1", "Kindred"],
            ])
        #expect(Self.sections(of: try page("gems limit:1")) == [["Gems 1", "Ruby"]])
        #expect(try page("limit:0").all("main").map(\.text) == ["\nNothing found.\n"])
    }

    @Test func aCardShowsTheItem() throws {
        let card = try #require(page("books Dune").all("article").first)
        #expect(card.all("p", class: "creator").map(\.text) == ["Frank Herbert"])
        #expect(card.all("span", class: "state").map(\.text) == ["reading"])
        let stars = try #require(card.all("span", class: "stars").first)
        #expect(stars.text == "★★★★½")
        #expect(stars.attributes["aria-label"] == "4.5 of 5")
        #expect(card.all("p", class: "progress").map(\.text) == [" page 103 of 412 (25%)"])
        #expect(card.all("progress").map { $0.attributes["value"] } == ["103"])
        #expect(card.all("ul", class: "tags").map(\.text) == ["desert"])
        let note = card.all("details").flatMap { $0.all("p") }.map(\.text)
        #expect(note == ["Fear is\nthe <b>mind</b>-killer"])
        // Nine of ten are four and a half of five.
        let film = try #require(page("movies").all("article").first)
        #expect(film.all("span", class: "stars").map(\.text) == ["★★★★½"])
        #expect(film.all("span", class: "rating").map(\.text) == ["★★★★½ 9/10"])
    }

    @Test func picturesAreInTheFile() throws {
        let pictures = try page("gems").all("img")
        #expect(pictures.map { $0.attributes["width"] } == ["6"])
        let covers = try page("books Dune").all("img")
        #expect(covers.count == 2)
        for cover in covers {
            let source = try #require(cover.attributes["src"])
            let decoded = try trove.tool(
                "base64", ["-d"],
                input: .text(String(source.dropFirst("data:image/png;base64,".count)))
            ).requiring()
            #expect(decoded.output == self.cover)
        }
        #expect(try page("gems Opal").all("img").isEmpty)
    }

    @Test func nothingIsLoadedOrRun() throws {
        let page = try page()
        for name in ["script", "link", "iframe", "object", "form", "base"] {
            #expect(page.all(name).isEmpty, "\(name)")
        }
        for picture in page.all("img") {
            #expect(picture.attributes["src"]?.hasPrefix("data:image/png;base64,") == true)
        }
        for link in page.all("a") {
            #expect(link.attributes["href"]?.hasPrefix("#s") == true)
        }
        let style = try #require(page.all("style").first).text
        #expect(!style.contains("url(") && !style.contains("@import"))
        let policy = page.all("meta").compactMap { $0.attributes["content"] }
        #expect(policy.contains("default-src 'none'; img-src data:; style-src 'unsafe-inline'"))
        #expect(policy.contains("width=device-width, initial-scale=1"))
    }

    /// Goodreads and LibraryThing have private notes, which `import` keeps.
    @Test(arguments: ["html", "markdown"]) func privateNotesArePrivate(_ form: String) throws {
        try trove.scratch.write(
            "Title,Author,My Review,Private Notes,Exclusive Shelf\nKindred,Octavia E. Butler,Fine,to me<br/><br/>gift of my ex,read\n",
            to: "work/goodreads.csv")
        try trove.prepare(
            "import goodreads.csv --update\nset Emma note:\"public\\n\\nPrivate comment: secret\"")
        #expect(try trove.prepare("show Kindred").text.contains("gift of my ex"))
        let text = try trove.prepare("export - as:\(form)").text
        #expect(text.contains("Fine") && text.contains("public"))
        #expect(!text.contains("gift of my ex") && !text.contains("secret"), "\(text)")
    }

    @Test(arguments: ["html", "markdown"]) func loansArePrivate(_ form: String) throws {
        let run = try trove.program.run(["-c", "export - as:\(form)"]).requiring()
        for hidden in ["Bob", "Ann", "2020-01-01", "lent", "covers.example", "sha256-"] {
            #expect(!run.text.contains(hidden), "\(hidden)")
        }
    }

    @Test(.enabled(if: Tools.hasTidy)) func thePageIsValid() throws {
        try trove.prepare("export page.html")
        let run = try trove.tool("tidy", ["-errors", "-quiet", "page.html"])
        #expect(run.status == .success && run.errorText == "", "\(run)")
    }

    @Test func theNameOrAnOptionSelectsTheFormat() throws {
        try trove.prepare("export a.HTM\nexport b.md\nexport c as:html\nexport d.csv as:markdown")
        for (name, beginning) in [
            ("a.HTM", "<!DOCTYPE html>"), ("b.md", "## 3 books\n\n| # | title |"),
            ("c", "<!DOCTYPE html>"), ("d.csv", "## 3 books\n"),
        ] {
            #expect(try trove.scratch.read("work/\(name)").hasPrefix(beginning), "\(name)")
        }
    }

    @Test func aMissingPhotoIsSaid() throws {
        try trove.shell("rm -r '\(trove.libraryPath).blobs'").requiring()
        for name in ["a.html", "a.zip"] {
            let run = try trove.prepare("export \(name)")
            #expect(
                run.errorText == """
                    warning: the content of the photo ruby.png is not in the library, so it is \
                    left out

                    """, "\(name)")
        }
        // The photo is in neither file, so the import says so, too.
        let other = ["--library", trove.scratch.path("other.db")]
        let run = try trove.prepare("import a.zip", other)
        #expect(
            run.errorText == """
                warning: the photo ruby.png is not in the file: only its name is imported

                """)
    }

    @Test func photosAndCoversTravelInAnArchive() throws {
        try trove.prepare("export a.zip")
        try trove.shell("rm -r '\(trove.libraryPath).blobs' ../home/.cache").requiring()
        // An item that is there already gets its photo back.
        #expect(try trove.prepare("import a.zip").errorText == "")
        #expect(try page("gems").all("img").count == 1)
        let other = try Trove()
        try other.scratch.write(trove.scratch.readBytes("work/a.zip"), to: "work/a.zip")
        try other.prepare("import a.zip --preview")
        #expect(other.scratch.files().filter { $0.contains("blobs") }.isEmpty)
        try other.prepare("import a.zip\nexport b.html")
        let page = try PageReader.read(other.scratch.readBytes("work/b.html"))
        #expect(page.all("img").count == 3)
    }

    @Test func anArchiveDefinesItsKinds() throws {
        try trove.prepare("kind new vinyl\nadd vinyl Blue\nexport a.zip vinyls")
        let other = ["--library", trove.scratch.path("other.db")]
        let preview = try trove.prepare("import a.zip --preview", other)
        #expect(preview.text.contains("Found 1 vinyl to import."), "\(preview)")
        #expect(
            try trove.prepare("import a.zip", other).text
                == "Imported 1 vinyl from a.zip (Trove). `undo` reverts the import.\n")
        #expect(try trove.run("count vinyls", other).text == "1\n")
    }

    @Test func aDamagedPhotoIsNotStored() throws {
        try trove.prepare("export a.zip")
        var archive = try trove.scratch.readBytes("work/a.zip")
        let start = try #require(archive.firstRange(of: photo)?.lowerBound)
        archive[start + photo.count / 2] ^= 1
        try trove.scratch.write(archive, to: "work/a.zip")
        let other = ["--library", trove.scratch.path("other.db")]
        let run = try trove.prepare("import a.zip", other)
        #expect(
            run.errorText == """
                warning: the photo ruby.png is damaged in the archive: only its name is imported

                """)
        #expect(trove.scratch.files().filter { $0.contains("other.db.blobs") }.isEmpty)
        #expect(try trove.run("count", other).text == "7\n")
    }
}
