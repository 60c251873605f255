import Glibc
import TroveCommands
import TroveLanguage
import TroveModel
import TroveStore
import TroveTerminal

/// Completion from the open library.
struct LibraryCompletion {
    let context: any CommandContext

    /// Returns the candidates at the cursor, an offset in bytes of UTF-8.
    func completion(of line: String, cursor: Int) -> Completion {
        let completer = Completer(
            CommandTable.vocabulary, kinds: context.kinds, currentKind: context.session.currentKind,
            source: self)
        let result = completer.complete(line, at: cursor)
        let candidates = result.suggestions.map {
            Completion.Candidate(
                insertion: $0.insertion, label: $0.label, note: $0.note, isFinal: $0.isFinal)
        }
        return Completion(
            replaced: result.replaced, candidates: candidates, total: result.total,
            commonPrefix: result.total > candidates.count
                ? nil : Self.commonPrefix(candidates.map(\.insertion)))
    }

    /// Returns the common prefix of all insertions.
    private static func commonPrefix(_ texts: [String]) -> String? {
        guard var prefix = texts.first else { return nil }
        for text in texts.dropFirst() {
            prefix = String(zip(prefix, text).prefix { $0 == $1 }.map(\.0))
        }
        return prefix.isEmpty ? nil : prefix
    }
}

extension LibraryCompletion: CompletionSource {
    func titles(beginningWith text: String, limit: Int) -> (titles: [String], total: Int) {
        titles(of: context.kinds.titled, beginningWith: text, limit: limit)
    }

    func recordTitles(beginningWith text: String, limit: Int) -> (titles: [String], total: Int) {
        let records = context.kinds.indices.filter { context.kinds.isRecord($0) }
        let found = titles(of: records, beginningWith: text, limit: limit)
        // An item that was finished several times has several records.
        var seen: Set<String> = []
        let titles = found.titles.filter { seen.insert($0).inserted }
        return (titles, found.total - found.titles.count + titles.count)
    }

    private func titles(
        of kinds: [KindIndex], beginningWith text: String, limit: Int
    ) -> (titles: [String], total: Int) {
        var titles: [String] = []
        var total = 0
        for kind in kinds {
            let found = context.library.rows(of: kind, titleBeginningWith: text, limit: limit)
            total += found.total
            titles += found.rows.map { context.library.catalog.item(kind, at: $0).title }
        }
        return (Array(titles.prefix(limit)), total)
    }

    func values(of index: FieldIndex, kind: KindIndex, beginningWith text: String) -> [String] {
        let table = context.library.catalog.tables[kind]
        let field = table.kind.fields[index]
        let used = table.symbols(of: field.name)
        switch field.content {
        case .choice(let suggestions):
            return Array(Set(used + suggestions)).sorted()
        case .ladder(let ladder): return ladder.rungs.map(\.name)
        case .month: return Month.allCases.map { $0.name.lowercased() }
        case .date: return ["today", "yesterday"]
        case .set: return used.sorted()
        case .text, .isbn: return table.texts(of: index, beginningWith: text, limit: 100)
        case .integer, .decimal: return []
        }
    }

    var aliases: [String] { context.session.aliases.keys.sorted() }

    var snapshots: [String] { (try? context.library.snapshots.all().map(\.name)) ?? [] }

    var settings: [(name: String, choices: [String])] {
        context.session.settings.entries.map { ($0.name, $0.choices) }
    }

    func files(beginningWith path: String) -> [String] {
        let cut = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
        let folder = String(path[..<cut])
        let beginning = String(path[cut...])
        // The directory stays open until the function returns. An entry is valid until the next
        // `readdir`; its name ends with a zero byte and is copied at once.
        guard let directory = unsafe opendir(folder.isEmpty ? "." : folder) else { return [] }
        defer { unsafe closedir(directory) }
        var files: [String] = []
        while let entry = unsafe readdir(directory) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { name in
                unsafe String(cString: UnsafeRawPointer(name).assumingMemoryBound(to: CChar.self))
            }
            guard name.hasPrefix(beginning), name.hasPrefix(".") == beginning.hasPrefix(".") else {
                continue
            }
            var status = stat()
            let isFolder =
                unsafe stat(folder + name, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
            files.append(folder + name + (isFolder ? "/" : ""))
        }
        return files.sorted()
    }
}
