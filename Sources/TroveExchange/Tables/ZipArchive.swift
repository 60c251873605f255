import TroveCodecs

/// A zip archive (PKWARE's APPNOTE.TXT 6.3.10), which ends with the list of its members.
///
/// The archive is untrusted. Offsets and sizes are checked before anything is read, and the
/// inflated bytes are compared with the stated size and checksum.
package struct ZipArchive {
    /// A file in the archive.
    package struct Member: Sendable, Hashable {
        /// The untrusted path in the archive. Compare it, but never open it.
        package let name: String
        /// The uncompressed size in bytes.
        package let size: Int
        let compressedSize: Int
        let method: Int
        let checksum: UInt32
        let isEncrypted: Bool
        /// The offset of the local header.
        let place: Int
    }

    /// The maximum number of members.
    package static let maximumMembers = 65_000
    /// The maximum uncompressed size of a member, in bytes.
    package static let largestMember = 1 << 30
    private static let largestDirectory = 1 << 24

    private let file: FileBytes
    /// The files, in the order of the list.
    package let members: [Member]

    /// Returns whether a file with these first bytes may be an archive.
    package static func isArchive(_ beginning: some Sequence<UInt8>) -> Bool {
        let beginning = Array(beginning.prefix(4))
        return beginning == [0x50, 0x4B, 3, 4] || beginning == [0x50, 0x4B, 5, 6]
    }

    /// Opens an archive and reads the list of its members.
    package init(path: String) throws(ReadFailure) {
        file = try FileBytes(path: path)
        let end = try Self.end(of: file)
        guard end.isSimple else { throw .archive(.isOfOtherForm, member: nil) }
        guard end.count <= Self.maximumMembers else {
            throw .archive(.hasTooManyMembers, member: nil)
        }
        guard end.size <= Self.largestDirectory else { throw .archive(.isTooLarge, member: nil) }
        // Other data may precede the archive; all offsets then count from the archive's start.
        let beginning = end.place - end.size - end.directory
        guard beginning >= 0 else { throw .archive(.isDamaged, member: nil) }
        let directory = try file.bytes(end.size, at: beginning + end.directory)
        members = try Self.members(directory, count: end.count, from: beginning)
    }

    /// Returns the bytes of a member, which are inflated while they are read.
    package func bytes(of member: Member) throws(ReadFailure) -> any ByteSource {
        guard !member.isEncrypted else { throw .archive(.isEncrypted, member: member.name) }
        guard member.method == 0 || member.method == 8 else {
            throw .archive(.hasUnknownMethod(member.method), member: member.name)
        }
        guard member.size <= Self.largestMember else {
            throw .archive(.isTooLarge, member: member.name)
        }
        return try MemberBytes(member, in: file)
    }

    // MARK: The end record

    /// The end of central directory record.
    private struct End {
        /// Its offset.
        let place: Int
        /// Whether the archive is on one disk and not zip64.
        let isSimple: Bool
        let count: Int
        /// The size and the offset of the directory.
        let size: Int
        let directory: Int
    }

    private static func end(of file: FileBytes) throws(ReadFailure) -> End {
        let length = 22
        guard file.size >= length else { throw .archive(.notAnArchive, member: nil) }
        // A comment of up to 65,535 bytes may follow.
        let count = min(file.size, length + 0xFFFF)
        let bytes = try file.bytes(count, at: file.size - count)
        var offset = bytes.count - length
        while offset >= 0 {
            let end = bytes[offset...]
            if end.number(at: 0, 4) == 0x0605_4B50,
                offset + length + end.number(at: 20, 2) == bytes.count
            {
                let isLarge =
                    end.number(at: 10, 2) == 0xFFFF || end.number(at: 12, 4) == 0xFFFF_FFFF
                    || end.number(at: 16, 4) == 0xFFFF_FFFF
                let isOnOneDisk =
                    end.number(at: 4, 2) == 0 && end.number(at: 6, 2) == 0
                    && end.number(at: 8, 2) == end.number(at: 10, 2)
                return End(
                    place: file.size - count + offset,
                    isSimple: isOnOneDisk && !isLarge,
                    count: end.number(at: 10, 2), size: end.number(at: 12, 4),
                    directory: end.number(at: 16, 4))
            }
            offset -= 1
        }
        throw .archive(.notAnArchive, member: nil)
    }

    private static func members(
        _ directory: [UInt8], count: Int, from beginning: Int
    ) throws(ReadFailure) -> [Member] {
        var members: [Member] = []
        var rest = directory[...]
        for _ in 0..<count {
            guard rest.count >= 46, rest.number(at: 0, 4) == 0x0201_4B50 else {
                throw .archive(.isDamaged, member: nil)
            }
            let nameLength = rest.number(at: 28, 2)
            let length = 46 + nameLength + rest.number(at: 30, 2) + rest.number(at: 32, 2)
            guard rest.count >= length else { throw .archive(.isDamaged, member: nil) }
            let name = Self.name(rest.dropFirst(46).prefix(nameLength))
            let (flags, method) = (rest.number(at: 8, 2), rest.number(at: 10, 2))
            let (compressed, size) = (rest.number(at: 20, 4), rest.number(at: 24, 4))
            let place = rest.number(at: 42, 4)
            if compressed == 0xFFFF_FFFF || size == 0xFFFF_FFFF || place == 0xFFFF_FFFF {
                throw .archive(.isOfOtherForm, member: name)
            }
            if !name.hasSuffix("/") {
                members.append(
                    Member(
                        name: name, size: size, compressedSize: compressed, method: method,
                        checksum: UInt32(rest.number(at: 16, 4)),
                        // Method 99 stands for AES encryption.
                        isEncrypted: flags & 0x41 != 0 || method == 99, place: beginning + place))
            }
            rest = rest.dropFirst(length)
        }
        return members
    }

    /// Decodes a name as UTF-8, or else as Windows-1252, the most likely encoding of old archives.
    private static func name(_ bytes: ArraySlice<UInt8>) -> String {
        if let text = try? UTF8Span(validating: bytes.span) { return String(copying: text) }
        var text: [UInt8] = []
        var transcoder = Transcoder(.windows1252)
        transcoder.append(bytes, to: &text)
        return String(decoding: text, as: UTF8.self)
    }
}

