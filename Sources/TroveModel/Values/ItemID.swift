/// The lasting identity of a thing: a UUID, the same on every device, while its number is local.
package struct ItemID: Sendable, Hashable {
    /// The first eight bytes, the first of them the most significant.
    package let high: UInt64
    /// The last eight bytes.
    package let low: UInt64

    package init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// A new identity, a UUID of version 7 (RFC 9562): time first, so that new rows stand together
    /// in an index, then random bits.
    package init(at time: Timestamp, using random: inout some RandomNumberGenerator) {
        let milliseconds = UInt64(clamping: time.milliseconds) & 0xFFFF_FFFF_FFFF
        high = milliseconds << 16 | 0x7000 | (random.next() & 0xFFF)
        low = random.next() & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
    }

    /// A new identity, behind the last one even where both are of one millisecond: what a script adds
    /// then stands in the same order on every device, whose snapshots are sorted by identity.
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

    /// The sixteen bytes in network order.
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

    /// From sixteen bytes in network order; nil for any other count.
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
    /// `0192f0c1-7b1a-7c3e-9d55-0a1b2c3d4e5f`
    package var description: String {
        var text = ""
        text.reserveCapacity(36)
        for (index, byte) in bytes.enumerated() {
            if [4, 6, 8, 10].contains(index) { text += "-" }
            if byte < 16 { text += "0" }
            text += String(byte, radix: 16)
        }
        return text
    }
}
