import CSQLite
import Glibc

/// Which file a path leads to, and when it was last written.
package struct FileStamp: Sendable, Equatable {
    /// The file system and the number of the file in it.
    package struct Identity: Sendable, Equatable {
        let device: UInt
        let node: UInt
    }

    /// Which file it is, whatever its path.
    package let identity: Identity
    /// In bytes.
    package let size: Int
    /// When its content was last changed, in nanoseconds since 1970.
    package let written: Int
    /// When it, or what the file system knows of it, was last changed, in nanoseconds since 1970.
    package let touched: Int

    /// Looks at the file behind a path; nil when there is none that can be looked at.
    package init?(of path: String) {
        var status = stat()
        // The call fills in the record.
        guard unsafe stat(path, &status) == 0 else { return nil }
        identity = Identity(device: UInt(status.st_dev), node: UInt(status.st_ino))
        size = Int(status.st_size)
        written = Self.nanoseconds(status.st_mtim)
        touched = Self.nanoseconds(status.st_ctim)
    }

    /// Times that no clock gives wrap around: stamps are only compared.
    private static func nanoseconds(_ time: timespec) -> Int {
        time.tv_sec &* 1_000_000_000 &+ time.tv_nsec
    }
}
