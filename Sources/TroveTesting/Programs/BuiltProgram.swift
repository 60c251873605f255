import Glibc

/// Finds the programs that were built together with the tests.
package enum BuiltProgram {
    /// The environment variables that name programs to be tested in place of those just built.
    private static let variables = [
        "trove": "TROVE_PROGRAM", "trove-server": "TROVE_SERVER_PROGRAM",
    ]

    /// The path of a program.
    ///
    /// The package manager puts programs and test bundles into the same directory, and the bundle
    /// is the running program or one of its arguments. `TROVE_PROGRAM` takes the place of `trove`,
    /// and `TROVE_SERVER_PROGRAM` that of `trove-server`, to test an installed program or a release
    /// build.
    ///
    /// - Throws: `ProgramNotBuilt` when it is not there.
    package static func path(of name: String) throws -> String {
        // The value is copied at once; nothing changes the environment while tests run.
        if let variable = variables[name], let given = unsafe getenv(variable) {
            return unsafe String(cString: given)
        }
        var candidates: [String] = []
        // `realpath` allocates the text, which is copied before it is freed.
        if let own = unsafe realpath("/proc/self/exe", nil) {
            candidates.append(unsafe String(cString: own))
            unsafe free(own)
        }
        candidates += CommandLine.arguments.filter { $0.contains(".xctest") }
        var tried: [String] = []
        for candidate in candidates {
            // A bundle may also be a directory with the program some levels below.
            var directory = candidate
            for _ in 0..<4 {
                guard let slash = directory.lastIndex(of: "/") else { break }
                directory = String(directory[..<slash])
                let path = "\(directory)/\(name)"
                if isProgram(path) { return path }
                tried.append(path)
            }
        }
        throw ProgramNotBuilt(name: name, tried: tried)
    }

    private static func isProgram(_ path: String) -> Bool {
        var information = stat()
        // The path lives until the call returns, and so does the record.
        return unsafe stat(path, &information) == 0 && information.st_mode & S_IFMT == S_IFREG
            && access(path, X_OK) == 0
    }
}

/// A program was not found beside the tests.
package struct ProgramNotBuilt: Error, CustomStringConvertible {
    /// Its name.
    package let name: String
    /// The paths that were looked at.
    package let tried: [String]

    /// What was looked at, and what to do.
    package var description: String {
        """
        \(name) is not among: \(tried.joined(separator: ", ")). Let the tests depend on it in \
        Package.swift, run "swift build --product \(name)", or set TROVE_PROGRAM (for trove) or \
        TROVE_SERVER_PROGRAM (for trove-server) to its path.
        """
    }
}
