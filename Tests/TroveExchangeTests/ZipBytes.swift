import TroveCodecs

/// Zip archives built byte by byte, so that they can be invalid.
struct ZipBytes {
    /// A member, with everything in its two headers.
    struct Member {
        var name: [UInt8]
        var data: [UInt8]
        var size: Int
        var checksum: UInt32
        var method = 0
        var flags = 0x800
        /// The compressed size in the directory; nil for the real one.
        var compressedSize: Int?
        /// The member's offset in the directory; nil for the real one.
        var place: Int?
    }

    var members: [Member] = []
    /// The bytes before the archive, and after it.
    var prefix: [UInt8] = []
    var comment: [UInt8] = []
    /// The number of members in the end record; nil for the real one.
    var count: Int?
    var disk = 0
    /// The size of the directory in the end record; nil for the real one.
    var directorySize: Int?

    /// Creates a stored member.
    static func stored(_ name: String, _ text: String) -> Member {
        let data = Array(text.utf8)
        return Member(
            name: Array(name.utf8), data: data, size: data.count, checksum: CRC32.of(data))
    }

    /// Returns an archive with stored files of these names and texts.
    static func archive(_ files: [(name: String, text: String)]) -> [UInt8] {
        var zip = ZipBytes()
        zip.members = files.map { stored($0.name, $0.text) }
        return zip.bytes
    }

    /// Creates a deflated member with stored blocks, the simplest encoding.
    static func deflated(_ name: String, _ text: String) -> Member {
        let bytes = Array(text.utf8)
        var data: [UInt8] = []
        var rest = bytes[...]
        repeat {
            let block = rest.prefix(60_000)
            rest = rest.dropFirst(block.count)
            data.append(rest.isEmpty ? 1 : 0)
            data += little(block.count, 2) + little(block.count ^ 0xFFFF, 2) + block
        } while !rest.isEmpty
        return Member(
            name: Array(name.utf8), data: data, size: bytes.count, checksum: CRC32.of(bytes),
            method: 8)
    }

    /// Creates a member of zeros, which deflate to a thousandth: one zero, and copies of it.
    static func zeros(_ name: String, repeats: Int) -> Member {
        var bits = BitWriter()
        bits.write(1, 1)
        bits.write(1, 2)
        // The literal 0, then 258 bytes from distance 1, in the fixed code of RFC 1951.
        bits.writeCode(0b0011_0000, 8)
        for _ in 0..<repeats {
            bits.writeCode(0b1100_0101, 8)
            bits.writeCode(0, 5)
        }
        bits.writeCode(0, 7)
        let size = 1 + 258 * repeats
        return Member(
            name: Array(name.utf8), data: bits.bytes, size: size,
            checksum: CRC32.of(Array(repeating: 0, count: size)), method: 8)
    }

    var bytes: [UInt8] {
        var bytes = prefix
        var directory: [UInt8] = []
        for member in members {
            let place = bytes.count - prefix.count
            let shared =
                Self.little(member.flags, 2) + Self.little(member.method, 2) + Self.little(0, 4)
                + Self.little(Int(member.checksum), 4)
                + Self.little(member.compressedSize ?? member.data.count, 4)
                + Self.little(member.size, 4) + Self.little(member.name.count, 2)
            bytes += [0x50, 0x4B, 3, 4, 20, 0] + shared + [0, 0] + member.name + member.data
            directory += [0x50, 0x4B, 1, 2, 20, 0, 20, 0] + shared
            directory += Array(repeating: 0, count: 12) + Self.little(member.place ?? place, 4)
            directory += member.name
        }
        let beginning = bytes.count - prefix.count
        bytes += directory + [0x50, 0x4B, 5, 6] + Self.little(disk, 2) + Self.little(disk, 2)
        let count = count ?? members.count
        bytes += Self.little(count, 2) + Self.little(count, 2)
        bytes += Self.little(directorySize ?? directory.count, 4) + Self.little(beginning, 4)
        return bytes + Self.little(comment.count, 2) + comment
    }

    static func little(_ number: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
}

/// Packs bits in the order of deflate.
private struct BitWriter {
    private(set) var bytes: [UInt8] = []
    private var free = 0

    /// Writes the lowest bit first.
    mutating func write(_ value: Int, _ count: Int) {
        for bit in 0..<count {
            if free == 0 {
                bytes.append(0)
                free = 8
            }
            if value >> bit & 1 == 1 { bytes[bytes.count - 1] |= 1 << UInt8(8 - free) }
            free -= 1
        }
    }

    /// Writes the highest bit first.
    mutating func writeCode(_ code: Int, _ count: Int) {
        for bit in (0..<count).reversed() { write(code >> bit, 1) }
    }
}
