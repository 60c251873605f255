import TroveCodecs
import TroveStore
import TroveSystem

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
            bytes = try WholeFile.read(path, limit: PictureHeader.maximumBytes)
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
