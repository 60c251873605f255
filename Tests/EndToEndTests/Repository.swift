import TroveTesting

/// The files of the repository that these tests were built from.
enum Repository {
    /// The absolute path of a file.
    ///
    /// - Parameter name: the path in the repository.
    static func path(of name: String, filePath: String = #filePath) -> String {
        "/" + filePath.split(separator: "/").dropLast(3).joined(separator: "/") + "/" + name
    }

    /// The contents of a file.
    ///
    /// - Throws: if the file cannot be read.
    static func text(of name: String) throws -> String {
        try ProgramUnderTest("/bin/cat").run([path(of: name)]).requiring().text
    }
}
