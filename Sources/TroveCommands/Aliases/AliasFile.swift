import Glibc
import TroveCodecs
import TroveLanguage
package import TroveSystem

/// The aliases that are kept for later sessions: a JSON object with the command of each alias, by
/// name.
package struct AliasFile: Sendable {
    /// Why the file cannot be used.
    package enum Failure: Error, Sendable, Equatable {
        /// The file is not a JSON object of strings.
        case isInvalid
        case file(WholeFile.Failure)
    }

    /// The largest file that is read, in bytes.
    private static let limit = 1 << 20

    private let folder: String
    private static let name = "aliases.json"

    /// The path of the file.
    package var path: String { "\(folder)/\(Self.name)" }

    /// Creates a reference to the file in a folder.
    package init(folder: String) {
        self.folder = folder
    }

    /// Returns the aliases, except those whose names have become verbs. Empty if there is no file.
    package func read() throws(Failure) -> [String: String] {
        let bytes: [UInt8]
        do throws(WholeFile.Failure) {
            bytes = try WholeFile.read(path, limit: Self.limit)
        } catch {
            if error == .isMissing { return [:] }
            throw .file(error)
        }
        guard let members = (try? JSON(parsing: bytes))?.members else { throw .isInvalid }
        var aliases: [String: String] = [:]
        for member in members {
            guard let command = member.value.text else { throw .isInvalid }
            let name = member.name.lowercased()
            guard CommandTable.vocabulary.verb(named: name) == nil else { continue }
            aliases[name] = command
        }
        return aliases
    }

    /// Sets the command of an alias in the file; nil removes it. Aliases that other shells have
    /// stored stay.
    func set(_ alias: String, to command: String?) throws(Failure) {
        // Do not create the folder when there is nothing to remove.
        if command == nil, try read()[alias] == nil { return }
        let lock = try lockFolder()
        defer { close(lock) }
        var aliases = try read()
        guard aliases[alias] != command else { return }
        aliases[alias] = command
        let lines = aliases.sorted { $0.key < $1.key }.map { alias in
            "  \(JSON.string(alias.key).written): \(JSON.string(alias.value).written)"
        }
        let text = lines.isEmpty ? "{}\n" : "{\n\(lines.joined(separator: ",\n"))\n}\n"
        do throws(WholeFile.Failure) {
            try WholeFile.write(Array(text.utf8), to: "\(folder)/\(Self.name)", isDurable: true)
        } catch {
            throw .file(error)
        }
    }

    /// Locks the folder, which it creates unless it exists. Returns the descriptor to close.
    private func lockFolder() throws(Failure) -> Int32 {
        do throws(WholeFile.Failure) {
            try Folder.make(folder)
            return try Folder.lock(folder)
        } catch {
            throw .file(error)
        }
    }
}
