package import TroveModel
package import TroveTerminal

/// The user at a terminal.
package protocol TerminalUser: AnyObject {
    /// Asks a yes-or-no question, and returns whether the answer is yes.
    func confirm(_ question: TerminalText) -> Bool
    /// Asks for a line of text. Returns nil if the user cancels.
    func ask(_ question: TerminalText) -> String?
    /// Shows output immediately, above the line being edited if there is one.
    func show(_ output: [UInt8])
    /// Asks for a line of text without echo. Returns nil if the user cancels.
    func askSecret(_ question: TerminalText) -> String?
    /// Opens a text in an editor and passes the edited text to `use`.
    ///
    /// - Parameters:
    ///   - text: the text to edit.
    ///   - item: the item that the text shows. If an edit of it had errors, that text is opened
    ///     instead. Nil for a text that shows none.
    ///   - editor: the command that starts the editor; it can have arguments.
    ///   - use: takes the edited text, and the text that was opened first. If it throws
    ///     `EditErrors`, the user can edit the text with the errors in it again. If it throws
    ///     anything else, or the user does not edit again, the text stays in its file.
    /// - Returns: what `use` returned, or a message that the editor left the text unchanged.
    /// - Throws: `UnusableEdit` if the text stays in its file; `CommandFailure` if the editor
    ///   cannot be started.
    func edit(
        _ text: String, of item: ItemID?, editor: String,
        use: (_ edited: String, _ original: String) throws -> Reply
    ) throws -> Reply
    /// The best format for pictures that the terminal has confirmed. The first use asks the
    /// terminal.
    var pictureFormat: PictureFormat { get }
    /// The commands that were typed, the oldest first.
    var typedCommands: [String] { get }
    /// Shows the progress of a long operation.
    ///
    /// - Parameters:
    ///   - fraction: from 0 to 1; nil if unknown.
    ///   - label: the name of the operation.
    ///   - done: the number of items that are done, for the rate; nil if they are not counted.
    func showProgress(_ fraction: Double?, _ label: TerminalText, done: Int?)
}

extension TerminalUser {
    /// Shows the progress of a long operation that counts no items.
    func showProgress(_ fraction: Double?, _ label: TerminalText) {
        showProgress(fraction, label, done: nil)
    }
}
