import TroveLanguage
import TroveModel
import TroveStore
import TroveTerminal

/// The shelves of items.
extension CommandContext {
    /// Returns all shelves with the number of their items, sorted by name.
    func shelves() throws -> [(name: String, count: Int)] { try names(inRole: .shelves) }

    /// Puts items on a shelf or takes them off.
    ///
    /// - Parameters:
    ///   - references: the items.
    ///   - shelf: the shelf as typed.
    ///   - adds: whether the items are put on the shelf.
    ///   - verb: the verb of the command.
    ///   - note: the message for an item that does not change.
    /// - Returns: the report of the changes.
    /// - Throws: `CommandFailure` if the name contains a comma, an item cannot have shelves, or a
    ///   rule is broken.
    func onShelf(
        _ references: [Spanned<Reference>], _ shelf: Spanned<String>, adds: Bool, verb: String,
        note: (TerminalText, String) -> TerminalText
    ) throws -> Reply {
        guard !shelf.value.contains(",") else {
            throw CommandFailure(.hasComma(shelf.value), at: shelf.span)
        }
        return try change(
            Spanned([shelf.value], shelf.span), of: references, role: .shelves,
            adds: adds, verb: verb
        ) { note($0, shelf.value) }
    }
}
