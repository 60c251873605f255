import TroveLanguage
import TroveModel

/// A collection with titles that need quoting.
struct SmallCollection: CompletionSource {
    private static let known = [
        "Dune", "it", "3", "The \"Best\" of #2", "三体", "a\\b\tc", "Zażółć: (x|y)",
    ]

    func titles(
        matching pattern: TextPattern, limit: Int, where isIncluded: (Kind) -> Bool
    ) -> Matches<String> {
        pattern.best(of: Self.known) { $0 }
    }

    func recordTitles(matching pattern: TextPattern, limit: Int) -> Matches<String> {
        titles(matching: pattern, limit: limit) { _ in true }
    }

    func isTitle(_ text: String) -> Bool { Self.known.contains(text) }

    func kind(ofTitle text: String) -> KindIndex? { isTitle(text) ? 0 : nil }

    func kind(ofItem number: ItemNumber) -> KindIndex? { number < 10 ? 1 : nil }

    func values(
        of field: FieldIndex, kind: KindIndex, matching pattern: TextPattern, limit: Int
    ) -> Matches<KnownValue> {
        pattern.best(of: Self.known.map { KnownValue($0, count: 1) }, by: \.text)
    }

    func hasValue(_ text: String, of field: FieldIndex, kind: KindIndex) -> Bool {
        Self.known.contains(text)
    }

    var aliases: [String] { ["ls"] }
    var snapshots: [String] { Self.known }
    var settings: [(name: String, choices: [String])] { [("color", ["auto", "never"])] }

    func files(beginningWith path: String) -> [String] { ["\(path)/", "\(path) copy.csv"] }
}
