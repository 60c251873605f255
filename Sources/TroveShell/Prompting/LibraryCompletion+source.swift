import Glibc
import TroveCommands
import TroveLanguage
import TroveLessons
import TroveLookup
import TroveModel
import TroveStore
import TroveSystem

/// The titles, values and names of the open library, and the files of the working folder.
extension LibraryCompletion: CompletionSource {
    func titles(
        matching pattern: TextPattern, limit: Int, where isIncluded: (Kind) -> Bool
    ) -> Matches<String> {
        let kinds = context.kinds.titled.filter { isIncluded(context.kinds[$0]) }
        return titles(of: kinds, matching: pattern, limit: limit)
    }

    func prepare(_ kind: KindIndex) {
        // What cannot be read is not offered.
        try? context.library.beginLoading(kind)
    }

    func recordTitles(matching pattern: TextPattern, limit: Int) -> Matches<String> {
        let records = context.kinds.indices.filter { context.kinds.isRecord($0) }
        for kind in records { prepare(kind) }
        let found = titles(of: records, matching: pattern, limit: limit)
        // An item that was finished several times has several records.
        var seen: Set<String> = []
        let titles = found.elements.filter { seen.insert($0).inserted }
        return found.replaced(
            by: titles, total: found.total - found.elements.count + titles.count)
    }

    private func titles(
        of kinds: [KindIndex], matching pattern: TextPattern, limit: Int
    ) -> Matches<String> {
        var lists: [Matches<String>] = []
        var pattern = pattern
        for kind in kinds {
            let found = context.library.titles(of: kind, matching: pattern, limit: limit)
            guard !found.elements.isEmpty else { continue }
            // Titles of the next kinds that only match a wider pattern would not be offered.
            pattern = TextPattern(
                pattern.text, upTo: found.match, isThorough: pattern.isThorough)
            lists.append(found)
        }
        return Matches.best(of: lists)
    }

    func isTitle(_ text: String) -> Bool {
        let found = titles(
            of: context.kinds.titled, matching: TextPattern(text, upTo: .beginning), limit: 2)
        // If there are several, the shortest comes first.
        return found.total == 1
            || found.elements.contains { Folding.search($0) == Folding.search(text) }
    }

    func items(titled title: String) -> [(number: ItemNumber, kind: KindIndex)] {
        context.kinds.titled.flatMap { kind in
            context.library.items(of: kind, titled: title).map { (number: $0, kind: kind) }
        }
    }

    func knowsAllValues(of field: FieldIndex, kind: KindIndex) -> Bool {
        context.library.isLoaded
            && context.library.catalog.tables[kind].knowsAllValues(of: field)
    }

    func hasTitle(beginningWith text: String) -> Bool {
        !context.library.isLoaded
            || titles(
                of: context.kinds.titled, matching: TextPattern(text, upTo: .beginning), limit: 1
            ).total > 0
    }

    func kind(ofTitle text: String) -> KindIndex? {
        // An item that is not loaded yet may have the title, too.
        guard context.library.isLoaded else { return nil }
        let pattern = TextPattern(text, upTo: .beginning)
        let key = Folding.search(text)
        var whole: [KindIndex] = []
        var begun: [KindIndex] = []
        for kind in context.kinds.titled {
            let found = context.library.titles(of: kind, matching: pattern, limit: 1).elements
            guard let shortest = found.first else { continue }
            begun.append(kind)
            if Folding.search(shortest) == key { whole.append(kind) }
        }
        let found = whole.isEmpty ? begun : whole
        return found.count == 1 ? found[0] : nil
    }

    func kind(ofItem number: ItemNumber) -> KindIndex? {
        let (library, kinds) = (context.library, context.kinds)
        var found = library.catalog.find(number)?.kind
        // Items that are not loaded are only in the file.
        if found == nil, !kinds.indices.allSatisfy(library.isLoaded) {
            found = (try? library.item(numbered: number))?.kind
        }
        return found.flatMap { kinds.isShown($0) || kinds.retired.contains($0) ? $0 : nil }
    }

    func rung(ofItem number: ItemNumber) -> Int? {
        guard let item = try? context.library.item(numbered: number),
            let (field, ladder) = context.kinds[item.kind].ladder
        else { return nil }
        return ladder.index(of: item.values[field])
    }

    var it: ItemNumber? { context.session.it }

    func values(
        of index: FieldIndex, kind: KindIndex, matching pattern: TextPattern, limit: Int
    ) -> Matches<KnownValue> {
        let field = context.kinds[kind].fields[index]
        func possible(_ values: [String]) -> Matches<KnownValue> {
            let counts = context.library.counts(of: values, in: index, kind: kind)
            return pattern.best(of: zip(values, counts).map { KnownValue($0, count: $1) }) {
                $0.text
            }
        }
        switch field.content {
        case .ladder(let ladder): return possible(ladder.rungs.map(\.name))
        case .month: return possible(Month.allCases.map { $0.name.lowercased() })
        case .date: return possible(field.namedDays)
        case .integer, .decimal: return .none
        case .text, .isbn, .set:
            return context.library.values(of: index, kind: kind, matching: pattern, limit: limit)
        case .choice(let suggestions):
            let used = context.library.values(
                of: index, kind: kind, matching: pattern, limit: limit)
            let counts = context.library.counts(of: suggestions, in: index, kind: kind)
            let unused = zip(suggestions, counts).filter { $0.1 == 0 }.map(\.0)
            return Matches.best(of: [used, possible(unused)])
        }
    }

    func hasValue(_ text: String, of field: FieldIndex, kind: KindIndex) -> Bool {
        context.library.catalog.hasValue(text, in: field, kind: kind)
    }

    var aliases: [String] { context.session.aliases.keys.sorted() }

    var snapshots: [String] { (try? context.library.snapshots.all().map(\.name)) ?? [] }

    func isPlace(_ text: String) -> Bool {
        PastTime.isPast(text, now: context.surroundings.now) || marks.contains(text)
    }

    var marks: [String] { (try? context.library.marks.all().map(\.name)) ?? [] }

    var results: [(number: Int, name: String)] {
        let entries = context.session.found?.entries ?? []
        return zip(1..., entries).map { (number: $0, name: $1.title) }
    }

    var conflicts: [(number: Int, name: String)] { (try? context.conflictNames) ?? [] }

    var rejectedChanges: [(number: Int, name: String)] {
        (try? context.rejectedChangeNames) ?? []
    }

    var demos: [(name: String, title: String)] {
        LessonFinder(context.surroundings).lessons.compactMap { path in
            (try? LessonCheck.lesson(at: path)).map { ($0.name, $0.title) }
        }
    }

    var tutorials: [(name: String, title: String)] {
        TutorialFiles(LessonFinder(context.surroundings)).all.map { file in
            (file.name, (try? file.read(context.kinds))?.title ?? "")
        }
    }

    var settings: [(name: String, choices: [String])] {
        context.session.settings.entries.map { ($0.name, $0.choices) }
    }

    func files(beginningWith path: String) -> [String] {
        let cut = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
        let folder = String(path[..<cut])
        let beginning = String(path[cut...])
        let names = Folder.names(in: folder.isEmpty ? "." : folder) ?? []
        let found = (names + [".", ".."]).filter { name in
            name.hasPrefix(beginning) && name.hasPrefix(".") == beginning.hasPrefix(".")
        }
        return found.map { name in
            let isFolder = FileStatus(of: folder + name)?.type == .folder
            return folder + name + (isFolder ? "/" : "")
        }.sorted()
    }
}
