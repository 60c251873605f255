import TroveCodecs

/// The permanent id of an item: a UUID, the same on every device, while its number is local.
package struct ItemID: Sendable, Hashable {
    /// The first eight bytes, big-endian.
    package let high: UInt64
    /// The last eight bytes, big-endian.
    package let low: UInt64

    /// Creates the id that follows from some bytes: the beginning of their digest, as a UUID of
    /// version 8 (RFC 9562).
    package init(digestOf bytes: [UInt8]) {
        let digest = "\(SHA256(of: bytes))"
        let words = [digest.prefix(16), digest.dropFirst(16).prefix(16)].map {
            UInt64($0, radix: 16) ?? 0
        }
        high = words[0] & ~0xF000 | 0x8000
        low = words[1] & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
    }

    /// Creates an id from its two halves; the version is not checked.
    package init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// Creates a random id, a UUID of version 7 (RFC 9562). It starts with the time, so new rows
    /// are adjacent in an index.
    package init(at time: Timestamp, using random: inout some RandomNumberGenerator) {
        let milliseconds = UInt64(clamping: time.milliseconds) & 0xFFFF_FFFF_FFFF
        high = milliseconds << 16 | 0x7000 | (random.next() & 0xFFF)
        low = random.next() & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
    }

    /// Creates a random id that sorts after `last`, even within the same millisecond. Items that a
    /// script adds then have the same order on every device, because snapshots are sorted by id.
    package init(
        at time: Timestamp, after last: ItemID?, using random: inout some RandomNumberGenerator
    ) {
        let new = ItemID(at: time, using: &random)
        let step = 1 + new.low & 0xFFFF_FFFF
        let room: UInt64 = 0x3FFF_FFFF_FFFF_FFFF
        guard let last, new.high >> 16 == last.high >> 16, last.low & room <= room - step else {
            self = new
            return
        }
        self.init(high: last.high, low: last.low + step)
    }

    /// The sixteen bytes in network byte order.
    package var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(16)
        for word in [high, low] {
            for shift in stride(from: 56, through: 0, by: -8) {
                bytes.append(UInt8(truncatingIfNeeded: word >> UInt64(shift)))
            }
        }
        return bytes
    }

    /// Creates an id from sixteen bytes in network byte order; nil for any other count.
    package init?(bytes: [UInt8]) {
        guard bytes.count == 16 else { return nil }
        var words: (UInt64, UInt64) = (0, 0)
        for index in 0..<8 {
            words.0 = words.0 << 8 | UInt64(bytes[index])
            words.1 = words.1 << 8 | UInt64(bytes[index + 8])
        }
        self.init(high: words.0, low: words.1)
    }
}

extension ItemID: CustomStringConvertible {
    /// The canonical form: `0192f0c1-7b1a-7c3e-9d55-0a1b2c3d4e5f`.
    package var description: String {
        var text: [UInt8] = []
        text.reserveCapacity(36)
        append(to: &text)
        return String(decoding: text, as: UTF8.self)
    }

    /// Appends the canonical form in ASCII.
    package func append(to text: inout [UInt8]) {
        let start = text.count
        text.append(contentsOf: Self.hyphens)
        unsafe text.withUnsafeMutableBytes { text in
            // The 36 bytes from `start` on were appended above.
            func store(_ half: UInt64, at first: Int, _ second: Int) {
                let digits = Self.digits(UInt32(truncatingIfNeeded: half))
                unsafe text.storeBytes(
                    of: UInt32(truncatingIfNeeded: digits >> 32).bigEndian,
                    toByteOffset: start + first, as: UInt32.self)
                unsafe text.storeBytes(
                    of: UInt32(truncatingIfNeeded: digits).bigEndian,
                    toByteOffset: start + second, as: UInt32.self)
            }
            // A hyphen separates the middle of the second and of the third eight digits.
            store(high >> 32, at: 0, 4)
            store(high, at: 9, 14)
            store(low >> 32, at: 19, 24)
            store(low, at: 28, 32)
        }
    }

    /// The canonical form, of which every digit is replaced.
    private static let hyphens = [UInt8]("________-____-____-____-____________".utf8)

    /// Returns the eight hexadecimal digits of a word in ASCII, the first one in the highest byte.
    private static func digits(_ word: UInt32) -> UInt64 {
        var digits = UInt64(word)
        digits = (digits | digits << 16) & 0x0000_FFFF_0000_FFFF
        digits = (digits | digits << 8) & 0x00FF_00FF_00FF_00FF
        digits = (digits | digits << 4) & 0x0F0F_0F0F_0F0F_0F0F
        // One in each byte whose digit is a letter.
        let letters = (digits + 0x0606_0606_0606_0606) >> 4 & 0x0101_0101_0101_0101
        return digits + 0x3030_3030_3030_3030 + letters * 0x27
    }
}
