import TroveCodecs
import TroveLanguage
import TroveModel

/// Shows the shelves, or the items on one of them.
struct Shelves: ShellCommand {
    /// Nil shows the shelves themselves.
    var shelf: Spanned<String>?

    static let name = "shelves"
    static let effect = Effect.showsItems
    static let syntax = Syntax<Shelves>(
        .look, "list the shelves, or the items on one",
        arguments: [.optionalText("SHELF", \.shelf, [.known(.shelves)])],
        examples: [
            .init(
                "shelve 1 2 on:favorites",
                """
                Changed book 1: Dune
                  shelves  (none) → favorites
                Changed book 2: The Left Hand of Darkness
                  shelves  (none) → favorites
                """),
            .init("shelves", "shelf      count\nfavorites      2"),
        ])

    func run(in context: any CommandContext) throws -> Reply {
        let shelves = try context.shelves()
        guard let shelf else {
            return .report(
                Report(
                    ["shelf", "count"], shelves.map { [.string($0.name), .integer($0.count)] },
                    nothing: Message.noShelves))
        }
        guard shelves.contains(where: { Folding.name($0.name) == Folding.name(shelf.value) }) else {
            let near = Nearest.names(to: shelf.value, among: shelves.map(\.name))
            throw CommandFailure(.noSuchShelf(shelf.value, nearest: near), at: shelf.span)
        }
        let sections = try context.kinds.enumerated().compactMap {
            index, kind -> Listing.Section? in
            guard let field = kind.index(ofRole: .shelves) else { return nil }
            return try context.section(
                of: index, matching: .compare(field: field, .equal, [.set([shelf.value])]))
        }
        return try context.listing(of: sections)
    }
}
