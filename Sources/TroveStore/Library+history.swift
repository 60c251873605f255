package import TroveModel

/// What a library remembers of how it came to be.
extension Library {
    /// The newest commands first, `limit` at most; with a number, those that changed that thing,
    /// and only what they changed of it.
    package func history(
        of number: ItemNumber? = nil, limit: Int
    ) throws(LibraryError) -> [CommandRecord] {
        do {
            return try log.records(of: number, limit: limit)
        } catch {
            throw libraryError(error)
        }
    }

    /// How many commands have changed the item with a number, or anything.
    package func historyLength(of number: ItemNumber?) throws(LibraryError) -> Int {
        try looking { try log.count(of: number) }
    }

    /// The commands since a moment that have updated or deleted something, newest first, and only
    /// that of them.
    package func updates(since start: Timestamp) throws(LibraryError) -> [CommandRecord] {
        try looking { try log.updates(since: start) }
    }

    /// The command that an undo would take back, nil when there is none.
    ///
    /// - Parameter skipped: commands that cannot be taken back; the one before them is meant.
    /// - Returns: the command with all that it changed.
    /// - Throws: `isNotUnderstood` for a command of a newer program.
    package func nextUndo(skipping skipped: Set<Int> = []) throws(LibraryError) -> CommandRecord? {
        try target(redoing: false, skipping: skipped)
    }

    /// The undo that a redo would take back, nil when there is none.
    package func nextRedo() throws(LibraryError) -> CommandRecord? {
        try target(redoing: true)
    }

    private func target(
        redoing: Bool, skipping skipped: Set<Int> = []
    ) throws(LibraryError) -> CommandRecord? {
        do {
            guard let command = try log.target(redoing: redoing, skipping: skipped) else {
                return nil
            }
            guard let record = try log.wholeRecord(command) else {
                throw LibraryError.isNotUnderstood(path)
            }
            return record
        } catch {
            throw libraryError(error)
        }
    }
}
