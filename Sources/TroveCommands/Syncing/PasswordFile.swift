import Glibc
import TroveStore
import TroveSystem

/// A file whose first line is a password.
enum PasswordFile {
    /// The file cannot be used: the value of `errno`, or 0 if its first line is empty or not UTF-8.
    struct Failure: Error {
        let errno: Int32
    }

    /// The longest first line, in bytes.
    private static let limit = 4096

    /// Returns the password in the file, which must not be one of the library's. Lines after the
    /// first one are not read.
    static func read(_ path: String, besides library: Library) throws(Failure) -> String {
        // Closing any descriptor of the library drops its POSIX locks.
        guard !library.isKept(in: path) else { throw Failure(errno: 0) }
        let file = SystemCall.open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
        guard file >= 0 else { throw Failure(errno: errno) }
        defer { close(file) }
        var line: [UInt8] = []
        while !line.contains(where: \.endsLine) {
            // A read from a pipe may return only a part of the line.
            guard let part = Descriptor.read(file, limit: limit) else {
                throw Failure(errno: errno)
            }
            if part.isEmpty { break }
            line += part
            guard line.count <= limit else { throw Failure(errno: EFBIG) }
        }
        guard
            let text = String(validating: line.prefix { !$0.endsLine }, as: UTF8.self),
            !text.isEmpty
        else { throw Failure(errno: 0) }
        return text
    }
}

extension UInt8 {
    /// Whether the byte is a line feed or a carriage return.
    fileprivate var endsLine: Bool { self == 0x0A || self == 0x0D }
}
