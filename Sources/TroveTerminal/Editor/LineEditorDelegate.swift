/// The program's side of the line editor.
///
/// All calls come on the thread that reads the line, while it waits for a key.
package protocol LineEditorDelegate: AnyObject {
    /// Returns the candidates at the cursor.
    ///
    /// - Parameters:
    ///   - text: The line that is edited, or several lines with newlines between them.
    ///   - cursor: The cursor position, a UTF-8 offset.
    ///   - limit: The most candidates to return; nil for as many as can be found at once.
    ///   - isThorough: Whether to search everything, which may take some 10 ms; otherwise the
    ///     answer must come in well under a millisecond, and may lack rare candidates.
    /// - Returns: The candidates and the range they replace, or `Completion.none`.
    func completion(
        of text: String, cursor: Int, limit: Int?, isThorough: Bool
    ) -> Completion

    /// Returns the parts of the text that have looks of their own. Called after each key that
    /// changes the text, so it must take well under a millisecond.
    ///
    /// - Parameters:
    ///   - text: The line that is edited, or several lines with newlines between them.
    ///   - cursor: The cursor position, a UTF-8 offset.
    /// - Returns: The parts, in order and without overlaps.
    func highlights(of text: String, cursor: Int) -> [Highlight]

    /// Returns what to suggest after the end of the text, or nil. Called when the cursor is at the
    /// end of a text that is not empty, right after its highlights: the suggestion appears if no
    /// key comes for a moment.
    func suggestion(for text: String) -> String?

    /// Takes back the lines that the current line continues, with their line ends, and the prompt
    /// of the first one. They are edited together with the current line. Returns nil if it
    /// continues none.
    func takeFormerLines() -> (text: String, prompt: TerminalText)?

    /// Returns the form of a text in which the history is searched.
    func searchKey(of text: String) -> [UInt8]

    /// Returns the last argument of a command as it was typed, with its quotes; nil if it has none.
    func lastArgument(of command: String) -> String?

    /// Opens a text in the user's editor program. The terminal is in its original mode meanwhile.
    ///
    /// - Returns: The edited text, or nil if the text stays as it was.
    func edited(_ text: String) -> String?

    /// Does a slice of background work, about half a millisecond, while no key is pressed. It draws
    /// what it changes on the screen itself (`LineEditor.printAbove`).
    ///
    /// - Returns: Whether more work is left. After it has returned false, it is called again once
    ///   `woken` has been called or a line begins.
    func idle() -> Bool

    /// The descriptors to poll together with the terminal, read before each wait.
    var wakeDescriptors: [Int32] { get }

    /// Called before Ctrl-Z suspends the process.
    func willSuspend()

    /// Handles bytes from the terminal that are not UTF-8, which were dropped. It may call
    /// `LineEditor.printAbove`.
    func receivedBadBytes()

    /// Handles a descriptor that is readable or closed. It must drain the descriptor or drop it
    /// from `wakeDescriptors`. It may call `LineEditor.printAbove`.
    func woken(by descriptor: Int32)
}

extension LineEditorDelegate {
    /// Does nothing.
    package func receivedBadBytes() {}

    /// Returns none.
    package func highlights(of text: String, cursor: Int) -> [Highlight] { [] }

    /// Returns nil: no suggestion.
    package func suggestion(for text: String) -> String? { nil }

    /// Returns nil: each line is a command.
    package func takeFormerLines() -> (text: String, prompt: TerminalText)? { nil }

    /// Returns the text in lower case.
    package func searchKey(of text: String) -> [UInt8] { Array(text.lowercased().utf8) }

    /// Returns nil: commands have no arguments.
    package func lastArgument(of command: String) -> String? { nil }

    /// Returns nil: there is no editor program.
    package func edited(_ text: String) -> String? { nil }

    /// Returns false: no background work.
    package func idle() -> Bool { false }

    /// No descriptors.
    package var wakeDescriptors: [Int32] { [] }

    /// Does nothing.
    package func woken(by descriptor: Int32) {}
}
