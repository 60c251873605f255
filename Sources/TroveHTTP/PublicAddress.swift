import Glibc

/// Tells the addresses of the Internet from those of this machine and of private networks (the
/// special-purpose registries of IANA, RFC 6890).
enum PublicAddress {
    /// A network of IPv4 addresses: its first address, and the length of the prefix in bits.
    private typealias Network = (first: UInt32, length: UInt32)

    /// The IPv4 networks that do not belong to the Internet, or have no single host.
    private static let reserved: [Network] = [
        (0x0000_0000, 8), (0x0A00_0000, 8), (0x6440_0000, 10), (0x7F00_0000, 8),
        (0xA9FE_0000, 16), (0xAC10_0000, 12), (0xC000_0000, 24), (0xC000_0200, 24),
        (0xC0A8_0000, 16), (0xC612_0000, 15), (0xC633_6400, 24), (0xCB00_7100, 24),
        (0xE000_0000, 3),
    ]

    /// Whether the text is a public address in numeric form, IPv4 or IPv6.
    static func contains(_ text: String) -> Bool {
        var four = in_addr()
        // Each call writes one address.
        if unsafe inet_pton(AF_INET, text, &four) == 1 {
            return contains(UInt32(bigEndian: four.s_addr))
        }
        var six = in6_addr()
        let name = String(text.prefix { $0 != "%" })
        guard unsafe inet_pton(AF_INET6, name, &six) == 1 else { return false }
        let bytes = unsafe withUnsafeBytes(of: &six) { unsafe [UInt8]($0) }
        func number(at place: Int) -> UInt32 {
            bytes[place..<place + 4].reduce(0) { $0 << 8 | UInt32($1) }
        }
        // 64:ff9b::/96 leads to an IPv4 address through a translator (RFC 6052), and 2002::/16
        // through a tunnel (RFC 3056).
        if bytes.starts(with: [0, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0]) {
            return contains(number(at: 12))
        }
        if bytes.starts(with: [0x20, 0x02]) { return contains(number(at: 2)) }
        // For documentation (RFC 3849).
        if bytes.starts(with: [0x20, 0x01, 0x0D, 0xB8]) { return false }
        if bytes[..<10].allSatisfy({ $0 == 0 }) {
            return bytes[10] == 0xFF && bytes[11] == 0xFF && contains(number(at: 12))
        }
        // 2000::/3 is assigned to the Internet.
        return bytes[0] >> 5 == 1
    }

    private static func contains(_ address: UInt32) -> Bool {
        !reserved.contains { (address ^ $0.first) >> (32 - $0.length) == 0 }
    }
}
