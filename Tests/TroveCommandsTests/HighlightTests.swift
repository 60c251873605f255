import Testing
import TroveCommands
import TroveLanguage
import TroveModel
import TroveTesting

/// The meaning of the parts of a line that is being typed.
@Suite struct HighlightTests {
    private static var completer: Completer {
        Completer(
            CommandTable.vocabulary, kinds: .standard, currentKind: 0, source: SampleSource())
    }

    private static func spans(of line: String, cursor: Int) -> [SyntaxSpan] {
        var failure: LanguageError?
        do throws(LanguageError) {
            _ = try CommandTable.parse(
                line, in: ArgumentReader.Context(kinds: .standard, currentKind: 0))
        } catch {
            failure = error
        }
        return LineHighlighter.spans(of: line, cursor: cursor, error: failure, completer)
    }

    /// Returns the parts as `text=role`, each on a line.
    private static func parts(of line: String) -> String {
        let parts = line.split(separator: "^", maxSplits: 1, omittingEmptySubsequences: false)
        let text = parts.joined()
        return spans(of: text, cursor: parts[0].utf8.count)
            .map { "\(MarkedLine.text(text, at: $0.range)) → \($0.role)" }.joined(separator: "\n")
    }

    /// Creates a row; ^ marks the cursor, else it is at the end of the line.
    private static func row(_ line: String, _ parts: String...) -> Case<String, String> {
        Case(line.isEmpty ? "nothing typed" : line, line, parts.joined(separator: "\n"))
    }

    static let verbs = [
        row(""), row("sho", "sho → verb"), row("sxo"), row("show", "show → verb"),
        row("SHOW 3", "SHOW → verb", "3 → value"),
        row("sho ", "sho → error"), row("sho^ it", "sho → verb"),
        row("xyz 3 \"a b\"", "xyz → error", "\"a b\" → string"),
        row("rm 3", "rm → verb"), row("\"show\" 3", "\"show\" → error"),
        row("  show  # all", "show → verb", "# all → comment"),
        row("# add \"x\"", "# add \"x\" → comment"), row("add x#y", "add → verb"),
        row("echo \"a # b\" # c", "echo → verb", "\"a # b\" → string", "# c → comment"),
        row("help add", "help → verb", "add → value"), row("help xyz", "help → verb"),
        row("snapshot save x", "snapshot → verb", "save → verb"),
        row("delete 3 --yes", "delete → verb", "3 → value", "--yes → field"),
        row("delete --no 3", "delete → verb", "--no → error", "3 → value"),
        row("delete --no", "delete → verb"),
        row("explain show dune", "explain → verb", "show → verb", "dune → value"),
        row("explain xyz 3 ", "explain → verb", "xyz → error"),
        row(
            "watch 5 list genre=sci-fi", "watch → verb", "list → verb", "genre → field",
            "sci-fi → value"),
        row("as-of tidy count", "as-of → verb", "tidy → value", "count → verb"),
        row("as-of 2026-11-01 count", "as-of → verb", "2026-11-01 → value", "count → verb"),
        row("as-of 2026-99 ", "as-of → verb", "2026-99 → unknownValue"),
        row("as-of 2026-99", "as-of → verb"),
        row("log since:2026-99 ", "log → verb", "since → field", "2026-99 → unknownValue"),
    ]

