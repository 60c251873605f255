import Glibc

/// The file in which earlier versions kept a library's bearer token, beside the library. Now the
/// token is in the library.
package struct TokenFile {
    /// Why a token cannot be used.
    package enum Failure: Error, Equatable {
        /// Other users can read the file at this path: this file or the library.
        case isOpenToOthers(String)
        /// The file at this path cannot be read; the value of `errno`.
        case isUnusable(String, errno: Int32)
    }

    let path: String

    /// Names the token file of the library at this path: the path with `.token` appended.
    package init(library: String) {
        path = library + ".token"
    }

    /// Returns the token; nil if there is no file.
    package func read() throws(Failure) -> String? {
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard file >= 0 else {
            if errno == ENOENT { return nil }
            throw .isUnusable(path, errno: errno)
        }
        defer { close(file) }
        var status = stat()
        // The call fills in the record.
        guard unsafe fstat(file, &status) == 0 else { throw .isUnusable(path, errno: errno) }
        guard status.st_mode & 0o077 == 0 else { throw .isOpenToOthers(path) }
        var buffer = [UInt8](repeating: 0, count: 512)
        // No more bytes than the buffer has.
        let count = unsafe Glibc.read(file, &buffer, buffer.count)
        guard count >= 0 else { throw .isUnusable(path, errno: errno) }
        let token = String(decoding: buffer.prefix(count), as: UTF8.self)
            .prefix { !$0.isWhitespace }
        return token.isEmpty ? nil : String(token)
    }

    /// Removes the file.
    package func remove() { _ = unsafe unlink(path) }
}
