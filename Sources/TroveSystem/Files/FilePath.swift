import Glibc

/// The parts of a path.
package enum FilePath {
    /// The byte between two parts. As a character it could be joined by a mark at the beginning of
    /// a name.
    private static let slash = UInt8(ascii: "/")

    /// Returns the folder that a path is in; `.` for a bare name.
    package static func folder(of path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: slash) else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Returns the last part of a path.
    package static func name(of path: String) -> String {
        path.utf8.lastIndex(of: slash).map { String(path[path.utf8.index(after: $0)...]) } ?? path
    }

    /// Returns whether a path leads to a regular file: not to a folder, a pipe or a device.
    package static func isFile(_ path: String) -> Bool {
        FileStatus(of: path)?.type == .file
    }

    /// Returns whether the folder of a path is on a file system that is mounted read-only.
    package static func isOnReadOnlyFileSystem(_ path: String) -> Bool {
        var information = statvfs()
        // The path and the struct live until the call returns.
        let result = unsafe statvfs(folder(of: path), &information)
        return result == 0 && information.f_flag & UInt(ST_RDONLY) != 0
    }

    /// Returns the path that a symbolic link points to, whether or not anything is there; nil if
    /// the path is not a symbolic link.
    package static func target(ofLink path: String) -> String? {
        let longest = Int(PATH_MAX)
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: longest) { buffer, count in
            // `readlink` writes as many bytes as it returns, without a terminating zero.
            count = unsafe buffer.withMemoryRebound(to: CChar.self) { characters in
                guard let start = characters.baseAddress else { return 0 }
                return max(0, unsafe readlink(path, start, longest))
            }
        }
        return bytes.isEmpty || bytes.count == longest
            ? nil : String(decoding: bytes, as: UTF8.self)
    }

    /// Returns the path to which a path without a file leads: that of the target if it is a
    /// symbolic link, else the path itself.
    static func followingLink(at path: String) -> String {
        var path = path
        // The system follows as many links.
        for _ in 0..<40 {
            guard let target = target(ofLink: path) else { break }
            path = target.hasPrefix("/") ? target : "\(folder(of: path))/\(target)"
        }
        return path
    }

    /// Returns the absolute path without symbolic links; nil if there is nothing at the path.
    package static func resolved(_ path: String) -> String? {
        // `realpath` allocates the string, which is copied before it is freed.
        guard let resolved = unsafe realpath(path, nil) else { return nil }
        defer { unsafe free(resolved) }
        return unsafe String(cString: resolved)
    }
}
