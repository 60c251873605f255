import TroveLanguage
import TroveModel

/// A small collection for completion.
struct SampleSource: CompletionSource {
    static let all = [
        "1984", "Dune", "Dune: Messiah", "Ender's Game", "The Left Hand of Darkness", "it",
        "say \"x\"", "三体", "三國", "Solaris",
    ]

    var aliases = ["reading", "rm"]
    var snapshots = ["before spring", "old"]
    var marks = ["tidy", "before spring"]
    var results = [
        (number: 1, name: "The Hobbit"), (number: 2, name: "Rhapsody"),
        (number: 12, name: "The Silmarillion"),
    ]
    var conflicts = [
        (number: 3, name: "gem 7: Opal, color"), (number: 12, name: "book 1: 1984, page"),
    ]
    var rejectedChanges = [(number: 4, name: "add gem 7: Opal")]
    var demos = [(name: "conflicts", title: "Two devices"), (name: "library", title: "A library")]
    var tutorials = [
        (name: "4-undo", title: "Undo"), (name: "10-time-travel", title: "Time travel"),
    ]
    var settings = [
        (name: "output", choices: ["table", "json", "jsonl"]), (name: "color", choices: ["auto"]),
    ]

    func isPlace(_ text: String) -> Bool { marks.contains(text) || text == "2026-11-01" }

    func titles(
        matching pattern: TextPattern, limit: Int, where isIncluded: (Kind) -> Bool
    ) -> Matches<String> {
        let kinds = Kinds.standard
        return pattern.best(
            of: (isIncluded(kinds[0]) ? Self.all : []) + (isIncluded(kinds[2]) ? ["Solaris"] : [])
        ) { $0 }
    }

    private func titles(beginningWith text: String) -> Matches<String> {
        titles(matching: TextPattern(text, upTo: .beginning), limit: 2) { _ in true }
    }

    func recordTitles(matching pattern: TextPattern, limit: Int) -> Matches<String> {
        pattern.best(of: ["Kindred", "Kim"]) { $0 }
    }

    func isTitle(_ text: String) -> Bool {
        let found = titles(beginningWith: text).elements
        return found.count == 1 || found.contains { Folding.name($0) == Folding.name(text) }
    }

    /// All titles but one are those of books.
    func kind(ofTitle text: String) -> KindIndex? {
        let found = titles(beginningWith: text).elements
        return found.isEmpty || found.contains("Solaris") ? nil : 0
    }

    /// Book 2 is being read, and so is the book called 1984.
    func rung(ofItem number: ItemNumber) -> Int? { number == 2 ? 2 : nil }

    /// A book and a film share a title.
    func items(titled title: String) -> [(number: ItemNumber, kind: KindIndex)] {
        switch title {
        case "Solaris": [(number: 5, kind: 0), (number: 12, kind: 2)]
        case "1984": [(number: 2, kind: 0)]
        default: []
        }
    }

    /// Numbers 1 to 6 are books, 7 to 9 gems.
    func kind(ofItem number: ItemNumber) -> KindIndex? {
        switch number.rawValue {
        case 1...6: 0
        case 7...9: 1
        default: nil
        }
    }

    var it: ItemNumber? { 7 }

    func values(
        of field: FieldIndex, kind: KindIndex, matching pattern: TextPattern, limit: Int
    ) -> Matches<KnownValue> {
        pattern.best(of: values(of: field, kind: kind), by: \.text)
    }

    func hasValue(_ text: String, of field: FieldIndex, kind: KindIndex) -> Bool {
        values(of: field, kind: kind).contains { $0.count > 0 && $0.text == text }
    }

    private func values(of field: FieldIndex, kind: KindIndex) -> [KnownValue] {
        switch Kinds.standard[kind].fields[field].content {
        case .choice:
            [
                KnownValue("sci-fi", count: 12), KnownValue("hard sci-fi", count: 1),
                KnownValue("fantasy", count: 0), KnownValue("science", count: 0),
            ]
        case .ladder(let ladder): ladder.rungs.map { KnownValue($0.name, count: 0) }
        case .month: [KnownValue("june", count: 0), KnownValue("july", count: 0)]
        case .set: [KnownValue("attic", count: 2), KnownValue("top shelf", count: 1)]
        case .text, .isbn, .integer, .decimal, .date: []
        }
    }

    func files(beginningWith path: String) -> [String] {
        ["my file.trove", "seeds/"].filter { $0.hasPrefix(path) }
    }
}
