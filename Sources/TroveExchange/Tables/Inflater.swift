import CZlib

/// Inflates raw deflate data (RFC 1951), piece by piece.
final class Inflater {
    private let stream: ZlibStream

    /// Creates an inflater; nil without memory.
    init?(_ zlib: ZlibLibrary) {
        guard let stream = ZlibStream(.inflate, zlib) else { return nil }
        self.stream = stream
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
        let step = stream.convert(input, into: &bytes, from: offset, Z_NO_FLUSH)
        guard [Z_OK, Z_STREAM_END, Z_BUF_ERROR].contains(step.code) else { return nil }
        return Step(
            consumed: step.consumed, produced: step.produced, isAtEnd: step.code == Z_STREAM_END)
    }
}
