import CEditLine
import Glibc

/// The owner of one libedit editor, and the only caller of libedit.
///
/// Safe to use: the pointer is valid from `init` to `deinit` and is never handed out. All calls
/// come on one thread, because the type is not `Sendable`. Strings passed to libedit live until the
/// call returns, and libedit copies what it keeps.
@safe
final class EditLineHandle {
    private let editor: OpaquePointer
    /// The stream that discards libedit's own messages.
    private let discarded: UnsafeMutablePointer<FILE>
    /// What libedit would have written to the terminal.
    private let output: UnsafeMutablePointer<trove_edit_output>
    /// Whether the user has chosen vi keys.
    private(set) var isVi = false
    /// With vi keys, the characters that stand for special keys, each by what follows ESC.
    private var standIns: [String: Unicode.Scalar] = [:]
    /// The key sequences of several characters that are bound.
    private lazy var boundSequences = BoundKeys.sequences(in: bindings())

    /// Opens an editor on standard input and output. Returns nil without memory or descriptors.
    init?(program: String) {
        guard let discarded = unsafe fopen("/dev/null", "we") else { return nil }
        guard let output = unsafe trove_edit_output_open() else {
            unsafe fclose(discarded)
            return nil
        }
        guard let editor = unsafe trove_edit_open(program, output, discarded) else {
            unsafe trove_edit_output_close(output)
            unsafe fclose(discarded)
            return nil
        }
        unsafe self.editor = editor
        unsafe self.discarded = discarded
        unsafe self.output = output
        unsafe trove_edit_leave_signals(editor)
    }

    deinit {
        // The last use of each pointer. The editor may still write to the streams, so they close
        // last.
        unsafe trove_edit_set_owner(editor, nil)
        // With editing off, el_end does not discard the user's type-ahead.
        unsafe trove_edit_set_editing(editor, 0)
        unsafe el_end(editor)
        unsafe trove_edit_output_close(output)
        unsafe fclose(discarded)
    }

    // MARK: Setting up

    /// The command of libedit that only beeps.
    static let noCommand = "ed-unassigned"

    /// Sets the editor that the callbacks reach.
    ///
    /// The owner must outlive this handle, or pass nil before it is deallocated.
    func setOwner(_ owner: LineEditor?) {
        let pointer = unsafe owner.map { unsafe Unmanaged.passUnretained($0).toOpaque() }
        unsafe trove_edit_set_owner(editor, pointer)
        guard owner != nil else { return }
        // The callbacks run only inside `read`, which the owner calls.
        unsafe trove_edit_set_reader(editor) { editor, place in
            guard let owner = unsafe EditLineHandle.owner(of: editor) else { return 0 }
            guard let scalar = owner.nextKey() else {
                // libedit would retry after any error except EINTR.
                errno = EINTR
                return -1
            }
            // `place` is libedit's storage for one character.
            unsafe trove_edit_store(place, scalar.value)
            return 1
        }
        // libedit draws into `output` only, so an empty prompt saves it the work.
        unsafe trove_edit_set_prompt(editor) { _ in unsafe EditLineHandle.empty }
    }

    /// Adds the commands, reads the user's `~/.editrc`, and adds the bindings that must exist.
    ///
    /// The order matters: the file may bind these commands, and it may turn editing off or select
    /// vi keys, which clears the bindings.
    func install(_ commands: [EditCommand]) {
        for command in commands {
            unsafe trove_edit_add_command(editor, command.name, command.help, command.action)
        }
        unsafe trove_edit_use_emacs_keys(editor)
        unbindQuotedInsert()
        EditLineFile.withPath { _ = unsafe el_source(editor, $0) }
        unsafe trove_edit_set_editing(editor, 1)
        unsafe trove_edit_leave_signals(editor)
        unsafe trove_edit_pass_flow_keys(editor)
        isVi = unsafe trove_edit_uses_vi_keys(editor) == 1
        // The file has cleared the bindings.
        if isVi { unbindQuotedInsert() }
        for builtIn in EditCommand.builtInBindings {
            for keys in builtIn.added { bind(keys, to: builtIn.command) }
        }
        for command in commands {
            for keys in command.keys { bind(keys, to: command.name) }
            if isVi {
                for keys in command.viKeys {
                    unsafe trove_edit_bind_alternative(editor, keys, command.name)
                }
            }
        }
        // With these keys, libedit would read one of its own commands in place of the line.
        if isVi {
            unsafe trove_edit_bind_alternative(editor, ":", Self.noCommand)
        } else {
            for keys in ["\\ex", "\\eX"] { bind(keys, to: Self.noCommand) }
        }
    }

    /// Unbinds Ctrl-V, with which libedit would insert the next key as it is. That may be the key
    /// that stands in for a paste, and in other programs Ctrl-V pastes.
    private func unbindQuotedInsert() {
        unsafe trove_edit_bind(editor, "^V", Self.noCommand)
    }

