import Glibc
package import TroveModel
import TroveSQLite

/// The named snapshots of a library: whole copies, in a folder beside it.
extension Library {
    /// A snapshot that there is.
    package struct Snapshot: Sendable, Equatable {
        /// Its file's name without the ending.
        package let name: String
        /// When it was saved.
        package let at: Timestamp
        /// The size of its file in bytes.
        package let size: Int
    }

    /// Saves the library as it stands under a name, and the moment with it.
    ///
    /// - Throws: `isReadOnly`, or `snapshot` with the reason.
    package func saveSnapshot(_ name: String, at time: Timestamp) throws(LibraryError) {
        guard !isReadOnly else { throw .isReadOnly(path) }
        let path = try snapshotPath(name)
        do {
            if case .file = try LibraryFile.find(at: path) {
                throw LibraryError.snapshot(.exists(name))
            }
            try LibraryFile.createFolders(above: path)
            // A snapshot may be handed on, and the login may not.
            try LibraryFile.copy(connection, to: path, omitting: Replica.sqlToForgetToken)
        } catch LibraryError.snapshot(let error) {
            throw .snapshot(error)
        } catch {
            throw .snapshot(.cannotSave(name, path: path))
        }
        let moment = timespec(
            tv_sec: time.milliseconds / 1000, tv_nsec: time.milliseconds % 1000 * 1_000_000)
        // The copy is whole; its time is only shown. The call wants two times, and gets two.
        unsafe utimensat(AT_FDCWD, path, [moment, moment], 0)
    }

    /// The changes that turn the library into what a snapshot holds, in an order that breaks no
    /// rule of unique names on the way.
    ///
    /// - Throws: `snapshot` for one that is missing or cannot be used.
    package func changes(toRestore name: String) throws(LibraryError) -> [Change] {
        let path = try snapshotPath(name)
        guard case .file = try LibraryFile.find(at: path) else {
            throw .snapshot(.isMissing(name, known: try snapshots().map(\.name)))
        }
        let wanted: Catalog
        do throws(LibraryError) {
            let snapshot = try Library(.file(path), kinds: catalog.kinds, isReadOnly: true)
            for kind in catalog.kinds.indices { try snapshot.loadAll(kind) }
            wanted = snapshot.catalog
        } catch {
            // The library itself is well.
            throw .snapshot(.isUnusable(name))
        }
        var changes: [Change] = []
        for kind in catalog.kinds.indices {
            try loadAll(kind)
            changes += difference(from: wanted, of: kind)
        }
        return changes.sorted { $0.restoreRank < $1.restoreRank }
    }

    private func difference(from wanted: Catalog, of kind: KindIndex) -> [Change] {
        var changes: [Change] = []
        for row in catalog.tables[kind].rows(matching: .everything) {
            let item = catalog.item(kind, at: row)
            guard let other = wanted.tables[kind].row(ofNumber: item.number),
                wanted.tables[kind].id(at: other) == item.id
            else {
                changes.append(.delete(item))
                continue
            }
            let values = wanted.tables[kind].values(at: other)
            if let update = Change.update(from: item, to: values) { changes.append(update) }
        }
        for row in wanted.tables[kind].rows(matching: .everything) {
            let item = wanted.item(kind, at: row)
            if let mine = catalog.tables[kind].row(ofNumber: item.number),
                catalog.tables[kind].id(at: mine) == item.id
            {
                continue
            }
            changes.append(.create(item))
        }
        return changes
    }

    /// All snapshots, by name; none where their folder cannot be read.
    ///
    /// - Throws: `snapshot(.isEphemeral)`.
    package func snapshots() throws(LibraryError) -> [Snapshot] {
        let folder = try snapshotFolder()
        // The directory is open until the function ends. An entry lives until the next `readdir`;
        // its name ends with a zero byte, and is copied at once.
        guard let directory = unsafe opendir(folder) else { return [] }
        defer { unsafe closedir(directory) }
        var found: [Snapshot] = []
        while let entry = unsafe readdir(directory) {
            let fileName = unsafe withUnsafePointer(to: &entry.pointee.d_name) { name in
                unsafe String(cString: UnsafeRawPointer(name).assumingMemoryBound(to: CChar.self))
            }
            guard fileName.hasSuffix(".db") else { continue }
            var status = stat()
            guard unsafe stat("\(folder)/\(fileName)", &status) == 0 else { continue }
            found.append(
                Snapshot(
                    name: String(fileName.dropLast(3)),
                    at: Timestamp(
                        milliseconds: min(max(status.st_mtim.tv_sec, -1 << 40), 1 << 40) * 1000
                            + status.st_mtim.tv_nsec / 1_000_000),
                    size: Int(status.st_size)))
        }
        return found.sorted { $0.name < $1.name }
    }

    private func snapshotFolder() throws(LibraryError) -> String {
        guard case .file(let path) = location else { throw .snapshot(.isEphemeral) }
        return path + ".snapshots"
    }

    private func snapshotPath(_ name: String) throws(LibraryError) -> String {
        let folder = try snapshotFolder()
        guard !name.isEmpty, !name.hasPrefix("."), name.utf8.count <= 100,
            !name.utf8.contains(where: { $0 == 0x2F || $0 < 0x20 })
        else { throw .snapshot(.isNoName(name)) }
        return "\(folder)/\(name).db"
    }
}

extension Change {
    /// Deletions first, then updates, then creations.
    fileprivate var restoreRank: Int {
        switch action {
        case .delete: 0
        case .update: 1
        case .create: 2
        }
    }
}
