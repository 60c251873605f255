import TroveExchange
import TroveLanguage
import TroveModel
import TroveStore

extension Interpreter {
    /// Adds the things of a file, or says what that would do.
    func importThings(_ file: Import) throws -> Reply {
        let path = HomeFolder.expanding(file.path.value)
        guard !library.isKept(in: path) else {
            throw CommandFailure(.importing(file.path.value, .isLibrary), at: file.path.span)
        }
        // What came before is not the file's to lose, and opening it may wait.
        try session.settle()
        try library.beginReading()
        do {
            let reader = try ImportReader(path: path, as: file.format?.rawValue, kinds: kinds)
            return .imported(
                try ImportRun(file, path: path, reader: reader, session: session).run())
        } catch let failure as ImportFailure {
            throw CommandFailure(
                .importing(file.path.value, .failed(failure)), at: file.path.span)
        }
    }
}
