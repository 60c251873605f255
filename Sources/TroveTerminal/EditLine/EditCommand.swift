import CEditLine

/// A command that libedit calls when a key is pressed.
///
/// Safe to use: only libedit calls the function, with the editor it was added to.
@safe
struct EditCommand {
    /// What libedit must do after a command.
    enum Effect {
        /// Nothing: the line is the same.
        case nothing
        /// Go on with the changed line or cursor.
        case redraw
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

    /// What a command is for; the raw value is the heading in the help.
    enum Group: String {
        case completion = "Completing"
        case history = "History"
        case moving = "Moving"
        case editing = "Changing"
        case line = "The line"
    }

    /// A command of libedit's own.
    struct BuiltIn {
        let command: String
        let group: Group
        let help: String
        /// The keys that libedit binds it to.
        let keys: [String]
        /// The keys that libedit leaves unbound.
        let added: [String]

        init(
            _ command: String, _ group: Group, _ help: String, keys: [String] = [],
            added: [String] = []
        ) {
            self.command = command
            self.group = group
            self.help = help
            self.keys = keys
            self.added = added
        }
    }

    /// libedit's own commands, for the help and for keys that it leaves unbound.
    static let builtInBindings = [
        BuiltIn("em-next-word", .moving, "End of the next word", added: ["\\e[1;5C", "\\e[5C"]),
        BuiltIn(
            "ed-prev-word", .moving, "Beginning of the word", keys: ["\\eb"],
            added: ["\\e[1;5D", "\\e[5D", "\\e[1;3D"]),
        BuiltIn(
            "ed-move-to-beg", .moving, "Beginning of the line", keys: ["^A"],
            added: ["\\e[H", "\\eOH", "\\e[1~"]),
        BuiltIn(
            "ed-delete-prev-word", .editing, "Delete to the beginning of the word",
            added: ["\\e^?", "\\e^H"]),
        BuiltIn("em-delete-next-word", .editing, "Delete to the end of the word", keys: ["\\ed"]),
        BuiltIn("ed-kill-line", .editing, "Delete to the end of the line", keys: ["^K"]),
        BuiltIn("em-kill-line", .editing, "Delete the whole line", keys: ["^U"]),
        BuiltIn("em-yank", .editing, "Insert the last deleted text", keys: ["^Y"]),
        BuiltIn("ed-transpose-chars", .editing, "Swap two characters", keys: ["^T"]),
        BuiltIn("em-upper-case", .editing, "Word in upper case", keys: ["\\eu"]),
        BuiltIn("em-lower-case", .editing, "Word in lower case", keys: ["\\el"]),
        BuiltIn("em-capitol-case", .editing, "Word with a capital", keys: ["\\ec"]),
    ]

    /// The groups of commands, in the order of the help.
    static let groups: [Group] = [.completion, .history, .moving, .editing, .line]

    /// All commands that the editor adds to libedit.
    static var all: [EditCommand] { groups.flatMap { all(in: $0) } }

    /// Returns the commands of a group that the editor adds to libedit.
    static func all(in group: Group) -> [EditCommand] {
        switch group {
        case .completion: completion
        case .history: history
        case .moving: moving
        case .editing: editing
        case .line: wholeLine
        }
    }

    private static let completion = [
        EditCommand(
            "trove-complete", "Complete the word; list the choices", keys: ["^I"]
        ) { editor, _ in
            unsafe run(editor) { $0.complete() }
        }
    ]

    private static let history = [
        EditCommand(
            "trove-older", "Older line; with a text typed, one that matches it",
            keys: ["\\e[A", "\\eOA", "^P"],
            viKeys: ["k"]
        ) { editor, _ in
            unsafe run(editor) { $0.recallUp() }
        },
        EditCommand(
            "trove-newer", "Newer line", keys: ["\\e[B", "\\eOB", "^N"],
            viKeys: ["j"]
        ) { editor, _ in
            unsafe run(editor) { $0.recallDown() }
        },
        EditCommand(
            "trove-older-matching", "Older line with the same beginning",
            keys: ["\\ep", "\\e[5~"]
        ) { editor, _ in
            unsafe run(editor) { $0.recallOlder() }
        },
        EditCommand(
            "trove-newer-matching", "Newer line with the same beginning",
            keys: ["\\en", "\\e[6~"]
        ) { editor, _ in
            unsafe run(editor) { $0.recallNewer() }
        },
        EditCommand(
            "trove-search", "Search the history", keys: ["^R"],
            viKeys: ["^R", "/", "?"]
        ) { editor, _ in
            unsafe run(editor) { $0.searchHistory() }
        },
        EditCommand(
            "trove-last-argument", "Insert the last argument of the previous command",
            keys: ["\\e."], viKeys: ["_"]
        ) { editor, _ in
            unsafe run(editor) { $0.insertLastArgument() }
        },
    ]

    private static let moving = [
        EditCommand(
            "trove-left", "One character left", keys: ["\\e[D", "\\eOD", "^B"]
        ) { editor, _ in
            unsafe run(editor) { $0.moveLeft() }
        },
        EditCommand(
            "trove-right", "One character right; accept the suggestion",
            keys: ["\\e[C", "\\eOC", "^F"]
        ) { editor, _ in
            unsafe run(editor) { $0.moveRight() }
        },
        EditCommand(
            "trove-next-word", "End of the next word; take a word of the suggestion",
            keys: ["\\e[1;3C", "\\ef"]
        ) { editor, _ in
            unsafe run(editor) { $0.moveToNextWord() }
        },
        EditCommand(
            "trove-end", "End of the line; accept the suggestion",
            keys: ["\\e[F", "\\eOF", "\\e[4~", "^E"]
        ) { editor, _ in
            unsafe run(editor) { $0.moveToEnd() }
        },
    ]

    private static let editing = [
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
            "trove-delete-word", "Delete back to a space", keys: ["^W"]
        ) { editor, _ in
            unsafe run(editor) { $0.deletePreviousWord() }
        },
        EditCommand(
            "trove-undo", "Undo the last change", keys: ["^_"], viKeys: ["^_", "u"]
        ) { editor, _ in
            unsafe run(editor) { $0.undoChange() }
        },
        EditCommand(
            "trove-paste", "Insert a paste", keys: ["^^"], viKeys: ["^^"]
        ) { editor, _ in
            unsafe run(editor) { $0.insertPaste() }
        },
    ]

    private static let wholeLine = [
        EditCommand(
            "trove-edit", "Edit the line in $VISUAL or $EDITOR", keys: ["^X^E"], viKeys: ["v"]
        ) { editor, _ in
            unsafe run(editor) { $0.openEditorProgram() }
        },
        EditCommand(
            "trove-delete-or-end", "Delete forward; on an empty line, leave the shell",
            keys: ["^D"], viKeys: ["^D"]
        ) { editor, _ in
            unsafe run(editor) { $0.deleteNextOrEnd() }
        },
        EditCommand(
            "trove-clear", "Clear the screen", keys: ["^L"], viKeys: ["^L"]
        ) { editor, _ in
            unsafe run(editor) { $0.clearScreen() }
        },
        EditCommand("trove-redraw", "Draw the line again", keys: []) { editor, _ in
            unsafe run(editor) { $0.redraw() }
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
