import Glibc
import TroveCommands
import TroveTerminal

/// Editing text in the user's editor.
enum TextEditing {
    /// Writes the text to a file that only its owner can read, opens it in the editor and uses the
    /// edited text. Returns nil when the editor failed.
    static func edit<Use>(
        _ text: String, with editor: String, use: (String) throws -> Use
    ) throws -> Use? {
        let path = "\(folder)/trove-\(UInt64.random(in: 0 ... .max)).txt"
        let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw CommandFailure(.editFileFailed(path, errno: errno)) }
        var isKept = false
        defer { if !isKept { unsafe unlink(path) } }
        var bytes = Array(text.utf8)
        errno = 0
        // At most as many bytes as the array has.
        let written = unsafe write(descriptor, &bytes, bytes.count)
        // A disk that fills up takes a part of the text without an error.
        let problem = errno == 0 ? ENOSPC : errno
        close(descriptor)
        guard written == bytes.count else {
            throw CommandFailure(.editFileFailed(path, errno: problem))
        }
        // A Ctrl-C during editing was meant for the editor.
        defer { TerminalSignals.clearInterrupt() }
        // `$EDITOR` may contain arguments.
        guard let child = SystemShell.start("\(editor) \"$1\"", [path]) else {
            throw CommandFailure(.editorFailed(editor))
        }
        let status = SystemShell.wait(for: child)
        // The shell's status for a missing program.
        if status == 127 { throw CommandFailure(.editorFailed(editor)) }
        guard status == 0 else { return nil }
        do {
            guard let edited = contents(of: path) else { throw CommandFailure(.isUnreadable(path)) }
            return try use(edited)
        } catch {
            guard unsafe access(path, F_OK) == 0 else { throw error }
            isKept = true
            throw UnusableEdit(reason: error, path: path)
        }
    }

    /// The folder for temporary files.
    private static var folder: String {
        // The program never changes its environment, and the value is copied at once.
        guard let folder = unsafe getenv("TMPDIR").map({ unsafe String(cString: $0) }),
            !folder.isEmpty
        else { return "/tmp" }
        return folder
    }

    private static func contents(of path: String) -> String? {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        var reader = LineReader(descriptor: descriptor, closes: true)
        var lines: [String] = []
        while true {
            switch reader.next(isInterrupted: { false }) {
            case .text(let line): lines.append(line)
            case .end: return lines.joined(separator: "\n")
            case .invalid, .tooLong, .failure: return nil
            }
        }
    }
}
