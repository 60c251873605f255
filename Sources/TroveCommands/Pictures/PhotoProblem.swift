package import TroveCodecs
package import TroveStore
package import TroveSystem

/// Why a file cannot be a photo.
package enum PhotoProblem: Error, Equatable {
    /// There is no such file, and its name would replace a stored photo.
    case isMissing
    case isLibrary
    case unreadable(WholeFile.Failure)
    case unfit(PictureFailure)
    /// The file cannot be stored in the library's picture folder.
    case notKept(BlobFolder.Failure)
}
