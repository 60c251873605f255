import Testing
import TroveTerminal

@Suite struct HistoryWalkTests {
    @Test func upAndDownReturnToTheTypedLine() {
        var recall = HistoryRecall(entries: ["one", "two", "three"])
        #expect(recall.older(than: "typed") == "three")
        #expect(recall.older(than: "three") == "two")
        #expect(recall.older(than: "two") == "one")
        #expect(recall.older(than: "one") == nil)
        #expect(recall.newer(than: "one") == "two")
        #expect(recall.newer(than: "two") == "three")
        #expect(recall.newer(than: "three") == "typed")
        #expect(recall.newer(than: "typed") == nil)
    }

    @Test func matchesOnlyTheSamePrefix() {
        var recall = HistoryRecall(entries: ["add x", "list", "add y", "list"])
        #expect(recall.older(than: "add", prefix: "add") == "add y")
        #expect(recall.older(than: "add y", prefix: "add") == "add x")
        #expect(recall.older(than: "add x", prefix: "add") == nil)
    }

    /// A recalled entry is shown with the cursor at its end.
    @Test func goesOnWithThePrefixOfTheStepBefore() {
        var recall = HistoryRecall(entries: ["add x", "list", "add y", "add y z"])
        #expect(recall.older(than: "add", prefix: "add") == "add y z")
        #expect(recall.older(than: "add y z", prefix: "add y z") == "add y")
        #expect(recall.older(than: "add y", prefix: "add y") == "add x")
        #expect(recall.older(than: "add x", prefix: "add x") == nil)
        #expect(recall.newer(than: "add x", prefix: "add x") == "add y")
        #expect(recall.newer(than: "add y", prefix: "add y") == "add y z")
        #expect(recall.newer(than: "add y z", prefix: "add y z") == "add")
        #expect(recall.older(than: "add", prefix: "add") == "add y z")
        // The cursor was moved, the line was edited, and a step to any entry showed it.
        #expect(recall.older(than: "add y z", prefix: "add y") == "add y")
        #expect(recall.older(than: "add y", prefix: "add y") == nil)
        #expect(recall.older(than: "lis", prefix: "lis") == "list")
        recall.begin()
        #expect(recall.older(than: "") == "add y z")
        #expect(recall.older(than: "add y z") == "add y")
        #expect(recall.newer(than: "add y", prefix: "add y") == "add y z")
    }

    @Test func anOfferIsTheNewestEntryUntilTheNext() {
        var recall = HistoryRecall(entries: ["a", "lst"])
        recall.offer("list")
        #expect(recall.older(than: "") == "list")
        #expect(recall.older(than: "list") == "lst")
        #expect(recall.newer(than: "lst") == "list")
        recall.offer("list x")
        #expect(recall.older(than: "") == "list x")
        #expect(recall.older(than: "list x") == "lst")
        recall.add("b")
        #expect(recall.older(than: "") == "b")
        #expect(recall.older(than: "b") == "lst")
        recall.offer(nil)
        recall.offer(nil)
        #expect(recall.older(than: "") == "b")
    }

    @Test func ownEntriesAppearOnce() {
        var recall = HistoryRecall(entries: ["a", "b"])
        recall.add("a")
        #expect(recall.older(than: "") == "a")
        #expect(recall.older(than: "a") == "b")
        #expect(recall.older(than: "b") == nil)
    }

    @Test(arguments: [("三", "三体"), ("ł", "zażółć"), ("😀", "😀 grin"), ("e\u{301}", "caf\u{E9}")])
    func searchFinds(query: String, entry: String) {
        var search = IncrementalSearch(entries: ["三体", "zażółć", "😀 grin", "caf\u{E9}", "plain"])
        search.extend(by: query)
        #expect(search.match == entry)
    }

    @Test func searchMovesBothWays() {
        var search = IncrementalSearch(entries: ["alpha one", "beta", "Alpha two", "gamma"])
        search.extend(by: "alp")
        #expect(search.match == "Alpha two")
        #expect(search.older() == true)
        #expect(search.match == "alpha one")
        #expect(search.older() == false)
        #expect(search.match == "alpha one")
        #expect(search.newer() == true)
        #expect(search.match == "Alpha two")
        search.extend(by: "x")
        #expect(search.hasFailed)
        search.shorten()
        #expect(search.match == "Alpha two")
        for _ in 0..<5 { search.shorten() }
        #expect(search.query == "")
        #expect(search.match == nil)
        search.extend(by: "gam")
        #expect(search.match == "gamma")
    }

    @Test func uppercaseQueriesMatchCase() {
        var search = IncrementalSearch(entries: ["Alpha", "alpha"])
        search.extend(by: "A")
        #expect(search.match == "Alpha")
    }

    @Test func anEmptyQueryMatchesNothing() {
        var search = IncrementalSearch(entries: [])
        search.extend(by: "a")
        #expect(search.match == nil)
        #expect(search.older() == false)
        #expect(search.newer() == false)
    }
}
