import Glibc

/// The names of the entries of a folder.
package enum FolderContents {
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
}
