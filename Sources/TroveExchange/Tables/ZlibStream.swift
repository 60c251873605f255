import CZlib

/// A stream of zlib that inflates or deflates raw data (RFC 1951), with the memory that it uses.
@safe
final class ZlibStream {
    /// What a stream does with its data.
    enum Direction {
        case inflate, deflate
    }

    private let direction: Direction
    /// Whether zlib has accepted the stream.
    private var isBegun: Bool
    private let zlib: ZlibLibrary
    /// Allocated in `init` and freed in `deinit`; zlib keeps its address in between.
    private let stream: UnsafeMutablePointer<z_stream>

    /// Creates a stream; nil without memory.
    init?(_ direction: Direction, _ zlib: ZlibLibrary) {
        self.direction = direction
        self.zlib = zlib
        isBegun = false
        unsafe stream = .allocate(capacity: 1)
        unsafe stream.initialize(to: z_stream())
        let code =
            switch direction {
            case .inflate: unsafe trove_zlib_begin(zlib.functions, stream)
            case .deflate: unsafe trove_zlib_begin_deflating(zlib.functions, stream)
            }
        // This runs `deinit`.
        guard code == Z_OK else { return nil }
        isBegun = true
    }

    deinit {
        switch direction {
        case _ where !isBegun: break
        case .inflate: _ = unsafe zlib.functions.pointee.inflateEnd(stream)
        case .deflate: _ = unsafe zlib.functions.pointee.deflateEnd(stream)
        }
        unsafe stream.deallocate()
    }

    /// The result of one step.
    struct Step {
        /// The code that zlib returned, such as `Z_STREAM_END`.
        let code: Int32
        /// The number of input and of output bytes.
        let consumed: Int
        let produced: Int
    }

    /// Converts as much of the input as fits into an array, from `offset` on.
    ///
    /// - Parameters:
    ///   - input: the next bytes of the data.
    ///   - bytes: receives the output from `offset` to its end.
    ///   - offset: the place of the first byte of the output.
    ///   - flush: how much output is due, such as `Z_FINISH`.
    /// - Returns: the code of zlib, and the bytes that were consumed and produced.
    func convert(
        _ input: ArraySlice<UInt8>, into bytes: inout [UInt8], from offset: Int, _ flush: Int32
    ) -> Step {
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
                let code =
                    switch direction {
                    case .inflate: unsafe zlib.functions.pointee.inflate(stream, flush)
                    case .deflate: unsafe zlib.functions.pointee.deflate(stream, flush)
                    }
                let given = UInt32(clamping: input.count)
                let space = UInt32(clamping: room.count)
                return unsafe Step(
                    code: code, consumed: Int(given - stream.pointee.avail_in),
                    produced: Int(space - stream.pointee.avail_out))
            }
        }
    }
}
