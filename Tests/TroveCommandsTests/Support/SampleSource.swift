import TroveLanguage
import TroveModel

/// A small collection for completion.
struct SampleSource: CompletionSource {
    static let all = [
        "1984", "Dune", "Dune: Messiah", "Ender's Game", "The Left Hand of Darkness", "it",
        "say \"x\"", "三体", "三國",
    ]

    var aliases = ["reading", "rm"]
    var snapshots = ["before spring", "old"]
    var settings = [
        (name: "output", choices: ["table", "json", "jsonl"]), (name: "color", choices: ["auto"]),
    ]

    func titles(beginningWith text: String, limit: Int) -> (titles: [String], total: Int) {
        let found = Self.all.filter { Folding.name($0).starts(with: Folding.name(text)) }
        return (Array(found.prefix(limit)), found.count)
    }

    func recordTitles(beginningWith text: String, limit: Int) -> (titles: [String], total: Int) {
        let found = ["Kindred", "Kim"].filter { $0.hasPrefix(text) }
        return (found, found.count)
    }

    func values(of field: FieldIndex, kind: KindIndex, beginningWith text: String) -> [String] {
        switch Kinds.standard[kind].fields[field].content {
        case .choice: ["fantasy", "hard sci-fi", "sci-fi", "science"]
        case .ladder(let ladder): ladder.rungs.map(\.name)
        case .month: ["june", "july"]
        case .set: ["attic", "top shelf"]
        case .text, .isbn, .integer, .decimal, .date: []
        }
    }

    func files(beginningWith path: String) -> [String] {
        ["my file.trove", "seeds/"].filter { $0.hasPrefix(path) }
    }
}
