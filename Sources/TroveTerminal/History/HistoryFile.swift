import TroveSystem

/// The entered lines, kept in a file that several sessions append to.
///
/// Each entry appears once, at its latest use. When the file cannot be used, the history stays in
/// memory, and one warning says so.
package final class HistoryFile {
    /// The entries, oldest first.
    package private(set) var entries: [String] = []

    private var storage: HistoryStorage?
    private let limit: Int
    private let isSecret: (String) -> Bool
    private var warning: TerminalText?
    private var canWrite = true

    /// Opens a history and reads the file.
    ///
    /// - Parameters:
    ///   - path: The file, created with mode 0600 at the first entry and its folders with 0700.
    ///     Nil keeps the history in memory.
    ///   - limit: The maximum number of entries.
    ///   - isSecret: Whether a line contains something that must not be kept, such as a password.
    package init(
        path: String?, limit: Int = 10_000, isSecret: @escaping (String) -> Bool = { _ in false }
    ) {
        self.limit = max(1, limit)
        self.isSecret = isSecret
        storage = path.map { HistoryStorage(path: $0) }
        _ = newEntries()
    }

    /// Returns the warning about the file once, then nil.
    package func takeWarning() -> TerminalText? {
        defer { warning = nil }
        return warning
    }

    /// Whether the history keeps a line: not empty, not starting with a space, not secret.
    package func keeps(_ entry: String) -> Bool {
        guard let first = entry.first, first != " " else { return false }
        guard entry.contains(where: { !$0.isWhitespace }) else { return false }
        return !isSecret(entry)
    }

    /// Adds an entry and writes it to the file at once. Returns a warning the first time that the
    /// file cannot be used.
    @discardableResult
    package func append(_ entry: String) -> TerminalText? {
        guard keeps(entry) else { return nil }
        // A round trip through the file's encoding, so that this session sees what the others see.
        let kept = HistoryLines.decoded(HistoryLines.encoded(entry).dropLast())
        if canWrite, var storage {
            do throws(HistoryStorage.Failure) {
                // A failure shows when the file is opened.
                try? Folder.make(FilePath.folder(of: storage.path))
                add(try storage.append(kept))
                add([kept])
                if storage.lineCount > limit + max(100, limit / 4) {
                    entries = try storage.rewrite(limit: limit)
                }
                self.storage = storage
                return takeWarning()
            } catch {
                fail(error)
            }
        }
        add([kept])
        return takeWarning()
    }

    /// Reads the entries that other sessions have added since the last call, and returns them.
    @discardableResult
    package func newEntries() -> [String] {
        guard var storage else { return [] }
        do throws(HistoryStorage.Failure) {
            let new = try storage.readNew()
            self.storage = storage
            add(new)
            return new
        } catch {
            fail(error)
            self.storage = nil
            return []
        }
    }

    private func add(_ new: [String]) {
        guard !new.isEmpty else { return }
        if new.count == 1, let entry = new.first {
            entries.removeAll { $0 == entry }
            entries.append(entry)
            if entries.count > limit { entries.removeFirst(entries.count - limit) }
        } else {
            entries = HistoryLines.unique(entries + new, limit: limit)
        }
    }

    private func fail(_ failure: HistoryStorage.Failure) {
        guard canWrite, let path = storage?.path else { return }
        canWrite = false
        warning =
            "The history file \(path) cannot be used: \(failure.reason). "
            + "The lines of this session are not saved."
    }
}
