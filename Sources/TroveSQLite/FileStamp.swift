import Glibc
package import TroveSystem

/// The identity of a file and when it was last written, for noticing changes.
package struct FileStamp: Sendable, Equatable {
    /// The identity, which does not depend on the path.
    package let identity: FileStatus.Identity
    /// The size in bytes.
    package let size: Int
    /// The time of the last change of the content (`st_mtim`), in nanoseconds since 1970.
    package let written: Int
    /// The time of the last change of the content or the inode (`st_ctim`), in nanoseconds since
    /// 1970.
    package let touched: Int

    /// Reads the stamp of the file at a path; nil if there is none or it cannot be read.
    package init?(of path: String) {
        guard let status = FileStatus(of: path) else { return nil }
        identity = status.identity
        size = status.size
        written = Self.nanoseconds(status.modified)
        touched = Self.nanoseconds(status.changed)
    }

    /// Impossible times wrap around, since stamps are only compared.
    private static func nanoseconds(_ time: timespec) -> Int {
        time.tv_sec &* 1_000_000_000 &+ time.tv_nsec
    }
}
