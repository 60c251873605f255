import Glibc
import TroveCodecs
import TroveSQLite
import TroveSystem

/// Creates, examines and copies the file of a library, outside of SQLite.
///
/// The paths and buffers passed to system calls are valid during the call, and the system keeps
/// none of them.
enum LibraryFile {
    /// Creates an empty file that only its owner can read and write.
    static func create(at path: String) throws(LibraryError) {
        let descriptor = SystemCall.open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure(at: path) }
        close(descriptor)
    }

    /// Creates the missing parent folders of a path, accessible to their owner only.
    static func createFolders(above path: String) throws(LibraryError) {
        do throws(WholeFile.Failure) {
            try Folder.make(FilePath.folder(of: path), isDurable: true)
        } catch {
            throw failure(at: path, error.number)
        }
    }

    /// Returns the path with symbolic links resolved; the same path if there is no file yet.
    static func resolve(_ path: String) -> String {
        FilePath.resolved(path) ?? path
    }

    /// The result of examining a path.
    enum Finding {
        case nothing
        case file(size: Int)
    }

    /// Returns the size of the file at a path, or that there is none.
    ///
    /// - Throws: an error for a directory or a special file, and for a path that cannot be
    ///   examined.
    static func find(at path: String) throws(LibraryError) -> Finding {
        guard let status = FileStatus(of: path) else {
            if errno == ENOENT { return .nothing }
            throw failure(at: path)
        }
        if status.type == .folder { throw .isDirectory(path) }
        // Reading a pipe or a device could block.
        guard status.type == .file else { throw .notADatabase(path) }
        return .file(size: status.size)
    }

    /// Returns whether one of the two logs that SQLite may leave beside a file has content: the
    /// write-ahead log, or the journal of a new file's first transaction.
    static func hasLog(_ file: String) throws(LibraryError) -> Bool {
        let files = DatabaseFiles(path: file)
        for path in [files.log, files.journal] {
            if case .file(let size) = try find(at: path), size > 0 { return true }
        }
        return false
    }

    /// Returns whether the write-ahead log beside a file has content.
    static func hasWriteAheadLog(_ file: String) -> Bool {
        FileStatus(of: DatabaseFiles(path: file).log)?.size ?? 0 > 0
    }

    /// Returns whether a program that is gone has left changes in the write-ahead log beside a
    /// file.
    static func hasAbandonedLog(_ file: String) -> Bool {
        guard hasWriteAheadLog(file) else { return false }
        return (try? DatabaseFiles(path: file).isOpenElsewhere()) == false
    }

    /// Detects a truncated file, whose header counts more pages than it has.
    ///
    /// A file with a log is left to SQLite, because the log may extend it or roll back the
    /// truncation. Another program may be copying its log into the file right now, so a failed
    /// check is repeated.
    static func checkLength(of file: String, calledBy path: String) throws(LibraryError) {
        for attempt in 0... {
            do throws(LibraryError) {
                return try lookAtLength(of: file, calledBy: path)
            } catch {
                guard case .isDamaged = error, attempt < 3 else { throw error }
                SystemThread.sleep(for: .milliseconds(20))
            }
        }
    }

    private static func lookAtLength(
        of file: String, calledBy path: String
    ) throws(LibraryError) {
        if try hasLog(file) { return }
        let descriptor = SystemCall.open(file, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(at: path) }
        defer { close(descriptor) }
        var header = [UInt8](repeating: 0, count: 100)
        // The call reads no more than the buffer holds.
        let count = unsafe header.withUnsafeMutableBytes { bytes in
            unsafe pread(descriptor, bytes.baseAddress, bytes.count, 0)
        }
        guard count >= 0 else { throw failure(at: path) }
        if count == 0 { return }
        guard header.starts(with: SQLiteHeader.signature) else { throw .notADatabase(path) }
        guard count == 100 else {
            throw .isDamaged(path, detail: "the file ends inside its header")
        }
        let size16 = Int(header[16]) << 8 | Int(header[17])
        let pageSize = size16 == 1 ? 65_536 : size16
        let pages = header[28..<32].reduce(0) { $0 << 8 | Int($1) }
        guard let status = FileStatus(of: descriptor) else { throw failure(at: path) }
        if pages * pageSize > status.size {
            throw .isDamaged(
                path, detail: "it has \(status.size) bytes instead of \(pages * pageSize)")
        }
    }

    /// Returns the stamp of a library that no program has open, so that all of it is in the file;
    /// nil if there is a log beside it. An empty log counts as no log: a program leaves one when a
    /// full disk keeps it from writing anything.
    static func undisturbedStamp(of file: String) -> FileStamp? {
        let files = DatabaseFiles(path: file)
        guard let stamp = FileStamp(of: file), FileStamp(of: files.journal) == nil else {
            return nil
        }
        guard let log = FileStamp(of: files.log) else { return stamp }
        return log.size == 0 && (try? files.isOpenElsewhere()) == false ? stamp : nil
    }

    /// Renames a write-ahead log that no longer belongs to its file, so that SQLite does not apply
    /// it.
    static func setLogAside(of file: String) {
        // If this fails, the next opening finds the file damaged.
        let files = DatabaseFiles(path: file)
        _ = SystemCall.rename(files.log, files.log + ".replaced")
        SystemCall.unlink(files.sharedMemory)
    }

    /// Copies a whole database into a new file, which appears only when it is complete. `omitting`
    /// is SQL that deletes data from the copy; `goesOn` is called as by `Connection.backup`.
    static func copy(
        _ connection: Connection, to path: String, omitting: String? = nil,
        while goesOn: @escaping (Double) -> Bool = { _ in true }
    ) throws {
        let partial = path + ".partial"
        SystemCall.unlink(partial)
        do {
            try create(at: partial)
            try connection.backup(to: partial, while: goesOn)
            if let omitting {
                let copy = try Connection(path: partial, access: .readWrite)
                // Overwrites the deleted bytes, which would otherwise stay in the page.
                try copy.execute("PRAGMA secure_delete = ON; \(omitting)")
            }
            try flush(partial)
            guard SystemCall.rename(partial, path) == 0 else { throw failure(at: path) }
        } catch {
            SystemCall.unlink(partial)
            SystemCall.unlink(DatabaseFiles(path: partial).journal)
            throw error
        }
        try flush(FilePath.folder(of: path))
    }

    /// Makes the content of a file, or the entries of a folder, durable.
    private static func flush(_ path: String) throws(LibraryError) {
        do throws(WholeFile.Failure) {
            try WholeFile.flush(path)
        } catch {
            throw failure(at: path, error.number)
        }
    }

    private static func failure(at path: String, _ number: Int32 = errno) -> LibraryError {
        switch number {
        case EACCES, EPERM: .noPermission(path)
        case EISDIR: .isDirectory(path)
        case ENOSPC, EDQUOT: .diskIsFull(path)
        case EROFS: .isReadOnly(path)
        case ENOENT, ENOTDIR: .hasNoFolder(path)
        default: .cannotCreate(path, errno: number)
        }
    }
}
