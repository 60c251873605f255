import TroveLanguage
import TroveModel
import TroveStore
import TroveSystem
package import TroveTerminal

/// The folder `kinds` beside a library, whose files define kinds.
///
/// A file is loaded when the library is opened for writing and the file has changed since it was
/// last loaded, so that a later change by a command stays.
package struct KindFolder {
    private let context: any CommandContext

    /// The outcome of loading the files.
    package struct Outcome {
        /// What was loaded.
        package var notes: [TerminalText] = []
        /// The files that could not be loaded, and why.
        package var warnings: [TerminalText] = []
    }

    /// Finds the folder of a library.
    package init(_ context: any CommandContext) {
        self.context = context
    }

    /// Loads the files that have changed, sorted by name, as one command for each.
    ///
    /// - Throws: why the library cannot be written.
    package func load() throws -> Outcome {
        var outcome = Outcome()
        guard !context.library.isReadOnly, case .file(let library) = context.library.location else {
            return outcome
        }
        let folder =
            library.split(separator: "/", omittingEmptySubsequences: false).dropLast()
            .map { $0 + "/" }.joined() + "kinds"
        for name in FolderContents.names(in: folder) where name.hasSuffix(".kind") {
            let path = "\(folder)/\(name)"
            guard let bytes = try? WholeFile.read(path, limit: KindFile.limit) else {
                outcome.warnings.append(Message.unreadable(kindFile: path))
                continue
            }
            guard try context.library.isNew(kindFile: name, bytes) else { continue }
            do {
                let file = try KindFile(Spanned(path, 0..<0), in: context)
                let changes = try context.changes(defining: file.definitions)
                try context.apply(changes)
                try context.library.note(kindFile: name, bytes)
                if !changes.isEmpty {
                    outcome.notes.append(Message.loadedFile(path, changes: changes.count))
                }
            } catch let failure as CommandFailure {
                let report = ErrorReport(failure)
                outcome.warnings.append(Message.notLoaded(path, report.text))
            }
        }
        return outcome
    }
}
