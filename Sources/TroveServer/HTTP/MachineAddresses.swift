import Glibc

/// The addresses at which other machines can reach this one.
enum MachineAddresses {
    /// Returns the addresses of the network interfaces that are up, without loopback and without
    /// link-local IPv6, which is valid only together with the name of an interface.
    static func all() -> [String] {
        var first: UnsafeMutablePointer<ifaddrs>?
        guard unsafe getifaddrs(&first) == 0 else { return [] }
        // The list belongs to the C library until it is freed here; each address has the size of
        // its family.
        defer { unsafe freeifaddrs(first) }
        var addresses: [String] = []
        var next = unsafe first
        while let entry = unsafe next {
            unsafe next = entry.pointee.ifa_next
            guard unsafe entry.pointee.ifa_flags & UInt32(IFF_UP) != 0,
                let address = unsafe entry.pointee.ifa_addr,
                let peer = unsafe PeerAddress(address), !peer.isLoopback,
                !peer.text.hasPrefix("fe80:"), !addresses.contains(peer.text)
            else { continue }
            addresses.append(peer.text)
        }
        return addresses
    }
}
