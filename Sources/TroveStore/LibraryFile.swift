import Glibc
import TroveSQLite

/// The file on disk under a library: making it, and looking at it before SQLite does.
///
/// Paths and buffers that are handed to the system live until the call returns, and it keeps none
/// of them.
enum LibraryFile {
    /// Makes an empty file that only its owner can read.
    static func create(at path: String) throws(LibraryError) {
        let descriptor = unsafe open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure(at: path) }
        close(descriptor)
    }

    /// Makes the folders that a path needs, for their owner alone.
    static func createFolders(above path: String) throws(LibraryError) {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
        var folder = ""
        for part in parts {
            folder += part + "/"
            var status = stat()
            if unsafe stat(folder, &status) == 0 { continue }
            if unsafe mkdir(folder, 0o700) == 0 {
                // Its name is in the folder above it, which has to be on the disk, too.
                try flush(folder + "..")
            } else if errno != EEXIST {
                throw failure(at: path)
            }
        }
    }

    /// The path behind symbolic links; as it is where there is no file yet.
    static func resolve(_ path: String) -> String {
        // Without a buffer `realpath` allocates one, which is the caller's to free.
        if let real = unsafe realpath(path, nil) {
            defer { unsafe free(real) }
            return unsafe String(cString: real)
        }
        return path
    }

    /// What is at a path.
    enum Finding {
        case nothing
        case file(size: Int)
    }

    /// Looks whether there is a file that a library can be.
    ///
    /// - Throws: for a directory, and for what may not be looked at.
    static func find(at path: String) throws(LibraryError) -> Finding {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else {
            if errno == ENOENT { return .nothing }
            throw failure(at: path)
        }
        if status.st_mode & S_IFMT == S_IFDIR { throw .isDirectory(path) }
        // A pipe or a device would make its reader wait.
        guard status.st_mode & S_IFMT == S_IFREG else { throw .isNoDatabase(path) }
        return .file(size: Int(status.st_size))
    }

    /// Whether there is something in one of the two logs that SQLite may have left beside a file: the
    /// write-ahead log, or the journal of a new file's first transaction.
    static func hasLog(_ file: String) throws(LibraryError) -> Bool {
        for name in ["-wal", "-journal"] {
            if case .file(let size) = try find(at: file + name), size > 0 { return true }
        }
        return false
    }

    /// Finds a file that was cut off: its header counts more pages than it has.
    ///
    /// A file with a log beside it may grow from there, or was cut off in the middle of what the
    /// log takes back, so it is left to SQLite. Another program may be moving its log into the file
    /// at this moment, so a bad look is repeated.
    static func checkLength(of file: String, calledBy path: String) throws(LibraryError) {
        for attempt in 0... {
            do throws(LibraryError) {
                return try lookAtLength(of: file, calledBy: path)
            } catch {
                guard case .isDamaged = error, attempt < 3 else { throw error }
                usleep(20_000)
            }
        }
    }

    private static func lookAtLength(
        of file: String, calledBy path: String
    ) throws(LibraryError) {
        if try hasLog(file) { return }
        let descriptor = unsafe open(file, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(at: path) }
        defer { close(descriptor) }
        var header = [UInt8](repeating: 0, count: 100)
        // No more is read than the header has room for.
        let count = unsafe header.withUnsafeMutableBytes { bytes in
            unsafe pread(descriptor, bytes.baseAddress, bytes.count, 0)
        }
        if count == 0 { return }
        guard header.starts(with: "SQLite format 3\0".utf8) else { throw .isNoDatabase(path) }
        guard count == 100 else {
            throw .isDamaged(path, detail: "the file ends inside its header")
        }
        let size16 = Int(header[16]) << 8 | Int(header[17])
        let pageSize = size16 == 1 ? 65_536 : size16
        let pages = header[28..<32].reduce(0) { $0 << 8 | Int($1) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw failure(at: path) }
        if pages * pageSize > Int(status.st_size) {
            throw .isDamaged(
                path,
                detail: "it has \(status.st_size) bytes where \(pages * pageSize) should be")
        }
    }

    /// The stamp of a library that nobody has open: all of it is in the file, and nothing stands beside
    /// it. Nil when that is not so.
    static func undisturbedStamp(of file: String) -> FileStamp? {
        guard let stamp = FileStamp(of: file), FileStamp(of: file + "-wal") == nil,
            FileStamp(of: file + "-journal") == nil
        else { return nil }
        return stamp
    }

    /// Puts a write-ahead log that does not belong to its file any more under another name, so that
    /// SQLite does not take it for the file's.
    static func setLogAside(of file: String) {
        // Where that fails, the next opening finds the file damaged.
        _ = unsafe rename(file + "-wal", file + "-wal.replaced")
        _ = unsafe unlink(file + "-shm")
    }

    /// The permissions of a file, as `chmod` takes them; nil when it cannot be looked at.
    static func permissions(of path: String) -> UInt32? {
        var status = stat()
        // The call fills in the record.
        return unsafe stat(path, &status) == 0 ? status.st_mode & 0o777 : nil
    }

    /// Copies a whole database into a new file: there is never half a copy under that name.
    ///
    /// - Parameter omitting: SQL that takes out of the copy what must not be in it.
    static func copy(_ connection: Connection, to path: String, omitting: String? = nil) throws {
        let partial = path + ".partial"
        unsafe unlink(partial)
        do {
            try create(at: partial)
            try connection.backup(to: partial)
            if let omitting {
                let copy = try Connection(path: partial, access: .readWrite)
                // Overwrites the bytes, which would else stay in the page.
                try copy.execute("PRAGMA secure_delete = ON; \(omitting)")
            }
            try flush(partial)
            guard unsafe rename(partial, path) == 0 else { throw failure(at: path) }
        } catch {
            unsafe unlink(partial)
            throw error
        }
        let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
        try flush(folder.isEmpty ? "." : folder.joined(separator: "/") + "/")
    }

    /// Makes what was written to a file, or the names in a folder, durable.
    private static func flush(_ path: String) throws(LibraryError) {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(at: path) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw failure(at: path) }
    }

    private static func failure(at path: String) -> LibraryError {
        switch errno {
        case EACCES, EPERM: .noPermission(path)
        case EISDIR: .isDirectory(path)
        case ENOSPC, EDQUOT: .diskIsFull(path)
        case EROFS: .isReadOnly(path)
        case ENOENT, ENOTDIR: .hasNoFolder(path)
        default: .cannotCreate(path, errno: errno)
        }
    }
}
