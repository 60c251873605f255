import Glibc
import TroveExchange
import TroveLanguage
import TroveTerminal

extension ErrorReport {
    /// The words for what keeps a file from being imported; the path is as it was typed.
    static func words(for problem: ImportProblem, _ path: String) -> (TerminalText, TerminalText?) {
        switch problem {
        case .isLibrary: ("\(path) is the library itself", "name another file")
        case .failed(let failure): words(for: failure, path)
        }
    }

    private static func words(for failure: ImportFailure, _ path: String) -> (
        TerminalText, TerminalText?
    ) {
        switch failure {
        case .read(let failure): return words(for: failure, path)
        case .isEmpty: return ("\(path) is empty", nil)
        case .isUnknown(let header):
            return (
                "\(path) has a header that no format has: \(shown(header))",
                "known are \(Phrase.either(names)); as:FORMAT says which it is"
            )
        case .isUnknownArchive(let members):
            return (
                "\(path) has no table in it that is known: \(shown(members))",
                "import the file out of it that has the things"
            )
        case .isNot(let format, let header):
            return (
                "\(path) is no file of \(format): its header is \(shown(header))",
                "without as: the header says what it is"
            )
        }
    }

    private static var names: [String] { ImportChoice.allCases.map(\.rawValue) }

    /// Some names, as far as a line has room for them.
    private static func shown(_ names: [String]) -> TerminalText {
        if names.isEmpty { return "it is no text" }
        let first = names.prefix(8).map { $0.isEmpty ? "\"\"" : String($0.prefix(30)) }
        return "\(Phrase.list(first))\(names.count > 8 ? " …" : "")"
    }

    private static func words(for failure: ReadFailure, _ path: String) -> (
        TerminalText, TerminalText?
    ) {
        switch failure {
        case .system(ENOENT), .system(ENOTDIR):
            return ("\(path): there is no such file", "check the name and the folder")
        case .system(EACCES), .system(EPERM):
            return ("\(path): you may not read it", nil)
        case .system(let number):
            return ("\(path): this cannot be read (\(SystemError.text(number)))", nil)
        case .isFolder: return ("\(path) is a folder", "name a file in it")
        case .archive(let failure, let member):
            let place = member.map { "\($0) in \(path)" } ?? path
            return ("\(place) \(words(for: failure))", "nothing was imported")
        case .cannotInflate(let package, let reason):
            return (
                "\(path) is compressed, and zlib cannot be loaded: \(reason)",
                "install \(package)"
            )
        }
    }

    private static func words(for failure: ArchiveFailure) -> TerminalText {
        switch failure {
        case .isNoArchive: "is no whole zip archive"
        case .isEncrypted: "is encrypted"
        case .hasUnknownMethod(let method): "is compressed in an unknown way (method \(method))"
        case .isDamaged: "is damaged"
        case .isTooLarge: "is larger than anything that is imported"
        case .hasTooManyMembers: "has too many files in it"
        case .isOfOtherForm: "is an archive of a form that is not read"
        }
    }
}
