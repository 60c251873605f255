import Glibc
package import TroveCodecs
package import TroveSystem

/// The folder beside a library that holds its pictures. Each file is named after the digest of its
/// content, so it never changes, and each picture is stored once.
///
/// Pictures without an item are kept, because an undo may need them.
package struct BlobFolder: Sendable {
    /// Why a picture cannot be written or read.
    package enum Failure: Error, Sendable, Hashable {
        /// It is not in the folder; it may exist on another device only.
        case isMissing
        /// The file, at this path, has other content.
        case isDamaged(String)
        /// The file or folder at this path cannot be written or read.
        case isUnusable(String, WholeFile.Failure)
    }

    /// The path of the folder, which is created with the first picture.
    package let path: String

    /// Uses the folder at a path, which need not exist.
    package init(_ path: String) {
        self.path = path
    }

    /// Returns the path for a digest, whether the file exists or not.
    package func file(of digest: SHA256) -> String { "\(path)/\(digest)" }

    /// Returns whether a file for a digest exists; its content is not checked.
    package func has(_ digest: SHA256) -> Bool {
        SystemCall.access(file(of: digest), F_OK) == 0
    }

    /// Writes a picture. It is durable when the function returns.
    package func keep(_ bytes: [UInt8], as digest: SHA256) throws(Failure) {
        // An intact file is not written again; a damaged one is replaced.
        if (try? read(digest)) != nil { return }
        do throws(WholeFile.Failure) {
            try Folder.make(path)
            try WholeFile.flush(path + "/..")
            try WholeFile.write(bytes, to: "\(path)/\(digest)", isDurable: true)
        } catch {
            throw .isUnusable(path, error)
        }
    }

    /// Reads a picture and checks its digest.
    package func read(_ digest: SHA256) throws(Failure) -> [UInt8] {
        let bytes: [UInt8]
        do throws(WholeFile.Failure) {
            bytes = try WholeFile.read(file(of: digest), limit: PictureHeader.maximumBytes)
        } catch {
            if error == .isMissing { throw .isMissing }
            throw .isUnusable(file(of: digest), error)
        }
        guard SHA256(of: bytes) == digest else { throw .isDamaged(file(of: digest)) }
        return bytes
    }
}
