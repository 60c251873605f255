import TroveLanguage
import TroveModel
package import TroveStore
import TroveSystem
package import TroveTerminal

/// The folder `kinds` beside a library, whose files define kinds.
///
/// A file is loaded when the library is opened for writing and the file has changed since it was
/// last loaded, so that a later change by a command stays. A file with a mistake is reported once
/// for each of its versions.
package struct KindFolder {
    private let context: any CommandContext
    /// The library that the folder is beside.
    private let library: Library

    /// The outcome of loading the files.
    package struct Outcome {
        /// What was loaded.
        package var notes: [TerminalText] = []
        /// The files that could not be loaded, and why.
        package var warnings: [TerminalText] = []
    }

    /// Finds the folder of a library.
    ///
    /// - Parameters:
    ///   - context: the context whose library gets the definitions.
    ///   - library: the library that the folder is beside; nil for the library of the context. Any
    ///     other library is not changed.
    package init(_ context: any CommandContext, beside library: Library? = nil) {
        self.context = context
        self.library = library ?? context.library
    }

    /// Loads the files that have changed, sorted by name, as one command for each.
    ///
    /// - Throws: an error if the library cannot be written.
    package func load() throws -> Outcome {
        var outcome = Outcome()
        guard !context.library.isReadOnly, case .file(let path) = library.location else {
            return outcome
        }
        let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
        let folder = (slash.map { String(path[...$0]) } ?? "") + "kinds"
        for name in Folder.names(in: folder) ?? [] where name.hasSuffix(".kind") {
            try load(name, in: folder, &outcome)
        }
        return outcome
    }

    private func load(_ name: String, in folder: String, _ outcome: inout Outcome) throws {
        let path = "\(folder)/\(name)"
        let bytes: [UInt8]
        do throws(WholeFile.Failure) {
            bytes = try WholeFile.read(path, limit: KindFile.limit)
        } catch {
            // The reason takes the place of the contents, which are not known.
            let reason = Array("unreadable \(error)".utf8)
            guard try library.isNew(kindFile: name, reason) else { return }
            outcome.warnings.append(Message.unreadable(kindFile: path))
            return try note(name, reason)
        }
        guard try library.isNew(kindFile: name, bytes) else { return }
        do {
            let file = try KindFile(Spanned(path, 0..<0), in: context)
            let changes = try context.changes(defining: file.definitions)
            outcome.warnings += try context.define(changes)
            if !changes.isEmpty {
                outcome.notes.append(Message.loadedFile(path, changes: changes.count))
            }
        } catch let failure as CommandFailure {
            let report = ErrorReport(failure)
            outcome.warnings.append(Message.notLoaded(path, report.text))
            // An error that is not in the file may disappear without a change of the file.
            guard case .definition(let problem) = failure.problem, !problem.isOfLibrary else {
                return
            }
        }
        try note(name, bytes)
    }

    /// Records the contents of a file, so that it is neither loaded nor reported again.
    private func note(_ name: String, _ bytes: [UInt8]) throws {
        if library === context.library { try library.note(kindFile: name, bytes) }
    }
}
