import TroveLanguage
import TroveModel

/// Shows the items that contain a text.
struct Find: ShellCommand {
    var text = Spanned<String>.unread
    /// The words of the text; a quoted part is one.
    var words: [Spanned<String>] = []
    var limit: Int?

    static let name = "find"
    static let effect = Effect.showsItems
    static let syntax = Syntax<Find>(
        .look, "search all text",
        details: """
            It searches titles, authors, notes and all other text, and ignores case and accents. If \
            no item contains the words side by side, it shows the items that contain each of them. \
            Quote the text to search for the exact phrase.
            """,
        arguments: [searchedText, .limit(\.limit)],
        examples: [
            .init(
                "find herbert",
                """
                1 book
                #  title  author         genre   pages  state
                1  Dune   Frank Herbert  sci-fi    412  wish
                """),
            .init("find pearl", "Nothing found."),
        ])

    private static let searchedText = Argument<Find>("TEXT", width: .atLeastOne) {
        (reader, command) throws(LanguageError) in
        command.words = reader.takeSeparateWords()
        guard let first = command.words.first, let last = command.words.last,
            !command.words.allSatisfy(\.value.isBlank)
        else { throw reader.missing(.text) }
        command.text = Spanned(
            command.words.map(\.value).joined(separator: " "),
            first.span.lowerBound..<last.span.upperBound)
    }

    func run(in context: any CommandContext) throws -> Reply {
        var phrase = Query()
        phrase.verb = Self.name
        phrase.condition = .text(text)
        phrase.limit = limit
        return try context.list(find(phrase, in: context), phrase, takesColumns: false)
    }

    /// Returns the items that contain the text, or else those that contain each of its words.
    private func find(_ phrase: Query, in context: any CommandContext) throws -> QueryFinding {
        // The parts of an ISBN that is typed with spaces are not separate words.
        guard words.count > 1, ISBN(parsing: text.value) == nil else {
            return try context.find(phrase)
        }
        var eachWord = phrase
        eachWord.condition = .all(words.map(Condition.text))
        guard limit == nil else {
            let found = try context.find(phrase)
            return found.isEmpty ? try context.find(eachWord) : found
        }
        // An item that contains the text contains its words, so one search finds both.
        let found = try context.find(eachWord)
        let narrower = try found.filtered { try context.filter(phrase, of: context.kinds[$0]) }
        return narrower.isEmpty ? found : narrower
    }
}
