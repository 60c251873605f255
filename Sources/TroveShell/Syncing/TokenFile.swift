import Glibc

/// Where a library's bearer token is kept: beside the library, for its owner's eyes alone.
struct TokenFile {
    /// Why a token that is there is not used.
    enum Failure: Error, Equatable {
        /// Others can read it: the file's path.
        case isOpenToOthers(String)
        /// It cannot be read or written: its path, and the system's error number.
        case isUnusable(String, errno: Int32)
    }

    let path: String

    init(library: String) {
        path = library + ".token"
    }

    /// The token; nil where there is none.
    func read() throws(Failure) -> String? {
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

    /// Keeps a token, all of it or nothing; nil removes the file.
    func write(_ token: String?) throws(Failure) {
        guard let token else {
            if unsafe unlink(path) != 0, errno != ENOENT { throw .isUnusable(path, errno: errno) }
            return
        }
        let temporary = path + ".new"
        _ = unsafe unlink(temporary)
        let file = unsafe open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw .isUnusable(path, errno: errno) }
        let bytes = Array((token + "\n").utf8)
        // As many bytes as the array has.
        let isWritten = unsafe Glibc.write(file, bytes, bytes.count) == bytes.count
        let isDurable = isWritten && fsync(file) == 0
        let number = errno
        close(file)
        guard isDurable, unsafe rename(temporary, path) == 0 else {
            _ = unsafe unlink(temporary)
            throw .isUnusable(path, errno: number)
        }
    }
}
