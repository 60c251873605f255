import TroveCommands
import TroveLanguage

/// The commands in the text of the line editor: one, several that were pasted, or one that spans
/// several lines.
struct EditedLines {
    /// A command, or the beginning of the last one.
    struct Command {
        /// The lines before those in the editor, with their ends, which the command continues.
        let former: String
        /// The command's lines in the editor.
        let text: String
        /// Where the command begins in the text of the editor, in UTF-8.
        let start: Int

        /// The end of the command in the text of the editor, in UTF-8.
        var end: Int { start + text.utf8.count }
    }

    /// In order.
    let commands: [Command]

    /// Splits a text into commands.
    ///
    /// - Parameters:
    ///   - text: the text of the editor, with newlines where lines end.
    ///   - former: the lines before those in the editor, with their ends, which the first
    ///     continues.
    ///   - aliases: the user's aliases.
    init(_ text: String, former: String, aliases: [String: String]) {
        guard text.utf8.contains(0x0A) else {
            commands = [Command(former: former, text: text, start: 0)]
            return
        }
        var commands: [Command] = []
        var (former, start) = (former, 0)
        /// The lines of the command so far.
        var lines: String?
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            let typed = lines.map { $0 + "\n" + line } ?? String(line)
            guard !Self.isIncomplete(former + typed, aliases) else {
                lines = typed
                continue
            }
            commands.append(Command(former: former, text: typed, start: start))
            start += typed.utf8.count + 1
            (former, lines) = ("", nil)
        }
        if let lines { commands.append(Command(former: former, text: lines, start: start)) }
        self.commands = commands
    }

    /// Returns the command that contains a place in the text, in UTF-8, or ends at it.
    func command(at place: Int) -> Command? { commands.first { place <= $0.end } }

    private static func isIncomplete(_ text: String, _ aliases: [String: String]) -> Bool {
        let source = AliasExpansion(of: text, aliases).source
        guard case .incomplete? = try? Lexer.tokens(of: source) else { return false }
        return true
    }
}
