import TroveLanguage
import TroveModel

/// Sets the note of an item.
struct Note: ShellCommand {
    var item = Spanned<Reference>.unread
    var text = Spanned<String>.unread
    /// Whether the text is added to the note on a line of its own.
    var isAppended = false
    /// Whether several items that meet a condition are changed without confirmation.
    var isConfirmed = false

    static let name = "note"
    static let effect = Effect.changesItems
    static let syntax = Syntax<Note>(
        .collect, "write a note on an item",
        details: """
            A title of several words needs quotes here: note "The Hobbit" lent by Ann. --append \
            keeps the note and adds the text on a line of its own.
            """,
        appliesTo: { $0.index(ofRole: .note) != nil },
        arguments: [
            .itemsBeforeText(\.item), .text("TEXT", \.text, missing: .text),
            .option("--append", \.isAppended), .option("--yes", \.isConfirmed),
        ], takesProse: true,
        examples: [
            .init(
                "note 1 read it again", "Changed book 1: Dune\n  note  (none) → read it again"),
            .init(
                "note Alien seen at the Odeon",
                "Changed movie 4: Alien\n  notes  (none) → seen at the Odeon"),
        ])

    func run(in context: any CommandContext) throws -> Reply {
        let text = try textAfterTitle(context)
        return try context.setRole(of: [item], to: text, verb: Self.name) {
            $0 == .note
        } combining: { former, text in
            guard isAppended, let former else { return text }
            return "\(former)\n\(text)"
        }
    }

    /// Returns the text without the words at its beginning that continue the title of the item, as
    /// in `note The Two Towers lent by Ann`: only the first word names the item, but it is not a
    /// part of the note either.
    private func textAfterTitle(_ context: any CommandContext) throws -> Spanned<String> {
        // A title in quotes is complete, and a text in quotes does not continue it.
        guard case .title(let first) = item.value, item.span.count == first.utf8.count,
            text.span.count == text.value.utf8.count
        else { return text }
        let title = Folding.name(try context.item(item).title)
        var typed = first
        var rest = text.value[...]
        while let word = rest.split(separator: " ", maxSplits: 1).first {
            let longer = typed + " " + word
            let key = Folding.name(longer)
            guard title == key || title.starts(with: key + [0x20]) else { break }
            typed = longer
            rest = rest[word.endIndex...]
        }
        let words = rest.drop { $0 == " " }
        guard !words.isEmpty else {
            throw LanguageError(.missing(.text, verb: Self.name), at: text.span)
        }
        return Spanned(String(words), text.span)
    }
}
