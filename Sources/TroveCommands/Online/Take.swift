import TroveLanguage
import TroveLookup
import TroveModel
import TroveStore

/// Adds search results, or fills in the missing values of an item.
struct Take: ShellCommand {
    /// The results, with repetitions.
    var results: [Spanned<Reference>] = []
    /// The item to fill in; nil adds new items.
    var target: Spanned<Reference>?
    /// Further values of the new items.
    var fields: [Assignment] = []
    /// Whether duplicates are added without a confirmation.
    var isConfirmed = false

    static let name = "take"
    static let effect = Effect.changesItems
    static let syntax = Syntax<Take>(
        .online, "add search results",
        details: """
            What the catalogue knows comes with a result: author, year, publisher, language, \
            genre, tags, pages, cover. A book you take starts on the wishlist unless you set \
            another state. into:REF fills in the missing values of an item you already have.
            """,
        kind: "book",
        arguments: [resultsAndFields, .option("--yes", \.isConfirmed)],
        examples: [
            .init(
                "search hobbit by:title",
                """
                #   title                             by                year  pages
                r1  The Hobbit: There and Back Again  J. R. R. Tolkien  1937    300
                from Open Library
                """),
            .init("take r1 state:reading", "Added book 5: The Hobbit"),
            .init("take r2", "error: there is no result r2"),
        ])

    private static let resultsAndFields = Argument<Take>(
        "rN… [FIELD:VALUE…] [into:REF]", [.named("into", .free), .assignments], width: .atLeastOne
    ) { (reader, command) throws(LanguageError) in
        if let into = try reader.takeNamed("into") {
            command.target = Spanned(Reference(naming: into.value), into.span)
        }
        let words = reader.takeWordsBeforeAssignments()
        guard !words.isEmpty else { throw reader.missing(.result) }
        command.results = try reader.references(words)
        for result in command.results {
            if case .result = result.value { continue }
            throw LanguageError(.noResult, at: result.span)
        }
        command.fields = try reader.takeAssignments()
        let surplus = command.results.dropFirst().first?.span ?? command.fields.first?.span
        if command.target != nil, let surplus {
            throw LanguageError(.unexpected("", verb: reader.verb.name), at: surplus)
        }
    }

    func run(in context: any CommandContext) throws -> Reply {
        let entries = try results.map { ($0, try context.entry($0)) }
        if let target, let (_, entry) = entries.first {
            return try fill(try context.item(target), from: entry, context)
        }
        var replies: [Reply] = []
        for (reference, entry) in entries {
            replies.append(try add(entry, blaming: reference.span, context))
        }
        return .sequence(replies)
    }

    /// Adds an item with the values of an entry.
    private func add(
        _ entry: CatalogueEntry, blaming span: Range<Int>, _ context: any CommandContext
    ) throws -> Reply {
        let index = try context.kind(of: entry.service?.subject)
        let kind = context.kinds[index]
        let (entry, warning) = try context.withCreators(entry, for: index)
        try context.beginChanging(index)
        var values = context.initialValues(of: kind)
        for (field, value) in context.values(of: entry, for: index).enumerated()
        where value != nil { values[field] = value }
        let indexes = try fields.map { try kind.field(named: $0.field) }
        try context.assign(fields, indexes, to: &values, of: kind)
        try context.check(values, of: index, after: nil, fields, indexes, elsewhere: span)
        return .sequence([
            warning,
            try context.addItem(values, of: index, isConfirmed: isConfirmed, blaming: span),
        ])
    }

    /// Sets the empty fields of an item from an entry.
    private func fill(
        _ item: Item, from entry: CatalogueEntry, _ context: any CommandContext
    ) throws -> Reply {
        let kind = context.kinds[item.kind]
        guard kind.catalogue == entry.service?.subject else {
            throw CommandFailure(.doesNotApply(verb: "take into", kind: kind))
        }
        let (entry, warning) = try context.withCreators(entry, for: item.kind)
        let filling = try context.filling(item, from: entry)
        return .sequence([warning, try context.report([filling])])
    }
}
