import Testing
import TroveTesting

/// What `find`, `list` and `filter` find, and in which order.
@Suite(.timeLimit(.minutes(20))) struct FindTests {
    private let trove: Trove

    init() throws {
        trove = try Trove()
        try trove.prepare(
            """
            add book "Ender’s Game" author:"Orson Scott Card" isbn:9780441013593
            add book "L'Étranger" author:"Albert Camus"
            add book Dune author:"Frank Herbert"
            add book Lyon author:"Élise Reclus"
            add movie Alien watched:2024
            """)
    }

    private func titles(_ command: String) throws -> [String] {
        try trove.run(command, ["--output", "lines"]).requiring().lines.compactMap { line in
            ["Ender’s Game", "L'Étranger", "Dune", "Lyon", "Alien"].first { line.contains($0) }
        }
    }

    /// An ISBN is stored in thirteen digits, and found as it is shown or printed.
    @Test(arguments: ["978-0-441-01359-3", "9780441013593", "0441013597", "0-441-01359", "441 013"])
    func isbnsAreFoundInAnyNotation(_ number: String) throws {
        #expect(try titles("find \(number)") == ["Ender’s Game"])
        #expect(try titles("list books isbn~\"\(number)\"") == ["Ender’s Game"])
    }

    @Test(arguments: ["ender's", "ender’s", "ENDER‘S"])
    func apostrophesHaveOneMeaning(_ text: String) throws {
        #expect(try titles("find \"\(text)\"") == ["Ender’s Game"])
        let again = try trove.run("add book \"\(text) game\" author:\"Orson Scott Card\"")
        #expect(again.errorText.contains("is already on your wishlist"), "\(again)")
    }

    /// A title is named without its accents and with any apostrophe, if that names one item.
    @Test func titlesAreNamedAsTheyAreTyped() throws {
        #expect(try titles("show \"ender's game\"") == ["Ender’s Game"])
        #expect(try titles("show \"L’Etranger\"") == ["L'Étranger"])
        try trove.prepare("add book \"Ender's Game\" --yes")
        // The title as it is written is preferred.
        #expect(try titles("show \"Ender’s Game\"").first == "Ender’s Game")
        try trove.prepare("add book \"Ender‘s Game\" --yes\nset \"Ender's Game\" title:Endgame")
        let run = try trove.run("show \"ender's game\"")
        #expect(run.errorText.contains("2 items"), "\(run)")
    }

    /// If no text contains several words side by side, items that contain all of them are found.
    @Test func wordsMayBeInDifferentFields() throws {
        #expect(try titles("find herbert dune") == ["Dune"])
        #expect(try titles("find frank herbert") == ["Dune"])
        #expect(try titles("find \"herbert dune\"") == [])
        #expect(try titles("find herbert etranger") == [])
        // Blanks between words do not matter, and a quoted part is one word.
        #expect(try titles("find herbert   dune") == ["Dune"])
        #expect(try titles("find \"frank herbert\" dune") == ["Dune"])
        #expect(try titles("find \"herbert frank\" dune") == [])
        #expect(try titles("find herbert dune limit:1") == ["Dune"])
    }

    /// What contains the text itself comes without what contains its words only.
    @Test func thePhraseIsPreferred() throws {
        try trove.prepare("add book \"Orson and the Scott\" author:\"A B\"")
        #expect(try titles("find orson scott") == ["Ender’s Game"])
    }

    /// A short number with a hyphen is no part of an ISBN.
    @Test func shortNumbersAreTexts() throws {
        #expect(try titles("find 9-7") == [])
        #expect(try titles("filter not 97-80") != [])
    }

    /// An accent counts only between texts that are equal without it.
    @Test func accentsDoNotChangeTheOrder() throws {
        #expect(
            try titles("list books sort:title") == ["Dune", "Ender’s Game", "L'Étranger", "Lyon"])
        #expect(
            try titles("list books sort:author") == ["L'Étranger", "Ender’s Game", "Dune", "Lyon"])
        try trove.prepare("add book Ezra author:\"Zoe Zz\"\nset Lyon title:Ère")
        let all = try trove.run("list books sort:title columns:title", ["--output", "csv"])
        #expect(
            all.lines.compactMap { $0.split(separator: ",").last.map(String.init) }
                == ["title", "Dune", "Ender’s Game", "Ère", "Ezra", "L'Étranger"])
    }

    /// A question may name a day that no item can have.
    @Test func questionsMayBeAboutTheFuture() throws {
        #expect(try titles("list movies watched<tomorrow") == ["Alien"])
        #expect(try titles("list movies watched>=2099") == [])
        #expect(try trove.run("set Alien watched:2099").status == .exited(1))
    }

    /// An unknown value is a warning, also if a limit saved loading the items.
    @Test func unknownValuesAreWarnedOf() throws {
        let run = try trove.run("list books genre=nope limit:5")
        #expect(run.errorText == "warning: no book has the genre \"nope\"\n", "\(run)")
    }

    /// `limit:0` says nothing about what there is.
    @Test func noRowsAreNoStatement() throws {
        let run = try trove.run("wishlist limit:0\nreads limit:0\nfind dune limit:0")
        #expect(run.text == "Nothing found.\nNothing found.\nNothing found.\n", "\(run)")
        #expect(run.errorText == "")
    }

    // MARK: Sets

    /// Separators alone mean no value, like an empty text.
    @Test(arguments: [",", " , ", ""])
    func namesAreNeeded(_ nothing: String) throws {
        try trove.prepare("tag 1 with:war,space\ntag 3 with:space")
        #expect(try titles("list books tags=\"\(nothing)\"") == ["L'Étranger", "Lyon"])
        #expect(try titles("list books tags!=\"\(nothing)\"") == ["Ender’s Game", "Dune"])
        #expect(try titles("list books tags=\"\(nothing)\"|war").count == 3)
        try trove.prepare("delete books where tags=\"\(nothing)\" --yes")
        #expect(try titles("list books") == ["Ender’s Game", "Dune"])
    }

    @Test(arguments: ["<", "<=", ">", ">="])
    func setsHaveNoOrder(_ comparison: String) throws {
        try trove.prepare("tag 1 with:war")
        let run = try trove.run("delete books where tags\(comparison)war --yes")
        #expect(
            run.errorText.contains("tags is a set of names, which has no order"), "\(run)")
        #expect(try titles("list books").count == 4)
    }

    /// A list that is cut short warns of an unknown value, too.
    @Test func aShortListKnowsTheValues() throws {
        try trove.prepare("set 1 genre:sci-fi")
        for limit in ["", " limit:5"] {
            let run = try trove.run("list books genre=scifi|sci-fi\(limit)").requiring()
            #expect(run.errorText.contains("no book has the genre \"scifi\""), "\(run)")
        }
    }
}
