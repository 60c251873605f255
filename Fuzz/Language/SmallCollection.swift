import TroveLanguage
import TroveModel

/// A collection with titles that need quoting.
struct SmallCollection: CompletionSource {
    private static let known = [
        "Dune", "it", "3", "The \"Best\" of #2", "三体", "a\\b\tc", "Zażółć: (x|y)",
    ]

    func titles(beginningWith text: String, limit: Int) -> (titles: [String], total: Int) {
        let found = Self.known.filter { $0.hasPrefix(text) }
        return (Array(found.prefix(limit)), found.count)
    }

    func values(of field: FieldIndex, kind: KindIndex, beginningWith text: String) -> [String] {
        Self.known
    }

    var aliases: [String] { ["ls"] }
    var snapshots: [String] { Self.known }
    var settings: [(name: String, choices: [String])] { [("color", ["auto", "never"])] }

    func files(beginningWith path: String) -> [String] { ["\(path)/", "\(path) copy.csv"] }
}
