import Glibc
import TroveCommands
import TroveSystem
import TroveTerminal

/// Editing text in the user's editor.
enum TextEditing {
    /// How an edit ended.
    enum Outcome<Use> {
        /// What the code that takes the text returned.
        case used(Use)
        /// The user left the editor without saving.
        case notSaved
        /// The editor exited with an error.
        case failed
    }

    /// An edited text that stayed in its file because it had errors.
    struct Unfinished {
        /// The text that was opened first.
        let original: String
        let path: String
        /// The line of the first error, from 1.
        let line: Int
        private let identity: FileStatus.Identity

        /// Creates a record of a file; nil if it does not exist.
        init?(of original: String, at path: String, line: Int) {
            guard let status = FileStatus(of: path, followsLink: false) else { return nil }
            self.original = original
            self.path = path
            self.line = line
            identity = status.identity
        }

        var exists: Bool {
            FileStatus(of: path, followsLink: false)?.identity == identity
        }
    }

    /// Writes the text to a file that only its owner can read, opens it in the editor and uses the
    /// edited text.
    ///
    /// - Parameters:
    ///   - text: the text to edit.
    ///   - unfinished: an earlier edit to go on with; nil for none.
    ///   - editor: the command that starts the editor; it can have arguments.
    ///   - use: takes the edited text.
    ///   - isEditedAgain: shows the errors in the text, and asks whether to edit it again.
    /// - Returns: what `use` returned, unless the first editor left the text unchanged.
    /// - Throws: `UnusableEdit` if the text stays in its file.
    static func edit<Use>(
        _ text: String, resuming unfinished: Unfinished? = nil, with editor: String,
        use: (String) throws -> Use,
        isEditedAgain: (EditErrors) -> Bool = { _ in false }
    ) throws -> Outcome<Use> {
        let path = try unfinished?.path ?? makeFile(text)
        let made = Stamp(of: path)
        // The file with an earlier text is removed only after the text has been used.
        var isKept = unfinished != nil
        defer { if !isKept { SystemCall.unlink(path) } }
        // A Ctrl-C during editing was meant for the editor.
        defer { TerminalSignals.clearInterrupt() }
        var errors: EditErrors?
        do {
            while true {
                guard try run(editor, path, line: errors?.line ?? unfinished?.line) else {
                    if errors == nil, Stamp(of: path) == made { return .failed }
                    throw CommandFailure(.editorEnded)
                }
                if errors == nil, Stamp(of: path) == made { return .notSaved }
                do {
                    guard let edited = contents(of: path) else {
                        throw CommandFailure(.isUnreadable(path))
                    }
                    let used = try use(edited)
                    isKept = false
                    return .used(used)
                } catch let found as EditErrors {
                    errors = found
                    try replace(path, with: found.text)
                    guard isEditedAgain(found) else { throw found }
                }
            }
        } catch {
            // Nothing was typed if the first editor cannot be started.
            if errors == nil, case .editing(.editorFailed)? = (error as? CommandFailure)?.problem {
                throw error
            }
            guard SystemCall.access(path, F_OK) == 0 else { throw error }
            isKept = true
            throw UnusableEdit(reason: error, path: path)
        }
    }

    /// Which file it is, and when it was last written: editors save by writing to a file, or by
    /// replacing it.
    private struct Stamp: Equatable {
        private let identity: FileStatus.Identity
        private let seconds: Int
        private let nanoseconds: Int

        /// Reads the stamp; nil if there is no file.
        init?(of path: String) {
            guard let status = FileStatus(of: path) else { return nil }
            identity = status.identity
            seconds = status.modified.tv_sec
            nanoseconds = status.modified.tv_nsec
        }
    }

    private static func makeFile(_ text: String) throws(CommandFailure) -> String {
        let path = "\(folder)/trove-\(UInt64.random(in: 0 ... .max)).txt"
        let descriptor = SystemCall.open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw CommandFailure(.editFileFailed(path, errno: errno)) }
        var bytes = Array(text.utf8)
        errno = 0
        // Writes at most as many bytes as the array has.
        let written = unsafe write(descriptor, &bytes, bytes.count)
        // A disk that fills up accepts a part of the text without an error.
        let problem = errno == 0 ? ENOSPC : errno
        close(descriptor)
        guard written == bytes.count else {
            SystemCall.unlink(path)
            throw CommandFailure(.editFileFailed(path, errno: problem))
        }
        return path
    }

    /// Replaces the text in the file. If that fails, the file stays as it was.
    private static func replace(_ path: String, with text: String) throws(CommandFailure) {
        do throws(WholeFile.Failure) {
            let file = try NewFile(path)
            try file.write(Array(text.utf8))
            try file.finish(isDurable: false)
        } catch {
            var number = EIO
            if case .system(let errno) = error { number = errno }
            throw CommandFailure(.editFileFailed(path, errno: number))
        }
    }

    /// Runs the editor. Returns false if it exited with an error.
    private static func run(
        _ editor: String, _ path: String, line: Int?
    ) throws(CommandFailure) -> Bool {
        var arguments = [path]
        if let line, takesLine(editor) { arguments.insert("+\(line)", at: 0) }
        // `$EDITOR` may contain arguments.
        guard let child = SystemShell.start("\(editor) \"$@\"", arguments) else {
            throw CommandFailure(.editorFailed(editor))
        }
        let status = SystemShell.wait(for: child)
        // The shell's status for a missing program.
        if status == 127 { throw CommandFailure(.editorFailed(editor)) }
        return status == 0
    }

    /// Whether an editor opens a file at a line given as `+12`.
    private static func takesLine(_ editor: String) -> Bool {
        let program = editor.split(separator: " ").first ?? ""
        let name = program.split(separator: "/").last.map(String.init) ?? ""
        return [
            "vi", "vim", "nvim", "nano", "emacs", "emacsclient", "micro", "joe", "kak", "mg", "ne",
        ].contains(name)
    }

    /// The folder for temporary files.
    private static var folder: String {
        guard let folder = SystemCall.getenv("TMPDIR"), !folder.isEmpty else { return "/tmp" }
        return folder
    }

    private static func contents(of path: String) -> String? {
        let descriptor = SystemCall.open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        var reader = LineReader(descriptor: descriptor, closes: true)
        var lines: [String] = []
        while true {
            switch reader.next(isInterrupted: { false }) {
            case .text(let line): lines.append(line)
            case .end: return lines.joined(separator: "\n")
            case .invalid, .tooLong, .database, .failure: return nil
            }
        }
    }
}
