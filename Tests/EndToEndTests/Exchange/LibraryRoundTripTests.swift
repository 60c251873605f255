import Testing
import TroveCodecs
import TroveLanguage
import TroveModel
import TroveTesting

/// Exports of Trove's own formats: a library that imports one equals the library that wrote it.
@Suite(.timeLimit(.minutes(20))) struct LibraryRoundTripTests {
    private static let forms = ["csv", "json", "jsonl", "zip"]

    /// Returns all items without their numbers, which each library assigns anew.
    private static func items(of trove: Trove) throws -> [JSON] {
        try (JSON(parsing: Array(trove.json().utf8)).array ?? []).map { item in
            .object((item.members ?? []).filter { $0.name != "number" })
        }
    }

    private static func photos(of trove: Trove) throws -> [String: [UInt8]] {
        let folder = Trove.libraryName + ".blobs/"
        return try Dictionary(
            uniqueKeysWithValues: trove.scratch.files().filter { $0.hasPrefix(folder) }
                .map { ($0, try trove.scratch.readBytes($0)) })
    }

    @Test(arguments: forms) func aRandomLibraryComesBack(_ form: String) throws {
        try SeededRandom.run { random in
            let trove = try Trove()
            try trove.prepare(try Self.commands(for: trove, using: &random), ["--yes"])
            try trove.prepare("export all.\(form)")
            let expected = try Self.items(of: trove)
            let file = try trove.scratch.readBytes("work/all.\(form)")

            let other = try Trove()
            try other.scratch.write(file, to: "work/all.\(form)")
            let run = try other.prepare("import all.\(form)")
            #expect(!run.text.contains("rejected"), "\(run.text)\n\(random.hint)")
            #expect(!run.text.contains("duplicate"), "\(run.text)\n\(random.hint)")
            #expect(try Self.items(of: other) == expected, "\(random.hint)")
            if form == "zip" {
                #expect(try Self.photos(of: other) == Self.photos(of: trove), "\(random.hint)")
                #expect(run.errorText == "", "\(random.hint)")
            }

            // The same items in the library that wrote them, and again in the other one.
            for again in [trove, other] {
                try again.prepare("import all.\(form)")
                #expect(try Self.items(of: again) == expected, "\(random.hint)")
            }
            #expect(try other.prepare("undo\ncount").text.hasSuffix("\n0\n"), "\(random.hint)")
            try other.prepare("redo")
            #expect(try Self.items(of: other) == expected, "\(random.hint)")
            try other.prepare("import all.\(form)")
            #expect(try Self.items(of: other) == expected, "\(random.hint)")
        }
    }

    @Test(arguments: forms) func anEmptyLibraryComesBack(_ form: String) throws {
        let trove = try Trove()
        try trove.prepare("export none.\(form)")
        let run = try trove.prepare("import none.\(form)")
        #expect(run.text.hasPrefix("Imported nothing from none.\(form)"))
        #expect(run.errorText == "")
    }

    /// A tab-separated list has escapes. A table that Trove has not written keeps its backslashes.
    @Test func aTabSeparatedListComesBack() throws {
        let trove = try Trove()
        try trove.prepare(#"add book "a\tb" note:"first\nsecond C:\\temp""#)
        try trove.scratch.write(
            try trove.prepare("list books", ["--output", "tsv"]).text, to: "work/list.tsv")
        let other = try Trove()
        try other.scratch.write(trove.scratch.readBytes("work/list.tsv"), to: "work/list.tsv")
        try other.prepare("import list.tsv")
        func texts(_ trove: Trove) throws -> [String?] {
            let items = try Self.items(of: trove)
            return [items[0]["title"]?.text, items[0]["note"]?.text]
        }
        #expect(try texts(trove) == ["a\tb", "first\nsecond C:\\temp"])
        #expect(try texts(other) == texts(trove))
        try other.prepare("undo")
        try other.scratch.write("title\tnote\nC:\\temp\tD:\\new\n", to: "work/other.tsv")
        try other.prepare("import other.tsv")
        #expect(try texts(other) == ["C:\\temp", "D:\\new"])
    }

    @Test func anEmptyFileOfAnotherFormatIsAnError() throws {
        let trove = try Trove()
        try trove.scratch.write("", to: "work/none.csv")
        let run = try trove.run("import none.csv\nimport none.csv as:csv\nimport none.csv as:jsonl")
        #expect(run.errorText.contains("none.csv is empty"))
        #expect(run.text == "Imported nothing from none.csv.\n")
    }

    // MARK: Identity

    @Test(arguments: forms) func twoCopiesStayTwo(_ form: String) throws {
        let trove = try Trove()
        let dune = "add book Dune author:\"Frank Herbert\" isbn:9780441478125"
        try trove.prepare("\(dune)\n\(dune)\nexport a.\(form)", ["--yes"])
        try trove.prepare("import a.\(form)")
        #expect(try trove.run("count books").text == "2\n")
        let other = ["--library", trove.scratch.path("other.db")]
        try trove.prepare("import a.\(form)\nimport a.\(form)", other)
        #expect(try trove.run("count books", other).text == "2\n")
    }

    /// An item with another title but the same id is the same one.
    @Test func anItemIsFoundByItsID() throws {
        let trove = try Trove()
        try trove.prepare("add book Dune\nexport a.json\nset 1 title:\"Dune Messiah\"")
        let run = try trove.prepare("import a.json")
        #expect(run.text.contains("1 was a duplicate"))
        // A deleted item comes back under its id.
        let before = try Self.items(of: trove)
        try trove.prepare("export b.json\ndelete 1 --yes\nimport b.json")
        #expect(try Self.items(of: trove) == before)
    }

    /// An id that another kind uses, or that is not one, is not taken over.
    @Test func aForeignIDIsReplaced() throws {
        let trove = try Trove()
        try trove.prepare("add book Dune")
        let id = try #require(Self.items(of: trove)[0]["id"]?.text)
        try trove.scratch.write(
            "kind,name,id\ngem,Ruby,\(id)\ngem,Opal,7\ngem,Jade,8\n", to: "work/a.csv")
        try trove.prepare("import a.csv")
        let ids = try Self.items(of: trove).compactMap { $0["id"]?.text }
        #expect(Set(ids).count == 4)
        #expect(ids.allSatisfy { ItemID($0) != nil })
    }

    // MARK: Random libraries

    /// Returns commands that add items with random values for all fields, some of them twice.
    private static func commands(
        for trove: Trove, using random: inout SeededRandom
    ) throws -> String {
        for index in 0..<3 {
            let picture = PictureFixture.png(width: 2 + index, height: 3) { column, row in
                UInt8(truncatingIfNeeded: 40 * column + 9 * row + index)
            }
            try trove.scratch.write(picture, to: "work/\(index).png")
        }
        var deck = HostileText()
        var commands = ""
        for index in 0..<24 {
            let name = Kinds.standard.all[index % Kinds.standard.all.count].name
            guard let position = Kinds.standard.index(of: name) else { continue }
            let kind = Kinds.standard[position]
            let title = deck.text("\(index) ", pieces: 3, using: &random)
            var command = "add \(name) \(Quoting.quoted(title))"
            for field in kind.fields.dropFirst() where Int.random(in: 0..<3, using: &random) > 0 {
                let value = value(for: field, of: kind, &deck, using: &random)
                command += " \(field.name):\(Quoting.quoted(value))"
            }
            commands += command + "\n"
            if kind.uniqueFields.isEmpty, Int.random(in: 0..<4, using: &random) == 0 {
                commands += command + "\n"
            }
        }
        return commands
    }

    /// Returns a valid value as a user types it.
    private static func value(
        for field: Field, of kind: Kind, _ deck: inout HostileText,
        using random: inout SeededRandom
    ) -> String {
        func text() -> String { deck.text(pieces: 4, using: &random) }
        if field.role == .photo { return "\(Int.random(in: 0..<3, using: &random)).png" }
        switch field.content {
        case .text, .choice: return text()
        case .isbn: return ["9780441478125", "0-306-40615-2"].randomElement(using: &random) ?? ""
        case .integer(let range):
            // Pages and the current page come from ranges that do not overlap.
            if let progress = kind.progress, kind.fields[progress.total].name == field.name {
                return "\(Int.random(in: 500...900, using: &random))"
            }
            let highest = min(range.upperBound, max(range.lowerBound, 400))
            return "\(Int.random(in: range.lowerBound...highest, using: &random))"
        case .decimal(let range, let step):
            let unit = step?.thousandths ?? 1
            let count = (range.upperBound.thousandths - range.lowerBound.thousandths) / unit
            let steps = Int.random(in: 0...count, using: &random)
            let number = FixedDecimal(thousandths: range.lowerBound.thousandths + steps * unit)
            return number.description
        case .date: return ["1999", "2024-02", "2025-12-31"].randomElement(using: &random) ?? ""
        case .month:
            return Month.allCases.randomElement(using: &random)?.name ?? ""
        case .ladder(let ladder):
            return ladder.rungs.randomElement(using: &random)?.name ?? ""
        case .set:
            return deck.names(pieces: 4, using: &random) + ",b,c"
        }
    }
}
