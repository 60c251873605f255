import Glibc
import TroveSQLite

/// Lets one at a time of the shells that have a library open do something with its server.
///
/// The kernel keeps who has what, for a file beside the library, so a shell that ends in whatever way
/// gives back what it had.
package final class SyncLease {
    /// What only one shell at a time does.
    package enum Part: Int32, Sendable {
        /// Pushing, pulling, and whatever changes the device's standing on the server.
        case requests
        /// Waiting for changes of other devices.
        case polling
    }

    private let path: String?
    /// Opened when something is first asked for, and closed at the end.
    private var descriptor: Int32?
    private var held: Set<Part> = []

    /// The lease of a library; one that is in memory alone has no other shells.
    package init(of library: Library) {
        path = if case .file = library.location { library.file + ".lock" } else { nil }
    }

    deinit {
        if let descriptor { close(descriptor) }
    }

    /// Whether this shell has a part.
    package func has(_ part: Part) -> Bool { held.contains(part) }

    /// Takes a part, if no other shell has it.
    ///
    /// - Returns: whether this shell has it now.
    package func take(_ part: Part) -> Bool {
        guard let path, !held.contains(part) else {
            held.insert(part)
            return true
        }
        if descriptor == nil {
            // The path lives until the call returns.
            let opened = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
            // Where no file can be made, no other shell can have one either.
            guard opened >= 0 else { return true }
            descriptor = opened
        }
        guard let descriptor, ByteLock.take(part.rawValue, of: descriptor) else { return false }
        held.insert(part)
        return true
    }

    /// Gives a part back.
    package func giveBack(_ part: Part) {
        guard held.remove(part) != nil, let descriptor else { return }
        ByteLock.giveBack(part.rawValue, of: descriptor)
    }
}
