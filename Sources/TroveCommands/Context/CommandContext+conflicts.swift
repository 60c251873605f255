import TroveStore

/// Conflicts, as the user sees them on this device.
extension CommandContext {
    /// A conflict, with the item as it is now.
    func conflictView(of entry: ConflictEntry) throws -> ConflictView {
        ConflictView(
            entry, try entry.item.flatMap { try library.item(numbered: $0) }, kinds,
            origin: try library.conflicts.origin(of: entry, deviceName: deviceName))
    }
}
