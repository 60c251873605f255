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

    private let path: String?
    /// Opened with the first lock.
    private var descriptor: Int32?
    private var held: Set<Part> = []

    /// Creates the lease of a library. A library in memory has no other shells.
    package init(of library: Library) {
        path = if case .file = library.location { Self.path(of: library.file) } else { nil }
    }

    /// The path of the file that the shells of a library lock.
    static func path(of library: String) -> String { library + ".lock" }

    deinit {
        if let descriptor { close(descriptor) }
    }

    /// Takes a part unless another shell holds it.
    ///
    /// - Returns: whether this shell now holds the part.
    package func take(_ part: Part) -> Bool {
        guard let path, !held.contains(part) else {
            held.insert(part)
            return true
        }
        if descriptor == nil {
            let opened = SystemCall.open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
            // In a folder that is not writable, no other shell can hold a lock either.
            guard opened >= 0 else { return [EACCES, EPERM, EROFS].contains(errno) }
            descriptor = opened
        }
        guard let descriptor, ByteLock.take(part.rawValue, of: descriptor) else { return false }
        held.insert(part)
        return true
    }

    /// Releases a part.
    package func giveBack(_ part: Part) {
        guard held.remove(part) != nil, let descriptor else { return }
        ByteLock.giveBack(part.rawValue, of: descriptor)
    }
}
