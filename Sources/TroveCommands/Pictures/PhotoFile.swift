package import TroveCodecs
package import TroveStore
package import TroveSystem
package import TroveTerminal

/// A valid picture file that a command names as a photo.
struct PhotoFile {
    /// The file name without its folders.
    let name: String
    let bytes: [UInt8]
    let digest: SHA256

    /// Reads and validates a file. Returns nil if it does not exist.
    ///
    /// - Throws: `PhotoProblem` if the file cannot be a photo.
    init?(_ path: String, besides library: Library) throws(PhotoProblem) {
        // Closing any descriptor of the library drops its POSIX locks.
        guard !library.isKept(in: path) else { throw .isLibrary }
        do throws(WholeFile.Failure) {
            bytes = try WholeFile.read(path, limit: PictureHeader.mostBytes)
        } catch {
            if error == .isMissing { return nil }
            throw .unreadable(error)
        }
        do throws(PictureFailure) {
            _ = try PictureHeader(bytes)
        } catch {
            throw .unfit(error)
        }
        digest = SHA256(of: bytes)
        name = path.split(separator: "/").last.map(String.init) ?? path
    }
}

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

/// The photos that one command names, and the warnings about them.
package struct GatheredPhotos {
    /// The contents to save before the changes are performed.
    var contents: [SHA256: [UInt8]] = [:]
    /// The warnings, without repetitions.
    package private(set) var warnings: [TerminalText] = []

    /// Begins with no photos.
    package init() {}

    mutating func warn(_ text: TerminalText) {
        if !warnings.contains(text) { warnings.append(text) }
    }
}
