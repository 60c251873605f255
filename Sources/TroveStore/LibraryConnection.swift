import Glibc
import TroveCodecs
import TroveModel
package import TroveSQLite
import TroveSystem

/// The connection of a library to its file.
///
/// It opens the file, detects that another program replaced it, and translates the errors of the
/// layers below. It belongs to the thread of its library.
package final class LibraryConnection {
    /// The SQLite connection. It is read-only and takes no locks as long as no other program has
    /// the file open and nothing was written. `share` replaces it with one that takes SQLite's
    /// locks.
    package private(set) var database: Connection
    /// The location that the caller asked for.
    let location: Library.Location
    /// The path of the file behind symbolic links; the log and the locks are beside it.
    let file: String
    /// The value of `readVersion` when the file was last read; nil forces the next read.
    var seenVersion: Int?
    private var access: Access
    private let opener: LibraryOpener
    private var dataVersion: Statement?
    /// Whether the connection has a cache for writing.
    private var cachesWrites = false

    /// How the file is open.
    private enum Access {
        /// Without SQLite's locks, and without creating files beside it. No other program had the
        /// file open when it had this stamp.
        case undisturbed(FileStamp)
        /// With SQLite's locks, and with the guard that detects a replaced file.
        case shared(OpenFileGuard?)
        /// With SQLite's locks, but the path now leads to another file.
        case replaced
    }

    /// The path for messages.
    private var path: String { location.path }

    /// Opens the file. `Library.init` describes the parameters.
    ///
    /// - Throws: why the library cannot be used; the file is then unchanged.
    init(
        _ location: Library.Location, kinds: Kinds, isReadOnly: Bool, makesFolders: Bool,
        migrations: [String]
    ) throws(LibraryError) {
        self.location = location
        opener = LibraryOpener(
            location: location, kinds: kinds, isReadOnly: isReadOnly, migrations: migrations,
            makesFolders: makesFolders)
        let (database, undisturbed) = try opener.open()
        // Links can be resolved only now, because the file may have been missing before.
        file = LibraryFile.resolve(location.path)
        self.database = database
        access = undisturbed.map(Access.undisturbed) ?? .shared(nil)
    }

    // MARK: The open file

    /// Whether another program may have written to a file that is read without locks. The data read
    /// since `Library.beginReading` may then be inconsistent, and must be read again.
    var isDisturbed: Bool {
        guard case .undisturbed(let stamp) = access else { return false }
        return LibraryFile.undisturbedStamp(of: file) != stamp
    }

    /// Starts to guard the open file against replacement.
    func guardFile() {
        guard case .file = location, case .shared = access else { return }
        access = .shared(OpenFileGuard(database, path: file))
    }

    /// Checks that the path still leads to the open file.
    ///
    /// - Throws: `wasReplaced` if it does not. A commit would then be lost or damage another file.
    func checkFile() throws(LibraryError) {
        if case .replaced = access { throw .wasReplaced(path) }
        guard case .file = location, case .shared(var guarding) = access else { return }
        let finding = guarding?.check(database)
        access = finding == nil ? .shared(guarding) : .replaced
        guard let finding else { return }
        switch finding {
        case .isElsewhere:
            // Moves committed changes into the file they belong to, wherever it is now.
            database.rollBack()
            try? database.execute("PRAGMA wal_checkpoint")
        case .isOverwritten: database.keepLogAtClose()
        }
        // The log would damage the file that now has the path.
        if guarding?.hasLog == true { LibraryFile.setLogAside(of: file) }
        throw .wasReplaced(path)
    }

    /// Checks that the user may write to the file and its folder, before SQLite makes files beside
    /// it that have the same permissions and stay. If not, the file is still read as before.
    ///
    /// - Throws: `noPermission`, or `isReadOnly` if the folder or the file system is read-only.
    func checkPermission() throws(LibraryError) {
        guard case .undisturbed = access else { return }
        guard SystemCall.access(file, W_OK) == 0 else {
            throw errno == EROFS ? .isReadOnly(path) : .noPermission(path)
        }
        guard SystemCall.access(FilePath.folder(of: file), W_OK) == 0 else {
            throw .isReadOnly(path)
        }
    }

    /// Opens the file with SQLite's locks, to write or because other programs write.
    ///
    /// - Parameters:
    ///   - follow: moves every owner of statements to the new connection.
    ///   - isContinued: returns whether the file is the one that was read before.
    /// - Throws: `wasReplaced`, or why the file cannot be opened or migrated.
    func share(
        follow: (Connection) -> Void, isContinued: () throws -> Bool
    ) throws {
        guard case .undisturbed(let stamp) = access else { return }
        guard FileStamp(of: file)?.identity == stamp.identity else {
            throw LibraryError.wasReplaced(path)
        }
        let shared = try opener.connect()
        dataVersion = nil
        cachesWrites = false
        follow(shared)
        // Closes the old connection before the new one takes a lock, because closing a descriptor
        // drops the POSIX locks that the process has on the file.
        database = shared
        do {
            try opener.prepare(shared)
            seenVersion = nil
            try reading {
                guard try isContinued() else { throw LibraryError.wasReplaced(path) }
            }
        } catch {
            // On a full disk, which has no room for the files beside it, it can still be read.
            if let reader = try? opener.openReader() {
                dataVersion = nil
                seenVersion = nil
                follow(reader)
                database = reader
            }
            throw error
        }
        access = .shared(nil)
        guardFile()
    }

    func beginWriting() throws {
        if !cachesWrites { try database.execute(LibraryOpener.cachesForWriting) }
        cachesWrites = true
        try database.begin(isWriting: true)
    }

    // MARK: Reading

    /// Opens the file once more, for a thread that reads while this connection reads; nil if both
    /// could see different states of the file, or if it cannot be opened.
    func openReader() -> Connection? {
        // Nothing changes a file that no other program has open while this program reads it.
        guard case .undisturbed = access else { return nil }
        return try? opener.openReader()
    }

    /// Runs `work` in a read transaction: in the open transaction if there is one.
    func reading<Result>(_ work: () throws -> Result) throws -> Result {
        guard !database.isInTransaction else { return try work() }
        try database.begin()
        defer { if database.isInTransaction { try? database.commit() } }
        return try work()
    }

    /// Returns SQLite's data version, which changes whenever another connection has written.
    func readVersion() throws -> Int {
        let statement = try dataVersion ?? database.prepare("PRAGMA data_version")
        dataVersion = statement
        defer { statement.reset() }
        return try statement.step() ? statement.integer(0) : 0
    }

    // MARK: Errors

    /// Translates an error of this module or of SQLite into a `LibraryError` with the file's path.
    func libraryError(_ error: any Error) -> LibraryError {
        switch error {
        case let error as LibraryError: error
        case let error as SQLiteError: LibraryError(error, path: path)
        case let error as StoredNumber.Impossible:
            .isDamaged(path, detail: "\(error.what) is \(error.number)")
        case let error as RowStore.BadRow: .isDamaged(path, detail: error.description)
        case let error as ChangeLog.BadEntry: .isDamaged(path, detail: error.description)
        case let error as Catalog.Misfit: .isDamaged(path, detail: error.description)
        case let error as EntryFields.Damage: .isDamaged(path, detail: "\(error.text) is not JSON")
        default: .cannotRead(path, detail: "\(error)")
        }
    }
}
