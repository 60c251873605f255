import Glibc

/// Reads, creates and locks folders.
package enum Folder {
    /// Returns the names, sorted, without `.` and `..`; nil if the folder cannot be read.
    package static func names(in folder: String) -> [String]? {
        // The directory is open until the function ends. An entry is valid until the next
        // `readdir`; its name ends with a zero byte and is copied at once.
        guard let directory = unsafe opendir(folder) else { return nil }
        defer { unsafe closedir(directory) }
        var names: [String] = []
        while let entry = unsafe readdir(directory) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { name in
                unsafe String(cString: UnsafeRawPointer(name).assumingMemoryBound(to: CChar.self))
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    /// Creates a folder and its missing parents, unless they exist, for their owner only.
    ///
    /// - Parameters:
    ///   - path: the folder.
    ///   - isDurable: whether what was created is on the disk when this returns.
    /// - Throws: `WholeFile.Failure`.
    package static func make(
        _ path: String, isDurable: Bool = false
    ) throws(WholeFile.Failure) {
        guard FileStatus(of: path) == nil else { return }
        let parent = FilePath.folder(of: path)
        if parent != path { try make(parent, isDurable: isDurable) }
        guard SystemCall.mkdir(path, 0o700) == 0 || errno == EEXIST else { throw .system(errno) }
        if isDurable { try WholeFile.flush(parent) }
    }

    /// Creates a folder with a new name for its owner only.
    ///
    /// - Parameters:
    ///   - parent: the folder that it is in.
    ///   - name: the beginning of its name.
    /// - Returns: its path.
    /// - Throws: `WholeFile.Failure`.
    package static func makeNew(
        in parent: String, named name: String
    ) throws(WholeFile.Failure) -> String {
        var template = Array("\(parent)/\(name)-XXXXXX".utf8CString)
        // `mkdtemp` overwrites the six letters before the terminating zero.
        guard unsafe mkdtemp(&template) != nil else { throw .system(errno) }
        return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Locks a folder against other programs that use this function, after waiting for one that has
    /// locked it. Closing the descriptor unlocks it.
    ///
    /// - Parameter path: the folder.
    /// - Returns: an open descriptor of the folder.
    /// - Throws: `WholeFile.Failure`.
    package static func lock(_ path: String) throws(WholeFile.Failure) -> Int32 {
        let descriptor = SystemCall.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .system(errno) }
        while flock(descriptor, LOCK_EX) != 0 {
            guard errno == EINTR else {
                defer { close(descriptor) }
                throw .system(errno)
            }
        }
        return descriptor
    }
}
