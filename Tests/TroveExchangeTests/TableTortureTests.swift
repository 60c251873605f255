import Testing
import TroveExchange

/// A table as stored in a file, and its content.
struct TableCase: Sendable, CustomTestStringConvertible {
    let name: String
    let text: String
    let dialect: TableDialect
    let records: [ReadRecord]

    init(
        _ name: String, _ text: String, _ dialect: TableDialect = .comma, _ records: ReadRecord...
    ) {
        self.name = name
        self.text = text
        self.dialect = dialect
        self.records = records
    }

    var testDescription: String { name }
}

struct TableTortureTests {
    @Test(arguments: lineEnds + quotes + foreignFiles + shapes)
    func splitsCells(_ example: TableCase) throws {
        #expect(try records(of: example.text, dialect: example.dialect) == example.records)
    }

    /// Block boundaries must not affect the result.
    @Test(arguments: lineEnds + quotes + foreignFiles + shapes)
    func splitsTheSameInSmallBlocks(_ example: TableCase) throws {
        for size in 1...20 {
            let found = try TroveExchangeTests.records(
                of: Array(example.text.utf8), dialect: example.dialect, blockSize: size,
                pieceSize: max(1, size / 2))
            #expect(found == example.records, "blocks of \(size)")
        }
    }

    static let lineEnds = [
        TableCase("an empty file", ""),
        TableCase("LF", "a,b\nc,d\n", .comma, .init(1, ["a", "b"]), .init(2, ["c", "d"])),
        TableCase("CR LF", "a,b\r\nc,d\r\n", .comma, .init(1, ["a", "b"]), .init(2, ["c", "d"])),
        TableCase("CR alone", "a,b\rc,d\r", .comma, .init(1, ["a", "b"]), .init(2, ["c", "d"])),
        TableCase(
            "all of them", "a\nb\r\nc\rd", .comma, .init(1, ["a"]), .init(2, ["b"]),
            .init(3, ["c"]), .init(4, ["d"])),
        TableCase(
            "no final line end", "a,b\nc,d", .comma, .init(1, ["a", "b"]), .init(2, ["c", "d"])),
        TableCase("a separator last", "a,", .comma, .init(1, ["a", ""])),
        TableCase("a final CR", "a\r", .comma, .init(1, ["a"])),
        TableCase("one line end", "\n", .comma, .init(1, [""], isBlank: true)),
        TableCase(
            "LF CR is two ends", "a\n\rb", .comma, .init(1, ["a"]),
            .init(2, [""], isBlank: true), .init(3, ["b"])),
        TableCase(
            "empty lines", "a\n\n\r\nb\n\n", .comma, .init(1, ["a"]), .init(2, [""], isBlank: true),
            .init(3, [""], isBlank: true), .init(4, ["b"]), .init(5, [""], isBlank: true)),
        TableCase(
            "lines of blanks and of separators", " \t \n,,\n\"\"\n\" \n\",\n.", .comma,
            .init(1, [" \t "], isBlank: true), .init(2, ["", "", ""], isBlank: true),
            .init(3, [""], isBlank: true), .init(4, [" \n", ""], isBlank: true), .init(6, ["."])),
        TableCase(
            "a record over several lines is counted by all of them",
            "a\n\"b\nb\r\nb\rb\"\nc\n", .comma, .init(1, ["a"]), .init(2, ["b\nb\r\nb\rb"]),
            .init(6, ["c"])),
        TableCase(
            "signs that only look like line ends", "a\u{2028}b\u{85}c\u{B}d\u{C}e\n", .comma,
            .init(1, ["a\u{2028}b\u{85}c\u{B}d\u{C}e"])),
    ]

