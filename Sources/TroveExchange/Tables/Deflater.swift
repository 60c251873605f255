import CZlib

/// Deflates raw data (RFC 1951), piece by piece.
final class Deflater {
    private let stream: ZlibStream

    /// Creates a deflater; nil without memory.
    init?(_ zlib: ZlibLibrary) {
        guard let stream = ZlibStream(.deflate, zlib) else { return nil }
        self.stream = stream
    }

    /// Deflates all of `input`, and appends the output that is ready. With `isLast` the data ends,
    /// and all of its output is appended.
    func deflate(_ input: [UInt8], isLast: Bool, to bytes: inout [UInt8]) {
        let block = 1 << 16
        var rest = input[...]
        while true {
            let start = bytes.count
            bytes.append(contentsOf: repeatElement(0, count: block))
            let step = stream.convert(
                rest, into: &bytes, from: start, isLast ? Z_FINISH : Z_NO_FLUSH)
            let room = block - step.produced
            bytes.removeLast(room)
            rest = rest.dropFirst(step.consumed)
            // Room that is left over means that there is no more output for this input.
            if rest.isEmpty, room > 0 { return }
        }
    }
}
