import Glibc

/// The folder that the server keeps its file in when nobody says where.
struct DataFolder {
    /// Its absolute path: `trove` in the user's data folder (XDG base directory specification).
    let path: String

    /// - Parameter variable: the environment; an empty variable counts as none, and a relative
    ///   `XDG_DATA_HOME` is ignored, as the specification says.
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

    /// The home folder that the system knows of, for a process that was started without one.
    private static var homeOfUser: String {
        // The entry is the C library's until the next call; its text is copied before that.
        guard let entry = unsafe getpwuid(getuid()), let home = unsafe entry.pointee.pw_dir else {
            return "."
        }
        return unsafe String(cString: home)
    }

    /// Makes it, with the folders above it, for this user alone.
    ///
    /// - Throws: `ServerFailure.cannotMake`.
    func make() throws(ServerFailure) {
        var made = ""
        for part in path.split(separator: "/") {
            made += (made.isEmpty && !path.hasPrefix("/") ? "" : "/") + part
            // The path lives until the call returns.
            if unsafe mkdir(made, 0o700) != 0, errno != EEXIST {
                let number = errno
                var status = stat()
                // A folder on the way may be there and not ours to write to.
                guard unsafe stat(made, &status) == 0 else { throw .cannotMake(made, number) }
            }
        }
    }
}
