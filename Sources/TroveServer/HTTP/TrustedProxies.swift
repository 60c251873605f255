/// The proxies that say in `X-Forwarded-For` which client a request is from.
package struct TrustedProxies: Sendable, Equatable {
    /// Whether any program on this machine counts as a proxy.
    package var isLocal = false
    /// The addresses of proxies on other machines.
    package var ranges: [AddressRange] = []

    /// Trusts no proxy.
    package init() {}

    /// Whether connections from an address are those of a proxy.
    package func contains(_ peer: PeerAddress) -> Bool {
        isLocal && peer.isLoopback || ranges.contains { $0.contains(peer) }
    }
}

/// The addresses of a machine or a network: `192.0.2.2`, `10.0.0.0/8` or `2001:db8::/32`.
package struct AddressRange: Sendable, Equatable {
    private let isIPv4: Bool
    private let numbers: ClosedRange<UInt128>

    /// Parses an address, or one with the number of bits that all addresses of the network share;
    /// nil for any other text.
    package init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let address = PeerAddress(text: Array(parts[0].utf8)) else { return nil }
        let length = address.isIPv4 ? 32 : 128
        var bits = length
        if parts.count == 2 {
            // Int would take a sign, too.
            guard parts[1].utf8.allSatisfy({ (0x30...0x39).contains($0) }),
                let given = Int(parts[1]), given <= length
            else { return nil }
            bits = given
        }
        // The addresses of the network differ in these bits.
        let rest = ~UInt128.zero >> UInt128(128 - (length - bits))
        isIPv4 = address.isIPv4
        numbers = address.number & ~rest...address.number | rest
    }

    /// Whether an address is one of these.
    package func contains(_ address: PeerAddress) -> Bool {
        address.isIPv4 == isIPv4 && numbers.contains(address.number)
    }
}
