import CZlib

/// Deflates raw data (RFC 1951), piece by piece.
@safe
final class Deflater {
    private let zlib: ZlibLibrary
    /// Allocated in `init` and freed in `deinit`; zlib keeps its address in between.
    private let stream: UnsafeMutablePointer<z_stream>

    /// Creates a deflater; nil without memory.
    init?(_ zlib: ZlibLibrary) {
        self.zlib = zlib
        unsafe stream = .allocate(capacity: 1)
        unsafe stream.initialize(to: z_stream())
        guard unsafe trove_zlib_begin_deflating(zlib.functions, stream) == Z_OK else {
            unsafe stream.deallocate()
            return nil
        }
    }

    deinit {
        _ = unsafe zlib.functions.pointee.deflateEnd(stream)
        unsafe stream.deallocate()
    }

    /// Deflates all of `input`, and appends the output that is ready. With `isLast` the data ends,
    /// and all of its output is appended.
    func deflate(_ input: [UInt8], isLast: Bool, to bytes: inout [UInt8]) {
        let block = 1 << 16
        var rest = input[...]
        while true {
            let start = bytes.count
            bytes.append(contentsOf: repeatElement(0, count: block))
            let left = unsafe rest.withUnsafeBytes { rest in
                unsafe bytes.withUnsafeMutableBytes { bytes in
                    let room = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[start...])
                    // zlib accesses these ranges only during the call. It does not write to its
                    // input, although its type allows that.
                    unsafe stream.pointee.next_in = UnsafeMutablePointer(
                        mutating: rest.bindMemory(to: UInt8.self).baseAddress)
                    unsafe stream.pointee.avail_in = UInt32(clamping: rest.count)
                    unsafe stream.pointee.next_out = room.bindMemory(to: UInt8.self).baseAddress
                    unsafe stream.pointee.avail_out = UInt32(room.count)
                    _ = unsafe zlib.functions.pointee.deflate(
                        stream, isLast ? Z_FINISH : Z_NO_FLUSH)
                    let given = unsafe UInt32(clamping: rest.count) - stream.pointee.avail_in
                    return unsafe (consumed: Int(given), room: Int(stream.pointee.avail_out))
                }
            }
            bytes.removeLast(left.room)
            rest = rest.dropFirst(left.consumed)
            // Room that is left over means that there is no more output for this input.
            if rest.isEmpty, left.room > 0 { return }
        }
    }
}
