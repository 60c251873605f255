import Testing
import TroveExchange
import TroveModel

struct TroveJSONTests {
    /// Returns, for each row of a text, its line and its title or error.
    private func rows(
        _ text: String, blockSize: Int = 1 << 18, longestObject: Int = 1 << 20
    ) throws -> [String] {
        let reader = TroveJSONReader(
            MemoryBytes(Array(text.utf8)), kinds: .standard, blockSize: blockSize,
            longestObject: longestObject)
        var rows: [String] = []
        while let row = try reader.next() {
            switch row {
            case .item(let item):
                rows.append("\(item.line) " + item.values.map { $0?.description ?? "" }[0])
            case .rejected(let line, let reason, _): rows.append("\(line) \(reason)")
            case .leftOut(let line): rows.append("\(line) left out")
            }
        }
        return rows
    }

    @Test func unknownMembersAreKeptInTheNote() throws {
        let text = #"{"kind":"book","title":"Dune","note":"Mine.","spine":"red","shelf":[1,2]}"#
        let reader = TroveJSONReader(
            MemoryBytes(Array(text.utf8)), kinds: .standard, keepsUnknown: true)
        let book = Kinds.standard[0]
        let note = try #require(book.index(ofRole: .note))
        guard case .item(let item)? = try reader.next() else { throw ReadFailure.system(0) }
        #expect(item.values[note] == .text("Mine.\nspine: red\nshelf: [1,2]"))
        #expect(reader.notUnderstood == ["spine", "shelf"])
    }

    @Test func objectsWithoutAKindHaveTheChosenOne() throws {
        let text = #"[{"title":"A"},{"kind":"gem","name":"B"},{"kind":"stone","name":"C"}]"#
        let reader = TroveJSONReader(MemoryBytes(Array(text.utf8)), kinds: .standard, kind: 0)
        var kinds: [KindIndex] = []
        while case .item(let item)? = try reader.next() { kinds.append(item.kind) }
        #expect(kinds == [0, 1])
    }

