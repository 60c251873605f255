package import Glibc

/// What the system knows about a file or a folder.
package struct FileStatus: Sendable {
    /// What a path leads to.
    package enum FileType: Sendable {
        /// A regular file.
        case file
        case folder
        /// A symbolic link that was not followed.
        case link
        /// A pipe, a socket or a device.
        case other
    }

    /// The device and the inode, which distinguish a file from all others.
    package struct Identity: Sendable, Hashable {
        let device: UInt
        let node: UInt
    }

    /// What it is.
    package let type: FileType
    let isNamedPipe: Bool
    /// The identity, which does not depend on the path.
    package let identity: Identity
    /// The size in bytes.
    package let size: Int
    /// The space on the disk in bytes.
    package let space: Int
    /// The bits of the permissions, such as `0o600`.
    package let permissions: mode_t
    /// The owner.
    package let owner: uid_t
    /// The group.
    package let group: gid_t
    /// The number of paths of the file.
    package let links: Int
    /// The time of the last change of the content (`st_mtim`).
    package let modified: timespec
    /// The time of the last change of the content or the inode (`st_ctim`).
    package let changed: timespec

    /// Whether other users of the machine may read, change or run it.
    package var isOpenToOthers: Bool { permissions & 0o077 != 0 }

    /// Reads the status of what a path leads to, or of the symbolic link itself; nil if the call
    /// fails, which sets `errno`.
    package init?(of path: String, followsLink: Bool = true) {
        var status = stat()
        // The path and the struct live until the calls return.
        let code = unsafe followsLink ? stat(path, &status) : lstat(path, &status)
        guard code == 0 else { return nil }
        self.init(status)
    }

    /// Reads the status of an open file; nil if the call fails, which sets `errno`.
    package init?(of descriptor: Int32) {
        var status = stat()
        // The struct lives until the call returns.
        guard unsafe fstat(descriptor, &status) == 0 else { return nil }
        self.init(status)
    }

    private init(_ status: stat) {
        type =
            switch status.st_mode & S_IFMT {
            case S_IFREG: .file
            case S_IFDIR: .folder
            case S_IFLNK: .link
            default: .other
            }
        isNamedPipe = status.st_mode & S_IFMT == S_IFIFO
        identity = Identity(device: UInt(status.st_dev), node: UInt(status.st_ino))
        size = Int(status.st_size)
        space = Int(status.st_blocks) * 512
        permissions = status.st_mode & 0o7777
        owner = status.st_uid
        group = status.st_gid
        links = Int(status.st_nlink)
        modified = status.st_mtim
        changed = status.st_ctim
    }
}
