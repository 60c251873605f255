import Glibc
import TroveSystem

/// The default folder of the server's file.
struct DataFolder {
    /// The absolute path: `trove` in the user's data folder (XDG Base Directory Specification).
    let path: String

    /// Finds the folder.
    ///
    /// - Parameter variable: looks up an environment variable. An empty value counts as unset, and
    ///   a relative `XDG_DATA_HOME` is ignored, as the specification requires.
    init(variable: (String) -> String?) {
        func present(_ name: String) -> String? {
            variable(name).flatMap { $0.isEmpty ? nil : $0 }
        }
        if let folder = present("XDG_DATA_HOME"), folder.hasPrefix("/") {
            path = folder + "/trove"
        } else {
            path = (present("HOME") ?? Self.homeOfUser) + "/.local/share/trove"
        }
    }

    /// The home folder in the user database, for a process without `HOME`.
    private static var homeOfUser: String {
        // The C library keeps the entry until the next call; the text is copied first.
        guard let entry = unsafe getpwuid(getuid()), let home = unsafe entry.pointee.pw_dir else {
            return "."
        }
        return unsafe String(cString: home)
    }

    /// Creates the folder and its parents, with access for this user only.
    ///
    /// - Throws: `ServerFailure.cannotMake`.
    func make() throws(ServerFailure) {
        do throws(WholeFile.Failure) {
            try Folder.make(path)
        } catch {
            throw .cannotMake(path, error.number)
        }
    }
}
