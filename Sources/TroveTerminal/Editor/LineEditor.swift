// libedit edits the line; around it this type does what libedit 3.1-20221030 does not: pastes,
// signals, completion, searching, graphemes, printing above the line. It never lets libedit read
// the terminal or handle a signal: libedit asks `nextKey` for every character, and that is where
// the program waits.
//
// Emitted besides what libedit draws: `ESC [ ? 2004 h` and `l` (bracketed paste on and off),
// `\r`, `ESC [ n A` and `B` (rows up and down), `ESC [ J` (clear to the end of the screen),
// `ESC [ K` (clear to the end of the row). On a terminal without these nothing but text is sent.

/// A person at a prompt.
///
/// Belongs to the thread that made it, which should be the main one. Standard input and output
/// must be terminals (`Interactivity.isAvailable`), and `TextLocale.prepare()` must have been
/// called. Between two lines the terminal is in the mode it was found in.
package final class LineEditor {
    /// How reading a line ended.
    package enum ReadResult: Sendable, Equatable {
        /// The line without its newline; a pasted newline is a newline in it.
        case line(String)
        /// Ctrl-C: what was typed is dropped.
        case interrupted
        /// Ctrl-D on an empty line, or no terminal any more.
        case endOfInput
        /// `SIGTERM` or `SIGHUP`: the program should save and end.
        case terminated(signal: Int32)
    }

    /// How a question was answered.
    package enum Answer: Sendable, Equatable {
        /// What was typed, perhaps nothing.
        case line(String)
        /// Ctrl-C, or a signal that asks the program to end.
        case interrupted
        /// Ctrl-D, or no terminal any more.
        case endOfInput
    }

    /// Why there is no editor.
    package struct Failure: Error, Equatable {
        /// A sentence for the user.
        package let message: String
    }

    /// What a line is read for.
    enum Purpose {
        case command
        case question
    }

    /// Who completes and works in the background.
    package weak var delegate: (any LineEditorDelegate)?
    /// The lines that were entered.
    package let history: HistoryFile
    /// The colours.
    package var style: Style

    var handle: EditLineHandle?
    let terminal: EditorTerminal
    var decoder = InputDecoder()
    var undo = UndoStack()
    var recall: HistoryRecall
    /// What is read now; nil between two lines.
    var purpose: Purpose?
    /// The prompt as it is shown, without colours.
    var promptText = ""
    /// The size that the line was drawn for.
    var drawnSize = TerminalSize(columns: 80, rows: 24)
    /// Why `nextKey` has given up; nil while it has not.
    var ending: ReadResult?
    /// The text that `EditCommand.pasteKey` inserts.
    var waitingPaste: String?
    /// Whether the marks in this line stand for newlines.
    var marksAreNewlines = false
    /// Whether libedit has drawn something else than it thinks: marks without a cell.
    var needsRedraw = false
    /// The line at the last key.
    var drawnLine: [UInt32] = []
    /// The history search that is on the screen instead of the line.
    var search: HistorySearch?
    /// The columns that the search's row takes.
    var searchWidth = 0
    /// Descriptors that cannot be polled; asked for again at the next line.
    var brokenDescriptors: Set<Int32> = []

    /// Opens an editor on standard input and output.
    ///
    /// - Parameters:
    ///   - programName: The name before the colon of lines in `~/.editrc`.
    ///   - delegate: Who completes; kept weakly.
    ///   - history: What the arrow keys walk through, as it is now.
    ///   - style: The colours of prompts and lists; none on a terminal without escapes.
    /// - Throws: `Failure` when there is no memory or no descriptor left.
    package init(
        programName: String, delegate: (any LineEditorDelegate)?, history: HistoryFile,
        style: Style
    ) throws(Failure) {
        TextLocale.prepare()
        TerminalSignals.watch()
        terminal = EditorTerminal()
        guard let handle = EditLineHandle(program: programName) else {
            throw Failure(message: "The line editor cannot be started.")
        }
        self.delegate = delegate
        self.history = history
        self.handle = handle
        terminal.hasEscapes = handle.hasEscapes
        self.style = terminal.hasEscapes ? style : .plain
        recall = HistoryRecall(entries: history.entries)
        handle.setOwner(self)
        handle.install(EditCommand.all)
    }

    deinit {
        close()
    }

    /// Reads one line.
    ///
    /// - Parameter prompt: What stands before the line; should end in a space.
    /// - Returns: The line, or why there is none.
    package func readLine(prompt: TerminalText) -> ReadResult {
        read(.command, prompt: prompt, role: .prompt)
    }

    /// Asks something, without history and completion.
    package func ask(_ question: TerminalText) -> Answer {
        switch read(.question, prompt: question, role: .accent) {
        case .line(let text): .line(text)
        case .interrupted, .terminated: .interrupted
        case .endOfInput: .endOfInput
        }
    }

    /// Keeps a command in the history, the whole of it if it was entered in several lines; gives
    /// a warning when the history file cannot be used for the first time.
    @discardableResult
    package func remember(_ entry: String) -> TerminalText? {
        guard history.keeps(entry) else { return nil }
        recall.add(entry)
        return history.append(entry)
    }

    /// Prints a text above the line that is being edited, which stays as it is; between two lines
    /// it is simply printed.
    package func printAbove(_ text: TerminalText) {
        print(above: text.rendered)
    }

    /// Shows what a command would write, in the same way.
    package func printAbove(output: [UInt8]) {
        print(above: String(decoding: output, as: UTF8.self))
    }

    private func print(above text: String) {
        guard !text.isEmpty else { return }
        let whole = text.hasSuffix("\n") ? text : text + "\n"
        guard purpose != nil else {
            handle?.flush()
            terminal.write(whole)
            return
        }
        eraseDisplay()
        terminal.write(whole)
        drawDisplay()
    }

    /// Gives the terminal back as it was found.
    ///
    /// The editor reads no more lines. A second call does nothing.
    package func close() {
        guard let handle else { return }
        terminal.setBracketedPaste(false)
        handle.setRaw(false)
        handle.setOwner(nil)
        self.handle = nil
        terminal.restore()
    }

    /// A prompt for libedit's callback; valid until the next line is read.
    func handlePrompt() -> UnsafeMutablePointer<CChar>? {
        // The handle owns the text and replaces it only while libedit does not draw.
        unsafe handle?.promptPointer
    }

    private func read(_ purpose: Purpose, prompt: TerminalText, role: Style.Role) -> ReadResult {
        guard let handle, self.purpose == nil else { return .endOfInput }
        if let signal = TerminalSignals.termination { return .terminated(signal: signal) }
        begin(purpose, prompt: prompt)
        handle.setPrompt(PromptText.colored(promptText, role: role, style: style))
        TerminalSignals.enterPrompt()
        // libedit shows the prompt before it sets the mode, so that a key pressed in between would
        // be echoed, and Ctrl-D lost.
        handle.setRaw(true)
        // What was typed while a command ran has been echoed; it is drawn again by libedit.
        terminal.eraseRow()
        terminal.setBracketedPaste(true)
        let scalars = handle.read()
        handle.flush()
        terminal.setBracketedPaste(false)
        TerminalSignals.leavePrompt()
        self.purpose = nil
        if let ending { return ending }
        guard let scalars else { return .endOfInput }
        return .line(submitted(scalars))
    }

    private func begin(_ purpose: Purpose, prompt: TerminalText) {
        self.purpose = purpose
        promptText = prompt.rendered
        drawnSize = terminal.size
        ending = nil
        waitingPaste = nil
        marksAreNewlines = false
        needsRedraw = false
        drawnLine = []
        search = nil
        brokenDescriptors = []
        undo = UndoStack()
        recall.begin()
        // A Ctrl-C that was meant for the command before.
        TerminalSignals.clearInterrupt()
    }

    /// The line as the program gets it.
    private func submitted(_ scalars: [UInt32]) -> String {
        var scalars = scalars[...]
        if scalars.last == 0x0A { scalars.removeLast() }
        let text = LineText.withoutDanglingJoiner(LineText.string(scalars))
        return marksAreNewlines ? PastedText.unmarked(text) : text
    }
}