    /// Binds a key sequence to a command.
    ///
    /// In vi's insert mode a lone ESC must act at once, so no sequence may begin with it there. A
    /// character that no keyboard sends stands for a special key, in both modes.
    private func bind(_ keys: String, to command: String) {
        guard isVi, keys.hasPrefix("\\e") else {
            unsafe trove_edit_bind(editor, keys, command)
            return
        }
        let key = String(keys.dropFirst(2))
        guard key.hasPrefix("[") || key.hasPrefix("O"),
            let standIn = standIns[key] ?? Self.standIn(standIns.count)
        else { return }
        standIns[key] = standIn
        let notation = "\\" + String(standIn.value, radix: 8)
        unsafe trove_edit_bind(editor, notation, command)
        unsafe trove_edit_bind_alternative(editor, notation, command)
    }

    /// Returns one of the control characters that the decoder drops because a terminal would act on
    /// them.
    private static func standIn(_ number: Int) -> Unicode.Scalar? {
        (0..<32).contains(number) ? Unicode.Scalar(UInt8(0x80 + number)) : nil
    }

    /// Returns the characters that libedit gets for a special key, of which `key` is what follows
    /// ESC; nil if it is not bound.
    func scalars(of key: String) -> [Unicode.Scalar]? {
        if let standIn = standIns[key] { return [standIn] }
        // A bound sequence can also have other keys before or after this one.
        let sequence = "\u{1B}" + key
        guard boundSequences.contains(where: { $0.contains(sequence) }) else { return nil }
        return Array(sequence.unicodeScalars)
    }

    /// Returns the key bindings as `bind` prints them.
    private func bindings() -> String {
        // The text lives until libedit writes again; it is copied at once.
        guard let text = unsafe trove_edit_bindings(editor, output) else { return "" }
        return unsafe String(cString: text)
    }

    /// Whether the terminal has the ANSI sequences to clear and to move the cursor.
    var hasEscapes: Bool {
        guard let sequence = unsafe trove_edit_clear_to_end_of_line(editor) else { return false }
        // libedit owns the string, which ends with a zero; it is copied at once.
        return unsafe String(cString: sequence).hasPrefix("\u{1B}[")
    }

    // MARK: Reading

    /// Reads a line. Returns nil when the reader callback ended the input.
    func read() -> [UInt32]? {
        var text: UnsafePointer<UInt32>?
        let count = unsafe Int(trove_edit_read(editor, &text))
        guard let text = unsafe text, count > 0 else { return nil }
        // libedit's buffer holds `count` characters until the next read.
        return unsafe Array(UnsafeBufferPointer(start: text, count: count))
    }

    /// The line's current content.
    var line: [UInt32] {
        let count = unsafe max(0, trove_edit_line_count(editor))
        // libedit's buffer holds `count` characters; they are copied before it can change.
        return unsafe Array(UnsafeBufferPointer(start: trove_edit_line(editor), count: count))
    }

    /// The number of characters before the cursor.
    var cursor: Int { unsafe max(0, trove_edit_line_cursor(editor)) }

    // MARK: Changing

    /// Moves the cursor by a number of characters, within the line.
    func moveCursor(by distance: Int) {
        if distance != 0 { _ = unsafe el_cursor(editor, Int32(clamping: distance)) }
    }

    /// Deletes characters before the cursor.
    func deleteBackward(_ count: Int) {
        if count > 0 { unsafe el_deletestr(editor, Int32(clamping: count)) }
    }

    /// Inserts a text at the cursor. Returns false when memory runs out.
    @discardableResult
    func insert(_ text: String) -> Bool {
        unsafe text.isEmpty || el_insertstr(editor, text) == 0
    }

    /// Replaces the whole line and puts the cursor at its end.
    func replaceLine(with text: String) {
        moveCursor(by: line.count - cursor)
        deleteBackward(cursor)
        insert(text)
    }

    /// Queues a text as the next keys.
    func push(_ keys: String) {
        unsafe el_push(editor, keys)
    }

    // MARK: The terminal

    /// Whether libedit has rung the bell since the last call.
    func takeBell() -> Bool {
        // Both live as long as this object.
        unsafe trove_edit_output_take_bell(output) != 0
    }

    /// Switches the terminal to editing mode, or back.
    func setRaw(_ isRaw: Bool) {
        unsafe trove_edit_prepare_terminal(editor, isRaw ? 1 : 0)
    }

    /// Returns the owner of the editor that a callback received.
    static func owner(of editor: OpaquePointer) -> LineEditor? {
        guard let pointer = unsafe trove_edit_owner(editor) else { return nil }
        // Set by `setOwner`, whose owner is alive while it reads a line.
        return unsafe Unmanaged<LineEditor>.fromOpaque(pointer).takeUnretainedValue()
    }

    /// An empty prompt: one byte that is never written to and never freed.
    private static var empty: UnsafeMutablePointer<CChar> { unsafe emptyText }
    // Written once, before the first read; libedit only reads what a prompt callback returns.
    nonisolated(unsafe) private static let emptyText: UnsafeMutablePointer<CChar> = {
        let text = UnsafeMutablePointer<CChar>.allocate(capacity: 1)
        unsafe text.initialize(to: 0)
        return unsafe text
    }()
}
