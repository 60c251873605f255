/// Why a file cannot be read, or not to its end.
package enum ReadFailure: Error, Sendable, Equatable {
    /// The system's error number.
    case system(Int32)
    case isFolder
    /// Something is wrong with an archive, or with one of its members.
    case archive(ArchiveFailure, member: String?)
    /// The library that inflates cannot be loaded: the Debian package that it comes in, and what
    /// the loader says.
    case cannotInflate(package: String, reason: String)
}

/// What can be wrong with an archive.
package enum ArchiveFailure: Sendable, Equatable {
    /// It does not end as a zip archive does.
    case isNoArchive
    case isEncrypted
    /// It was compressed in a way other than by deflating: the method's number.
    case hasUnknownMethod(Int)
    /// Its parts do not fit together, or a checksum is wrong.
    case isDamaged
    /// It is longer than anything that is imported.
    case isTooLarge
    case hasTooManyMembers
    /// It is a zip64 archive, or one on several disks.
    case isOfOtherForm
}
