import TroveLanguage
import TroveModel

/// Sets the rating of an item.
struct Rate: ShellCommand {
    var item = Spanned<Reference>.unread
    var rating = Spanned<String>.unread

    static let name = "rate"
    static let effect = Effect.changesItems
    static let syntax = Syntax<Rate>(
        .collect, "rate an item",
        details: "`help book` and `help movie` show the range of a rating.",
        arguments: [
            Argument("REF N", [.item], width: .atLeastOne) {
                (reader, command) throws(LanguageError) in
                guard let rating = reader.popLast() else { throw reader.missing(.reference) }
                guard !reader.isAtEnd else { throw reader.missing(.rating) }
                command.item = try reader.oneReference(reader.takeAll())
                command.rating = Spanned(rating.text, rating.span)
            }
        ],
        examples: [
            .init("rate Dune 4.5", "Changed book 1: Dune\n  rating  (none) → 4.5"),
            .init("rate 4 10", "Changed movie 4: Alien\n  rating  9 → 10"),
        ])

    func run(in context: any CommandContext) throws -> Reply {
        try context.setRole(of: item, to: rating, verb: Self.name) { $0 == .rating }
    }
}
