import TroveLanguage
package import TroveStore
import TroveTerminal

extension ErrorReport {
    /// Words the failures of a library.
    package init(_ error: LibraryError) {
        let (text, advice) = Self.message(for: error)
        self.init(text, advice, code: ErrorCode(of: error))
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
            self.init(
                report.text, "your text is kept in \(error.path)", at: report.span,
                code: report.code)
        default: self.init(TerminalText(String(describing: error)), code: ErrorCode(of: error))
        }
    }

    private static func message(for error: LibraryError) -> (TerminalText, TerminalText?) {
        switch error {
        case .isDirectory(let path):
            return ("\(path) is a folder, not a library", "name a file in it")
        case .isMissing(let path):
            return ("there is no library at \(path)", "without --read-only, Trove creates it")
        case .hasNoFolder(let path):
            return (
                "the folder of \(path) does not exist", "check the path, or create the folder first"
            )
        case .noPermission(let path):
            return (
                "\(path): permission denied",
                "check the owner and the permissions of the file and its folder"
            )
        case .cannotCreate(let path, let number):
            return ("\(path) cannot be written: \(SystemError.text(number))", nil)
        case .notADatabase(let path):
            return (
                "\(path) is not a Trove library; it was not changed",
                "name another file, or none to use your default library"
            )
        case .notALibrary(let path):
            return (
                "\(path) is a database, but not a Trove library; it was not changed",
                "name another file"
            )
        case .hasActiveSchema(let path, let names):
            return (
                "\(path) has triggers, views or virtual tables that Trove does not create: \(Phrase.list(names)); it was not changed",
                "find out what created them, then drop them with an SQL tool, or replace the file with a snapshot from \(path).snapshots"
            )
        case .isNewer(let path, let version, let known):
            return (
                "\(path) was written by a newer Trove (format \(version), this one knows \(known)); it was not changed",
                "use the newer Trove"
            )
        case .isDamaged(let path, let detail):
            return (
                "\(path) is damaged: \(detail)",
                "copy it first, then replace it with a snapshot from \(path).snapshots"
            )
        case .isBusy(let path):
            return (
                "\(path) is locked by another program", "try again when that program has finished"
            )
        case .wasReplaced(let path):
            return (
                "another program moved, replaced or deleted \(path) while it was open; the last change was not saved",
                "start trove again to open the library that is there now"
            )
        case .diskIsFull(let path):
            return (
                "the disk with \(path) is full",
                "changes that were not confirmed were not saved; free some space and try again"
            )
        case .isFull(let path):
            return ("\(path) has used all item numbers", "start a new library")
        case .isReadOnly(let path):
            return ("\(path) is open read-only", "nothing was changed")
        case .cannotRead(let path, let detail):
            return ("\(path) cannot be used: \(detail)", nil)
        case .isNotUnderstood(let path):
            return (
                "the last change in \(path) was made by a newer Trove",
                "use that version to undo the change"
            )
        case .snapshot(let error):
            return message(for: error)
        }
    }

    static func message(for error: SnapshotError) -> (TerminalText, TerminalText?) {
        switch error {
        case .notAName(let name):
            return ("\"\(name)\" is not a valid snapshot name", "use letters, digits and dashes")
        case .exists(let name):
            return ("snapshot \(name) already exists", "choose another name")
        case .isMissing(let name, let known):
            return (
                "there is no snapshot \(name)",
                known.isEmpty
                    ? "no snapshot has been saved yet"
                    : "known snapshots: \(known.joined(separator: ", "))"
            )
        case .cannotSave(let name, let path):
            return (
                "snapshot \(name) cannot be written to \(path)",
                "check the free space, and the permissions of the folder"
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
