/// An operation of a program on the files below a folder, or its output. Paths are absolute.
package enum DiskEvent: Sendable, Equatable {
    case makeFolder(String)
    /// Opens a file, creating it if needed; empties it if `truncates`.
    case open(String, truncates: Bool)
    case write(String, offset: Int, bytes: [UInt8])
    case resize(String, Int)
    /// Makes a file's content, or the names in a folder, durable.
    case sync(String)
    case rename(String, to: String)
    case remove(String)
    /// Writes to standard output or a socket, which counts as an acknowledgment.
    case say([UInt8])
}
