import Testing
import TroveCodecs

@Suite struct LinePatternTests {
    @Test(arguments: [
        ("Dune", "Dune"), ("…", "anything"), ("D…e", "Dune"), ("D…e", "De"), ("…e", "Dune"),
        ("a…b…c", "a1b2b3c"), ("…x…", "axb"), ("12 … items …", "12 new items today"),
    ])
    func matches(_ pattern: String, _ line: String) {
        #expect(LinePattern(pattern).matches(line))
    }

    @Test(arguments: [
        ("Dune", "dune"), ("D…e", "Dunes"), ("ab…ba", "aba"), ("a…b…c", "acb"), ("é", "e\u{301}"),
        ("…x…", "ab"),
    ])
    func doesNotMatch(_ pattern: String, _ line: String) {
        #expect(!LinePattern(pattern).matches(line))
    }

    @Test func aLiteralHasNoEllipsis() {
        #expect(!LinePattern(literal: "a…").matches("ab"))
        #expect(LinePattern(literal: "a…").matches("a…"))
        #expect(!LinePattern(literal: "…").isAnyLines)
    }

    /// The length of the beginning that matches; -1 for none.
    @Test(arguments: [
        (["a", "b", "c"], ["a", "b"], 2), (["a"], [], 0), (["…", "list"], ["1", "2"], 1),
        (["a", "…", "d", "list"], ["a", "b", "c", "d"], 3), (["a", "…"], ["a"], 2),
        (["a"], ["b"], -1), (["a"], ["a", "b"], -1), (["…", "b", "…", "b"], ["b", "x", "b"], 4),
        ([], ["a"], -1),
    ])
    func findsTheBeginning(_ patterns: [String], _ lines: [String], _ length: Int) {
        let found = LinePattern.beginning(
            of: patterns.map { LinePattern($0) }[...], matching: lines)
        #expect(found ?? -1 == length)
    }

    private func difference(_ expected: [String], _ found: [String]) -> String {
        LineDifference(expected: expected.map { LinePattern($0) }, found: found, firstLine: 11)
            .description { $0 }
    }

    @Test func showsWhatDiffers() {
        #expect(difference(["a", "b", "c"], ["a", "b", "c"]) == "")
        #expect(difference(["a", "…"], ["a", "b", "c"]) == "")
        #expect(difference(["a", "b", "c"], ["a", "x", "c"]) == "@@ line 11 @@\n a\n-b\n+x\n c\n")
        #expect(difference([], ["a"]) == "@@ line 11 @@\n+a\n")
        #expect(difference(["a"], []) == "@@ line 11 @@\n-a\n")
        #expect(
            difference(["a", "…", "d", "e"], ["a", "b", "c", "d", "f"])
                == "@@ line 12 @@\n b\n c\n d\n-e\n+f\n")
    }

    @Test func aVeryLongTextDiffersAsAWhole() {
        let lines = (0..<3000).map { "\($0)" }
        let text = difference(["x"] + lines + ["y"], ["z"] + lines.reversed() + ["w"])
        #expect(text.split(separator: "\n").count == 1 + 2 * 3002)
    }
}
