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

    /// Returns whether the words occur in the text in this order, by a search at each place.
    private static func occur(
        _ words: [Substring], in text: String, onlyBeginnings: Bool
    ) -> Bool {
        var rest = Array(text.utf8)[...]
        let isLetter = { (byte: UInt8) in byte &- 0x61 < 26 || byte &- 0x30 < 10 }
        for word in words {
            let place = rest.indices.first { index in
                rest[index...].starts(with: word.utf8)
                    && (!onlyBeginnings || index == 0 || !isLetter(Array(text.utf8)[index - 1]))
            }
            guard let place else { return false }
            rest = rest[(place + word.utf8.count)...]
        }
        return true
    }

    /// Texts of all lengths up to several steps of the search, of few letters, so that most of them
    /// nearly match.
    @Test func agreesWithASearchAtEachPlace() throws {
        try SeededRandom.run { random in
            for _ in 0..<4000 {
                let text = String(
                    (0..<Int.random(in: 0...30, using: &random)).map { _ in
                        "aab1 -".randomElement(using: &random) ?? "a"
                    })
                let typed = (0..<Int.random(in: 1...2, using: &random)).map { _ in
                    String(
                        (0..<Int.random(in: 2...4, using: &random)).map { _ in
                            "ab1".randomElement(using: &random) ?? "a"
                        })
                }
                let words = typed.map { $0[...] }
                let pattern = TextPattern(typed.joined(separator: " "))
                let expected: TextPattern.Match? =
                    if text.hasPrefix(typed.joined(separator: " ")) {
                        .beginning
                    } else if Self.occur(words, in: text, onlyBeginnings: true) {
                        .wordBeginnings
                    } else if Self.occur(words, in: text, onlyBeginnings: false) {
                        .inside
                    } else {
                        nil
                    }
                #expect(pattern.match(of: text) == expected, "\(typed) \(text) \(random.hint)")
                #expect(
                    pattern.match(of: text.uppercased()) == expected,
                    "\(typed) \(text) \(random.hint)")
            }
        }
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
