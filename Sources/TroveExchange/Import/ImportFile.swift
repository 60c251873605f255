package import TroveModel

/// A file to import, which is read twice: for the definitions at its beginning, and for its rows.
///
/// A pipe is opened once, and what the first reading has read is kept for the second one.
package final class ImportFile {
    /// The path of the file.
    package let path: String
    /// The pipe after its first reading; nil for other files.
    private var pipe: RewoundBytes?
    private let isGivenUp: @Sendable () -> Bool

    /// Names a file, without opening it.
    ///
    /// - Parameters:
    ///   - path: the path of the file.
    ///   - isGivenUp: polled, on any thread, while a pipe has no bytes; true ends the wait with
    ///     `EINTR`.
    package init(path: String, isGivenUp: @escaping @Sendable () -> Bool = { false }) {
        self.path = path
        self.isGivenUp = isGivenUp
    }

    /// Returns the definitions before the first item; none for a file of another format.
    ///
    /// - Throws: why the file cannot be read.
    package func definitions() throws(ImportFailure) -> [Definition] {
        let file = try ImportFailure.reading { () throws(ReadFailure) in
            guard FileBytes.isPipe(path) else { return try PeekedBytes(FileBytes(path: path)) }
            let pipe = RewoundBytes(try FileBytes(path: path, isGivenUp: isGivenUp))
            self.pipe = pipe
            return try PeekedBytes(pipe)
        }
        defer { pipe?.rewind() }
        if pipe == nil, ZipArchive.isArchive(file.beginning) {
            return try TroveArchiveFormat.definitions(in: try ImportArchive(path: path))
        }
        return try ImportedDefinitions.read(file)
    }

    /// Opens the file for reading its rows. Returns its size as well; 0 for a pipe.
    func open() throws(ReadFailure) -> (bytes: PeekedBytes, size: Int) {
        if let pipe { return (try PeekedBytes(pipe), 0) }
        let bytes = try FileBytes(path: path)
        return (try PeekedBytes(bytes), bytes.size)
    }
}

/// The bytes of a pipe, whose beginning can be read again once.
private final class RewoundBytes: ByteSource {
    private let source: FileBytes
    /// What was read before `rewind`.
    private var kept: [UInt8] = []
    /// The number of kept bytes that were read again; nil before `rewind`.
    private var position: Int?

    init(_ source: FileBytes) {
        self.source = source
    }

    func rewind() { position = 0 }

    var fraction: Double { source.fraction }

    func read(into bytes: inout [UInt8], from offset: Int) throws(ReadFailure) -> Int {
        if let position, position < kept.count {
            let count = min(bytes.count - offset, kept.count - position)
            bytes.replaceSubrange(
                offset..<offset + count, with: kept[position..<position + count])
            self.position = position + count
            return count
        }
        let count = try source.read(into: &bytes, from: offset)
        if position == nil { kept += bytes[offset..<offset + count] }
        return count
    }
}