/// The bytes of a member.
private final class MemberBytes: ByteSource {
    private let member: ZipArchive.Member
    private let file: FileBytes
    private let zlib: ZlibLibrary
    /// Nil for a member that is not compressed.
    private let inflater: Inflater?
    /// The last block that was read, whose rest is `input`.
    private var block: [UInt8] = []
    private var input: ArraySlice<UInt8> = []
    /// The offset and the length of the data not read yet.
    private var place: Int
    private var left: Int
    private var produced = 0
    private var checksum: UInt32 = 0
    private var isAtEnd = false

    init(_ member: ZipArchive.Member, in file: FileBytes) throws(ReadFailure) {
        self.member = member
        self.file = file
        let damaged = ReadFailure.archive(.isDamaged, member: member.name)
        // The local header repeats the entry of the list. Only its length is needed.
        let head = try file.bytes(30, at: member.place)
        guard head.count == 30, head[...].number(at: 0, 4) == 0x0403_4B50,
            head[...].number(at: 8, 2) == member.method
        else { throw damaged }
        place = member.place + 30 + head[...].number(at: 26, 2) + head[...].number(at: 28, 2)
        left = member.compressedSize
        guard place + left <= file.size else { throw damaged }
        zlib = try ZlibLibrary.shared.get()
        if member.method == 0 {
            guard member.compressedSize == member.size else { throw damaged }
            inflater = nil
        } else {
            guard let inflater = Inflater(zlib) else { throw .system(12) }
            self.inflater = inflater
            block = Array(repeating: 0, count: 1 << 16)
        }
    }

    var fraction: Double { member.size == 0 ? 1 : Double(produced) / Double(member.size) }

    func read(into bytes: inout [UInt8], from offset: Int) throws(ReadFailure) -> Int {
        guard !isAtEnd else { return 0 }
        let count =
            if let inflater {
                try inflate(inflater, into: &bytes, from: offset)
            } else {
                try copy(into: &bytes, from: offset)
            }
        produced += count
        checksum = zlib.checksum(checksum, of: bytes[offset..<offset + count])
        // More bytes than stated mean a zip bomb or damage.
        let isRight =
            isAtEnd
            ? produced == member.size && checksum == member.checksum
            : produced <= member.size
        guard isRight else { throw damaged }
        return count
    }

    private var damaged: ReadFailure { .archive(.isDamaged, member: member.name) }

    private func copy(into bytes: inout [UInt8], from offset: Int) throws(ReadFailure) -> Int {
        let count = min(left, bytes.count - offset)
        let piece = try file.bytes(count, at: place)
        guard piece.count == count else { throw damaged }
        bytes.replaceSubrange(offset..<offset + count, with: piece)
        place += count
        left -= count
        isAtEnd = left == 0
        return count
    }

    private func inflate(
        _ inflater: Inflater, into bytes: inout [UInt8], from offset: Int
    ) throws(ReadFailure) -> Int {
        while true {
            if input.isEmpty, left > 0 {
                let count = try file.read(into: &block, from: 0, at: place)
                guard count > 0 else { throw damaged }
                input = block[..<min(count, left)]
                place += input.count
                left -= input.count
            }
            guard let step = inflater.inflate(input, into: &bytes, from: offset) else {
                throw damaged
            }
            input = input.dropFirst(step.consumed)
            isAtEnd = step.isAtEnd
            if step.produced > 0 || isAtEnd { return step.produced }
            guard left > 0 else { throw damaged }
        }
    }
}

extension FileBytes {
    /// Returns the bytes at an offset; fewer at the end of the file.
    fileprivate func bytes(_ count: Int, at place: Int) throws(ReadFailure) -> [UInt8] {
        guard count > 0 else { return [] }
        var bytes = Array(repeating: UInt8(0), count: count)
        var read = 0
        while read < count {
            let more = try self.read(into: &bytes, from: read, at: place + read)
            if more == 0 { break }
            read += more
        }
        return Array(bytes.prefix(read))
    }
}

extension ArraySlice<UInt8> {
    /// Returns a little-endian number of `count` bytes, which must be within the slice.
    fileprivate func number(at offset: Int, _ count: Int) -> Int {
        (0..<count).reduce(0) { $0 | Int(self[startIndex + offset + $1]) << (8 * $1) }
    }
}
