import TroveStore

/// Conflicts for display.
extension CommandContext {
    /// Returns a conflict with the current state of its item.
    func conflictView(of entry: ConflictEntry) throws -> ConflictView {
        ConflictView(
            entry, try entry.item.flatMap { try library.item(numbered: $0) }, kinds,
            origin: try library.conflicts.origin(of: entry, deviceName: deviceName))
    }
}
