import CEditLine

/// A command that libedit calls when a key is pressed.
///
/// Safe to use: only libedit calls the function, with the editor it was added to.
@safe
struct EditCommand {
    /// What libedit has to do after a command.
    enum Effect {
        /// Nothing: the line is the same.
        case nothing
        /// Go on with the changed line or cursor.
        case redraw
        /// Beep.
        case beep
        /// Stop reading, as at the end of input.
        case end

        /// The code that libedit expects.
        var code: UInt8 {
            switch self {
            case .nothing: UInt8(CC_NORM)
            case .redraw: UInt8(CC_REFRESH)
            case .beep: UInt8(CC_ERROR)
            case .end: UInt8(CC_EOF)
            }
        }
    }

    /// The name to bind the command by in `~/.editrc`.
    let name: String
    /// The description that `bind -l` prints, one line.
    let help: String
    /// The key sequences it is bound to.
    let keys: [String]
    /// The key sequences it is bound to in vi's command mode.
    let viKeys: [String]
    /// The function that libedit calls.
    let action: @convention(c) (OpaquePointer, Int32) -> UInt8

    /// Creates a command and its key bindings.
    @safe
    init(
        _ name: String, _ help: String, keys: [String], viKeys: [String] = [],
        action: @escaping @convention(c) (OpaquePointer, Int32) -> UInt8
    ) {
        self.name = name
        self.help = help
        self.keys = keys
        self.viKeys = viKeys
        unsafe self.action = action
    }

    /// A key that stands in for a paste, whose text waits in the editor. Ctrl-^ is not used
    /// otherwise.
    static let pasteKey: Unicode.Scalar = "\u{1E}"

    /// libedit's own commands for keys that it leaves unbound.
    static let builtInBindings = [
        ("\\e[1;5C", "em-next-word"), ("\\e[5C", "em-next-word"),
        ("\\e[1;5D", "ed-prev-word"), ("\\e[5D", "ed-prev-word"), ("\\e[1;3D", "ed-prev-word"),
        ("\\e^?", "ed-delete-prev-word"), ("\\e^H", "ed-delete-prev-word"),
        ("\\e[H", "ed-move-to-beg"), ("\\eOH", "ed-move-to-beg"), ("\\e[1~", "ed-move-to-beg"),
    ]

    /// All commands that the editor adds to libedit.
    static let all: [EditCommand] = [
        EditCommand(
            "trove-complete", "Complete the word", keys: ["^I"]
        ) { editor, _ in
            unsafe run(editor) { $0.complete() }
        },
        EditCommand(
            "trove-paste", "Insert a paste", keys: ["^^"], viKeys: ["^^"]
        ) { editor, _ in
            unsafe run(editor) { $0.insertPaste() }
        },
        EditCommand(
            "trove-search", "Search the history", keys: ["^R"],
            viKeys: ["^R"]
        ) { editor, _ in
            unsafe run(editor) { $0.searchHistory() }
        },
        EditCommand(
            "trove-older", "Older line", keys: ["\\e[A", "\\eOA", "^P"],
            viKeys: ["k"]
        ) { editor, _ in
            unsafe run(editor) { $0.recallOlder(matching: false) }
        },
        EditCommand(
            "trove-newer", "Newer line", keys: ["\\e[B", "\\eOB", "^N"],
            viKeys: ["j"]
        ) { editor, _ in
            unsafe run(editor) { $0.recallNewer(matching: false) }
        },
        EditCommand(
            "trove-older-matching", "Older line with the same beginning",
            keys: ["\\ep", "\\e[5~"]
        ) { editor, _ in
            unsafe run(editor) { $0.recallOlder(matching: true) }
        },
        EditCommand(
            "trove-newer-matching", "Newer line with the same beginning",
            keys: ["\\en", "\\e[6~"]
        ) { editor, _ in
            unsafe run(editor) { $0.recallNewer(matching: true) }
        },
        EditCommand(
            "trove-left", "One character left", keys: ["\\e[D", "\\eOD", "^B"]
        ) { editor, _ in
            unsafe run(editor) { $0.moveLeft() }
        },
        EditCommand(
            "trove-right", "One character right; take the suggestion",
            keys: ["\\e[C", "\\eOC", "^F"]
        ) { editor, _ in
            unsafe run(editor) { $0.moveRight() }
        },
        EditCommand(
            "trove-end", "End of the line; take the suggestion",
            keys: ["\\e[F", "\\eOF", "\\e[4~", "^E"]
        ) { editor, _ in
            unsafe run(editor) { $0.moveToEnd() }
        },
        EditCommand(
            "trove-next-word", "End of the next word; take a word of the suggestion",
            keys: ["\\e[1;3C", "\\ef"]
        ) { editor, _ in
            unsafe run(editor) { $0.moveToNextWord() }
        },
        EditCommand(
            "trove-clear", "Clear the screen", keys: ["^L"], viKeys: ["^L"]
        ) { editor, _ in
            unsafe run(editor) { $0.clearScreen() }
        },
        EditCommand(
            "trove-backspace", "Delete the character before the cursor",
            keys: ["^?", "^H"]
        ) { editor, _ in
            unsafe run(editor) { $0.deletePrevious() }
        },
        EditCommand(
            "trove-delete", "Delete the character at the cursor", keys: ["\\e[3~"]
        ) { editor, _ in
            unsafe run(editor) { $0.deleteNext() }
        },
        EditCommand(
            "trove-delete-or-end", "Delete forward; end on an empty line",
            keys: ["^D"], viKeys: ["^D"]
        ) { editor, _ in
            unsafe run(editor) { $0.deleteNextOrEnd() }
        },
        EditCommand(
            "trove-delete-word", "Delete back to a space", keys: ["^W"]
        ) { editor, _ in
            unsafe run(editor) { $0.deletePreviousWord() }
        },
        EditCommand(
            "trove-undo", "Undo the last change", keys: ["^_"], viKeys: ["^_"]
        ) { editor, _ in
            unsafe run(editor) { $0.undoChange() }
        },
    ]

    private static func run(
        _ editor: OpaquePointer, _ command: (LineEditor) -> Effect
    ) -> UInt8 {
        // libedit passes the editor that the command belongs to.
        guard let owner = unsafe EditLineHandle.owner(of: editor) else { return UInt8(CC_ERROR) }
        return command(owner).code
    }
}
