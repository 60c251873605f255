import TroveCodecs

/// The bytes of a file, with a look at its beginning before it is read.
package final class PeekedBytes: ByteSource {
    /// The first bytes of the file, and more of them while they are blank; all of them if the file
    /// is short.
    let beginning: [UInt8]
    private var given = 0
    private let source: any ByteSource

    init(_ source: any ByteSource, count: Int = 512) throws(ReadFailure) {
        self.source = source
        var bytes = [UInt8](repeating: 0, count: count)
        var length = 0
        while true {
            let read = try source.read(into: &bytes, from: length)
            if read == 0 { break }
            length += read
            guard length == bytes.count else { continue }
            // A file may begin with many blank lines.
            let isBlank = bytes.allSatisfy { $0.isBlank || Self.mark.contains($0) }
            guard isBlank, length < Self.maximumBytes else { break }
            bytes += [UInt8](repeating: 0, count: length)
        }
        beginning = Array(bytes[..<length])
    }

    /// The most bytes that are peeked at.
    private static let maximumBytes = 1 << 20

    /// The first byte that is neither blank nor part of a byte-order mark; nil if there is none.
    var firstSign: UInt8? { beginning.first { !$0.isBlank && !Self.mark.contains($0) } }

    /// The bytes of byte-order marks, and the zero bytes of UTF-16.
    private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF, 0xFE, 0xFF, 0x00]

    /// The share of the file that has been read, 0 to 1.
    package var fraction: Double { source.fraction }

    /// Reads the file from its start, including the peeked bytes.
    package func read(into bytes: inout [UInt8], from offset: Int) throws(ReadFailure) -> Int {
        guard given < beginning.count else { return try source.read(into: &bytes, from: offset) }
        let count = min(bytes.count - offset, beginning.count - given)
        bytes.replaceSubrange(offset..<offset + count, with: beginning[given..<given + count])
        given += count
        return count
    }
}
