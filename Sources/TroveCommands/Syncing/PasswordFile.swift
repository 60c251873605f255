import Glibc

/// A file whose first line is a password.
enum PasswordFile {
    /// The file cannot be used: the value of `errno`, or 0 if its first line is empty or not UTF-8.
    struct Failure: Error {
        let errno: Int32
    }

    /// Returns the password in the file.
    static func read(_ path: String) throws(Failure) -> String {
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
        guard file >= 0 else { throw Failure(errno: errno) }
        defer { close(file) }
        var buffer = [UInt8](repeating: 0, count: 4096)
        // The count is that of the buffer.
        let count = unsafe Glibc.read(file, &buffer, buffer.count)
        guard count >= 0 else { throw Failure(errno: errno) }
        let line = buffer.prefix(count).prefix { $0 != 0x0A && $0 != 0x0D }
        guard let text = String(validating: line, as: UTF8.self), !text.isEmpty else {
            throw Failure(errno: 0)
        }
        return text
    }
}
