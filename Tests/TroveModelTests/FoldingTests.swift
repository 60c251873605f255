import Testing
import TroveModel
import TroveTesting

@Suite struct FoldingTests {
    /// How two texts compare.
    enum Similarity: Sendable {
        /// The same name, and so equal for searching too.
        case name
        /// Equal only for searching: an accent differs.
        case search
        case none
    }

    static let pairs: [Case<(String, String), Similarity>] = [
        Case("ASCII case", ("Dune", "dUNE"), .name),
        Case("another letter", ("Dune", "Dunes"), .none),
        Case("composed and decomposed", ("\u{E9}", "e\u{301}"), .name),
        Case("order of marks", ("q\u{307}\u{323}", "q\u{323}\u{307}"), .name),
        Case("case of an accented letter", ("ÉCLAT", "éclat"), .name),
        Case("accent", ("éclat", "eclat"), .search),
        Case("umlaut", ("Österreich", "osterreich"), .search),
        Case("Å, the letter and the unit", ("\u{C5}", "\u{212B}"), .name),
        Case("K, the letter and the unit", ("k", "\u{212A}"), .name),
        Case("ß and ss", ("straße", "STRASSE"), .name),
        Case("ß and its capital", ("straße", "STRAẞE"), .name),
        Case("capital ß and ss", ("ẞ", "ss"), .name),
        Case("ligature", ("ﬁre", "FIRE"), .name),
        Case("dotted capital I", ("İstanbul", "i\u{307}stanbul"), .name),
        Case("dotted capital I, searched", ("İstanbul", "istanbul"), .search),
        Case("stroke", ("Łódź", "łódź"), .name),
        Case("stroke, searched", ("Łódź", "lodz"), .search),
        Case("slashed o", ("Ørsted", "orsted"), .search),
        Case("ash", ("Æon", "aeon"), .search),
        Case("the three sigmas", ("ΣΊΣΥΦΟΣ", "σίσυφος"), .name),
        Case("tonos", ("Σίσυφος", "σισυφος"), .search),
        Case("Cyrillic case", ("ВОЙНА", "война"), .name),
        Case("Cyrillic short i", ("й", "и"), .search),
        Case("Hebrew points", ("שָׁלוֹם", "שלום"), .search),
        Case("Arabic vowels", ("كِتَاب", "كتاب"), .search),
        Case("sound marks of kana", ("パパ", "ハハ"), .none),
        Case("Thai vowels", ("กิน", "กัน"), .none),
        Case("Hindi vowels", ("सुन", "सून"), .none),
        Case("CJK", ("三体", "三体"), .name),
        Case("other CJK", ("三体", "三國"), .none),
        Case("Hangul composed and decomposed", ("\u{AC00}", "\u{1100}\u{1161}"), .name),
        Case("full width is another letter", ("Ａ", "A"), .none),
        Case("blank counts", ("a b", "ab"), .none),
    ]

    @Test(arguments: pairs)
    func comparesTexts(_ test: Case<(String, String), Similarity>) {
        let (left, right) = test.input
        #expect((Folding.name(left) == Folding.name(right)) == (test.expected == .name))
        #expect((Folding.search(left) == Folding.search(right)) == (test.expected != .none))
    }

    @Test func keepsMostTextsUnchanged() {
        #expect(Folding.name("a 1-ž") == Array("a 1-z\u{30C}".utf8))
        #expect(Folding.name("") == [])
        #expect(Folding.search("\u{301}") == [])
    }
}
