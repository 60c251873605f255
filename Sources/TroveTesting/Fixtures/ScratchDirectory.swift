import Glibc
import TroveLoopback
import TroveSystem

/// A new directory that is removed with its content when the value is deallocated.
///
/// All paths passed to its methods are relative to it.
package final class ScratchDirectory: Sendable {
    /// The directory's absolute path, with links resolved.
    package let path: String

    /// Creates a directory in `TMPDIR`, or `/tmp`, that only this user can enter.
    ///
    /// - Parameters:
    ///   - name: The prefix of the directory's name.
    ///   - inMemory: Whether to prefer a file system in memory, for files that are written often.
    /// - Throws: `SystemCallError` when the directory cannot be created.
    package init(name: String = "trove-test", inMemory: Bool = false) throws {
        var parent = SystemCall.getenv("TMPDIR") ?? "/tmp"
        if inMemory, SystemCall.access("/dev/shm", W_OK | X_OK) == 0 { parent = "/dev/shm" }
        let made = try Folder.makeNew(in: parent, named: name)
        // Programs report resolved paths, and transcripts replace this one.
        guard let resolved = FilePath.resolved(made) else {
            throw SystemCallError("realpath \(made)")
        }
        path = resolved
    }

    deinit {
        Self.remove(path)
    }

    /// Returns the absolute path of a file in the directory.
    package func path(_ name: String) -> String {
        "\(path)/\(name)"
    }

    /// Whether a file or a directory with this name exists.
    package func exists(_ name: String) -> Bool {
        SystemCall.access(path(name), F_OK) == 0
    }

    /// Creates a directory with its missing parents, and returns its absolute path.
    ///
    /// - Throws: `SystemCallError` when one cannot be created.
    @discardableResult
    package func makeDirectory(_ name: String, permissions: UInt32 = 0o755) throws -> String {
        var made = path
        for part in name.split(separator: "/") {
            made += "/\(part)"
            guard SystemCall.mkdir(made, 0o755) == 0 || errno == EEXIST else {
                throw SystemCallError("mkdir \(made)")
            }
        }
        try setPermissions(permissions, of: name)
        return made
    }

    /// Writes a text file, creating its parent directories, and returns its absolute path.
    ///
    /// - Throws: `SystemCallError` when it cannot be written.
    @discardableResult
    package func write(_ text: String, to name: String) throws -> String {
        try write(Array(text.utf8), to: name)
    }

    /// Writes a file of bytes, creating its parent directories, and returns its absolute path.
    ///
    /// - Throws: `SystemCallError` when it cannot be written.
    @discardableResult
    package func write(_ bytes: [UInt8], to name: String) throws -> String {
        if let slash = name.lastIndex(of: "/") { try makeDirectory(String(name[..<slash])) }
        try FileContents.write(bytes, to: path(name))
        return path(name)
    }

    /// Removes a file, or a directory with its content. Does nothing if it does not exist.
    package func remove(_ name: String) {
        Self.remove(path(name))
    }

    /// Reads a file as text; invalid UTF-8 becomes U+FFFD.
    ///
    /// - Throws: `SystemCallError` when it cannot be read.
    package func read(_ name: String) throws -> String {
        String(decoding: try readBytes(name), as: UTF8.self)
    }

    /// Reads a file.
    ///
    /// - Throws: `SystemCallError` when it cannot be read.
    package func readBytes(_ name: String) throws -> [UInt8] {
        try FileContents.read(path(name))
    }

    /// Returns the permission bits of a file or directory, for example `0o600`.
    ///
    /// - Throws: `SystemCallError` when it does not exist.
    package func permissions(of name: String) throws -> UInt32 {
        guard let status = FileStatus(of: path(name)) else {
            throw SystemCallError("stat \(path(name))")
        }
        return status.permissions
    }

    /// Sets the permission bits of a file or directory.
    ///
    /// - Throws: `SystemCallError` when they cannot be set.
    package func setPermissions(_ permissions: UInt32, of name: String) throws {
        guard SystemCall.chmod(path(name), permissions) == 0 else {
            throw SystemCallError("chmod \(path(name))")
        }
    }

    /// Returns the sorted names of all files below the directory, including links and sockets, with
    /// their directories but without the directories themselves.
    package func files() -> [String] {
        var found: [String] = []
        var directories = [""]
        while let directory = directories.popLast() {
            for name in names(in: directory) {
                let inner = directory.isEmpty ? name : "\(directory)/\(name)"
                if Self.isDirectory(path(inner)) {
                    directories.append(inner)
                } else {
                    found.append(inner)
                }
            }
        }
        return found.sorted()
    }

    /// Returns the sorted names of the files and directories in a directory.
    package func names(in directory: String) -> [String] {
        Folder.names(in: path(directory)) ?? []
    }

    private static func remove(_ path: String) {
        if isDirectory(path) {
            // A test may have removed the permissions that removal requires.
            _ = SystemCall.chmod(path, 0o700)
            for name in Folder.names(in: path) ?? [] { remove("\(path)/\(name)") }
            SystemCall.rmdir(path)
        } else {
            SystemCall.unlink(path)
        }
    }

    private static func isDirectory(_ path: String) -> Bool {
        FileStatus(of: path, followsLink: false)?.type == .folder
    }
}
