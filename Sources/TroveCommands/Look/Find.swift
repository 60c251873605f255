import TroveLanguage

/// Shows the items that contain a text.
struct Find: ShellCommand {
    var text = Spanned<String>.unread
    var limit: Int?

    static let name = "find"
    static let effect = Effect.showsItems
    static let syntax = Syntax<Find>(
        .look, "search all text",
        details: """
            It searches titles, authors, notes and all other text, and ignores case and accents. If \
            nothing contains several words side by side, it shows what contains all of them; \
            quotes prevent that.
            """,
        arguments: [.text("TEXT", \.text, missing: .text), .limit(\.limit)],
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

    func run(in context: any CommandContext) throws -> Reply {
        var query = Query()
        query.verb = Self.name
        query.condition = .text(text)
        query.limit = limit
        let phrase = try context.find(query)
        let words = self.words
        guard phrase.isEmpty, words.count > 1, limit != 0 else {
            return try context.list(phrase, query, takesColumns: false)
        }
        var others = query
        others.condition = .all(words.map(Condition.text))
        let found = try context.find(others)
        // A hint is about the text as a whole.
        return found.isEmpty
            ? try context.list(phrase, query, takesColumns: false)
            : try context.list(found, others, takesColumns: false)
    }

    /// The words of a text without quotes; none of a quoted one.
    private var words: [Spanned<String>] {
        guard text.isBare else { return [] }
        let bytes = Array(text.value.utf8)
        return bytes.indices.split { bytes[$0] == 0x20 }.compactMap { word in
            guard let first = word.first, let last = word.last else { return nil }
            let start = text.span.lowerBound + first
            return Spanned(
                String(decoding: bytes[first...last], as: UTF8.self),
                start..<start + last - first + 1)
        }
    }
}
