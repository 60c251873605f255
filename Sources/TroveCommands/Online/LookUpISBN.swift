import TroveLanguage
import TroveModel

/// Looks up a book by its ISBN and adds it.
struct LookUpISBN: ShellCommand {
    var number = Spanned<String>.unread
    /// Whether a duplicate is added without a confirmation.
    var isConfirmed = false

    static let name = "isbn"
    static let effect = Effect.changesItems
    static let syntax = Syntax<LookUpISBN>(
        .online, "look up a book by its ISBN and add it",
        details: """
            An ISBN has 10 or 13 digits, with or without hyphens. A book that the catalogue does \
            not have can be entered by hand.
            """,
        arguments: [
            .text("NUMBER", \.number, missing: .isbn), .option("--yes", \.isConfirmed),
        ],
        examples: [
            .init("isbn 978-0-441-17269-6", "Added book 5: Dune Messiah"),
            .init("isbn 0-441-17269-8", "error: 0-441-17269-8 is not an ISBN"),
        ])

    func run(in context: any CommandContext) throws -> Reply {
        guard let isbn = ISBN(parsing: number.value) else {
            throw CommandFailure(.catalogue(.noISBN(number.value)), at: number.span)
        }
        return try context.addBook(isbn, isConfirmed: isConfirmed, blaming: number.span)
    }
}
