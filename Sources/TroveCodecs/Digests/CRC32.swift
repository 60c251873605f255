/// The checksum of PNG, gzip and zip (ISO 3309), reflected, with the polynomial EDB88320.
package enum CRC32 {
    /// Returns the checksum of the bytes; 0 when there are none.
    package static func of(_ bytes: some Sequence<UInt8>) -> UInt32 {
        var sum: UInt32 = 0xFFFF_FFFF
        for byte in bytes { sum = table[Int((sum ^ UInt32(byte)) & 0xFF)] ^ sum >> 8 }
        return ~sum
    }

    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { sum, _ in
            sum & 1 == 0 ? sum >> 1 : 0xEDB8_8320 ^ sum >> 1
        }
    }
}