    static let fields = [
        row(
            "add book Dune genre:sci-fi", "add → verb", "book → value", "genre → field",
            "sci-fi → value"),
        row("add Dune genre:new", "add → verb", "genre → field"),
        row("add Dune gen:\"hard sci-fi\"", "add → verb", "gen → field", "\"hard sci-fi\" → value"),
        row("add Dune genre:\"new one", "add → verb", "genre → field", "\"new one → string"),
        row(
            "add \"Dune: Messiah\" pages:3", "add → verb", "\"Dune: Messiah\" → string",
            "pages → field"),
        row("add book Batman: Year One", "add → verb", "book → value", "Batman → error"),
        row("add book Batman:", "add → verb", "book → value"),
        row("list ganre=x y", "list → verb", "ganre → error"), row("list ganre=x", "list → verb"),
        row(
            "list state=reading|foo pages>3", "list → verb", "state → field", "reading → value",
            "foo → unknownValue", "pages → field"),
        row("list state=foo", "list → verb", "state → field"),
        row("list state=read", "list → verb", "state → field", "read → value"),
        row(
            "set 1 tags:+attic,-\"top shelf\" note:'x y'", "set → verb", "1 → value",
            "tags → field", "+attic,-\"top shelf\" → value", "note → field", "'x y' → string"),
        row("set 1 tags:attic,new", "set → verb", "1 → value", "tags → field"),
        row(
            "add gem Opal birthstone:juli hardness:3", "add → verb", "gem → value",
            "birthstone → field", "juli → unknownValue", "hardness → field"),
        row(
            "list sort:-pages limit:3", "list → verb", "sort → field", "-pages → value",
            "limit → field"),
        row("export x as:csv", "export → verb", "as → field", "csv → value"),
        row("export x as:cvs y", "export → verb", "as → field", "cvs → error"),
        row(
            "list pages > 300 or not (state=wish)", "list → verb", "pages → field", "or → verb",
            "not → verb", "state → field", "wish → value"),
        row("list (state=wish or ", "list → verb", "state → field", "wish → value", "or → verb"),
    ]

    static let items = [
        row("show dune", "show → verb", "dune → value"), row("show dun", "show → verb"),
        row("show the left", "show → verb", "the left → value"),
        row("show \"Dune: Messiah\"", "show → verb", "\"Dune: Messiah\" → value"),
        row("show \"no such\"", "show → verb", "\"no such\" → string"),
        row("show 3", "show → verb", "3 → value"),
        row(
            "advance Dune to:reading", "advance → verb", "Dune → value", "to → field",
            "reading → value"),
        row(
            "advance 3 to:foo x", "advance → verb", "3 → value", "to → field",
            "foo → unknownValue"),
        row("page Dune 3", "page → verb", "Dune → value"),
        row(
            "delete books where state=wish and note~\"x\"", "delete → verb", "books → value",
            "where → verb", "state → field", "wish → value", "and → verb", "note → field",
            "\"x\" → string"),
        row("use gem", "use → verb", "gem → value"), row("use boks ", "use → verb", "boks → error"),
        row("use bo", "use → verb"), row("birthstones june", "birthstones → verb", "june → value"),
        row("birthstones juli x", "birthstones → verb", "juli → unknownValue"),
        row("list books", "list → verb", "books → value"), row("list boks x", "list → verb"),
        row("quit now then", "quit → verb", "now → error"),
    ]

    /// Texts that are not values of their fields, and names that are not fields.
    static let invalidValues = [
        row(
            "set dune pages:abc rating:3", "set → verb", "dune → value", "pages → field",
            "abc → error", "rating → field"),
        row("set dune pages:abc", "set → verb", "dune → value", "pages → field"),
        row(
            "set dune isbn:9780441172718 rating:3", "set → verb", "dune → value",
            "isbn → field", "9780441172718 → error", "rating → field"),
        row(
            "set dune isbn:9780441172719 rating:3", "set → verb", "dune → value",
            "isbn → field", "rating → field"),
        row(
            "list books isbn=9780441172718 sort:title", "list → verb", "books → value",
            "isbn → field", "sort → field", "title → value"),
        row(
            "set dune state:nope rating:3", "set → verb", "dune → value", "state → field",
            "nope → unknownValue", "rating → field"),
        row(
            "set 7 pages:3 color:x", "set → verb", "7 → value", "pages → error", "color → field"),
        row(
            "list books publisher=foo pages>3", "list → verb", "books → value",
            "publisher → field", "foo → unknownValue", "pages → field"),
        // One of several authors is found, too.
        row(
            "list books author=foo pages>3", "list → verb", "books → value", "author → field",
            "pages → field"),
        row(
            "list books rating>=abc pages>3", "list → verb", "books → value", "rating → field",
            "abc → error", "pages → field"),
        row(
            "list books pages>9999999 x", "list → verb", "books → value", "pages → field"),
        row(
            "list books sort:nope limit:3", "list → verb", "books → value", "sort → field",
            "nope → error", "limit → field"),
        row(
            "list books sort:-title,nope,p limit:3", "list → verb", "books → value",
            "sort → field", "-title → value", "nope → error", "limit → field"),
        row(
            "list books columns:number,nope limit:3", "list → verb", "books → value",
            "columns → field", "number → value", "nope → error", "limit → field"),
        row("list books columns:nope", "list → verb", "books → value", "columns → field"),
        row(
            "lend dune to:X due:yesterdayx ", "lend → verb", "dune → value", "to → field",
            "due → field", "yesterdayx → error"),
        row(
            "lend dune to:X due:2099 ", "lend → verb", "dune → value", "to → field",
            "due → field"),
    ]

