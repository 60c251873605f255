import CMicroHTTPD
import Glibc

/// The address that a connection came from, without its port.
package struct PeerAddress: Sendable {
    /// What the connections of one peer are counted by: an IPv4 address, or the network of an IPv6
    /// one, of which a household or a machine has a whole.
    package struct Key: Sendable, Hashable {
        fileprivate let bytes: UInt64
    }

    /// As people write it: `192.0.2.7`, `2001:db8::7`.
    package let text: String
    /// The key by which limits count the peer's connections.
    package let key: Key
    /// The same for limits: the address of IPv4, the network of IPv6 (`2001:db8::/64`).
    package let network: String
    /// Whether it is this machine.
    package let isLoopback: Bool

    /// Reads an address; nil where it is none of the internet's.
    ///
    /// The system says the family in the first field of every address, and gives the whole record
    /// of that family; what is read here is no more than that record.
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

    /// An address of 4 or 16 bytes, the first one first; nil for other numbers of them. One of IPv4
    /// that is written in the way of IPv6 is that of IPv4.
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
        // No network of IPv6 that is in use is so small a number as an address of IPv4.
        key = Key(bytes: bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) })
    }

    private static func text(of bytes: [UInt8]) -> String {
        var bytes = bytes
        var name = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        // The call reads sixteen bytes, and writes a text of INET6_ADDRSTRLEN bytes at most, with the
        // zero at its end.
        unsafe inet_ntop(AF_INET6, &bytes, &name, socklen_t(name.count))
        return String(
            decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
