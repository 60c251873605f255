import Glibc

// The unsafe calls in this file pass C strings and records that live until the call returns; the C
// library keeps none of them.

/// A fresh directory that is removed, with everything in it, when its last user lets go.
///
/// Every path that its methods take is relative to it.
package final class ScratchDirectory: Sendable {
    /// The directory's absolute path, without links in it.
    package let path: String

    /// Makes a directory below `TMPDIR`, or `/tmp`, that only this user can enter.
    ///
    /// - Parameters:
    ///   - name: The beginning of the directory's name, to recognise it by.
    ///   - inMemory: Whether it is better kept in memory, where the system has such a place: for
    ///     files that are written often and need not survive the machine.
    /// - Throws: `SystemCallError` when the directory cannot be made.
    package init(name: String = "trove-test", inMemory: Bool = false) throws {
        // The value is copied at once; nothing changes the environment while tests run.
        var parent = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"
        if inMemory, unsafe access("/dev/shm", W_OK | X_OK) == 0 { parent = "/dev/shm" }
        var template = Array("\(parent)/\(name)-XXXXXX".utf8CString)
        // `mkdtemp` writes over the six letters before the zero at the end.
        guard unsafe mkdtemp(&template) != nil else {
            throw SystemCallError("mkdtemp in \(parent)")
        }
        let made = String(
            decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        // A program reports paths as the system resolves them, and transcripts replace this one.
        // `realpath` allocates the text, which is copied before it is freed.
        guard let resolved = unsafe realpath(made, nil) else {
            throw SystemCallError("realpath \(made)")
        }
        defer { unsafe free(resolved) }
        path = unsafe String(cString: resolved)
    }

    deinit {
        Self.remove(path)
    }

    /// The absolute path of something in the directory.
    package func path(_ name: String) -> String {
        "\(path)/\(name)"
    }

    /// Whether there is a file or a directory of that name.
    package func exists(_ name: String) -> Bool {
        unsafe access(path(name), F_OK) == 0
    }

    /// Makes a directory, and those above it that are missing, and returns its absolute path.
    ///
    /// - Throws: `SystemCallError` when one cannot be made.
    @discardableResult
    package func makeDirectory(_ name: String, permissions: UInt32 = 0o755) throws -> String {
        var made = path
        for part in name.split(separator: "/") {
            made += "/\(part)"
            guard unsafe mkdir(made, 0o755) == 0 || errno == EEXIST else {
                throw SystemCallError("mkdir \(made)")
            }
        }
        try setPermissions(permissions, of: name)
        return made
    }

    /// Writes a text file, with the directories above it, and returns its absolute path.
    ///
    /// - Throws: `SystemCallError` when it cannot be written.
    @discardableResult
    package func write(_ text: String, to name: String) throws -> String {
        try write(Array(text.utf8), to: name)
    }

    /// Writes a file of bytes, with the directories above it, and returns its absolute path.
    ///
    /// - Throws: `SystemCallError` when it cannot be written.
    @discardableResult
    package func write(_ bytes: [UInt8], to name: String) throws -> String {
        if let slash = name.lastIndex(of: "/") { try makeDirectory(String(name[..<slash])) }
        try FileContents.write(bytes, to: path(name))
        return path(name)
    }

    /// Removes a file or a directory with all that is in it; what is not there stays so.
    package func remove(_ name: String) {
        Self.remove(path(name))
    }

    /// Reads a file as text; what is not UTF-8 becomes U+FFFD.
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

    /// The permission bits of a file or directory, for example `0o600`.
    ///
    /// - Throws: `SystemCallError` when there is no such file.
    package func permissions(of name: String) throws -> UInt32 {
        var information = stat()
        guard unsafe stat(path(name), &information) == 0 else {
            throw SystemCallError("stat \(path(name))")
        }
        return information.st_mode & 0o7777
    }

    /// Sets the permission bits of a file or directory.
    ///
    /// - Throws: `SystemCallError` when they cannot be set.
    package func setPermissions(_ permissions: UInt32, of name: String) throws {
        guard unsafe chmod(path(name), permissions) == 0 else {
            throw SystemCallError("chmod \(path(name))")
        }
    }

    /// The names of every file below the directory, links and sockets too, sorted, with their
    /// directories but not the directories themselves.
    package func files() -> [String] {
        var found: [String] = []
        var directories = [""]
        while let directory = directories.popLast() {
            for name in Self.entries(of: path(directory)) {
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

    private static func remove(_ path: String) {
        if isDirectory(path) {
            // A test may have taken the permissions away that removing needs.
            _ = unsafe chmod(path, 0o700)
            for name in entries(of: path) { remove("\(path)/\(name)") }
            _ = unsafe rmdir(path)
        } else {
            _ = unsafe unlink(path)
        }
    }

    private static func isDirectory(_ path: String) -> Bool {
        var information = stat()
        return unsafe lstat(path, &information) == 0
            && information.st_mode & S_IFMT == S_IFDIR
    }

    private static func entries(of path: String) -> [String] {
        guard let directory = unsafe opendir(path) else { return [] }
        defer { unsafe closedir(directory) }
        var names: [String] = []
        // An entry is valid until the next `readdir` of this directory, which is open until the end.
        while let entry = unsafe readdir(directory) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
                // `readdir` ends the name with a zero within the field, which has 256 bytes.
                unsafe $0.withMemoryRebound(to: CChar.self, capacity: 256) {
                    unsafe String(cString: $0)
                }
            }
            if name != "." && name != ".." { names.append(name) }
        }
        return names
    }
}
