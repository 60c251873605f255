import TroveLanguage
import TroveModel

/// Sets the rating of items.
struct Rate: ShellCommand {
    var items: [Spanned<Reference>] = []
    var rating = Spanned<String>.unread
    /// Whether several items that meet a condition are changed without confirmation.
    var isConfirmed = false

    static let name = "rate"
    static let effect = Effect.changesItems
    static let syntax = Syntax<Rate>(
        .collect, "rate items",
        details: "`help book` and `help movie` show the range of a rating.",
        appliesTo: { $0.index(ofRole: .rating) != nil },
        arguments: [
            Argument("REF… N", [.items, .number], width: .atLeastOne) {
                (reader, command) throws(LanguageError) in
                guard let rating = reader.popLast() else { throw reader.missing(.reference) }
                guard !reader.isAtEnd else { throw reader.missing(.rating) }
                command.items = try reader.references(reader.takeAll())
                command.rating = Spanned(rating.text, rating.span)
            }, .option("--yes", \.isConfirmed),
        ],
        examples: [
            .init("rate Dune 4.5", "Changed book 1: Dune\n  rating  (none) → 4.5"),
            .init("rate 4 10", "Changed movie 4: Alien\n  rating  9 → 10"),
        ])

    func run(in context: any CommandContext) throws -> Reply {
        do {
            return try context.setRole(of: items, to: rating, verb: Self.name) { $0 == .rating }
        } catch let failure as CommandFailure {
            guard case .reference(.noSuchTitle(let title, _, _)) = failure.problem,
                isWord(behind: title)
            else { throw failure }
            throw LanguageError(.unexpected(rating.value, verb: Self.name), at: rating.span)
        }
    }

    /// Whether the rating is a word after a number, as in `rate dune 5 stars`, where no item is
    /// called "dune 5".
    private func isWord(behind title: String) -> Bool {
        let last = title.split(separator: " ").last
        return !rating.value.contains(where: \.isNumber) && last.flatMap { Double($0) } != nil
    }
}
