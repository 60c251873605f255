import CEditLine
import Glibc

/// The owner of one libedit editor; the only one that calls libedit.
///
/// Safe to use: the pointer is valid from `init` to `deinit`, is never handed out, and all calls
/// come on one thread, because the type is not `Sendable`. The texts that are passed to libedit live
/// until the call returns, which is enough: it copies what it keeps.
@safe
final class EditLineHandle {
    private let editor: OpaquePointer
    /// Where libedit's messages go: nowhere.
    private let chatter: UnsafeMutablePointer<FILE>
    /// The prompt that libedit's callback returns; it lives until it is replaced, which is never
    /// done while a line is read.
    private var prompt: UnsafeMutablePointer<CChar>

    /// Opens an editor on standard input and output; nil without memory or descriptors.
    init?(program: String) {
        guard let chatter = unsafe fopen("/dev/null", "we") else { return nil }
        guard let editor = unsafe trove_edit_open(program, chatter),
            let prompt = unsafe strdup("")
        else {
            unsafe fclose(chatter)
            return nil
        }
        unsafe self.editor = editor
        unsafe self.chatter = chatter
        unsafe self.prompt = prompt
        unsafe trove_edit_leave_signals(editor)
    }

    deinit {
        // The last use of each pointer; the stream goes after the editor, which may still write to
        // it.
        unsafe trove_edit_set_owner(editor, nil)
        // Not editing, el_end does not throw away what was typed ahead.
        unsafe trove_edit_set_editing(editor, 0)
        unsafe el_end(editor)
        unsafe fclose(chatter)
        unsafe free(prompt)
    }

    // MARK: Setting up

    /// Makes `owner` the one that the callbacks reach.
    ///
    /// It must outlive this handle, or call with nil before it goes.
    func setOwner(_ owner: LineEditor?) {
        let pointer = unsafe owner.map { unsafe Unmanaged.passUnretained($0).toOpaque() }
        unsafe trove_edit_set_owner(editor, pointer)
        guard owner != nil else { return }
        // The callbacks run only inside of `read`, which the owner calls.
        unsafe trove_edit_set_reader(editor) { editor, place in
            guard let owner = unsafe EditLineHandle.owner(of: editor) else { return 0 }
            guard let scalar = owner.nextKey() else {
                // Anything but "interrupted" would be retried.
                errno = EINTR
                return -1
            }
            // `place` is libedit's, one character wide.
            unsafe trove_edit_store(place, scalar.value)
            return 1
        }
        unsafe trove_edit_set_prompt(editor) { editor in
            unsafe EditLineHandle.owner(of: editor)?.handlePrompt() ?? EditLineHandle.empty
        }
    }

    /// Sets what is shown before the line; not to be called while a line is read.
    func setPrompt(_ prompt: String) {
        guard let copy = unsafe strdup(prompt) else { return }
        // libedit asks for the prompt anew whenever it draws, and does not draw now.
        unsafe free(self.prompt)
        unsafe self.prompt = copy
    }

    /// The prompt for libedit's callback; valid until the next `setPrompt`.
    var promptPointer: UnsafeMutablePointer<CChar> { unsafe prompt }

    /// Adds the commands, reads the user's `~/.editrc`, and binds what must be bound.
    ///
    /// In this order: the file may bind our commands, and may switch editing off or choose vi's
    /// keys, which would empty the bindings.
    func install(_ commands: [EditCommand]) {
        for command in commands {
            unsafe trove_edit_add_command(editor, command.name, command.help, command.action)
        }
        unsafe trove_edit_use_emacs_keys(editor)
        _ = unsafe el_source(editor, nil)
        unsafe trove_edit_set_editing(editor, 1)
        unsafe trove_edit_leave_signals(editor)
        unsafe trove_edit_pass_flow_keys(editor)
        let isVi = unsafe trove_edit_uses_vi_keys(editor) == 1
        for (keys, command) in EditCommand.builtInBindings {
            bind(keys, to: command, isVi: isVi)
        }
        for command in commands {
            for keys in command.keys { bind(keys, to: command.name, isVi: isVi) }
            if isVi {
                for keys in command.viKeys {
                    unsafe trove_edit_bind_alternative(editor, keys, command.name)
                }
            }
        }
    }

