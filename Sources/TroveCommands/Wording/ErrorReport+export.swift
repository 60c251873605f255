import Glibc
import TroveExchange
import TroveSystem
import TroveTerminal

extension ErrorReport {
    static func message(for problem: ExportProblem) -> (TerminalText, TerminalText?) {
        switch problem {
        case .isThere(let path):
            return ("\(path) already exists", "add --yes to replace it, or name another file")
        case .isLibrary(let path):
            return ("\(path) is the library itself", "name another file")
        case .system(let path, ENOSPC), .system(let path, EDQUOT), .system(let path, EFBIG):
            return (
                "\(path): no space left on the disk",
                "free some space, or name a file on another disk; nothing was written"
            )
        case .system(let path, EACCES), .system(let path, EPERM), .system(let path, EROFS):
            return ("\(path): permission denied", "name a file in another folder")
        case .system("", ENOENT): return ("the name of the file is empty", "name a file")
        case .system(let path, ENOENT), .system(let path, ENOTDIR):
            return ("\(path): no such folder", "check the path")
        case .system(let path, let number):
            return ("\(path) cannot be written: \(SystemCall.strerror(number))", nil)
        case .isUnknownEnding(let path, let ending):
            return (
                "\(path): no format has the extension .\(ending)",
                "use \(Phrase.either(ExportForm.knownEndings)), or choose the format, as in as:csv"
            )
        case .wasChanged(let path):
            return (
                "another shell changed the library during the export, so \(path) got only a part",
                "export again"
            )
        case .isNotText:
            return ("a zip archive cannot be shown", "name a file: `export trove.zip`")
        case .archive(let path, .cannotDeflate(package: let package, reason: let reason)):
            return (
                "\(path) cannot be compressed, because zlib cannot be loaded: \(reason)",
                "install \(package)"
            )
        case .archive(let path, .isTooLarge), .archive(let path, .hasTooManyMembers):
            return (
                "\(path) would be too large for a zip archive",
                "export fewer items at once, or use .json, which has no pictures"
            )
        }
    }
}
