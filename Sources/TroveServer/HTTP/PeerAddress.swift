import CMicroHTTPD
import Glibc

/// The address of a client, without its port.
package struct PeerAddress: Sendable {
    /// The key for counting a peer's connections: the IPv4 address, or the IPv6 /64 network, since
    /// one household or machine usually has a whole network.
    package struct Key: Sendable, Hashable {
        fileprivate let bytes: UInt64
    }

    /// The address as text: `192.0.2.7`, `2001:db8::7`.
    package let text: String
    /// The key by which limits count the peer's connections.
    package let key: Key
    /// The key as text: the IPv4 address or the IPv6 network (`2001:db8::/64`).
    package let network: String
    /// Whether the client is on this machine.
    package let isLoopback: Bool
    let isIPv4: Bool
    let number: UInt128

    /// Reads a socket address; nil if it is neither IPv4 nor IPv6.
    ///
    /// Every socket address begins with its family, and the system provides the whole struct of
    /// that family; nothing beyond it is read.
    init?(_ address: UnsafePointer<sockaddr>) {
        switch Int32(unsafe address.pointee.sa_family) {
        case AF_INET:
            var four = unsafe UnsafeRawPointer(address).load(as: sockaddr_in.self).sin_addr
            self.init(unsafe withUnsafeBytes(of: &four) { unsafe [UInt8]($0) })
        case AF_INET6:
            var six = unsafe UnsafeRawPointer(address).load(as: sockaddr_in6.self).sin6_addr
            self.init(unsafe withUnsafeBytes(of: &six) { unsafe [UInt8]($0) })
        default: return nil
        }
    }

    /// Creates an address from 4 or 16 bytes in network order; nil for another count. An
    /// IPv4-mapped IPv6 address becomes the IPv4 address.
    package init?(_ bytes: [UInt8]) {
        let mapping: [UInt8] = Array(repeating: 0, count: 10) + [255, 255]
        let isMapped = bytes.count == 16 && bytes.starts(with: mapping)
        let bytes = isMapped ? Array(bytes[12...]) : bytes
        switch bytes.count {
        case 4:
            text = bytes.map { "\($0)" }.joined(separator: ".")
            network = text
            isLoopback = bytes[0] == 127
        case 16:
            text = Self.text(of: bytes)
            network = Self.text(of: bytes.prefix(8) + [UInt8](repeating: 0, count: 8)) + "/64"
            isLoopback = bytes.dropLast().allSatisfy { $0 == 0 } && bytes[15] == 1
        default: return nil
        }
        isIPv4 = bytes.count == 4
        number = bytes.reduce(0) { $0 << 8 | UInt128($1) }
        // No IPv6 network in use has as small a number as an IPv4 address.
        key = Key(bytes: bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) })
    }

    /// Parses the text of an address, without a port; nil for any other text.
    package init?(text: [UInt8]) {
        let name = text.map { CChar(bitPattern: $0) } + [0]
        guard name.count <= Int(INET6_ADDRSTRLEN), !name.dropLast().contains(0) else { return nil }
        var bytes = [UInt8](repeating: 0, count: 16)
        // The call writes 4 or 16 bytes.
        if unsafe inet_pton(AF_INET, name, &bytes) == 1 {
            self.init(Array(bytes.prefix(4)))
        } else if unsafe inet_pton(AF_INET6, name, &bytes) == 1 {
            self.init(bytes)
        } else {
            return nil
        }
    }

    private static func text(of bytes: [UInt8]) -> String {
        var bytes = bytes
        var name = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        // The call reads sixteen bytes, and writes at most INET6_ADDRSTRLEN bytes including the
        // NUL.
        unsafe inet_ntop(AF_INET6, &bytes, &name, socklen_t(name.count))
        return String(
            decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
