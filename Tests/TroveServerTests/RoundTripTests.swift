import Testing
import TroveCodecs
import TroveServer
import TroveTesting

/// The round trips to PostgreSQL that a request takes, once its statements are prepared and the
/// server knows its device.
struct RoundTripTests {
    private let counter: RoundTripCounter
    private let device: TestDevice

    init() throws {
        let postgres = try PostgresUnderTest.shared()
        let name = try postgres.makeDatabase().split(separator: "@/").last?.prefix { $0 != "?" }
        counter = try RoundTripCounter(to: postgres.folder)
        let store = try ServerStore.open(.postgres(counter.address(of: String(name ?? ""))))
        device = try TestServer(store: store).signUp()
        _ = try device.push(device.create(id(1), ("title", "Dune"), ("pages", 412)))
        _ = try device.changes()
    }

    /// Returns the round trips that `work` takes.
    private func roundTrips(of work: () throws -> Void) rethrows -> Int {
        let before = counter.roundTrips
        try work()
        return counter.roundTrips - before
    }

    @Test(arguments: [1, 10, 100])
    func aPushTakesTwo(operations: UInt64) throws {
        let creations = (2..<2 + operations).map {
            device.create(id($0), ("title", .string("Book \($0)")), ("pages", 412))
        }
        let count = roundTrips { #expect(device.tryPush(creations).status == 200) }
        #expect(count == 2)
    }

    /// The page, the name of the device that made its changes, and the end of the transaction.
    @Test func aPullTakesThree() throws {
        #expect(try roundTrips { _ = try device.changes() } == 3)
    }

    @Test func helloTakesNone() {
        #expect(roundTrips { _ = device.ask("GET", "/v1/hello") } == 0)
    }
}
