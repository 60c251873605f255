import Testing
import TroveModel
import TroveTesting

/// How a text matches what is typed.
@Suite struct TextPatternTests {
    struct Pair: Sendable {
        let typed: String
        let text: String
    }

    private static func row(
        _ typed: String, _ text: String, _ match: TextPattern.Match?
    ) -> Case<Pair, TextPattern.Match?> {
        Case("\(typed) in \(text)", Pair(typed: typed, text: text), match)
    }

    static let rows = [
        row("", "Dune", .beginning), row("du", "Dune", .beginning), row("DUNE", "Dune", .beginning),
        row("les mis", "Les Misérables", .beginning), row("é", "Eclair", .beginning),
        row("dune: m", "Dune: Messiah", .beginning),
        row("dune m", "Dune: Messiah", .wordBeginnings),
        row("left h", "The Left Hand of Darkness", .wordBeginnings),
        row("h", "The Left Hand of Darkness", .wordBeginnings),
        row("hand left", "The Left Hand of Darkness", nil),
        row("l h d", "The Left Hand of Darkness", .wordBeginnings),
        row("eft arkn", "The Left Hand of Darkness", .inside),
        row("e", "The Left", nil), row("ef", "The Left", .inside),
        row("fi", "sci-fi", .wordBeginnings), row("s", "Ender's Game", nil),
        row("ender's", "Ender’s Game", .beginning), row("dune", "“Dune”", .wordBeginnings),
        row("体", "三体", .inside), row("三", "三体", .beginning), row("#", "# 1", .beginning),
        row("#", "1 #", nil), row("strasse", "Die Straße", .wordBeginnings), row("x", "", nil),
        row("lodz", "Łódź", .beginning),
    ]

    @Test(arguments: rows)
    func matches(_ test: Case<Pair, TextPattern.Match?>) {
        #expect(TextPattern(test.input.typed).match(of: test.input.text) == test.expected)
    }

    @Test func triesNoWiderWay() {
        #expect(TextPattern("left", upTo: .beginning).match(of: "The Left") == nil)
        #expect(TextPattern("ef", upTo: .wordBeginnings).match(of: "The Left") == nil)
    }

    @Test func offersTheBestOnly() {
        let words = ["sci-fi", "fiction", "unfit"]
        #expect(TextPattern("fi").best(of: words) { $0 }.elements == ["fiction"])
        #expect(
            TextPattern("fi").best(of: words.filter { $0 != "fiction" }) { $0 }.elements == [
                "sci-fi"
            ])
        #expect(TextPattern("nfi").best(of: words) { $0 }.elements == ["unfit"])
        #expect(TextPattern("x").best(of: words) { $0 }.elements.isEmpty)
    }
}
