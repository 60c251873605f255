import Testing
import TroveModel
import TroveServer
import TroveSystem
import TroveTesting

/// The addresses of the proxies whose word is taken.
struct TrustedProxyTests {
    typealias Row = Case<(range: String, address: String), Bool?>

    static let rows: [Row] = [
        Row("an address", ("192.0.2.7", "192.0.2.7"), true),
        Row("another address", ("192.0.2.7", "192.0.2.8"), false),
        Row("a network", ("10.0.0.0/8", "10.255.1.2"), true),
        Row("a network by one of its addresses", ("10.1.2.3/8", "10.0.0.0"), true),
        Row("outside of a network", ("10.0.0.0/8", "11.0.0.0"), false),
        Row("all of IPv4", ("0.0.0.0/0", "203.0.113.9"), true),
        Row("IPv6 is not IPv4", ("0.0.0.0/0", "::1"), false),
        Row("all of IPv6", ("::/0", "2001:db8::1"), true),
        Row("a network of IPv6", ("2001:db8::/32", "2001:db8:ffff::1"), true),
        Row("outside of it", ("2001:db8::/32", "2001:db9::1"), false),
        Row("one address of IPv6", ("2001:db8::1/128", "2001:db8::1"), true),
        Row("too many bits", ("192.0.2.7/33", "192.0.2.7"), nil),
        Row("a sign", ("192.0.2.7/-0", "192.0.2.7"), nil),
        Row("no number of bits", ("192.0.2.7/", "192.0.2.7"), nil),
        Row("a name", ("proxy.example.org", "192.0.2.7"), nil),
        Row("a port", ("192.0.2.7:80", "192.0.2.7"), nil),
        Row("nothing", ("", "192.0.2.7"), nil),
    ]

    @Test(arguments: rows) func matchesAddresses(_ row: Row) throws {
        let address = try #require(PeerAddress(text: Array(row.input.address.utf8)))
        #expect(AddressRange(row.input.range).map { $0.contains(address) } == row.expected)
    }

    /// A warning that strangers can cause is told once a minute, and not for all of them.
    @Test func noticesAreFew() {
        let told = Locked(0)
        let notices = ConnectionNotices { _ in told.withLock { $0 += 1 } }
        func note(_ peer: Int, at seconds: Int) {
            notices.note(.unknownProxy("\(peer)"), at: Timestamp(milliseconds: seconds * 1000))
        }
        for second in 0..<50 { note(1, at: second) }
        #expect(told.withLock { $0 } == 1)
        for peer in 2..<100 { note(peer, at: 50) }
        #expect(told.withLock { $0 } == 10)
        note(1, at: 61)
        #expect(told.withLock { $0 } == 11)
    }
}
