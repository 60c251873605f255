import Glibc
import TroveSystem

/// Finds the programs that were built together with the tests.
package enum BuiltProgram {
    /// The environment variables that replace a built program.
    private static let variables = [
        "trove": "TROVE_PROGRAM", "trove-server": "TROVE_SERVER_PROGRAM",
    ]

    /// Returns the path of a program.
    ///
    /// The package manager puts programs and test bundles into the same directory, and the bundle
    /// is the running program or one of its arguments. To test an installed program or a release
    /// build, set `TROVE_PROGRAM` for `trove` and `TROVE_SERVER_PROGRAM` for `trove-server`.
    ///
    /// - Throws: `ProgramNotBuilt` when it is not found.
    package static func path(of name: String) throws -> String {
        if let variable = variables[name], let given = SystemCall.getenv(variable) { return given }
        var candidates: [String] = []
        if let own = FilePath.resolved("/proc/self/exe") { candidates.append(own) }
        candidates += CommandLine.arguments.filter { $0.contains(".xctest") }
        var tried: [String] = []
        for candidate in candidates {
            // A bundle can be a directory with the program several levels below.
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
        FilePath.isFile(path) && SystemCall.access(path, X_OK) == 0
    }
}

/// The program was not found beside the tests.
package struct ProgramNotBuilt: Error, CustomStringConvertible {
    /// The program's name.
    package let name: String
    /// The paths that were tried.
    package let tried: [String]

    /// The paths tried, and a hint what to do.
    package var description: String {
        """
        \(name) is not among: \(tried.joined(separator: ", ")). Let the tests depend on it in \
        Package.swift, run "swift build --product \(name)", or set TROVE_PROGRAM (for trove) or \
        TROVE_SERVER_PROGRAM (for trove-server) to its path.
        """
    }
}
