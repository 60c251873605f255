import Testing
import TroveModel
import TroveServer
import TroveSystem
import TroveTesting
import TroveWire

/// Several servers on one store do the daily upkeep once.
struct UpkeepTests {
    /// It has a tombstone that is old enough, and that the only device has seen.
    private let store: SharedStore
    private let day = 86_400

    init() throws {
        store = try SharedStore()
        let server = TestServer(store: try store.open())
        let laptop = try server.signUp()
        let created = try laptop.push(laptop.create(id(1), ("title", "Dune"))).cursor
        let end = try laptop.push(laptop.delete(id(1), base: created.sequence)).cursor
        _ = try laptop.changes(since: end)
    }

    /// A server with a clock of its own, which runs something when it is read.
    private final class Server: Sendable {
        let core: SyncServer
        private let clock: Clock

        private final class Clock: Sendable {
            let milliseconds = Locked(TestServer.start + SyncServer.memory * 86_400_000)
            let reading = Locked<(count: Int, work: @Sendable () -> Void)?>(nil)

            var now: Timestamp {
                let work = reading.withLock { reading -> (@Sendable () -> Void)? in
                    reading?.count -= 1
                    return reading?.count == 0 ? reading?.work : nil
                }
                work?()
                return Timestamp(milliseconds: milliseconds.withLock { $0 })
            }
        }

        init(_ store: sending ServerStore, seed: UInt64) {
            let clock = Clock()
            self.clock = clock
            core = SyncServer(
                store: store, options: TestServer.options, now: { clock.now },
                random: SeededRandom(seed: seed))
        }

        func pass(seconds: Int) { clock.milliseconds.withLock { $0 += seconds * 1000 } }

        /// Runs something in the next upkeep, after it was begun.
        func interrupt(_ work: @escaping @Sendable () -> Void) {
            clock.reading.withLock { $0 = (2, work) }
        }

        /// Does the upkeep. Returns how many tombstones were removed; nil if there was nothing to
        /// do.
        func keepUp() throws -> Int? { try core.keepUp()?.tombstones }
    }

    private func servers(_ count: Int) throws -> [Server] {
        try (1...count).map { Server(try store.open(), seed: UInt64($0)) }
    }

    @Test func oneServerDoesItOnceADay() throws {
        let servers = try servers(3)
        #expect(try servers.map { try $0.keepUp() } == [1, nil, nil])
        for server in servers { server.pass(seconds: day - SyncServer.upkeepLease - 1) }
        #expect(try servers.map { try $0.keepUp() } == [nil, nil, nil])
        for server in servers { server.pass(seconds: 1) }
        #expect(try servers.reversed().map { try $0.keepUp() } == [0, nil, nil])
    }

    @Test func othersLeaveTheWorkingServerAlone() throws {
        let servers = try servers(2)
        let result = Locked<Int??>(nil)
        servers[0].interrupt {
            let other = try? servers[1].keepUp()
            result.withLock { $0 = .some(other) }
        }
        #expect(try servers[0].keepUp() == 1)
        #expect(result.withLock { $0 } == .some(.none))
    }

    /// A server ends while it works: another one begins again, but not at once.
    @Test func anInterruptedUpkeepIsRepeated() throws {
        let servers = try servers(2)
        servers[0].interrupt { servers[0].core.close() }
        _ = try servers[0].keepUp()
        servers[1].pass(seconds: SyncServer.upkeepLease - 1)
        #expect(try servers[1].keepUp() == nil)
        servers[1].pass(seconds: 1)
        #expect(try servers[1].keepUp() == 1)
    }

    /// Two clocks that differ by more than a lease: both servers work, and nothing goes wrong.
    @Test func aServerIsOvertaken() throws {
        let servers = try servers(3)
        servers[1].pass(seconds: SyncServer.upkeepLease)
        let result = Locked<Int??>(nil)
        servers[0].interrupt {
            let other = try? servers[1].keepUp()
            result.withLock { $0 = .some(other) }
        }
        #expect(try servers[0].keepUp() == 0)
        #expect(result.withLock { $0 } == .some(1))
        servers[2].pass(seconds: day - 1)
        #expect(try servers[2].keepUp() == nil)
        servers[2].pass(seconds: 1)
        #expect(try servers[2].keepUp() == 0)
    }

    /// A server whose clock was years ahead does not stop the upkeep for years.
    @Test func aWrongClockDoesNotStopIt() throws {
        let servers = try servers(2)
        servers[0].pass(seconds: 3650 * day)
        #expect(try servers[0].keepUp() == 1)
        #expect(try servers[1].keepUp() == 0)
    }
}
