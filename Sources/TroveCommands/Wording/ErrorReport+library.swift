import TroveLanguage
package import TroveStore
import TroveSystem
import TroveTerminal

extension ErrorReport {
    /// Words the failures of a library.
    package init(_ error: LibraryError) {
        self.init(Self.text(for: error), Self.advice(for: error), code: ErrorCode(of: error))
    }

    /// Words any error that a command throws.
    package init(_ error: any Error) {
        switch error {
        case let error as LanguageError: self.init(error)
        case let error as CommandFailure: self.init(error)
        case let error as LibraryError: self.init(error)
        case is EditErrors: self.init("nothing was changed", code: ErrorCode(of: error))
        case let error as UnusableEdit:
            let report = ErrorReport(error.reason)
            let advice: TerminalText = error.isResumable ? "; edit again to go on with it" : ""
            self.init(
                report.text, "your text is kept in \(error.path)\(advice)",
                at: report.span,
                code: report.code)
        default: self.init(TerminalText(String(describing: error)), code: ErrorCode(of: error))
        }
    }

    private static func text(for error: LibraryError) -> TerminalText {
        switch error {
        case .isDirectory(let path): return "\(path) is a folder, not a library"
        case .isMissing(let path): return "there is no library at \(path)"
        case .hasOnlyLog(let path):
            return "\(path) is missing or empty, but its write-ahead log \(path)-wal has changes"
        case .hasLogOfAnother(let path):
            return
                "the write-ahead log \(path)-wal does not belong to this state of \(path); nothing was changed"
        case .hasNoFolder(let path): return "the folder of \(path) does not exist"
        case .noPermission(let path): return "\(path): permission denied"
        case .cannotCreate(let path, let number):
            return "\(path) cannot be written: \(SystemCall.strerror(number))"
        case .notADatabase(let path): return "\(path) is not a Trove library; it was not changed"
        case .notALibrary(let path):
            return "\(path) is a database, but not a Trove library; it was not changed"
        case .hasActiveSchema(let path, let names):
            return
                "\(path) has triggers, views or virtual tables that Trove does not create: \(Phrase.list(names)); it was not changed"
        case .isNewer(let path, let version, let known):
            return
                "\(path) was written by a newer Trove (format \(version), this one knows \(known)); it was not changed"
        case .isDamaged(let path, let detail): return "\(path) is damaged: \(detail)"
        case .isBusy(let path): return "\(path) is locked by another program"
        case .wasReplaced(let path):
            return
                "another program moved, replaced or deleted \(path) while it was open; a change that was not confirmed was not saved"
        case .diskIsFull(let path): return "the disk with \(path) is full"
        case .isFull(let path): return "\(path) has used all item numbers"
        case .isReadOnly(let path): return "\(path) is open read-only"
        case .cannotRead(let path, let detail), .cannotLock(let path, let detail):
            return "\(path) cannot be used: \(detail)"
        case .isNotUnderstood(let path):
            return "the last change in \(path) was made by a newer Trove"
        case .snapshot(let error): return message(for: error).text
        }
    }

    private static func advice(for error: LibraryError) -> TerminalText? {
        switch error {
        case .isDirectory: return "name a file in it"
        case .isMissing: return "without --read-only, Trove creates it"
        case .hasOnlyLog(let path):
            return "move the file back; for a new library, move \(path)-wal away"
        case .hasLogOfAnother(let path):
            return "if you have put a copy in its place, move \(path)-wal away"
        case .hasNoFolder: return "check the path, or create the folder first"
        case .noPermission: return "check the owner and the permissions of the file and its folder"
        case .notADatabase: return "name another file, or none to use your default library"
        case .notALibrary: return "name another file"
        case .hasActiveSchema(let path, _):
            return
                "find out what created them, then drop them with an SQL tool, or replace the file with a snapshot from \(path).snapshots"
        case .isNewer: return "use the newer Trove"
        case .isDamaged(let path, _):
            return
                "copy it first; then replace it with a backup, or a snapshot in \(path).snapshots, and move \(path)-wal away if it exists"
        case .isBusy: return "try again when that program has finished"
        case .wasReplaced: return "restart trove to open the library that is there now"
        case .diskIsFull:
            return "changes that were not confirmed were not saved; free some space and try again"
        case .isFull: return "start a new library"
        case .isReadOnly: return "nothing was changed"
        case .isNotUnderstood: return "use that version to undo the change"
        case .snapshot(let error): return message(for: error).advice
        default: return nil
        }
    }

    static func message(
        for error: SnapshotError
    ) -> (text: TerminalText, advice: TerminalText?) {
        switch error {
        case .notAName(let name):
            return (
                "\"\(name)\" is not a valid snapshot name",
                "use up to 100 bytes without slashes, and no dot at the beginning"
            )
        case .exists(let name):
            return ("the snapshot \"\(name)\" already exists", "choose another name")
        case .isMissing(let name, let known):
            return (
                "there is no snapshot \"\(name)\"",
                known.isEmpty
                    ? "the library has no snapshots; if you renamed it, rename its folder OLD-NAME.snapshots, too"
                    : "known snapshots: \(known.joined(separator: ", "))"
            )
        case .cannotSave(let name, let path):
            return (
                "snapshot \(name) cannot be written to \(path)",
                "check the free space, and the permissions of the folder"
            )
        case .cannotDelete(let name, let path):
            return (
                "snapshot \(name) cannot be deleted at \(path)",
                "check the permissions of the folder"
            )
        case .isUnusable(let name):
            return (
                "the file of snapshot \(name) is damaged, or from a newer Trove",
                "nothing was changed; `snapshot list` shows other snapshots"
            )
        case .isEphemeral:
            return (
                "a library in memory has no snapshots",
                "start without --ephemeral"
            )
        }
    }
}
