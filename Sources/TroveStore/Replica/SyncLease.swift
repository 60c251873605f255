import Glibc
import TroveSQLite
import TroveSystem

/// The locks that let one shell at a time talk to a library's server.
///
/// They are kernel locks on a file beside the library, so they are released whenever a shell ends.
package final class SyncLease {
    /// The work that only one shell at a time does.
    package enum Part: Int32, Sendable {
        /// Pushing, pulling, and all other requests for this device.
        case requests
        /// Waiting for changes of other devices.
        case polling
    }

    private let library: String?
    /// Opened with the first lock.
    private var descriptor: Int32?
    private var held: Set<Part> = []

    /// Creates the lease of a library. A library in memory has no other shells.
    package init(of library: Library) {
        self.library = if case .file = library.location { library.file } else { nil }
    }

    /// The path of the file that the shells of a library lock.
    static func path(of library: String) -> String { library + ".lock" }

    deinit {
        if let descriptor { close(descriptor) }
    }

    /// Takes a part unless another shell holds it.
    ///
    /// - Returns: whether this shell now holds the part.
    /// - Throws: `LibraryError.cannotLock` if the file cannot be opened.
    package func take(_ part: Part) throws(LibraryError) -> Bool {
        guard let library, !held.contains(part) else {
            held.insert(part)
            return true
        }
        if descriptor == nil {
            guard let opened = try Self.open(beside: library) else { return true }
            descriptor = opened
        }
        guard let descriptor, ByteLock.take(part.rawValue, of: descriptor) else { return false }
        held.insert(part)
        return true
    }

    /// Opens the file. Returns nil if no shell can: in a folder without it that is not writable.
    private static func open(beside library: String) throws(LibraryError) -> Int32? {
        let path = path(of: library)
        let opened = SystemCall.open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard opened < 0 else {
            // Otherwise the owner of the library could not lock a file that root has created.
            try? DatabaseFiles.give(path, toOwnerOf: library)
            return opened
        }
        let number = errno
        switch number {
        case EROFS: return nil
        case EACCES where SystemCall.access(path, F_OK) != 0,
            EPERM where SystemCall.access(path, F_OK) != 0:
            return nil
        default: throw .cannotLock(path, detail: SystemCall.strerror(number))
        }
    }

    /// Releases a part.
    package func release(_ part: Part) {
        guard held.remove(part) != nil, let descriptor else { return }
        ByteLock.release(part.rawValue, of: descriptor)
    }
}
