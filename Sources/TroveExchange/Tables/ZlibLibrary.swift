import CZlib

/// The functions of zlib, which is loaded when the first archive is read and stays for good.
@safe
struct ZlibLibrary: Sendable {
    /// The Debian package that zlib comes in.
    private static let package = "zlib1g"

    /// Points to a table that is complete before anybody sees it, is never changed and never freed.
    nonisolated(unsafe) let functions: UnsafePointer<trove_zlib>

    /// The library, or why there is none; it is loaded by who asks first.
    static let shared = load("libz.so.1")

    /// Loads the library that has a file name.
    static func load(_ name: String) -> Result<ZlibLibrary, ReadFailure> {
        let table = UnsafeMutablePointer<trove_zlib>.allocate(capacity: 1)
        // The call fills the whole table or fails; its words are copied at once.
        if let reason = unsafe trove_zlib_load(table, name) {
            let text = unsafe String(cString: reason)
            unsafe table.deallocate()
            return .failure(.cannotInflate(package: package, reason: text))
        }
        return unsafe .success(ZlibLibrary(functions: UnsafePointer(table)))
    }

    /// Goes on with a checksum as archives have it.
    func checksum(_ checksum: UInt32, of bytes: ArraySlice<UInt8>) -> UInt32 {
        unsafe bytes.withUnsafeBytes { bytes in
            // The call reads as many bytes as the slice has; a block is far from four gigabytes.
            unsafe UInt32(
                truncatingIfNeeded: functions.pointee.crc32(
                    UInt(checksum), bytes.bindMemory(to: UInt8.self).baseAddress,
                    UInt32(truncatingIfNeeded: bytes.count)))
        }
    }
}

/// Inflates raw deflated data (RFC 1951), a piece at a time.
@safe
final class Inflater {
    private let zlib: ZlibLibrary
    /// Belongs to this object from `init` to `deinit`; zlib keeps its address.
    private let stream: UnsafeMutablePointer<z_stream>

    /// Nil when there is no memory for it.
    init?(_ zlib: ZlibLibrary) {
        self.zlib = zlib
        unsafe stream = .allocate(capacity: 1)
        unsafe stream.initialize(to: z_stream())
        guard unsafe trove_zlib_begin(zlib.functions, stream) == Z_OK else {
            unsafe stream.deallocate()
            return nil
        }
    }

    deinit {
        _ = unsafe zlib.functions.pointee.inflateEnd(stream)
        unsafe stream.deallocate()
    }

    /// How a step went.
    struct Step {
        /// How many bytes were taken in, and how many came out.
        let consumed: Int
        let produced: Int
        let isAtEnd: Bool
    }

    /// Inflates what fits, into an array from an offset on.
    ///
    /// - Returns: nil when the data is no such data.
    func inflate(_ input: ArraySlice<UInt8>, into bytes: inout [UInt8], from offset: Int) -> Step? {
        unsafe input.withUnsafeBytes { input in
            unsafe bytes.withUnsafeMutableBytes { bytes in
                let room = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[offset...])
                // zlib reads and writes between these addresses only, and only during the call; it
                // does not write to its input, although its type allows that.
                unsafe stream.pointee.next_in = UnsafeMutablePointer(
                    mutating: input.bindMemory(to: UInt8.self).baseAddress)
                unsafe stream.pointee.avail_in = UInt32(clamping: input.count)
                unsafe stream.pointee.next_out = room.bindMemory(to: UInt8.self).baseAddress
                unsafe stream.pointee.avail_out = UInt32(clamping: room.count)
                let code = unsafe zlib.functions.pointee.inflate(stream, Z_NO_FLUSH)
                guard code == Z_OK || code == Z_STREAM_END || code == Z_BUF_ERROR else {
                    return nil
                }
                return unsafe Step(
                    consumed: input.count - Int(stream.pointee.avail_in),
                    produced: room.count - Int(stream.pointee.avail_out),
                    isAtEnd: code == Z_STREAM_END)
            }
        }
    }
}
