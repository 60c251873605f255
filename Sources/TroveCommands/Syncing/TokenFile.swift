import Glibc
import TroveSystem

/// The file beside the library in which earlier versions stored the bearer token. The token is now
/// stored in the library.
package struct TokenFile {
    /// Why a token cannot be used.
    package enum Failure: Error, Equatable {
        /// Other users can read the file at this path: this file or the library.
        case isOpenToOthers(String)
        /// The file at this path cannot be read; the value of `errno`.
        case isUnusable(String, errno: Int32)
    }

    let path: String

    /// Creates a reference to the token file of a library: its path with `.token` appended.
    package init(library: String) {
        path = library + ".token"
    }

    /// Returns the token; nil if there is no file.
    package func read() throws(Failure) -> String? {
        let file = SystemCall.open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard file >= 0 else {
            if errno == ENOENT { return nil }
            throw .isUnusable(path, errno: errno)
        }
        defer { close(file) }
        guard let status = FileStatus(of: file) else { throw .isUnusable(path, errno: errno) }
        guard !status.isOpenToOthers else { throw .isOpenToOthers(path) }
        var buffer = [UInt8](repeating: 0, count: 512)
        // The count is that of the buffer.
        let count = unsafe Glibc.read(file, &buffer, buffer.count)
        guard count >= 0 else { throw .isUnusable(path, errno: errno) }
        let token = String(decoding: buffer.prefix(count), as: UTF8.self)
            .prefix { !$0.isWhitespace }
        return token.isEmpty ? nil : String(token)
    }

    /// Removes the file.
    package func remove() { SystemCall.unlink(path) }
}
