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

    /// Entries that begin with the typed text, then those that contain it.
    @Test func upSearchesForTheTypedText() {
        var recall = HistoryRecall(
            entries: ["add dune", "list books", "show add", "Add emma", "count"])
        func up(_ line: String) -> String? { recall.up(from: line, key: lowercased) }
        #expect(up("add") == "Add emma")
        #expect(up("Add emma") == "add dune")
        #expect(up("add dune") == "show add")
        #expect(up("show add") == nil)
        #expect(recall.down(from: "show add") == "add dune")
        #expect(recall.down(from: "add dune") == "Add emma")
        #expect(recall.down(from: "Add emma") == "add")
        #expect(recall.down(from: "add") == nil)
        #expect(up("add") == "Add emma")
        // An edited line is a new search; without a match nothing changes.
        #expect(up("list") == "list books")
        #expect(up("zzz") == nil)
    }

    @Test func upOnAnEmptyLineGoesThroughAll() {
        var recall = HistoryRecall(entries: ["one", "two"])
        #expect(recall.up(from: "", key: lowercased) == "two")
        #expect(recall.up(from: "two", key: lowercased) == "one")
        #expect(recall.up(from: "one", key: lowercased) == nil)
        #expect(recall.down(from: "one") == "two")
        #expect(recall.down(from: "two") == "")
        #expect(recall.down(from: "") == nil)
    }

    @Test func anEditedEntryIsKeptUntilALineIsEntered() {
        var recall = HistoryRecall(entries: ["one", "two"])
        #expect(recall.up(from: "", key: lowercased) == "two")
        #expect(recall.down(from: "two, edited") == "")
        #expect(recall.up(from: "", key: lowercased) == "two, edited")
        #expect(recall.up(from: "two, edited", key: lowercased) == "one")
        #expect(recall.down(from: "one, edited") == "two, edited")
        #expect(recall.up(from: "two, edited", key: lowercased) == "one, edited")
        recall.add("three")
        #expect(recall.up(from: "", key: lowercased) == "three")
        #expect(recall.up(from: "three", key: lowercased) == "two")
        #expect(recall.up(from: "two", key: lowercased) == "one")
    }

    private func lowercased(_ text: String) -> [UInt8] { Array(text.lowercased().utf8) }
}
