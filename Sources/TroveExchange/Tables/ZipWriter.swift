import TroveCodecs

/// Writes a zip archive (PKWARE's APPNOTE.TXT 6.3.10) from its start to its end, without going
/// back.
///
/// The sizes and the checksum of a deflated member follow its data. Archives of 4 GiB or more,
/// which need zip64, are not written.
package struct ZipWriter {
    /// Why an archive cannot be written.
    package enum Failure: Error, Sendable, Equatable {
        /// The library for deflating cannot be loaded: its Debian package, and the loader's
        /// message.
        case cannotDeflate(package: String, reason: String)
        case isTooLarge
        case hasTooManyMembers
    }

    /// The bytes written since `removeBytes`.
    package private(set) var bytes: [UInt8] = []
    /// The date and the time of all members, in the notation of MS-DOS.
    private let stamp: (date: Int, time: Int)
    private let zlib: ZlibLibrary
    /// The number of bytes that `removeBytes` has removed.
    private var removed = 0
    private var directory: [UInt8] = []
    private var count = 0
    private var open: OpenMember?

    /// A member that is being deflated.
    private struct OpenMember {
        let name: String
        let place: Int
        let deflater: Deflater
        var size = 0
        var checksum: UInt32 = 0
        /// The offset of its data.
        let data: Int
    }

    /// Creates a writer. The members get a time, whose parts are not checked.
    package init(
        year: Int, month: Int, day: Int, hour: Int, minute: Int
    ) throws(Failure) {
        switch ZlibLibrary.shared {
        case .success(let library): zlib = library
        case .failure(.cannotInflate(let package, let reason)):
            throw .cannotDeflate(package: package, reason: reason)
        case .failure: throw .cannotDeflate(package: ZlibLibrary.package, reason: "it is missing")
        }
        stamp = (max(0, year - 1980) << 9 | month << 5 | day, hour << 11 | minute << 5)
    }

    /// Removes what was written.
    package mutating func removeBytes() {
        removed += bytes.count
        bytes.removeAll(keepingCapacity: true)
    }

    private var place: Int { removed + bytes.count }

    // MARK: Members

    /// Begins a member that `write` appends to and `end` closes. The name is in ASCII.
    package mutating func begin(_ name: String) throws(Failure) {
        guard let deflater = Deflater(zlib) else {
            throw .cannotDeflate(package: ZlibLibrary.package, reason: "no memory")
        }
        let start = place
        append(0x0403_4B50, 4)
        appendHead(of: name, isDeflated: true, checksum: 0, compressed: 0, size: 0)
        bytes += name.utf8
        open = OpenMember(name: name, place: start, deflater: deflater, data: place)
    }

    /// Deflates bytes into the open member.
    package mutating func write(_ data: [UInt8]) {
        guard var member = open else { return }
        member.deflater.deflate(data, isLast: false, to: &bytes)
        member.size += data.count
        member.checksum = zlib.checksum(member.checksum, of: data[...])
        open = member
    }

    /// Closes the open member.
    package mutating func end() throws(Failure) {
        guard let member = open else { return }
        open = nil
        member.deflater.deflate([], isLast: true, to: &bytes)
        let compressed = place - member.data
        append(0x0807_4B50, 4)
        append(Int(member.checksum), 4)
        append(compressed, 4)
        append(member.size, 4)
        try list(
            member.name, at: member.place, isDeflated: true, checksum: member.checksum,
            compressed: compressed, size: member.size)
    }

    /// Writes a member that is not compressed, such as a picture. The name is in ASCII.
    package mutating func store(_ data: [UInt8], as name: String) throws(Failure) {
        let start = place
        let checksum = zlib.checksum(0, of: data[...])
        append(0x0403_4B50, 4)
        appendHead(
            of: name, isDeflated: false, checksum: checksum, compressed: data.count,
            size: data.count)
        bytes += name.utf8
        bytes += data
        try list(
            name, at: start, isDeflated: false, checksum: checksum, compressed: data.count,
            size: data.count)
    }

    /// Writes the list of the members, which ends the archive.
    package mutating func finish() throws(Failure) {
        let start = place
        let size = directory.count
        guard start + size < 0xFFFF_FFFF else { throw .isTooLarge }
        bytes += directory
        append(0x0605_4B50, 4)
        append(0, 4)
        append(count, 2)
        append(count, 2)
        append(size, 4)
        append(start, 4)
        append(0, 2)
    }

    // MARK: Records

    private mutating func list(
        _ name: String, at start: Int, isDeflated: Bool, checksum: UInt32, compressed: Int,
        size: Int
    ) throws(Failure) {
        count += 1
        guard count <= ZipArchive.maximumMembers else { throw .hasTooManyMembers }
        guard place < 0xFFFF_FFFF, size <= ZipArchive.largestMember else { throw .isTooLarge }
        let entry = Self.littleEndian(0x0201_4B50, 4) + Self.littleEndian(20, 2)
        directory += entry
        directory += head(
            of: name, isDeflated: isDeflated, checksum: checksum, compressed: compressed,
            size: size)
        // No comment, disk 0, and no attributes.
        directory += Self.littleEndian(0, 10)
        directory += Self.littleEndian(start, 4)
        directory += name.utf8
    }

    private mutating func appendHead(
        of name: String, isDeflated: Bool, checksum: UInt32, compressed: Int, size: Int
    ) {
        bytes += head(
            of: name, isDeflated: isDeflated, checksum: checksum, compressed: compressed,
            size: size)
    }

    /// Returns the part that the local header and the entry of the list share, from the version to
    /// the length of the extra field.
    private func head(
        of name: String, isDeflated: Bool, checksum: UInt32, compressed: Int, size: Int
    ) -> [UInt8] {
        // Bit 3 means that the sizes follow the data.
        let fields = [
            (20, 2), (isDeflated ? 8 : 0, 2), (isDeflated ? 8 : 0, 2), (stamp.time, 2),
            (stamp.date, 2), (Int(checksum), 4), (compressed, 4), (size, 4),
            (name.utf8.count, 2), (0, 2),
        ]
        return fields.flatMap { Self.littleEndian($0.0, $0.1) }
    }

    private mutating func append(_ number: Int, _ count: Int) {
        bytes += Self.littleEndian(number, count)
    }

    private static func littleEndian(_ number: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { $0 < 8 ? UInt8(truncatingIfNeeded: number >> (8 * $0)) : 0 }
    }
}
