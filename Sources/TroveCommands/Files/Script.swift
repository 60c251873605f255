import Glibc
package import TroveLanguage
package import TroveStore
import TroveSystem

/// A source of commands, with its name in error messages.
package struct Script: ~Copyable {
    /// The name in error messages: `-` for standard input, `-c` for an argument, else the file.
    package let name: String
    /// The lines that have not been read yet.
    package var reader: LineReader

    /// Returns standard input as a script.
    package static func standardInput() -> Script {
        Script(name: "-", reader: LineReader(descriptor: STDIN_FILENO, closes: false))
    }

    /// Returns standard input as a list of codes, of which nothing is read that follows them.
    package static func codesOnStandardInput() -> Script {
        Script(
            name: "-",
            reader: LineReader(descriptor: STDIN_FILENO, closes: false, readsAhead: false))
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
    package init(
        file path: Spanned<String>, besides library: Library, in surroundings: Surroundings
    ) throws(CommandFailure) {
        let file = surroundings.expanding(path.value)
        guard !library.isKept(in: file) else {
            throw CommandFailure(.isLibrary(path.value), at: path.span)
        }
        let descriptor = SystemCall.open(file, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw CommandFailure(WholeFile.Failure(opening: errno), reading: path)
        }
        let status = FileStatus(of: descriptor)
        guard let status, status.type != .folder else {
            close(descriptor)
            throw CommandFailure(
                status != nil ? .isFolder(path.value) : .isUnreadable(path.value), at: path.span)
        }
        name = path.value
        reader = LineReader(descriptor: descriptor, closes: true)
    }
}
