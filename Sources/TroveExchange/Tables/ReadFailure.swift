/// Why a file cannot be read completely.
package enum ReadFailure: Error, Sendable, Equatable {
    /// The system's error number.
    case system(Int32)
    case isFolder
    /// An archive, or one of its members, is invalid.
    case archive(ArchiveFailure, member: String?)
    /// The library for inflating cannot be loaded: its Debian package, and the loader's message.
    case cannotInflate(package: String, reason: String)
}

/// Why an archive cannot be read.
package enum ArchiveFailure: Sendable, Equatable {
    /// The file does not end like a zip archive.
    case notAnArchive
    case isEncrypted
    /// It was compressed with this method, which is not deflate.
    case hasUnknownMethod(Int)
    /// Its parts contradict each other, or a checksum is wrong.
    case isDamaged
    /// It exceeds the size limit.
    case isTooLarge
    case hasTooManyMembers
    /// It is a zip64 archive, or spans several disks.
    case isOfOtherForm
}
