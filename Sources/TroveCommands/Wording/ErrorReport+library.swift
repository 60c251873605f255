import TroveLanguage
package import TroveStore
import TroveTerminal

extension ErrorReport {
    /// The words for a library that cannot be used.
    package init(_ error: LibraryError) {
        let (text, advice) = Self.words(for: error)
        self.init(text, advice)
    }

    /// The words for whatever a command threw.
    package init(_ error: any Error) {
        switch error {
        case let error as LanguageError: self.init(error)
        case let error as CommandFailure: self.init(error)
        case let error as LibraryError: self.init(error)
        case let error as UnusableEdit:
            let report = ErrorReport(error.reason)
            self.init(report.text, "what you wrote is kept in \(error.path)", at: report.span)
        default: self.init(TerminalText(String(describing: error)))
        }
    }

    private static func words(for error: LibraryError) -> (TerminalText, TerminalText?) {
        switch error {
        case .isDirectory(let path):
            return ("\(path) is a folder, not a library", "name a file in it")
        case .isMissing(let path):
            return ("there is no library at \(path)", "without --read-only it would be made")
        case .hasNoFolder(let path):
            return (
                "the folder of \(path) does not exist", "check its name, or make the folder first"
            )
        case .noPermission(let path):
            return (
                "\(path) may not be opened",
                "check who owns it and its folder, and their permissions"
            )
        case .cannotCreate(let path, let number):
            return ("\(path) cannot be written: \(SystemError.text(number))", nil)
        case .isNoDatabase(let path):
            return (
                "\(path) is not a Trove library; it was left as it is",
                "name another file, or none to use your own library"
            )
        case .isNoLibrary(let path):
            return (
                "\(path) is a database, but not a Trove library; it was left as it is",
                "name another file"
            )
        case .hasActiveSchema(let path, let names):
            return (
                "\(path) has triggers, views or virtual tables that Trove does not make: \(Phrase.list(names)); it was left as it is",
                "find out who made them, then drop them with an SQL tool, or put a snapshot from \(path).snapshots in its place"
            )
        case .isNewer(let path, let version, let known):
            return (
                "\(path) was written by a newer Trove (format \(version), this one knows \(known)); it was left as it is",
                "use the newer Trove"
            )
        case .isDamaged(let path, let detail):
            return (
                "\(path) is damaged: \(detail)",
                "make a copy of it first, then put a snapshot from \(path).snapshots in its place"
            )
        case .isBusy(let path):
            return ("\(path) is locked by another program", "try again when it is done")
        case .wasReplaced(let path):
            return (
                "another program moved, replaced or deleted \(path) while it was open; the last change was not saved",
                "start trove again to open the library that is there now"
            )
        case .diskIsFull(let path):
            return (
                "the disk with \(path) is full",
                "what was not acknowledged was not kept; make room and try again"
            )
        case .isFull(let path):
            return ("\(path) has given all numbers there are", "begin another library")
        case .isReadOnly(let path):
            return ("\(path) is open for reading only", "nothing was changed")
        case .cannotRead(let path, let detail):
            return ("\(path) cannot be used: \(detail)", nil)
        case .isNotUnderstood(let path):
            return (
                "the last change in \(path) was made by a newer Trove", "use it to undo the change"
            )
        case .snapshot(let error):
            return words(for: error)
        }
    }

    static func words(for error: SnapshotError) -> (TerminalText, TerminalText?) {
        switch error {
        case .isNoName(let name):
            return ("\"\(name)\" cannot be a snapshot's name", "use letters, digits and dashes")
        case .exists(let name):
            return ("there is a snapshot \(name) already", "choose another name")
        case .isMissing(let name, let known):
            return (
                "there is no snapshot \(name)",
                known.isEmpty
                    ? "none was saved yet" : "known snapshots: \(known.joined(separator: ", "))"
            )
        case .cannotSave(let name, let path):
            return (
                "snapshot \(name) cannot be written to \(path)",
                "is there room, and may the folder be written?"
            )
        case .isUnusable(let name):
            return (
                "the file of snapshot \(name) is damaged, or from a newer Trove",
                "the library is as it was; snapshot list shows other snapshots"
            )
        case .isEphemeral:
            return (
                "a library that is kept in memory only has no snapshots",
                "start without --ephemeral"
            )
        }
    }
}
