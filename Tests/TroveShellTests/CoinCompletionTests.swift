import Testing
import TroveCommands
import TroveLanguage
import TroveModel
import TroveTesting

/// Completion supports the fifth kind from its definition and the collected items.
@Suite struct CoinCompletionTests {
    /// A collection of coins for completion.
    private struct Source: CompletionSource {
        let aliases: [String] = []
        let snapshots: [String] = []
        let settings: [(name: String, choices: [String])] = []

        func titles(
            matching pattern: TextPattern, limit: Int, where isIncluded: (Kind) -> Bool
        ) -> Matches<String> {
            pattern.best(of: ["Bronze penny", "Florin"]) { $0 }
        }

        func recordTitles(matching pattern: TextPattern, limit: Int) -> Matches<String> { .none }

        func isTitle(_ text: String) -> Bool { false }

        func kind(ofTitle text: String) -> KindIndex? { nil }

        func kind(ofItem number: ItemNumber) -> KindIndex? { nil }

        func values(
            of field: FieldIndex, kind: KindIndex, matching pattern: TextPattern, limit: Int
        ) -> Matches<KnownValue> {
            let values =
                switch Kinds.withExamples[KindIndex(kind.rawValue)].fields[field].content {
                case .choice(let suggestions): suggestions
                case .ladder(let ladder): ladder.rungs.map(\.name)
                default: [String]()
                }
            return pattern.best(of: values.map { KnownValue($0, count: 0) }, by: \.text)
        }

        func hasValue(_ text: String, of field: FieldIndex, kind: KindIndex) -> Bool { false }

        func files(beginningWith path: String) -> [String] { [] }
    }

    static let lines: [Case<String, [String]>] = [
        Case("its name", "add c", ["coin"]), Case("its name to use", "use co", ["coin"]),
        Case("its fields", "add coin Penny m", ["metal:"]),
        Case("its fields to compare", "list coins y", ["year="]),
        Case("its values", "add coin Penny metal:g", ["gold"]),
        Case("values to compare", "list metal=copper|s", ["silver"]),
        Case("its states", "advance 3 to:m", ["mint"]),
        Case("its titles", "show Br", ["\"Bronze penny\""]),
        Case("columns", "list coins columns:name,gr", ["name,grade"]),
    ]

    @Test(arguments: lines)
    func offers(_ test: Case<String, [String]>) {
        let completer = Completer(
            CommandTable.vocabulary, kinds: .withExamples, currentKind: 0, source: Source())
        let result = completer.complete(test.input, at: test.input.utf8.count)
        #expect(result.suggestions.map(\.insertion) == test.expected)
    }

    @Test func offersItsFieldsWhenItIsInUse() {
        let completer = Completer(
            CommandTable.vocabulary, kinds: .withExamples, currentKind: 4, source: Source())
        let result = completer.complete("add Penny gr", at: 12)
        #expect(result.suggestions.map(\.insertion) == ["grade:"])
    }
}
