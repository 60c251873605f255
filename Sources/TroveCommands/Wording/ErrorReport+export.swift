import Glibc
import TroveTerminal

extension ErrorReport {
    /// The words for what keeps things from being written to a file.
    static func words(for problem: ExportProblem) -> (TerminalText, TerminalText?) {
        switch problem {
        case .isThere(let path):
            return ("\(path) is there already", "add --yes to replace it, or name another file")
        case .isLibrary(let path):
            return ("\(path) is the library itself", "name another file")
        case .system(let path, ENOSPC), .system(let path, EDQUOT), .system(let path, EFBIG):
            return (
                "\(path): there is no room to write it",
                "make room, or name a file on another disk; nothing was written"
            )
        case .system(let path, EACCES), .system(let path, EPERM), .system(let path, EROFS):
            return ("\(path): you may not write there", "name a file in another folder")
        case .system(let path, ENOENT), .system(let path, ENOTDIR):
            return ("\(path): there is no such folder", "check the name of the folder")
        case .system(let path, let number):
            return ("\(path): this cannot be written (\(SystemError.text(number)))", nil)
        }
    }
}
