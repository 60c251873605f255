/// The options of a line, `name:value`, each at most once.
struct KindOptions {
    private let line: KindLine
    private let words: [KindLine.Word]

    /// Reads the words of a line as options, except for the first ones.
    ///
    /// - Parameters:
    ///   - line: the line.
    ///   - first: the number of words that are not options.
    ///   - known: the names of the options that the line can have.
    ///   - unlisted: further ones, which a mistake does not offer.
    /// - Throws: `KindTextError` for a word that is not one of these options, or a repeated one.
    init(
        _ line: KindLine, after first: Int, known: [String], unlisted: [String] = []
    ) throws(KindTextError) {
        self.line = line
        words = Array(line.words.dropFirst(first))
        var seen: Set<String> = []
        for word in words {
            guard let option = word.option else {
                throw KindTextError(.notAnOption(word.text), line: line.number, span: word.span)
            }
            guard known.contains(option.name) || unlisted.contains(option.name) else {
                throw KindTextError(
                    .unknownOption(option.name, known: known), line: line.number, span: word.span)
            }
            guard seen.insert(option.name).inserted else {
                throw KindTextError(
                    .optionTwice(option.name), line: line.number, span: word.span)
            }
        }
    }

    private func word(_ name: String) -> KindLine.Word? {
        words.first { $0.option?.name == name }
    }

    /// Returns an error at an option, or at the first word of the line.
    func error(_ problem: KindTextError.Problem, at name: String? = nil) -> KindTextError {
        let span = name.flatMap(word)?.span ?? line.words.first?.span ?? 0..<line.length
        return KindTextError(problem, line: line.number, span: span)
    }

    /// Returns the value of an option; nil if it is missing.
    func text(_ name: String) -> String? { word(name)?.option?.value }

    /// Returns the names between the commas of an option's value.
    func names(_ name: String) -> [String] {
        text(name).map(KindReader.names) ?? []
    }

    /// Returns the value of an option as `read` reads it; nil if it is missing.
    ///
    /// - Throws: `KindTextError` if `read` returns nil.
    func value<Value>(
        _ name: String, expected: String, _ read: (String) -> Value?
    ) throws(KindTextError) -> Value? {
        guard let text = text(name) else { return nil }
        guard let value = read(text) else {
            throw error(.badValue(option: name, value: text, expected: expected), at: name)
        }
        return value
    }

    /// Returns whether an option is `yes`; false if it is missing or `no`.
    func flag(_ name: String) throws(KindTextError) -> Bool {
        try value(name, expected: "yes or no") { ["yes": true, "no": false][$0] } ?? false
    }
}
