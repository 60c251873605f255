import CSQLite
import Glibc

/// The identity of a file and when it was last written, for noticing changes.
package struct FileStamp: Sendable, Equatable {
    /// The device and the inode of the file.
    package struct Identity: Sendable, Equatable {
        let device: UInt
        let node: UInt
    }

    /// The identity, which does not depend on the path.
    package let identity: Identity
    /// The size in bytes.
    package let size: Int
    /// The time of the last change of the content (`st_mtim`), in nanoseconds since 1970.
    package let written: Int
    /// The time of the last change of the content or the inode (`st_ctim`), in nanoseconds since
    /// 1970.
    package let touched: Int

    /// Reads the stamp of the file at a path; nil if there is none or it cannot be read.
    package init?(of path: String) {
        var status = stat()
        // The call fills in the struct.
        guard unsafe stat(path, &status) == 0 else { return nil }
        identity = Identity(device: UInt(status.st_dev), node: UInt(status.st_ino))
        size = Int(status.st_size)
        written = Self.nanoseconds(status.st_mtim)
        touched = Self.nanoseconds(status.st_ctim)
    }

    /// Impossible times wrap around, since stamps are only compared.
    private static func nanoseconds(_ time: timespec) -> Int {
        time.tv_sec &* 1_000_000_000 &+ time.tv_nsec
    }
}
