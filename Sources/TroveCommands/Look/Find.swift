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
        let tokens = reader.takeAll()
        guard let text = ArgumentReader.joined(tokens) else { throw reader.missing(.text) }
        command.text = text
        var first = 0
        for place in tokens.indices
        where place + 1 == tokens.count
            || tokens[place].span.upperBound < tokens[place + 1].span.lowerBound
        {
            if let word = ArgumentReader.joined(tokens[first...place]) {
                command.words.append(word)
            }
            first = place + 1
        }
    }

    func run(in context: any CommandContext) throws -> Reply {
        var query = Query()
        query.verb = Self.name
        query.condition = .text(text)
        query.limit = limit
        // The digits of an ISBN may have other words than its notation.
        guard words.count > 1, limit != 0, ISBN(parsing: text.value) == nil else {
            return try context.list(query, takesColumns: false)
        }
        var others = query
        others.condition = .all(words.map(Condition.text))
        // What contains the text contains its words: without a limit, one search finds both.
        let first = try context.find(limit == nil ? others : query)
        let phrase =
            limit == nil
            ? try first.filtered { try context.filter(query, of: context.kinds[$0]) } : first
        if !phrase.isEmpty { return try context.list(phrase, query, takesColumns: false) }
        let found = limit == nil ? first : try context.find(others)
        // A hint is about the text as a whole.
        return found.isEmpty
            ? try context.list(phrase, query, takesColumns: false)
            : try context.list(found, others, takesColumns: false)
    }
}
