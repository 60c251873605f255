import Glibc
package import TroveModel
package import TroveSystem

/// The folder of the pictures that belong to a library, beside its file: each is called by the
/// digest of its content, so that none is ever changed and none is kept twice.
///
/// What nothing in the library uses any more stays: an undo may bring it back.
package struct BlobFolder: Sendable {
    /// Why a picture cannot be kept or had.
    package enum Failure: Error, Sendable, Hashable {
        /// It is not in the folder: perhaps it is on another device only.
        case isMissing
        /// The file of that name holds something else: its path.
        case isDamaged(String)
        case isUnusable(String, WholeFile.Failure)
    }

    /// The path of the folder; the folder is made when the first picture is kept.
    package let path: String

    package init(_ path: String) {
        self.path = path
    }

    /// The file of a content, whether it is there or not.
    package func file(of digest: SHA256) -> String { "\(path)/\(digest)" }

    /// Whether there is a file of a content; whether it is whole is not looked at.
    package func has(_ digest: SHA256) -> Bool {
        // The path lives until the call returns.
        unsafe access(file(of: digest), F_OK) == 0
    }

    /// Keeps some content; it is on the disk when this returns.
    package func keep(_ bytes: [UInt8], as digest: SHA256) throws(Failure) {
        // What is there and right need not be written again; what is damaged is made whole.
        if (try? read(digest)) != nil { return }
        do throws(WholeFile.Failure) {
            try WholeFile.makeFolder(path)
            try WholeFile.flush(path + "/..")
            try WholeFile.write(bytes, to: "\(digest)", in: path, isDurable: true)
        } catch {
            throw .isUnusable(path, error)
        }
    }

    /// The content with a digest, which is what comes back: that is looked at.
    package func read(_ digest: SHA256) throws(Failure) -> [UInt8] {
        let bytes: [UInt8]
        do throws(WholeFile.Failure) {
            bytes = try WholeFile.read(file(of: digest), limit: PictureHeader.mostBytes)
        } catch {
            if error == .isMissing { throw .isMissing }
            throw .isUnusable(file(of: digest), error)
        }
        guard SHA256(of: bytes) == digest else { throw .isDamaged(file(of: digest)) }
        return bytes
    }
}

extension Library {
    /// Where its pictures are; nil for a library that is kept nowhere.
    package var blobs: BlobFolder? {
        if case .file = location { BlobFolder(file + ".blobs") } else { nil }
    }
}
