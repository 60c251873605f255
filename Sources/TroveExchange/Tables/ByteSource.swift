/// Where the bytes of a file come from, a block at a time: a file, or a member of an archive.
package protocol ByteSource: AnyObject {
    /// Puts the next bytes into an array, in place of what stands there from an offset on, and not
    /// beyond its end. There is room for at least one.
    ///
    /// - Returns: how many it put there; 0 at the end of the file.
    func read(into bytes: inout [UInt8], from offset: Int) throws(ReadFailure) -> Int

    /// How much of the file has been read, 0 to 1; 0 where nobody knows how long it is.
    var fraction: Double { get }
}

/// Bytes that are in memory.
package final class MemoryBytes: ByteSource {
    private let bytes: [UInt8]
    private var position = 0
    /// How many are given at once.
    private let pieceSize: Int

    /// Reads these bytes from their beginning; a small `pieceSize` makes each `read` give fewer.
    package init(_ bytes: [UInt8], pieceSize: Int = .max) {
        self.bytes = bytes
        self.pieceSize = pieceSize
    }

    package func read(into target: inout [UInt8], from offset: Int) throws(ReadFailure) -> Int {
        let count = min(target.count - offset, bytes.count - position, pieceSize)
        target.replaceSubrange(offset..<offset + count, with: bytes[position..<position + count])
        position += count
        return count
    }

    package var fraction: Double {
        bytes.isEmpty ? 1 : Double(position) / Double(bytes.count)
    }
}
