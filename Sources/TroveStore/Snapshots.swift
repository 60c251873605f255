import CLinux
import Glibc
package import TroveModel
import TroveSQLite
import TroveSystem

/// A snapshot of a library.
package struct Snapshot: Sendable, Equatable {
    /// The name of its file without the extension.
    package let name: String
    /// When it was saved.
    package let at: Timestamp
    /// The size of its file in bytes.
    package let size: Int
}

/// A part of the changes that restore a snapshot.
package enum SnapshotPart: Sendable {
    /// The changes of the kinds and fields that the library defines.
    case definitions
    /// The changes of all other items.
    case items
}

/// The named snapshots of a library: complete copies in a folder beside it.
package struct Snapshots {
    let library: Library

    /// Saves the library under a name.
    ///
    /// - Parameters:
    ///   - name: The name of the snapshot.
    ///   - time: The time of the file.
    ///   - goesOn: Called repeatedly with the part that is copied, 0 to 1; false cancels the copy.
    /// - Returns: Whether the snapshot is saved: false if it was canceled, in which case nothing is
    ///   left of it.
    /// - Throws: `isReadOnly`, or `snapshot` with the reason.
    @discardableResult
    package func save(
        _ name: String, at time: Timestamp, while goesOn: @escaping (Double) -> Bool = { _ in true }
    ) throws(LibraryError) -> Bool {
        let path = try newPath(of: name)
        do {
            try LibraryFile.createFolders(above: path)
            // Users may share snapshots, so the token is left out.
            try LibraryFile.copy(
                library.database, to: path, omitting: ReplicaState.sqlToForgetToken,
                while: goesOn)
        } catch let error as SQLiteError where error.reason == .interrupted {
            return false
        } catch {
            throw .snapshot(.cannotSave(name, path: path))
        }
        let moment = timespec(
            tv_sec: time.milliseconds / 1000, tv_nsec: time.milliseconds % 1000 * 1_000_000)
        // The copy is complete, and its time is only shown. The call reads exactly two times.
        unsafe utimensat(AT_FDCWD, path, [moment, moment], 0)
        return true
    }

    /// Deletes a snapshot.
    ///
    /// - Parameter name: The name of the snapshot.
    /// - Throws: `isReadOnly`, or `snapshot` with the reason.
    package func delete(_ name: String) throws(LibraryError) {
        let path = try deletablePath(of: name)
        guard SystemCall.unlink(path) == 0 || errno == ENOENT else {
            throw .snapshot(.cannotDelete(name, path: path))
        }
    }

    /// Checks that a snapshot with a name can be deleted.
    ///
    /// - Parameter name: The name of the snapshot.
    /// - Throws: `isReadOnly`, or `snapshot` with the reason.
    package func requireDeletable(_ name: String) throws(LibraryError) {
        _ = try deletablePath(of: name)
    }

    /// Checks that a snapshot can be saved with a name.
    ///
    /// - Parameter name: The name of the snapshot.
    /// - Throws: `isReadOnly`, or `snapshot` with the reason.
    package func requireNew(_ name: String) throws(LibraryError) { _ = try newPath(of: name) }

    /// Finds what differs between the library and a snapshot.
    ///
    /// - Parameters:
    ///   - name: The name of the snapshot.
    ///   - part: Which changes. Those of definitions must be performed before the others are asked
    ///     for, because they change the kinds.
    ///   - showProgress: Called repeatedly with the part of a kind's items that has been read from
    ///     the snapshot, 0 to 1.
    /// - Returns: The changes that turn the library into the snapshot, in an order that keeps
    ///   unique names unique after each change.
    /// - Throws: `snapshot` if it is missing or cannot be used.
    package func changes(
        toRestore name: String, _ part: SnapshotPart = .items,
        showProgress: (Double) -> Void = { _ in }
    ) throws(LibraryError) -> [Change] {
        let path = try existingPath(of: name)
        let kinds = library.catalog.kinds
        let wanted: Catalog
        let concerned = kinds.storedIndices.filter { kind in
            (kind == kinds.definitions) == (part == .definitions)
        }
        do throws(LibraryError) {
            let snapshot = try Library(
                .file(path), kinds: kinds.builtIn, after: kinds.known, isReadOnly: true)
            for kind in concerned {
                while !snapshot.isLoaded(kind) {
                    try snapshot.loadMore(kind)
                    showProgress(snapshot.loadedFraction(kind))
                }
            }
            wanted = snapshot.catalog
        } catch {
            // The error would name the library, which is intact.
            throw .snapshot(.isUnusable(name))
        }
        var changes: [Change] = []
        for kind in concerned {
            try library.loadAll(kind)
            changes += difference(from: wanted, of: kind)
        }
        return RestoreOrder(library.catalog.kinds).sorted(changes)
    }

    private func difference(from wanted: Catalog, of kind: KindIndex) -> [Change] {
        let catalog = library.catalog
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

    /// Returns all snapshots, sorted by name; none if their folder cannot be read.
    ///
    /// - Throws: `snapshot(.isEphemeral)` for a library in memory.
    package func all() throws(LibraryError) -> [Snapshot] {
        let folder = try self.folder()
        var found: [Snapshot] = []
        for fileName in Folder.names(in: folder) ?? [] where fileName.hasSuffix(".db") {
            guard let status = FileStatus(of: "\(folder)/\(fileName)") else { continue }
            found.append(
                Snapshot(
                    name: String(fileName.dropLast(3)),
                    at: Timestamp(
                        milliseconds: min(max(status.modified.tv_sec, -1 << 40), 1 << 40) * 1000
                            + status.modified.tv_nsec / 1_000_000),
                    size: status.size))
        }
        return found.sorted { $0.name < $1.name }
    }

    private func folder() throws(LibraryError) -> String {
        guard case .file(let path) = library.location else { throw .snapshot(.isEphemeral) }
        return path + ".snapshots"
    }

    private func newPath(of name: String) throws(LibraryError) -> String {
        guard !library.isReadOnly else { throw .isReadOnly(library.path) }
        let path = try self.path(of: name)
        let file: LibraryFile.Finding
        do {
            file = try LibraryFile.find(at: path)
        } catch {
            throw .snapshot(.cannotSave(name, path: path))
        }
        if case .file = file { throw .snapshot(.exists(name)) }
        return path
    }

    private func deletablePath(of name: String) throws(LibraryError) -> String {
        guard !library.isReadOnly else { throw .isReadOnly(library.path) }
        return try existingPath(of: name)
    }

    private func existingPath(of name: String) throws(LibraryError) -> String {
        let path = try self.path(of: name)
        guard case .file = try LibraryFile.find(at: path) else {
            throw .snapshot(.isMissing(name, known: try all().map(\.name)))
        }
        return path
    }

    private func path(of name: String) throws(LibraryError) -> String {
        let folder = try self.folder()
        guard !name.isEmpty, !name.hasPrefix("."), name.utf8.count <= 100,
            !name.utf8.contains(where: { $0 == 0x2F || $0 < 0x20 })
        else { throw .snapshot(.notAName(name)) }
        let path = "\(folder)/\(name).db"
        if FileStamp(of: path) != nil { return path }
        // Names compare without regard to case, like all others.
        let key = Folding.name(name)
        let known = try all().first { Folding.name($0.name) == key }
        return known.map { "\(folder)/\($0.name).db" } ?? path
    }
}
