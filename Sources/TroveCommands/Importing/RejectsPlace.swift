import Glibc
import TroveSystem

/// The path of the table of rejected records.
///
/// It is beside the source, unless that folder is not writable, belongs to a checkout of a
/// repository, or is a system folder. Then it is in the current folder, else in Trove's state
/// folder.
enum RejectsPlace {
    /// Returns the absolute paths to try, in order. The last one is in the state folder.
    static func candidates(besides source: String, stateFolder: String) -> [String] {
        let source = absolute(source)
        let folder = FilePath.folder(of: source)
        let file = Self.name(ofRejectsOf: FilePath.name(of: source))
        var folders = [folder]
        if let current = currentFolder, current != folder { folders.append(current) }
        return folders.filter { !isForbidden($0) && access($0, W_OK) }.map { join($0, file) }
            + [join(stateFolder, file)]
    }

    /// Returns the name of the table: `books.rejects.csv` for `books.csv`.
    private static func name(ofRejectsOf name: String) -> String {
        let dot = name.lastIndex(of: ".").flatMap { $0 > name.startIndex ? $0 : nil }
        return name[..<(dot ?? name.endIndex)] + ".rejects.csv"
    }

    /// Returns a path, and the same with numbers: `books.rejects-2.csv` and so on.
    static func numbered(_ path: String, through last: Int) -> [String] {
        let name = path.hasSuffix(".csv") ? path.dropLast(4) : path[...]
        return [path] + (2...max(2, last)).map { "\(name)-\($0).csv" }
    }

    /// Returns whether a folder is a system folder, or belongs to a checkout of a repository.
    private static func isForbidden(_ folder: String) -> Bool {
        let system = ["/dev", "/proc", "/sys"]
        func isInside(_ parent: String) -> Bool {
            folder == parent || folder.hasPrefix(parent + "/")
        }
        // Users keep files in memory in /dev/shm.
        if !isInside("/dev/shm"), system.contains(where: isInside) { return true }
        var ancestor = folder
        while true {
            if [".git", ".hg", ".svn"].contains(where: { exists(join(ancestor, $0)) }) {
                return true
            }
            let parent = FilePath.folder(of: ancestor)
            // A relative path, of a folder that was deleted, ends with ".".
            if parent == ancestor { return false }
            ancestor = parent
        }
    }

    // MARK: Paths

    private static var currentFolder: String? {
        // Glibc allocates the text, which is copied and freed.
        guard let text = unsafe getcwd(nil, 0) else { return nil }
        defer { unsafe free(text) }
        return unsafe String(cString: text)
    }

    /// Returns the absolute path, with the links of its folder resolved.
    private static func absolute(_ path: String) -> String {
        FilePath.resolved(FilePath.folder(of: path)).map { join($0, FilePath.name(of: path)) }
            ?? path
    }

    private static func join(_ folder: String, _ name: String) -> String {
        folder == "/" ? "/" + name : "\(folder)/\(name)"
    }

    private static func exists(_ path: String) -> Bool { SystemCall.access(path, F_OK) == 0 }

    private static func access(_ path: String, _ mode: Int32) -> Bool {
        SystemCall.access(path, mode) == 0
    }
}
