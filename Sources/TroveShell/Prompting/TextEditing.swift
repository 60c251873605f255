internal import Glibc
internal import TroveTerminal

/// Letting a person change a text in the editor of his choice.
enum TextEditing {
    /// Puts the text into a file that only its owner can read, runs the editor on it, and reads it
    /// back; nil when the editor ended with an error.
    static func edit(_ text: String, with editor: String) throws(CommandFailure) -> String? {
        let folder = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"
        let path = "\(folder)/trove-\(UInt64.random(in: 0 ... .max)).txt"
        let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw CommandFailure(.editorFailed(editor)) }
        defer { unsafe unlink(path) }
        var bytes = Array(text.utf8)
        let written = unsafe write(descriptor, &bytes, bytes.count)
        close(descriptor)
        // Ctrl-C in the editor was meant for the editor.
        defer { TerminalSignals.clearInterrupt() }
        guard written == bytes.count, let status = run(editor, path) else {
            throw CommandFailure(.editorFailed(editor))
        }
        // 127 is the shell's word for a program that is not there.
        if status == 127 << 8 { throw CommandFailure(.editorFailed(editor)) }
        guard status == 0 else { return nil }
        return contents(of: path)
    }

    /// Runs the editor's command through the shell, because `$EDITOR` may have arguments.
    private static func run(_ editor: String, _ path: String) -> Int32? {
        let arguments = ["sh", "-c", "\(editor) \"$1\"", "sh", path]
        let pointers = unsafe arguments.map { unsafe strdup($0) } + [nil]
        defer { unsafe pointers.forEach { unsafe free($0) } }
        var child: pid_t = 0
        guard unsafe posix_spawn(&child, "/bin/sh", nil, nil, pointers, environ) == 0 else {
            return nil
        }
        var status: Int32 = 0
        while unsafe waitpid(child, &status, 0) < 0 {
            guard errno == EINTR else { return nil }
        }
        return status
    }

    private static func contents(of path: String) -> String? {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        var reader = LineReader(descriptor: descriptor, closes: true)
        var lines: [String] = []
        while case .text(let line) = reader.next(isInterrupted: { false }) { lines.append(line) }
        return lines.joined(separator: "\n")
    }
}
