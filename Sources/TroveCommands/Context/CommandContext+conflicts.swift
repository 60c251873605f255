import TroveStore

/// Conflicts for display.
extension CommandContext {
    /// Returns a conflict with the current state of its item.
    func conflictView(of entry: ConflictEntry) throws -> ConflictView {
        let writing = try library.conflicts.writing(of: entry)
        return ConflictView(
            entry, try entry.item.flatMap { try library.item(numbered: $0) }, kinds,
            origin: library.conflicts.origin(of: entry, writing, deviceName: deviceName),
            keptBy: writing.flatMap { $0.isOwn ? deviceName : $0.device }, keptAt: writing?.at)
    }
}
