import TroveLanguage
import TroveModel
import TroveStore
import TroveTerminal

/// Hints about texts and values that resemble known ones.
extension CommandContext {
    /// Returns the hint about text that no item contains, although an item contains similar text;
    /// nil if the condition is about something else, or nothing resembles the text. It also sets
    /// the session's correction.
    func similarText(in query: Query) -> TerminalText? {
        guard let texts = query.condition?.onlyTexts, let first = texts.first,
            let last = texts.last, loadIfFew()
        else { return nil }
        let text = texts.map(\.value).joined(separator: " ")
        // Comparing all names of a large library would take too long.
        let people = library.catalog.count > Self.maximumCompared ? [] : people
        let titles = comparedTitles(for: text, of: query.kind.map { [$0] } ?? kinds.titled)
        let key = Folding.search(text)
        let nearest = Nearest.names(to: text, among: titles + people)
        // Items of another kind may contain the text itself.
        guard !nearest.isEmpty, !nearest.contains(where: { Folding.search($0) == key }) else {
            return nil
        }
        session.command.correction = Correction(
            first.span.lowerBound..<last.span.upperBound, nearest: nearest)
        return Message.nothingContains(text, nearest, query.kind.map { kinds[$0] })
    }

    /// Loads the items if that takes too little time for the user to notice. Returns whether they
    /// are loaded.
    func loadIfFew() -> Bool {
        kinds.titled.allSatisfy { kind in
            if library.isLoaded(kind) { return true }
            guard let count = try? library.storedItems.count(of: kind),
                count <= Self.maximumCompared
            else { return false }
            return (try? library.loadAll(kind)) != nil
        }
    }

    /// The names of people, and the words of these names.
    private var people: [String] {
        kinds.enumerated().flatMap { index, kind in
            kind.fieldIndices.filter { kind.fields[$0].namesPeople }
                .flatMap { knownParts(of: $0, index) }
        }
    }

    /// Returns the hint about a part of a value that no item has, such as a misspelled family name;
    /// nil if there is none. It also sets the session's correction.
    func similarPart(in query: Query) -> TerminalText? {
        guard let parts = query.condition?.containments, !parts.isEmpty, loadIfFew() else {
            return nil
        }
        for (name, value) in parts where !value.value.isEmpty {
            for index in query.kind.map({ [$0] }) ?? Array(kinds.indices) {
                let kind = kinds[index]
                guard case .found(let field) = kind.match(field: name.value),
                    kind.fields[field].isText
                else { continue }
                let filter = Filter.contains(field: field, [value.value])
                guard library.catalog.tables[index].count(matching: filter) == 0 else { break }
                let nearest = Nearest.names(to: value.value, among: knownParts(of: field, index))
                guard !nearest.isEmpty else { continue }
                session.command.correction = Correction(value.span, nearest: nearest)
                return Message.nothingContains(value.value, nearest, kind)
            }
        }
        return nil
    }

    /// Returns the values of a field, and their words. They are not all in memory at once.
    private func knownParts(of field: FieldIndex, _ kind: KindIndex) -> some Sequence<String> {
        knownValues(of: field, kind).lazy.flatMap { value in
            let words = value.split(whereSeparator: \.isWhitespace)
            return words.count > 1 ? [value] + words.map(String.init) : [value]
        }
    }

    /// Returns the values that items have in a field, the most frequent first; only some of them if
    /// there are very many.
    func knownValues(of field: FieldIndex, _ kind: KindIndex) -> [String] {
        library.values(
            of: field, kind: kind, matching: TextPattern(""), limit: Self.maximumCompared
        ).elements.map(\.text)
    }
}