    /// Binds a sequence.
    ///
    /// In vi's insert mode ESC must stay alone, or it would wait for more: there
    /// it goes to the command mode, and the rest of the sequence is a key of that mode.
    private func bind(_ keys: String, to command: String, isVi: Bool) {
        if isVi, keys.hasPrefix("\\e") {
            let rest = keys.dropFirst(2)
            guard rest.hasPrefix("[") || rest.hasPrefix("O") else { return }
            unsafe trove_edit_bind_alternative(editor, String(rest), command)
            unsafe trove_edit_bind_alternative(editor, keys, command)
        } else {
            unsafe trove_edit_bind(editor, keys, command)
        }
    }

    /// Whether the terminal can clear and move as an ANSI terminal does.
    var hasEscapes: Bool {
        guard let sequence = unsafe trove_edit_clear_to_end_of_line(editor) else { return false }
        // The text is libedit's, ends with a zero, and is copied at once.
        return unsafe String(cString: sequence).hasPrefix("\u{1B}[")
    }

    // MARK: Reading

    /// Reads a line; nil when the reader has given none.
    func read() -> [UInt32]? {
        var text: UnsafePointer<UInt32>?
        let count = unsafe Int(trove_edit_read(editor, &text))
        guard let text = unsafe text, count > 0 else { return nil }
        // libedit's buffer holds `count` characters until the next read.
        return unsafe Array(UnsafeBufferPointer(start: text, count: count))
    }

    /// The line as it is now.
    var line: [UInt32] {
        let count = unsafe max(0, trove_edit_line_count(editor))
        // libedit's buffer holds `count` characters; they are copied before it can change.
        return unsafe Array(UnsafeBufferPointer(start: trove_edit_line(editor), count: count))
    }

    /// How many characters stand before the cursor.
    var cursor: Int { unsafe max(0, trove_edit_line_cursor(editor)) }

    // MARK: Changing

    /// Moves the cursor by characters; it stays in the line.
    func moveCursor(by distance: Int) {
        if distance != 0 { _ = unsafe el_cursor(editor, Int32(clamping: distance)) }
    }

    /// Deletes characters before the cursor.
    func deleteBackward(_ count: Int) {
        if count > 0 { unsafe el_deletestr(editor, Int32(clamping: count)) }
    }

    /// Puts a text at the cursor; false when it does not fit into memory.
    @discardableResult
    func insert(_ text: String) -> Bool {
        unsafe text.isEmpty || el_insertstr(editor, text) == 0
    }

    /// Puts a text in the place of the whole line, the cursor at its end.
    func replaceLine(with text: String) {
        moveCursor(by: line.count - cursor)
        deleteBackward(cursor)
        insert(text)
    }

    /// Makes the next keys come from a text.
    func push(_ keys: String) {
        unsafe el_push(editor, keys)
    }

    // MARK: The terminal

    /// Draws prompt and line from column 0 of the row of the cursor.
    func draw() {
        unsafe trove_edit_draw(editor)
        trove_edit_flush()
    }

    /// Sends what libedit has printed but not yet sent.
    func flush() { trove_edit_flush() }

    /// Takes the terminal's new size.
    func resize() { unsafe el_resize(editor) }

    /// Puts the terminal into the mode for editing, or back.
    func setRaw(_ isRaw: Bool) {
        unsafe trove_edit_prepare_terminal(editor, isRaw ? 1 : 0)
    }

    /// Who owns an editor that a callback is called with.
    static func owner(of editor: OpaquePointer) -> LineEditor? {
        guard let pointer = unsafe trove_edit_owner(editor) else { return nil }
        // Set by `setOwner`, whose owner is alive while it reads a line.
        return unsafe Unmanaged<LineEditor>.fromOpaque(pointer).takeUnretainedValue()
    }

    /// The prompt when there is nobody to ask: one byte that is never written to and never freed.
    private static var empty: UnsafeMutablePointer<CChar> { unsafe emptyText }
    // Written once, before it can be read; libedit only reads what a prompt callback returns.
    nonisolated(unsafe) private static let emptyText: UnsafeMutablePointer<CChar> = {
        let text = UnsafeMutablePointer<CChar>.allocate(capacity: 1)
        unsafe text.initialize(to: 0)
        return unsafe text
    }()
}
