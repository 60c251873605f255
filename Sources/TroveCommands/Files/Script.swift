import Glibc
package import TroveLanguage
package import TroveStore

/// Commands to be read one after the other, and the name that errors call them by.
package struct Script: ~Copyable {
    /// The name in error messages: `-` for standard input, `-c` for an argument, else the file.
    package let name: String
    /// The lines that have not been read yet.
    package var reader: LineReader

    /// The commands on standard input.
    package static var standardInput: Script {
        Script(name: "-", reader: LineReader(descriptor: STDIN_FILENO, closes: false))
    }

    private init(name: String, reader: consuming LineReader) {
        self.name = name
        self.reader = reader
    }

    /// A single command of the command line.
    package init(command: String) {
        name = "-c"
        reader = LineReader(text: command)
    }

    /// The commands in a file.
    ///
    /// It must not be the library's: closing a file lets go of all locks that the process has on it.
    package init(file path: Spanned<String>, besides library: Library) throws(CommandFailure) {
        let file = HomeFolder.expanding(path.value)
        guard !library.isKept(in: file) else {
            throw CommandFailure(.isLibrary(path.value), at: path.span)
        }
        let descriptor = unsafe open(file, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw CommandFailure(
                errno == ENOENT ? .noSuchFile(path.value) : .isNoTextFile(path.value),
                at: path.span)
        }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT != S_IFDIR else {
            close(descriptor)
            throw CommandFailure(.isFolder(path.value), at: path.span)
        }
        name = path.value
        reader = LineReader(descriptor: descriptor, closes: true)
    }
}
