import TroveStore

/// Conflicts for display.
extension CommandContext {
    /// Returns conflicts with the current states of their items.
    func conflictViews(of entries: [ConflictEntry]) throws -> [ConflictView] {
        let conflicts = library.conflicts
        // The name may have changed since the login.
        let deviceName = library.account?.deviceName ?? deviceName
        let writings = try conflicts.writings(of: entries, deviceName: deviceName)
        return try zip(entries, writings).map { entry, writing in
            ConflictView(
                entry, try entry.item.flatMap { try library.item(numbered: $0) }, kinds,
                origin: conflicts.origin(of: entry, writing, deviceName: deviceName),
                keptBy: writing.flatMap { $0.isOwn ? deviceName : $0.device },
                keptAt: writing?.at)
        }
    }
}
