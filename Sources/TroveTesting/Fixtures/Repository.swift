import Glibc
import TroveSystem

/// The source tree that the tests were built from.
package enum Repository {
    /// The absolute path of the tree, without a slash at its end.
    package static let path =
        "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/")

    /// Returns the absolute path of a file or folder of the tree.
    package static func path(of name: String) -> String { "\(path)/\(name)" }

    /// Returns the text of a file of the tree.
    ///
    /// - Throws: an error if the file cannot be read.
    package static func text(of name: String) throws -> String {
        try ProgramUnderTest("/bin/cat").run([path(of: name)]).requiring().text
    }

    /// Returns whether the tree has a file or folder with this name.
    package static func has(_ name: String) -> Bool {
        SystemCall.access(path(of: name), F_OK) == 0
    }
}
