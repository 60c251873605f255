import TroveLanguage
import TroveModel

/// Sets the note of an item.
struct Note: ShellCommand {
    var item = Spanned<Reference>.unread
    var text = Spanned<String>.unread

    static let name = "note"
    static let effect = Effect.changesItems
    static let syntax = Syntax<Note>(
        .collect, "write a note on an item",
        details: """
            A title of several words needs quotes here: note "The Hobbit" lent by Ann.
            """,
        arguments: [.itemInOneWord(\.item), .text("TEXT", \.text, missing: .text)],
        examples: [
            .init(
                "note 1 read it again", "Changed book 1: Dune\n  note  (none) → read it again"),
            .init(
                "note Alien seen at the Odeon",
                "Changed movie 4: Alien\n  notes  (none) → seen at the Odeon"),
        ])

    func run(in context: any CommandContext) throws -> Reply {
        try context.setRole(of: item, to: text, verb: Self.name) { $0 == .note }
    }
}
