/// One thing that a program did to the files below a folder, or said to others. Paths are absolute.
package enum DiskEvent: Sendable, Equatable {
    case makeFolder(String)
    /// The file is there from then on; empty if it was not, or if it is truncated.
    case open(String, truncates: Bool)
    case write(String, offset: Int, bytes: [UInt8])
    case resize(String, Int)
    /// Makes a file's content durable, or the names in a folder.
    case sync(String)
    case rename(String, to: String)
    case remove(String)
    /// To standard output, or into a socket: whoever gets it takes it for acknowledged.
    case say([UInt8])
}
