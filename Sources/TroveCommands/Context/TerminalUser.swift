package import TroveTerminal

/// The user at a terminal, who can be asked.
package protocol TerminalUser: AnyObject {
    /// Whether the answer to a question is yes.
    func confirms(_ question: TerminalText) -> Bool
    /// What the user types as an answer; nil when the question was given up.
    func asks(_ question: TerminalText) -> String?
    /// Shows output at once, above the line that is being typed if there is one.
    func tells(_ output: [UInt8])
    /// What the user types without its being shown; nil when the question was given up.
    func asksSecret(_ question: TerminalText) -> String?
    /// Opens a text in an editor and uses what comes back.
    ///
    /// - Parameters:
    ///   - text: what the editor begins with.
    ///   - editor: the command that starts the editor, perhaps with arguments.
    ///   - use: is handed the edited text. Where it throws, the text stays in its file.
    /// - Returns: what `use` returned; nil when the editor ended with an error.
    /// - Throws: what `use` throws, and `CommandFailure` when the editor cannot be run.
    func edits(_ text: String, editor: String, use: (String) throws -> Reply) throws -> Reply?
    /// The commands that were typed, the oldest first.
    var typedCommands: [String] { get }
    /// Shows how far a long piece of work is.
    ///
    /// - Parameters:
    ///   - fraction: from 0 to 1; nil where that is not known.
    ///   - label: what is being done.
    func progresses(_ fraction: Double?, _ label: TerminalText)
}