    static let cases: [(name: String, text: String, rows: [String])] = [
        ("nothing", "", []),
        ("an empty array", "[]\n", []),
        ("blanks", " \n\t\r\n", []),
        ("one object", #"{"kind":"book","title":"A"}"#, ["1 A"]),
        ("an array", #"[{"kind":"book","title":"A"},{"kind":"gem","name":"B"}]"#, ["1 A", "1 B"]),
        (
            "an array over several lines",
            "[\n  {\n    \"kind\": \"book\",\n    \"title\": \"A\"\n  },\r\n  {\"kind\":\"book\",\"title\":\"B\"}\n]\n",
            ["2 A", "6 B"]
        ),
        (
            "an object on each line",
            "{\"kind\":\"book\",\"title\":\"A\"}\n\n{\"kind\":\"book\",\"title\":\"B\"}\n",
            ["1 A", "3 B"]
        ),
        (
            "signs in texts", #"[{"kind":"book","title":"}]{[,\"\\"},{"kind":"book","title":"B"}]"#,
            [#"1 }]{[,"\"#, "1 B"]
        ),
        (
            "objects within",
            #"{"x":{"y":[{}]},"kind":"book","title":"A"}{"kind":"book","title":"B"}"#,
            ["1 A", "1 B"]
        ),
        ("a byte-order mark", "\u{FEFF}[{\"kind\":\"book\",\"title\":\"A\"}]", ["1 A"]),
        // Errors.
        ("no kind", #"{"title":"A"}"#, [#"1 noKind("")"#]),
        ("an unknown kind", #"{"kind":"stone"}"#, [#"1 noKind("stone")"#]),
        ("a kind that is no text", #"{"kind":[1]}"#, [#"1 noKind("[1]")"#]),
        (
            "a field of another kind", #"{"kind":"book","hardness":9}"#,
            [#"1 hasNoField("hardness", kind: "book")"#]
        ),
        (
            "bad JSON", "[{\"kind\":book},\n{\"kind\":\"book\",\"title\":\"B\"}]",
            ["1 notJSON(TroveCodecs.JSON.Failure.Reason.isUnexpected)", "2 B"]
        ),
        (
            "a quote that is missing",
            "{\"kind\":\"book,\"title\":\"A\"}\n{\"kind\":\"book\",\"title\":\"B\"}\n",
            ["1 notJSON(TroveCodecs.JSON.Failure.Reason.isUnexpected)", "2 B"]
        ),
        (
            "a quote that is missing in an object of several lines",
            "[{\n\"kind\":\"book,\n\"title\":\"A\"\n},\n{\"kind\":\"book\",\"title\":\"B\"}]\n",
            ["1 notJSON(TroveCodecs.JSON.Failure.Reason.endsEarly)", "5 B"]
        ),
        (
            "braces that are missing",
            "{\"kind\":\"book\"\n{\"kind\":\"book\",\n{\"kind\":\"book\",\"tags\":[]\n"
                + "{\"kind\":\"book\",\"title\":\"B\"}\n",
            (1...3).map { "\($0) notJSON(TroveCodecs.JSON.Failure.Reason.endsEarly)" } + ["4 B"]
        ),
        (
            "a brace that is missing in an array",
            "[{\"kind\":\"book\",\n{\"kind\":\"book\",\n  \"title\":\"A\"},\n{\"kind\":\"book\"\n,\n"
                + "{\"kind\":\"book\",\"title\":\"B\"}]",
            [
                "1 notJSON(TroveCodecs.JSON.Failure.Reason.endsEarly)", "2 A",
                "4 notJSON(TroveCodecs.JSON.Failure.Reason.endsEarly)", "6 B",
            ]
        ),
        (
            "a text where an object should be", #"["a, b", 1, {"kind":"book","title":"A"}]"#,
            ["1 notAnObject", "1 A"]
        ),
        ("an array in an array", "[[]]", ["1 notAnObject"]),
        (
            "an array that is cut off", "[{\"kind\":\"book\",\"title\":\"A\"},\n",
            ["1 A", "2 notJSON(TroveCodecs.JSON.Failure.Reason.endsEarly)"]
        ),
        (
            "an object that is cut off", "[{\"kind\":\"book\",\"title\":\"A\"},\n{\"ki",
            ["1 A", "2 notJSON(TroveCodecs.JSON.Failure.Reason.endsEarly)"]
        ),
        (
            "something behind the array", "[]\nx",
            ["2 notJSON(TroveCodecs.JSON.Failure.Reason.goesOn)"]
        ),
        (
            "too deep",
            String(repeating: "{\"a\":", count: 20) + "1" + String(repeating: "}", count: 20),
            ["1 notJSON(TroveCodecs.JSON.Failure.Reason.isTooDeep)"]
        ),
    ]

    @Test(arguments: cases.indices)
    func reads(_ index: Int) throws {
        let example = Self.cases[index]
        for blockSize in [1, 2, 3, 7, 1 << 18] {
            #expect(
                try rows(example.text, blockSize: blockSize) == example.rows,
                "\(example.name), blocks of \(blockSize)")
        }
    }

    @Test func anOverlongObjectDoesNotHideTheNext() throws {
        for length in 0...100 {
            let title = String(repeating: "x", count: length)
            let text =
                #"{"kind":"book","title":"\#(title)"}"# + "\n" + #"{"kind":"book","title":"B"}"#
            for blockSize in [1, 7, 1000] {
                let first = 26 + length <= 64 ? "1 \(title)" : "1 tooLong"
                let found = try rows(text, blockSize: blockSize, longestObject: 64)
                #expect(found == [first, "2 B"], "\(length), blocks of \(blockSize)")
            }
        }
    }

    @Test func invalidBytesAreRejected() throws {
        let bytes = Array("é{\"kind\":\"book\",\"title\":\"".utf8) + [0xE9] + Array("\"}".utf8)
        let reader = TroveJSONReader(MemoryBytes(Array(bytes.dropFirst(2))), kinds: .standard)
        // Without any other non-ASCII text, a file is read as Windows-1252.
        if case .item(let item)? = try reader.next() {
            #expect(item.values[0] == .text("é"))
        } else {
            Issue.record("nothing was read")
        }
        let other = TroveJSONReader(
            MemoryBytes(Array("{\"kind\":\"book\",\"title\":\"éé\"}".utf8) + bytes.dropFirst(2)),
            kinds: .standard)
        _ = try other.next()
        if case .rejected(_, let reason, _)? = try other.next() {
            #expect(reason == .notText)
        } else {
            Issue.record("what is no text was taken")
        }
    }

    @Test func valuesCanBeStrings() throws {
        let text = """
            {"kind":"book","title":"A","pages":"12","rating":4.25,"shelves":["b","a"],"state":"reading"}
            {"kind":"gem","name":"B","birthstone":"July","hardness":null,"mine":1}
            {"kind":"gem","name":"C","birthstone":7,"number":3,"id":"x","sync":"waits"}
            {"kind":"book","title":"A","rating":9}
            """
        let reader = TroveJSONReader(MemoryBytes(Array(text.utf8)), kinds: .standard)
        guard case .item(let book)? = try reader.next(), case .item(let gem)? = try reader.next(),
            case .item(let other)? = try reader.next(),
            case .rejected(4, .violation(let violation, _), _)? = try reader.next()
        else {
            Issue.record("a row is missing")
            return
        }
        let kind = Kind.book
        #expect(book.values[try #require(kind.index(ofField: "pages"))] == .integer(12))
        #expect(book.values[try #require(kind.index(ofField: "shelves"))] == .set(["a", "b"]))
        let birthstone = try #require(Kind.gem.index(ofField: "birthstone"))
        #expect(
            gem.values[birthstone] == .month(.july) && other.values[birthstone] == .month(.july))
        #expect(violation.field == "rating")
        #expect(reader.notUnderstood == ["mine"])
    }
}
