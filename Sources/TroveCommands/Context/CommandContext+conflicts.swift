import TroveStore

/// Conflicts for display.
extension CommandContext {
    /// Returns a conflict with the current state of its item.
    func conflictView(of entry: ConflictEntry) throws -> ConflictView {
        let writing = try library.conflicts.writing(of: entry)
        return ConflictView(
            entry, try entry.item.flatMap { try library.item(numbered: $0) }, kinds,
            origin: library.conflicts.origin(of: entry, writing, deviceName: deviceName),
            keptBy: writing.map { $0.device ?? deviceName }, keptAt: writing?.at)
    }
}
