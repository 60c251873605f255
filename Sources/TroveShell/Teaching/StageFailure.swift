import TroveStore

/// Why a stage cannot be set up.
enum StageFailure: Error {
    /// The temporary folder cannot be used: its path, and the system's error number.
    case folder(String, errno: Int32)
    /// The state of the stage, at this path, cannot be copied.
    case notCopied(String)
    /// A library of the stage cannot be opened.
    case library(LibraryError)
    /// `trove-server`, or the stand-in for the catalogue services, was not found.
    case programMissing(String)
    /// The program did not start to listen; the last line of its log.
    case programFailed(String, log: String)
    /// A file that the lesson needs is not in its folder.
    case fileMissing(String)
}
