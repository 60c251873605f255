import Testing
import TroveLanguage
import TroveTesting

@Suite struct NearestTests {
    static let names = [
        "list", "filter", "find", "delete", "advance", "page", "note", "undo", "redo", "use",
    ]

    static let typed: [Case<String, [String]>] = [
        Case("the same", "list", ["list"]), Case("left out", "lst", ["list"]),
        Case("put in", "liist", ["list"]),
        Case("changed", "lisd", ["list"]), Case("swapped", "ilst", ["list"]),
        Case("capitals", "LIST", ["list"]),
        Case("beginning", "adv", ["advance"]),
        Case("beginning of several", "fi", ["filter", "find"]),
        Case("two away", "delte", ["delete"]), Case("nearest first", "undo", ["undo"]),
        Case("equally near, in order", "edo", ["redo"]), Case("far", "xyzzy", []),
        Case("empty", "", []),
        Case("one letter is near one", "l", []), Case("too far for its length", "lxxt", []),
        Case("accents do not count", "líst", ["list"]),
        Case("long", String(repeating: "list", count: 1000), []),
    ]

    @Test(arguments: typed)
    func findsSimilarNames(_ test: Case<String, [String]>) {
        #expect(Nearest.names(to: test.input, among: Self.names) == test.expected)
    }

    @Test func returnsThreeAtMost() {
        let names = ["cat", "bat", "rat", "mat"]
        #expect(Nearest.names(to: "xat", among: names) == ["cat", "bat", "rat"])
        // The first letter decides among equally near names.
        #expect(Nearest.names(to: "bag", among: ["tag", "bat", "rag"]) == ["bat", "tag", "rag"])
    }
}
