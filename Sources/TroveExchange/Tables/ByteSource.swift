/// Reads the bytes of a file, or of a member of an archive, block by block.
package protocol ByteSource: AnyObject {
    /// Reads the next bytes into an array, from `offset` up to its end at most. There must be room
    /// for at least one byte.
    ///
    /// - Returns: the number of bytes read; 0 at the end of the file.
    func read(into bytes: inout [UInt8], from offset: Int) throws(ReadFailure) -> Int

    /// The share of the file that has been read, 0 to 1; 0 if its length is not known.
    var fraction: Double { get }
}

/// Bytes in memory.
package final class MemoryBytes: ByteSource {
    private let bytes: [UInt8]
    private var position = 0
    /// The maximum number of bytes for each `read`.
    private let pieceSize: Int

    /// Reads these bytes from the start, at most `pieceSize` of them at once.
    package init(_ bytes: [UInt8], pieceSize: Int = .max) {
        self.bytes = bytes
        self.pieceSize = pieceSize
    }

    /// Copies the next piece of the bytes.
    package func read(into target: inout [UInt8], from offset: Int) throws(ReadFailure) -> Int {
        let count = min(target.count - offset, bytes.count - position, pieceSize)
        target.replaceSubrange(offset..<offset + count, with: bytes[position..<position + count])
        position += count
        return count
    }

    /// The share of the bytes that has been read.
    package var fraction: Double {
        bytes.isEmpty ? 1 : Double(position) / Double(bytes.count)
    }
}
