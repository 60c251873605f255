import CSQLite
import Glibc
import TroveSystem

/// Detects a write-ahead log that does not belong to the database file beside it, and tells whether
/// another program has the database open.
///
/// SQLite applies any log that lies beside a file. If a file is replaced by a copy after a crash,
/// SQLite applies the log of the old file to the copy, and mixes the pages of both. So the file
/// contains a random number, its generation, and a small file beside it, the guard, lists the
/// generations that the log may be applied to. Each checkpoint that empties the log gives the file
/// a new generation:
///
/// 1. the guard lists the file's generation and the new one;
/// 2. the new one is committed to the log;
/// 3. the log is moved into the file and emptied;
/// 4. the guard lists the new one only.
///
/// A copy made before that has another generation. So has a copy made by SQLite, which increments
/// the version of the schema. A database without a guard is opened without this check: an older
/// program created it, or the user deleted the guard.
///
/// Locks of the guard: every program that has the database open shares the first byte; the program
/// that renews the generation locks the second.
@safe
package final class LogGuard {
    /// Why a database cannot be opened, replaced or renewed.
    package enum Failure: Error, Sendable, Equatable {
        /// Another program has the database open, or is replacing it.
        case isHeld
        /// The log beside the file belongs to another file.
        case logOfAnotherFile
        /// A replacement of the file was interrupted.
        case unfinishedReplacement
        /// A system call on the files failed.
        case files(DatabaseFiles.Failure)
        /// SQLite failed.
        case database(SQLiteError)
    }

    /// What distinguishes a file from its copies.
    private struct Generation: Hashable {
        /// The random number; 0 if the file has none.
        var number: UInt64
        /// The schema version, which SQLite increments.
        var schema: UInt32

        init(number: UInt64, schema: Int) {
            self.number = number
            self.schema = UInt32(truncatingIfNeeded: schema)
        }

        init?(_ text: Substring) {
            let parts = text.split(separator: ".")
            guard parts.count == 2, let number = UInt64(parts[0], radix: 16),
                let schema = UInt32(parts[1], radix: 16)
            else { return nil }
            self.number = number
            self.schema = schema
        }

        var text: String {
            func padded(_ digits: String, _ width: Int) -> String {
                String(repeating: "0", count: width - digits.count) + digits
            }
            return padded(String(number, radix: 16), 16) + "."
                + padded(String(schema, radix: 16), 8)
        }
    }

    private let files: DatabaseFiles
    /// Open from `init` to `deinit`.
    private let descriptor: Int32
    /// Whether this guard holds the lock on the second byte.
    private var isFirst = false
    /// The possible generations of the file without its log.
    private var inFile: [Generation] = []
    /// The generation of a renewal whose checkpoint is incomplete.
    private var pending: Generation?

    /// The most generations in the guard. Three are needed: the file's, the file's with its log,
    /// and the new one.
    private static let most = 6
    /// How often a file that is changing is read.
    private static let maximumReadings = 8
    /// How the guard is opened. A symbolic link in its place could make a command of root write to
    /// any file.
    private static let flags = O_RDWR | O_CLOEXEC | O_NOFOLLOW
    /// The size of the guard file. It fits into one disk sector and never changes.
    private static let size = 256

    /// Opens the guard of a database; nil if there is none and none is created.
    ///
    /// - Parameters:
    ///   - files: the paths of the database.
    ///   - makes: whether to create a missing guard.
    /// - Throws: `isHeld` while the database is being replaced; `files`.
    package convenience init?(of files: DatabaseFiles, makes: Bool) throws(Failure) {
        let flags = Self.flags | (makes ? O_CREAT : 0)
        let descriptor = SystemCall.open(files.guardFile, flags, 0o600)
        guard descriptor >= 0 else {
            if errno == ENOENT, !makes { return nil }
            throw .files(.init(path: files.guardFile, number: errno))
        }
        self.init(files, descriptor)
        guard trove_lock_byte(descriptor, 0, 1) == 0 else { throw .isHeld }
        isFirst = trove_lock_byte(descriptor, 1, 0) == 0
    }

    /// Opens the guard of a database that is not open anywhere, and keeps other programs from
    /// opening it.
    ///
    /// - Throws: `isHeld`; `files`.
    package convenience init(replacing files: DatabaseFiles) throws(Failure) {
        let descriptor = SystemCall.open(files.guardFile, Self.flags | O_CREAT, 0o600)
        guard descriptor >= 0 else {
            throw .files(.init(path: files.guardFile, number: errno))
        }
        self.init(files, descriptor)
        guard trove_lock_byte(descriptor, 0, 0) == 0 else { throw .isHeld }
        isFirst = trove_lock_byte(descriptor, 1, 0) == 0
    }

    private init(_ files: DatabaseFiles, _ descriptor: Int32) {
        self.files = files
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }

    // MARK: Opening

    /// Returns whether the guard lists a generation, so that there was a database.
    ///
    /// - Throws: `files`.
    package func knowsDatabase() throws(Failure) -> Bool {
        try list()?.contains { $0.number != 0 } ?? false
    }

    /// Checks that the log belongs to the file. Call it before SQLite opens the database for
    /// writing. If another program has the database open, that program has checked it, but the file
    /// may have been replaced since.
    ///
    /// - Throws: `logOfAnotherFile`, `unfinishedReplacement`; `files`.
    package func checkLog() throws(Failure) {
        guard isFirst else { return try checkFileInUse() }
        let found = generationInFile()
        inFile = found.map { [$0] } ?? []
        guard let listed = try list() else { return }
        guard let size = FileStatus(of: files.log)?.size, size > 0 else {
            // There is no log, so any later log belongs to this file.
            if let found, !listed.contains(found) { try write([found]) }
            return
        }
        guard !listed.isEmpty else { throw .unfinishedReplacement }
        // An interrupted checkpoint may have moved one of the two parts only. A file that cannot be
        // read without its log was being written when the power failed.
        guard let found else {
            inFile = listed
            return
        }
        guard listed.contains(where: { $0.number == found.number }),
            listed.contains(where: { $0.schema == found.schema })
        else { throw .logOfAnotherFile }
    }

    /// Checks that the file is the one that another program has open, and not a copy that was moved
    /// to its place.
    private func checkFileInUse() throws(Failure) {
        // The other program may be moving its log: then either the list or the file changes.
        for _ in 0..<Self.maximumReadings {
            let (before, stamp) = (try list(), FileStamp(of: files.path))
            guard let found = generationInFile(), let before, !before.isEmpty else { return }
            let isKnown =
                before.contains { $0.number == found.number }
                && before.contains { $0.schema == found.schema }
            if isKnown { return }
            if try list() == before, FileStamp(of: files.path) == stamp {
                throw .logOfAnotherFile
            }
        }
    }

    /// Returns the generation of the file without its log; nil if it cannot be read.
    private func generationInFile() -> Generation? {
        guard let size = FileStatus(of: files.path)?.size, size > 0 else {
            return Generation(number: 0, schema: 0)
        }
        do throws(SQLiteError) {
            return try generation(in: Connection(path: files.path, access: .immutable))
        } catch {
            return nil
        }
    }

    private func generation(in connection: Connection) throws(SQLiteError) -> Generation {
        let schema = try connection.integer("PRAGMA schema_version") ?? 0
        let table = "SELECT count(*) FROM sqlite_schema WHERE name = 'generation'"
        guard try connection.integer(table) == 1 else {
            return Generation(number: 0, schema: schema)
        }
        let number = try connection.integer("SELECT number FROM generation") ?? 0
        return Generation(number: UInt64(bitPattern: Int64(number)), schema: schema)
    }

    // MARK: Renewing

    /// Moves the log into the file, empties it and gives the file a new generation. If another
    /// program is renewing, it only moves the log; if another program is reading from the log, it
    /// is not emptied, and the next call continues.
    ///
    /// - Parameters:
    ///   - connection: a connection to the database.
    ///   - keepsRoom: whether the emptied log keeps its length on the disk, for further commits.
    /// - Returns: whether the log is empty.
    /// - Throws: `files`, `database`; the database is still valid then.
    @discardableResult
    package func renew(
        _ connection: Connection, keepsRoom: Bool = false
    ) throws(Failure) -> Bool {
        isFirst = isFirst || trove_lock_byte(descriptor, 1, 0) == 0
        guard isFirst else {
            return try database { () throws(SQLiteError) in
                try connection.checkpoint(keepsRoom: keepsRoom)
            }
        }
        let new = if let pending { pending } else { try begin(connection) }
        pending = new
        let isEmpty = try database { () throws(SQLiteError) in
            try connection.checkpoint(keepsRoom: keepsRoom)
        }
        guard isEmpty else { return false }
        try write([new])
        inFile = [new]
        pending = nil
        return true
    }

    /// Lists a new generation in the guard, and commits it.
    private func begin(_ connection: Connection) throws(Failure) -> Generation {
        // A file without a guard was not checked. If the power fails during its first checkpoint,
        // the file may still be as it was without its log.
        if inFile.isEmpty, let found = generationInFile() { inFile = [found] }
        try database { () throws(SQLiteError) in try connection.begin(isWriting: true) }
        do throws(Failure) {
            let (old, schema) = try database { () throws(SQLiteError) in
                let old = try self.generation(in: connection)
                try connection.execute(
                    """
                    CREATE TABLE IF NOT EXISTS generation (
                        only INTEGER PRIMARY KEY CHECK (only = 1), number INTEGER NOT NULL
                    )
                    """)
                return (old, try connection.integer("PRAGMA schema_version") ?? 0)
            }
            let new = Generation(number: .random(in: 1...(.max)), schema: schema)
            try write([new, old] + inFile.filter { $0 != old })
            try database { () throws(SQLiteError) in
                let number = Int64(bitPattern: new.number)
                try connection.execute("INSERT OR REPLACE INTO generation VALUES (1, \(number))")
                try connection.commit()
            }
            return new
        } catch {
            connection.rollBack()
            throw error
        }
    }

    /// Removes the generation from a copy, so that no log can be applied to it.
    ///
    /// - Throws: `SQLiteError`.
    package static func removeGeneration(from copy: Connection) throws(SQLiteError) {
        try copy.execute("DROP TABLE IF EXISTS generation")
    }

    /// Marks the file as being replaced, so that no log can be applied to it.
    ///
    /// - Throws: `files`.
    package func forbidLog() throws(Failure) {
        try write([])
    }

    private func database<Result>(
        _ work: () throws(SQLiteError) -> Result
    ) throws(Failure) -> Result {
        do throws(SQLiteError) {
            return try work()
        } catch {
            throw .database(error)
        }
    }

    // MARK: Flushing

    /// Makes the commits of a connection return without waiting for the disk.
    ///
    /// If another program opened the database first, commits still wait, because that program would
    /// not know of the flushes. Its own commits are flushed, too.
    ///
    /// - Returns: what makes commits durable.
    /// - Throws: `files` and `database`; the connection waits for the disk then.
    package func leaveFlushing(of connection: Connection) throws(Failure) -> LogFlusher {
        let flusher: LogFlusher
        do throws(DatabaseFiles.Failure) {
            flusher = try LogFlusher(of: files, isShared: !isFirst)
        } catch {
            throw .files(error)
        }
        if isFirst {
            try database { () throws(SQLiteError) in try connection.endDurableCommits() }
        }
        return flusher
    }

    // MARK: The guard file

    private static let heading = "log-guard 1"

    /// Returns the generations in the guard; nil if it is not readable.
    private func list() throws(Failure) -> [Generation]? {
        var bytes = [UInt8](repeating: 0, count: Self.size)
        // At most the size of the array is read.
        let count = unsafe bytes.withUnsafeMutableBytes { bytes in
            unsafe pread(descriptor, bytes.baseAddress, bytes.count, 0)
        }
        guard count >= 0 else { throw failure }
        let text = String(decoding: bytes.prefix(count), as: UTF8.self)
        guard count == Self.size, text.hasPrefix(Self.heading), text.hasSuffix("\n") else {
            return nil
        }
        let words = text.dropFirst(Self.heading.utf8.count).dropLast().split(separator: " ")
        let generations = words.compactMap { Generation($0) }
        return generations.count == words.count ? generations : nil
    }

    private func write(_ generations: [Generation]) throws(Failure) {
        let words = generations.prefix(Self.most).map(\.text)
        var bytes = Array(([Self.heading] + words).joined(separator: " ").utf8)
        bytes += [UInt8](repeating: 0x20, count: Self.size - 1 - bytes.count) + [0x0A]
        let isNew = (FileStatus(of: files.guardFile)?.size ?? 0) == 0
        // At most the size of the array is written.
        let count = unsafe bytes.withUnsafeBytes { bytes in
            unsafe pwrite(descriptor, bytes.baseAddress, bytes.count, 0)
        }
        guard count == Self.size, fsync(descriptor) == 0 else { throw failure }
        guard isNew else { return }
        do throws(DatabaseFiles.Failure) {
            try DatabaseFiles.flushFolder(of: files.guardFile)
        } catch {
            throw .files(error)
        }
    }

    private var failure: Failure { .files(.init(path: files.guardFile, number: errno)) }
}
