import Glibc
package import TroveLanguage
package import TroveStore

/// A source of commands, with its name in error messages.
package struct Script: ~Copyable {
    /// The name in error messages: `-` for standard input, `-c` for an argument, else the file.
    package let name: String
    /// The lines that have not been read yet.
    package var reader: LineReader

    /// Returns standard input as a script.
    ///
    /// - Throws: `isOtherLibrary` if a library is redirected to it.
    package static func standardInput() throws(CommandFailure) -> Script {
        guard !isDatabase(STDIN_FILENO) else { throw CommandFailure(.isOtherLibrary("-")) }
        return Script(name: "-", reader: LineReader(descriptor: STDIN_FILENO, closes: false))
    }

    private init(name: String, reader: consuming LineReader) {
        self.name = name
        self.reader = reader
    }

    /// Creates a script from an argument of `-c`.
    package init(command: String) {
        name = "-c"
        reader = LineReader(text: command)
    }

    /// Opens a script file.
    ///
    /// The file must not belong to the library, because closing any descriptor of a file drops all
    /// POSIX locks that the process holds on it.
    package init(file path: Spanned<String>, besides library: Library) throws(CommandFailure) {
        let file = HomeFolder.expanding(path.value)
        guard !library.isKept(in: file) else {
            throw CommandFailure(.isLibrary(path.value), at: path.span)
        }
        let descriptor = unsafe open(file, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw CommandFailure(
                errno == ENOENT ? .noSuchFile(path.value) : .isUnreadable(path.value),
                at: path.span)
        }
        var status = stat()
        let isKnown = unsafe fstat(descriptor, &status) == 0
        guard isKnown, status.st_mode & S_IFMT != S_IFDIR else {
            close(descriptor)
            throw CommandFailure(
                isKnown ? .isFolder(path.value) : .isUnreadable(path.value), at: path.span)
        }
        guard !Self.isDatabase(descriptor) else {
            close(descriptor)
            throw CommandFailure(.isOtherLibrary(path.value), at: path.span)
        }
        name = path.value
        reader = LineReader(descriptor: descriptor, closes: true)
    }

    /// Returns whether a file is an SQLite database: the notes in one may contain commands.
    private static func isDatabase(_ descriptor: Int32) -> Bool {
        let header = Array("SQLite format 3\0".utf8)
        var bytes = [UInt8](repeating: 0, count: header.count)
        // At most the size of the array is read. A pipe has no beginning to look at.
        let count = unsafe bytes.withUnsafeMutableBytes { bytes in
            unsafe pread(descriptor, bytes.baseAddress, bytes.count, 0)
        }
        return count == header.count && bytes == header
    }
}
