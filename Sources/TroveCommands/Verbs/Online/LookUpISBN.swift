import TroveLanguage
import TroveModel

/// Looks up a book by its ISBN and adds it.
struct LookUpISBN: ShellCommand {
    var number = Spanned<String>.unread
    var options = CodeOptions()

    static let name = "isbn"
    static let effect = Effect.changesItems
    static let syntax = Syntax<LookUpISBN>(
        .online, "look up a book by its ISBN and add it",
        details: """
            An ISBN has 10 or 13 digits, with or without hyphens. The book counts as owned: its \
            state is to-read unless you set another one. If it is on your wishlist, that book becomes \
            owned, and empty fields are filled in. Fields you set are used instead of those of the \
            catalogue. A book that the catalogue does not have can be entered by hand.
            """,
        kind: "book",
        arguments: [
            Argument("NUMBER [FIELD:VALUE…]", [.assignments], width: .atLeastOne) {
                (reader, command) throws(LanguageError) in
                let words = reader.takeWordsBeforeAssignments()
                guard let number = ArgumentReader.joined(words) else { throw reader.missing(.isbn) }
                command.number = number
                command.options.fields = try reader.takeAssignments()
            }, .option("--yes", \.options.isConfirmed),
        ],
        examples: [
            .init("isbn 978-0-441-17269-6 shelves:sf", "Added book 5: Dune Messiah"),
            .init(
                "isbn 0-441-17269-8",
                "error: 0-441-17269-8 is not an ISBN: its check digit is wrong"),
        ])

    func run(in context: any CommandContext) throws -> Reply {
        guard let isbn = ISBN(parsing: number.value) else {
            throw CommandFailure(.catalogue(.noISBN(number.value)), at: number.span)
        }
        return try context.addBook(isbn, options, blaming: number.span)
    }
}