    /// Names and numbers that nothing has.
    static let unknownNames = [
        row("show 99 ", "show → verb", "99 → unknownValue"), row("show 99", "show → verb"),
        row("show 1 7-9 ", "show → verb", "1 → value", "7-9 → value"),
        row("show 90-99 ", "show → verb"),
        row("show 91-95 ", "show → verb", "91-95 → unknownValue"),
        row("show it ", "show → verb", "it → value"),
        row("show nope ", "show → verb", "nope → unknownValue"), row("show nope", "show → verb"),
        row("show dun ", "show → verb"), row("show the left ", "show → verb", "the left → value"),
        row("show no such ", "show → verb", "no such → unknownValue"),
        row("show \"no such\" ", "show → verb", "\"no such\" → unknownValue"),
        row("tag nope with:x", "tag → verb", "nope → unknownValue", "with → field"),
        row("page 99 3", "page → verb", "99 → unknownValue"), row("page 99 ", "page → verb"),
        row("page nope 3", "page → verb", "nope → unknownValue"),
        row("note nope text", "note → verb", "nope → unknownValue"),
        row("delete books ", "delete → verb"), row("unread Nope ", "unread → verb"),
        row("log 99 since:tidy", "log → verb", "since → field", "tidy → value"),
        row("help nope ", "help → verb", "nope → unknownValue"),
        row("help keys ", "help → verb", "keys → value"),
        row("policy gem add x", "policy → verb", "gem → value"),
        row(
            "settings color nope ", "settings → verb", "color → value", "nope → unknownValue"),
        row("settings colour x", "settings → verb", "colour → unknownValue"),
    ]

    @Test(arguments: verbs + fields + items + invalidValues + unknownNames)
    func showsTheMeaning(_ test: Case<String, String>) {
        #expect(Self.parts(of: test.input) == test.expected)
    }

    @Test func leavesLongLinesAlone() {
        let line = "echo " + String(repeating: "x", count: LineHighlighter.longestLine)
        #expect(Self.spans(of: line, cursor: 3).isEmpty)
    }

    @Test func keepsOrderInRandomLines() throws {
        let pieces = [
            "show", "add", "set", "list", "delete", " ", " ", " ", "  ", "\"", "'", "\\", "\\q",
            "#",
            ":", "=", "|", "<", "!=", "(", ")", ",", "-", "--yes", "where", "or", "not", "genre",
            "genre:", "state=", "tags:", "é", "三体", "😀", "Dune", "3", "7-9", "it", "r2", "\t", "\n",
            ";",
            "sort:", "to:", "books", "sci-fi", "wish", "and", "e\u{301}",
        ]
        try SeededRandom.run { random in
            for _ in 0..<2000 {
                let line = (0..<Int.random(in: 0...12, using: &random))
                    .map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
                let cursor = Int.random(in: 0...line.utf8.count, using: &random)
                var end = 0
                for span in Self.spans(of: line, cursor: cursor) {
                    #expect(
                        span.range.lowerBound >= end && !span.range.isEmpty,
                        "\(line.debugDescription) at \(cursor): \(random.hint)")
                    end = span.range.upperBound
                }
                #expect(end <= line.utf8.count, "\(line.debugDescription): \(random.hint)")
                _ = Self.completer.complete(line, at: cursor)
                _ = Self.completer.continuation(of: line)
            }
        }
    }
}
