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
    /// Whether duplicates are added without confirmation.
    var isConfirmed = false

    static let name = "take"
    static let effect = Effect.changesItems
    static let syntax = Syntax<Take>(
        .online, "add search results",
        details: """
            The new item gets the values that the catalogue has: author, year, publisher, language, \
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
        "rN… [FIELD:VALUE…] [into:REF]", [.result, .named("into", .item), .assignments],
        width: .atLeastOne
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
        let surplus =
            words.dropFirst().first.map { Spanned($0.text, $0.span) }
            ?? command.fields.first.map { Spanned("\($0.field.value):", $0.span) }
        if command.target != nil, let surplus {
            throw LanguageError(
                .unexpected(surplus.value, verb: "\(name) with into:"), at: surplus.span)
        }
    }

    func run(in context: any CommandContext) throws -> Reply {
        let once = results.indices.filter { place in
            !results[..<place].contains { $0.value == results[place].value }
        }
        let entries = try once.map {
            Addition(try context.entry(results[$0]), of: results[$0])
        }
        if let target, let first = entries.first {
            return try fill(try context.item(target), from: first.entry, context)
        }
        return try add(entries, context)
    }

    /// A search result that becomes an item.
    private struct Addition {
        var entry: CatalogueEntry
        let result: Spanned<Reference>
        /// The place of its reference in the command.
        var span: Range<Int> { result.span }
        /// `r2`
        var name: String {
            if case .result(let number) = result.value { "r\(number)" } else { entry.title }
        }

        init(_ entry: CatalogueEntry, of result: Spanned<Reference>) {
            self.entry = entry
            self.result = result
        }
    }

    /// Adds items with the values of entries: all of them, or none. Questions and lookups, during
    /// which another shell may change the library, come before the first change.
    private func add(
        _ additions: [Addition], _ context: any CommandContext
    ) throws -> Reply {
        var additions = additions
        var warnings: [Reply] = []
        for place in additions.indices {
            let entry = additions[place].entry
            let full = try context.withCreators(
                entry, for: context.kind(of: entry.service?.subject))
            additions[place].entry = full.entry
            warnings.append(full.warning)
        }
        var items = try additions.map { try item(from: $0, context) }
        try context.mustAsk(items.map { ($0.kind, .create) })
        try checkDifferences(between: items, additions, context)
        var isAsked = false
        if !isConfirmed {
            for (item, addition) in zip(items, additions)
            where try context.confirmAgain(item.values, of: item.kind, blaming: addition.span) {
                isAsked = true
            }
        }
        if isAsked { items = try additions.map { try item(from: $0, context) } }
        return .sequence(warnings + [try context.create(items)])
    }

    /// Checks the new items against each other: the library has none of them yet.
    private func checkDifferences(
        between items: [(kind: KindIndex, values: [Value?])], _ additions: [Addition],
        _ context: any CommandContext
    ) throws(CommandFailure) {
        for (place, item) in items.enumerated() {
            let kind = context.kinds[item.kind]
            for earlier in 0..<place where items[earlier].kind == item.kind {
                let other = items[earlier].values
                let shared = kind.uniqueFields.first { field in
                    guard let value = item.values[field], let before = other[field] else {
                        return false
                    }
                    return Folding.name(value.description) == Folding.name(before.description)
                }
                let isSame = DuplicateKey(kind)?.areSame(item.values, other) ?? false
                guard shared != nil || isSame && !isConfirmed && context.session.asksFirst else {
                    continue
                }
                throw CommandFailure(
                    .catalogue(
                        .areSame(
                            additions[earlier].name, additions[place].name,
                            field: shared.map { kind.fields[$0].name })),
                    at: additions[place].span)
            }
        }
    }

    /// Returns the kind and the values of a new item, which were checked.
    private func item(
        from addition: Addition, _ context: any CommandContext
    ) throws -> (kind: KindIndex, values: [Value?]) {
        let index = try context.kind(of: addition.entry.service?.subject)
        let kind = context.kinds[index]
        try context.beginChanging(index)
        var values = context.initialValues(of: kind)
        for (field, value) in context.values(of: addition.entry, for: index).enumerated()
        where value != nil { values[field] = value }
        let indexes = try fields.map { try kind.field(named: $0.field) }
        try context.assign(fields, indexes, to: &values, of: kind)
        try context.check(
            values, of: index, after: nil, fields, indexes, elsewhere: addition.span)
        return (index, kind.withoutEarlyCompletion(values))
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
