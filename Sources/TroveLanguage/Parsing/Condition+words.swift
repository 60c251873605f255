package import TroveModel

extension Condition {
    /// Reads a condition outside of a command, such as `state=reading` after `exists book`.
    ///
    /// - Parameters:
    ///   - words: the words of a text from a keyword on; the condition is what follows the keyword.
    ///   - source: the whole text.
    ///   - kinds: the kinds of the library.
    /// - Throws: `LanguageError` if nothing follows the keyword, or no condition.
    package init(
        after words: [Token], in source: String, _ kinds: Kinds
    ) throws(LanguageError) {
        let keyword = words.first?.text ?? ""
        let verb = Verb(
            keyword, .look, "", details: "", kind: nil, appliesTo: nil, slots: [],
            options: [],
            takesSource: true, takesProse: false, guardsPassword: false, examples: []
        ) { [] }
        var reader = try ArgumentReader(
            words, verb: verb, source: source,
            context: ArgumentReader.Context(kinds: kinds, currentKind: 0))
        guard let condition = try reader.takeCondition() else {
            throw LanguageError(
                .missingCondition(after: keyword), at: words.first?.span ?? 0..<0)
        }
        self = condition
    }
}
