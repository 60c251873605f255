import CZlib

/// The functions of zlib, which is loaded with the first archive and never unloaded.
@safe
struct ZlibLibrary: Sendable {
    /// The Debian package of zlib.
    static let package = "zlib1g"

    /// Points to a table that is complete on creation, never changed and never freed.
    nonisolated(unsafe) let functions: UnsafePointer<trove_zlib>

    /// The library, or why it cannot be loaded. The first access loads it.
    static let shared = load("libz.so.1")

    /// Loads the library with a file name.
    static func load(_ name: String) -> Result<ZlibLibrary, ReadFailure> {
        let table = UnsafeMutablePointer<trove_zlib>.allocate(capacity: 1)
        // The call fills the whole table or fails. Its message is copied at once.
        if let reason = unsafe trove_zlib_load(table, name) {
            let text = unsafe String(cString: reason)
            unsafe table.deallocate()
            return .failure(.cannotInflate(package: package, reason: text))
        }
        return unsafe .success(ZlibLibrary(functions: UnsafePointer(table)))
    }

    /// Continues the CRC-32 of earlier bytes.
    func checksum(_ checksum: UInt32, of bytes: ArraySlice<UInt8>) -> UInt32 {
        unsafe bytes.withUnsafeBytes { bytes in
            // The call reads exactly the bytes of the slice, which is far smaller than 4 GiB.
            unsafe UInt32(
                truncatingIfNeeded: functions.pointee.crc32(
                    UInt(checksum), bytes.bindMemory(to: UInt8.self).baseAddress,
                    UInt32(truncatingIfNeeded: bytes.count)))
        }
    }
}

/// Inflates raw deflate data (RFC 1951), piece by piece.
@safe
final class Inflater {
    private let zlib: ZlibLibrary
    /// Allocated in `init` and freed in `deinit`; zlib keeps its address in between.
    private let stream: UnsafeMutablePointer<z_stream>

    /// Creates an inflater; nil without memory.
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

    /// The result of one step.
    struct Step {
        /// The number of input and of output bytes.
        let consumed: Int
        let produced: Int
        let isAtEnd: Bool
    }

    /// Inflates as much as fits into an array, from `offset` on.
    ///
    /// - Returns: nil for invalid data.
    func inflate(_ input: ArraySlice<UInt8>, into bytes: inout [UInt8], from offset: Int) -> Step? {
        unsafe input.withUnsafeBytes { input in
            unsafe bytes.withUnsafeMutableBytes { bytes in
                let room = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[offset...])
                // zlib accesses these ranges only during the call. It does not write to its input,
                // although its type allows that.
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
