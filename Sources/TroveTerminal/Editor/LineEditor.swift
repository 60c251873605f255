// libedit edits the line. This type adds what libedit 3.1-20221030 lacks: drawing with highlights
// and suggestions, pastes, signals, completion, searching, graphemes, and printing above the line.
// libedit never reads the terminal, writes to it or handles a signal itself: it calls `nextKey` for
// each character, and the program draws and waits there.
//
// Escape sequences besides those of `ScreenDrawing`: `ESC [ ? 2004 h` and `l` (bracketed paste on
// and off), and the queries of `TerminalReplies` and `CursorReports`.

/// A line editor on the terminal of standard input and output.
///
/// Belongs to the thread that created it, which should be the main one. Both descriptors must be
/// terminals (`Interactivity.isAvailable`), and `TextLocale.prepare()` must have been called.
/// Between two lines the terminal is in its original mode.
package final class LineEditor {
    /// How reading a line ended.
    package enum ReadResult: Sendable, Equatable {
        /// The line without its newline. Newlines inside it were pasted.
        case line(String)
        /// Ctrl-C: the input was discarded.
        case interrupted
        /// Ctrl-D on an empty line, or the end of the input. A closed terminal usually gives
        /// `terminated`.
        case endOfInput
        /// `SIGTERM` or `SIGHUP`: the program should save and exit.
        case terminated(signal: Int32)
    }

    /// How a question was answered.
    package enum Answer: Sendable, Equatable {
        /// The answer, which may be empty.
        case line(String)
        /// Ctrl-C, or a signal that asks the program to exit.
        case interrupted
        /// Ctrl-D, or the terminal was closed.
        case endOfInput
    }

    /// The editor could not be opened: the system has no memory or descriptors left.
    package struct CannotOpen: Error {}

    /// What a line is being read for.
    enum Purpose {
        case command
        case question
    }

    /// Provides completions and background work.
    package weak var delegate: (any LineEditorDelegate)?
    /// The history of entered lines.
    package let history: HistoryFile
    /// The colors.
    package var style: Style
    /// Whether the editor suggests the rest of a command, where the terminal can show it.
    package var suggestionsEnabled = true
    /// Whether Tab opens a menu, where the terminal can show it. Otherwise it prints the
    /// candidates.
    package var menusEnabled = true
    /// Whether parts of the line are highlighted, for which they are drawn again.
    package var highlightsEnabled = true

    var handle: EditLineHandle?
    let terminal: EditorTerminal
    var decoder = InputDecoder()
    /// What the terminal has answered about pictures; nil before it was asked.
    var replies: TerminalReplies?
    /// What the terminal reports about the cursor.
    var cursorReports = CursorReports()
    var undo = UndoStack()
    var recall: HistoryRecall
    /// What is being read; nil between two lines.
    var purpose: Purpose?
    /// The question that is answered with a password; nil for none.
    var secretQuestion: TerminalText?
    /// The prompt in its color.
    var prompt: TerminalText = ""
    /// The screen size that the line is laid out for.
    var size = TerminalSize(columns: 80, rows: 24)
    var drawing: ScreenDrawing
    /// What was drawn last; nil if the screen has changed since.
    var drawn: ScreenContent?
    var suggestion = LineSuggestion()
    /// When the last key came, by `MonotonicClock`.
    var lastKey: Duration = .zero
    /// Whether the delegate may have background work.
    var hasWork = true
    /// Why `nextKey` returned nil; nil while reading goes on.
    var ending: ReadResult?
    /// The text that `EditCommand.pasteKey` inserts.
    var waitingPaste: String?
    /// Whether libedit got that key again: it takes the first one for the end of a sequence that
    /// another key, such as Ctrl-X, has begun.
    var hasRepeatedPaste = false
    /// The completion menu below the line.
    var menu: CompletionMenu?
    /// The history search in place of the line, with the matches below it.
    var search: IncrementalSearch?
    /// What Alt-. has inserted.
    var arguments = ArgumentRecall()
    /// Descriptors that cannot be polled, ignored until the next line.
    var brokenDescriptors: Set<Int32> = []

    /// Opens an editor on standard input and output.
    ///
    /// - Parameters:
    ///   - programName: The program's prefix for lines in `~/.editrc`.
    ///   - delegate: Provides completions; held weakly.
    ///   - history: The history that the arrow keys walk through.
    ///   - style: The colors of prompts and lists; turned off on a terminal without escapes.
    /// - Throws: `CannotOpen`.
    package init(
        programName: String, delegate: (any LineEditorDelegate)?, history: HistoryFile,
        style: Style
    ) throws(CannotOpen) {
        TextLocale.prepare()
        TerminalSignals.watch()
        terminal = EditorTerminal()
        guard let handle = EditLineHandle(program: programName) else {
            throw CannotOpen()
        }
        self.delegate = delegate
        self.history = history
        self.handle = handle
        terminal.hasEscapes = handle.hasEscapes
        drawing = ScreenDrawing(hasEscapes: handle.hasEscapes)
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
    /// - Parameter prompt: The text before the line; should end in a space.
    /// - Returns: The line, or how reading ended without one.
    package func readLine(prompt: TerminalText) -> ReadResult {
        read(.command, prompt: prompt)
    }

    /// Asks a question, without history or completion.
    package func ask(_ question: TerminalText) -> Answer {
        switch read(.question, prompt: question) {
        case .line(let text): .line(text)
        case .interrupted, .terminated: .interrupted
        case .endOfInput: .endOfInput
        }
    }

    /// Adds a command to the history, with all of its lines. Returns a warning the first time that
    /// the history file cannot be used.
    @discardableResult
    package func remember(_ entry: String) -> TerminalText? {
        guard history.keeps(entry) else { return nil }
        recall.add(entry)
        return history.append(entry)
    }

    /// Records that the command of an entry has failed: it is not suggested until it is entered
    /// again.
    package func noteFailure(of entry: String) {
        recall.noteFailure(of: entry)
    }

    /// Offers a text as the newest entry of the history, for the next line only. It is not kept
    /// in the history file. Nil withdraws the former offer.
    package func offer(_ entry: String?) {
        recall.offer(entry)
    }

    /// Prints a text above the line that is being edited, which stays intact. Between two lines it
    /// is simply printed.
    package func printAbove(_ text: TerminalText) {
        print(above: text.rendered)
    }

    /// Prints a command's output above the line that is being edited.
    package func printAbove(output: [UInt8]) {
        print(above: String(decoding: output, as: UTF8.self))
    }

    private func print(above text: String) {
        guard !text.isEmpty else { return }
        let whole = text.hasSuffix("\n") ? text : text + "\n"
        guard purpose != nil else {
            terminal.write(whole)
            return
        }
        eraseDisplay()
        terminal.write(whole)
        updateDisplay()
    }

    /// Restores the terminal's original mode.
    ///
    /// The editor reads no lines after this. A second call does nothing.
    package func close() {
        guard let handle else { return }
        terminal.setBracketedPaste(false)
        handle.setRaw(false)
        handle.setOwner(nil)
        self.handle = nil
        terminal.restore()
    }

    private func read(_ purpose: Purpose, prompt: TerminalText) -> ReadResult {
        guard let handle, self.purpose == nil else { return .endOfInput }
        if let signal = TerminalSignals.termination { return .terminated(signal: signal) }
        begin(purpose, prompt: prompt)
        TerminalSignals.enterPrompt()
        // A key pressed between the prompt and the change of mode would be echoed, and Ctrl-D lost.
        handle.setRaw(true)
        // The terminal echoed what was typed while a command ran; it is drawn again.
        terminal.write(drawing.begin())
        terminal.setBracketedPaste(true)
        let scalars = handle.read()
        if ending == nil { leaveDisplay() }
        terminal.setBracketedPaste(false)
        TerminalSignals.leavePrompt()
        self.purpose = nil
        if let ending { return ending }
        guard let scalars else { return .endOfInput }
        return .line(submitted(scalars))
    }

    private func begin(_ purpose: Purpose, prompt: TerminalText) {
        self.purpose = purpose
        self.prompt = styled(prompt, for: purpose)
        size = terminal.size
        drawn = nil
        suggestion = LineSuggestion()
        hasWork = true
        ending = nil
        waitingPaste = nil
        menu = nil
        search = nil
        arguments = ArgumentRecall()
        brokenDescriptors = []
        undo = UndoStack()
        recall.begin()
        // That Ctrl-C was meant for the previous command.
        TerminalSignals.clearInterrupt()
    }

    /// Returns the line as the caller of `readLine` gets it.
    private func submitted(_ scalars: [UInt32]) -> String {
        var scalars = scalars[...]
        if scalars.last == 0x0A { scalars.removeLast() }
        return LineText.withoutDanglingJoiner(entered(scalars))
    }

    /// Returns a part of the line as text, with newlines and tabs for their marks.
    func entered(_ line: some Collection<UInt32>) -> String {
        PastedText.unmarked(LineText.string(line))
    }
}
