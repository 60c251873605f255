package import TroveCodecs
package import TroveStore
package import TroveSystem
package import TroveTerminal

/// A picture file that somebody names as a photo: read and found to be right.
struct PhotoFile {
    /// Without its folders.
    let name: String
    let bytes: [UInt8]
    let digest: SHA256

    /// Reads a file; nil where there is none.
    ///
    /// - Throws: what keeps it from being a photo.
    init?(_ path: String, besides library: Library) throws(PhotoProblem) {
        let file = HomeFolder.expanding(path)
        // Closing it would let go of the library's locks.
        guard !library.isKept(in: file) else { throw .isLibrary }
        do throws(WholeFile.Failure) {
            bytes = try WholeFile.read(file, limit: PictureHeader.mostBytes)
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
        name = file.split(separator: "/").last.map(String.init) ?? file
    }
}

/// Why a file cannot be a photo.
package enum PhotoProblem: Error, Equatable {
    case isLibrary
    case unreadable(WholeFile.Failure)
    case unfit(PictureFailure)
    /// The library's folder for pictures does not take it.
    case notKept(BlobFolder.Failure)
}

/// The photos that the changes of one command name, and what is to be said of them.
package struct GatheredPhotos {
    /// To be kept before the changes are made.
    var contents: [SHA256: [UInt8]] = [:]
    /// Each once.
    package private(set) var warnings: [TerminalText] = []

    package init() {}

    mutating func warn(_ text: TerminalText) {
        if !warnings.contains(text) { warnings.append(text) }
    }
}
