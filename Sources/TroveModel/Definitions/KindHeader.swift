/// Reads the line that begins a kind.
enum KindHeader {
    private static let options = [
        "plural", "also", "create", "update", "delete", "duplicates", "retired",
    ]
    /// Options of built-in kinds, and the name in files, which never changes.
    private static let fixedOptions = ["stored", "catalogue", "completions"]

    /// Reads the line; the kind has no fields yet.
    static func read(_ line: KindLine) throws(KindTextError) -> Kind {
        guard line.words.count > 1 else {
            throw KindTextError(
                .missing("the name of the kind"), line: line.number, span: end(line))
        }
        let word = line.words[1]
        guard word.option == nil, KindName.isValid(word.text) else {
            throw KindTextError(.notAName(word.text), line: line.number, span: word.span)
        }
        let options = try KindOptions(line, after: 2, known: options, unlisted: fixedOptions)
        func name(_ option: String) throws(KindTextError) -> String? {
            guard let text = options.text(option) else { return nil }
            guard KindName.isValid(text) else { throw options.error(.notAName(text), at: option) }
            return text
        }
        let plural = try name("plural")
        for synonym in options.names("also") where !KindName.isValid(synonym) {
            throw options.error(.notAName(synonym), at: "also")
        }
        func rule(_ option: String) throws(KindTextError) -> OfflineRule {
            try options.value(option, expected: "queue or refuse", OfflineRule.init) ?? .queue
        }
        return Kind(
            name: word.text, plural: plural ?? Self.plural(of: word.text),
            storedName: try name("stored"), synonyms: options.names("also"),
            offline: OfflineRules(
                create: try rule("create"), update: try rule("update"),
                delete: try rule("delete")),
            catalogue: try options.value(
                "catalogue",
                expected: CatalogueSubject.allCases.map(\.rawValue).joined(separator: ", "),
                CatalogueSubject.init),
            completions: try name("completions"), distinguishing: try name("duplicates"),
            isRetired: try options.flag("retired"), fields: [])
    }

    /// Returns the plural of a name by the rules for most English nouns.
    private static func plural(of name: String) -> String {
        if name.hasSuffix("y"), let before = name.dropLast().last, !"aeiou".contains(before) {
            return name.dropLast() + "ies"
        }
        let hisses = ["s", "x", "z", "ch", "sh"].contains(where: name.hasSuffix)
        return name + (hisses ? "es" : "s")
    }

    private static func end(_ line: KindLine) -> Range<Int> {
        line.words.last?.span ?? 0..<line.length
    }
}
