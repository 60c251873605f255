import Testing
import TroveServer
import TroveTesting

@Suite struct ConnectionTableTests {
    struct Address: Sendable {
        let text: String
        let isLoopback: Bool
    }

    private static let network: [UInt8] = [0x20, 1, 0xD, 0xB8, 0, 0, 0, 7]
    private static func six(_ last: UInt8) -> [UInt8] { network + [0, 0, 0, 0, 0, 0, 0, last] }

    static let addresses: [Case<[UInt8], Address?>] = [
        Case("IPv4", [192, 0, 2, 7], Address(text: "192.0.2.7", isLoopback: false)),
        Case("loopback", [127, 0, 0, 1], Address(text: "127.0.0.1", isLoopback: true)),
        Case("loopback, too", [127, 1, 2, 3], Address(text: "127.1.2.3", isLoopback: true)),
        Case("IPv6", six(9), Address(text: "2001:db8:0:7::9", isLoopback: false)),
        Case(
            "loopback of IPv6", Array(repeating: 0, count: 15) + [1],
            Address(text: "::1", isLoopback: true)),
        Case(
            "nowhere", Array(repeating: 0, count: 16), Address(text: "::", isLoopback: false)),
        Case(
            "IPv4 in IPv6", Array(repeating: 0, count: 10) + [255, 255, 127, 0, 0, 1],
            Address(text: "127.0.0.1", isLoopback: true)),
        Case("none", [1, 2, 3], nil),
    ]

    static let networks: [Case<[UInt8], String>] = [
        Case("IPv4", [192, 0, 2, 7], "192.0.2.7"),
        Case(
            "IPv4 as IPv6", [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255, 192, 0, 2, 7], "192.0.2.7"),
        Case(
            "IPv6", [0x20, 1, 0x0D, 0xB8, 0, 0, 0, 7, 1, 2, 3, 4, 5, 6, 7, 8], "2001:db8:0:7::/64"),
        Case(
            "its neighbor", [0x20, 1, 0x0D, 0xB8, 0, 0, 0, 7, 9, 9, 9, 9, 9, 9, 9, 9],
            "2001:db8:0:7::/64"),
        Case("this machine", [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1], "::/64"),
    ]

    @Test(arguments: networks) func limitsCountNetworks(_ row: Case<[UInt8], String>) {
        #expect(PeerAddress(row.input)?.network == row.expected)
    }

    @Test(arguments: addresses) func readsAddresses(_ row: Case<[UInt8], Address?>) {
        let peer = PeerAddress(row.input)
        #expect(peer?.text == row.expected?.text)
        #expect(peer?.isLoopback == row.expected?.isLoopback)
    }

    private func connection(_ socket: Int32, _ bytes: [UInt8]) throws -> ClientConnection {
        ClientConnection(
            socket: socket, peer: try #require(PeerAddress(bytes)), certificates: nil,
            timeout: .seconds(1))
    }

    @Test func countsByPeer() throws {
        var table = ConnectionTable()
        let first = try connection(1, [192, 0, 2, 7])
        let second = try connection(2, [192, 0, 2, 7])
        table.add(first)
        #expect(table.hasRoom(for: first.peer, limit: 2))
        table.add(second)
        #expect(table.count == 2)
        #expect(!table.hasRoom(for: first.peer, limit: 2))
        #expect(table.hasRoom(for: try connection(3, [192, 0, 2, 8]).peer, limit: 2))
        table.remove(first)
        // A second removal has no effect.
        table.remove(first)
        #expect(table.hasRoom(for: first.peer, limit: 2))
        #expect(!table.hasRoom(for: first.peer, limit: 1))
        table.remove(second)
        #expect(table.hasRoom(for: first.peer, limit: 1))
        #expect(table.count == 0)
    }

    @Test func anIPv6NetworkIsOnePeer() throws {
        var table = ConnectionTable()
        table.add(try connection(1, Self.six(1)))
        #expect(!table.hasRoom(for: try connection(2, Self.six(2)).peer, limit: 1))
        let other: [UInt8] = Self.network.dropLast() + [8, 0, 0, 0, 0, 0, 0, 0, 1]
        #expect(table.hasRoom(for: try connection(2, other).peer, limit: 1))
    }

    @Test func theLoopbackAddressHasNoLimit() throws {
        var table = ConnectionTable()
        let connection = try connection(1, [127, 0, 0, 1])
        table.add(connection)
        #expect(table.hasRoom(for: connection.peer, limit: 1))
    }
}