    static let quotes = [
        TableCase("a quoted cell", #""a",b"#, .comma, .init(1, ["a", "b"])),
        TableCase(
            "two empty quoted cells", "\"\",\"\"\n", .comma, .init(1, ["", ""], isBlank: true)),
        TableCase("a separator in quotes", #""a,b",c"#, .comma, .init(1, ["a,b", "c"])),
        TableCase("doubled quotes", #""a ""b"" c""#, .comma, .init(1, [#"a "b" c"#])),
        TableCase("nothing but a quote", #""""""#, .comma, .init(1, [#"""#])),
        TableCase(
            "doubled quotes at both ends", #"""" "" """,x"#, .comma, .init(1, [#"" " ""#, "x"])),
        TableCase("line ends in quotes", "\"a\nb\",c\n", .comma, .init(1, ["a\nb", "c"])),
        TableCase(
            "quotes in a bare cell", #"a "b" c,d"e,f""#, .comma,
            .init(1, [#"a "b" c"#, #"d"e"#, #"f""#])),
        TableCase(
            "a blank before a quote", #"a, "b,c""#, .comma, .init(1, ["a", #" "b"#, #"c""#])),
        TableCase(
            "text behind a closing quote", #""a"b,"c" ,d"#, .comma, .init(1, ["ab", "c ", "d"])),
        TableCase(
            "quotes behind a closing quote", #""a"b"c",d"#, .comma, .init(1, [#"ab"c""#, "d"])),
        TableCase(
            "a quote that never closes",
            "a,b\nc,\"d,e\nf,g\n", .comma, .init(1, ["a", "b"]),
            .init(2, ["c", "\"d,e"], problem: .neverCloses), .init(3, ["f", "g"])),
        TableCase(
            "a quote that never closes, behind one that does",
            "\"a\nb\",\"c,\"\"d\"\"\r\ne,f", .comma,
            .init(2, ["a\nb", "\"c,\"\"d\"\""], problem: .neverCloses), .init(3, ["e", "f"])),
        TableCase("a quote alone", "\"", .comma, .init(1, ["\""], problem: .neverCloses)),
        TableCase(
            "a quote alone on the last line", "a\n\"", .comma, .init(1, ["a"]),
            .init(2, ["\""], problem: .neverCloses)),
        TableCase(
            "a quote without meaning", "a \"\"b\"\t\"c\"\n\"\td\"e\n", .plainTab,
            .init(1, ["a \"\"b\"", "\"c\""]), .init(2, ["\"", "d\"e"])),
    ]

    static let foreignFiles = [
        TableCase(
            "numbers that a spreadsheet must not touch",
            "\"=\"\"0441013597\"\"\",\"=\"\"\"\"\"\n", .comma,
            .init(1, ["=\"0441013597\"", "=\"\""])),
        TableCase(
            "the same, from a hand-edited file",
            "=\"0152023984\",=\"\",x\n", .comma, .init(1, ["=\"0152023984\"", "=\"\"", "x"])),
        TableCase(
            "a title with quotes", #"1,"""Is This a Joke, Sir?"": A Life","Ann Lee""#, .comma,
            .init(1, ["1", #""Is This a Joke, Sir?": A Life"#, "Ann Lee"])),
        TableCase(
            "blanks in names", "J.M.     Nobody,\" a \"\n", .comma,
            .init(1, ["J.M.     Nobody", " a "])),
        TableCase("a year before all others", "-700,180\n", .comma, .init(1, ["-700", "180"])),
        TableCase(
            "names in many scripts", "\"نجيب, 村上\",Ægir,👩‍🚀👍🏽,e\u{301}\n", .comma,
            .init(1, ["نجيب, 村上", "Ægir", "👩‍🚀👍🏽", "e\u{301}"])),
        TableCase(
            "a review with line ends and markup",
            "2024-01-02,\"One<br/>two\r\n\r\nthree, \"\"four\"\" 🙂\",4.5\r\n", .comma,
            .init(1, ["2024-01-02", "One<br/>two\r\n\r\nthree, \"four\" 🙂", "4.5"])),
        TableCase(
            "several tables in one file",
            "List export v7\r\nDate,Name,Tags\r\n2024-01-01,\"Best\r\nof\",\r\n\r\nPosition,Name\r\n1,A\r\n",
            .comma, .init(1, ["List export v7"]), .init(2, ["Date", "Name", "Tags"]),
            .init(3, ["2024-01-01", "Best\r\nof", ""]), .init(5, [""], isBlank: true),
            .init(6, ["Position", "Name"]), .init(7, ["1", "A"])),
        TableCase(
            "tabs, brackets and blanks behind numbers", "1\tA \"B\" C\t[2070291340]\t590 \n",
            .plainTab,
            .init(1, ["1", "A \"B\" C", "[2070291340]", "590 "])),
        TableCase("semicolons", "a;\"b;c\";d,e\n", .semicolon, .init(1, ["a", "b;c", "d,e"])),
    ]

    static let shapes = [
        TableCase(
            "ragged rows", "a,b,c\nd\ne,f,g,h\n", .comma, .init(1, ["a", "b", "c"]),
            .init(2, ["d"]), .init(3, ["e", "f", "g", "h"])),
        TableCase(
            "NUL and other control characters", "a\0b,\u{1},\"\0\"\n", .comma,
            .init(1, ["a\0b", "\u{1}", "\0"])),
        // The remaining cases correspond to those of csv-spectrum.
        TableCase(
            "comma in quotes", "first,last,address\nJohn,Doe,\"120 any st.\nAnytown, WW 08123\"\n",
            .comma, .init(1, ["first", "last", "address"]),
            .init(2, ["John", "Doe", "120 any st.\nAnytown, WW 08123"])),
        TableCase(
            "empty cells", "a,b,c\n1,\"\",\"\"\n2,3,4\n", .comma, .init(1, ["a", "b", "c"]),
            .init(2, ["1", "", ""]), .init(3, ["2", "3", "4"])),
        TableCase(
            "empty cells, CR LF", "a,b,c\r\n1,\"\",\"\"\r\n2,3,4\r\n", .comma,
            .init(1, ["a", "b", "c"]), .init(2, ["1", "", ""]), .init(3, ["2", "3", "4"])),
        TableCase(
            "escaped quotes", "a,b\n1,\"ha \"\"ha\"\" ha\"\n3,4\n", .comma, .init(1, ["a", "b"]),
            .init(2, ["1", "ha \"ha\" ha"]), .init(3, ["3", "4"])),
        TableCase(
            "JSON in a cell",
            "key,val\n1,\"{\"\"type\"\": \"\"Point\"\", \"\"at\"\": [102.0, 0.5]}\"\n", .comma,
            .init(1, ["key", "val"]), .init(2, ["1", #"{"type": "Point", "at": [102.0, 0.5]}"#])),
        TableCase(
            "line ends in quotes, CR LF", "a,b\r\n\"Once upon \r\na time\",5\r\n", .comma,
            .init(1, ["a", "b"]), .init(2, ["Once upon \r\na time", "5"])),
        TableCase(
            "quotes and line ends", "a,b\n1,\"ha \n\"\"ha\"\" \nha\"\n3,4\n", .comma,
            .init(1, ["a", "b"]), .init(2, ["1", "ha \n\"ha\" \nha"]), .init(5, ["3", "4"])),
        TableCase(
            "beyond ASCII", "a,b\n1,ʤ\n", .comma, .init(1, ["a", "b"]), .init(2, ["1", "ʤ"])),
        TableCase(
            "many small cells", "1,2,3,4,5,6,7,8,9,,,,,,,,,\n", .comma,
            .init(1, (1...9).map { "\($0)" } + Array(repeating: "", count: 9))),
    ]
}
