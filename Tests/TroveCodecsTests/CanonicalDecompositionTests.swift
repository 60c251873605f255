import Testing
import TroveCodecs
import TroveTesting

@Suite struct CanonicalDecompositionTests {
    static let cases: [Case<String, String>] = [
        Case("empty", "", ""), Case("ASCII", "Dune", "Dune"),
        Case("composed", "\u{E9}", "e\u{301}"),
        Case("several marks", "\u{1EA5}", "a\u{302}\u{301}"),
        Case("order of marks", "q\u{307}\u{323}", "q\u{323}\u{307}"),
        Case("singleton", "\u{212B}", "A\u{30A}"),
        Case("Hangul", "\u{AC01}", "\u{1100}\u{1161}\u{11A8}"),
        Case("compatibility stays", "ﬁ\u{2460}", "ﬁ\u{2460}"),
        Case("beyond the basic plane", "\u{1D160}", "\u{1D158}\u{1D165}\u{1D16E}"),
        Case("controls stay", "\u{0}é\u{AD}\r\n", "\u{0}e\u{301}\u{AD}\r\n"),
    ]

    @Test(arguments: cases)
    func decomposes(_ test: Case<String, String>) {
        #expect(scalars(of: test.input) == Array(test.expected.unicodeScalars))
    }

    /// The Greek letter has the most scalars for its bytes.
    @Test(arguments: [1, 1000, 100_000])
    func decomposesLongTexts(count: Int) {
        let text = String(repeating: "\u{1F82}", count: count)
        #expect(scalars(of: text).count == 4 * count)
    }

    private func scalars(of text: String) -> [Unicode.Scalar] {
        var scalars: [Unicode.Scalar] = []
        CanonicalDecomposition.forEachScalar(of: text) { scalars.append($0) }
        return scalars
    }
}
