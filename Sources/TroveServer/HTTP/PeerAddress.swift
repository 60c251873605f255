import CMicroHTTPD
import Glibc

/// The address that a connection came from, without its port.
struct PeerAddress: Sendable {
    /// What the connections of one peer are counted by: an IPv4 address, or the network of an IPv6
    /// one, of which a household or a machine has a whole.
    struct Key: Sendable, Hashable {
        fileprivate let bytes: UInt64
    }

    /// As people write it: `192.0.2.7`, `2001:db8::7`.
    let text: String
    let key: Key
    /// Whether it is this machine.
    let isLoopback: Bool

    /// Reads an address; nil where it is none of the internet's.
    ///
    /// The system says the family in the first field of every address, and gives the whole record
    /// of that family; what is read here is no more than that record.
    init?(_ address: UnsafePointer<sockaddr>) {
        switch Int32(unsafe address.pointee.sa_family) {
        case AF_INET:
            let four = unsafe UnsafeRawPointer(address).load(as: sockaddr_in.self)
            self.init(four: UInt32(bigEndian: four.sin_addr.s_addr))
        case AF_INET6:
            let six = unsafe UnsafeRawPointer(address).load(as: sockaddr_in6.self)
            self.init(six: six.sin6_addr)
        default: return nil
        }
    }

    private init(text: String, key: UInt64, isLoopback: Bool) {
        self.text = text
        self.key = Key(bytes: key)
        self.isLoopback = isLoopback
    }

    private init(four: UInt32) {
        self.init(
            text: [24, 16, 8, 0].map { "\(four >> $0 & 255)" }.joined(separator: "."),
            key: UInt64(four), isLoopback: four >> 24 == 127)
    }

    private init(six: in6_addr) {
        var six = six
        let bytes = unsafe withUnsafeBytes(of: &six) { unsafe [UInt8]($0) }
        let isMapped =
            bytes.prefix(10).allSatisfy { $0 == 0 } && bytes[10] == 255 && bytes[11] == 255
        if isMapped {
            self.init(four: bytes[12...].reduce(0) { $0 << 8 | UInt32($1) })
            return
        }
        // The call writes a text of INET6_ADDRSTRLEN bytes at most, with the zero at its end.
        var name = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        unsafe inet_ntop(AF_INET6, &six, &name, socklen_t(name.count))
        self.init(
            text: String(
                decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self),
            // No IPv4 address is so large a number; no network besides that of loopback is so small.
            key: bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) },
            isLoopback: bytes.dropLast().allSatisfy { $0 == 0 } && bytes.last == 1)
    }
}
