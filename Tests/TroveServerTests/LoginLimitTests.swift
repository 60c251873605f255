import Testing
import TroveModel
import TroveServer
import TroveTesting
import TroveWire

/// Guessing a password is slow.
struct LoginLimitTests {
    let server: TestServer

    init() throws {
        server = TestServer(store: try .forTest())
        _ = try server.signUp()
    }

    private func attempt(
        _ email: String = "ann@example.org", _ password: String = "a bad password",
        peer: String = "192.0.2.1", at server: TestServer? = nil
    ) -> TestServer.Answer {
        let credentials = Credentials(email: email, password: password, device: "phone")
        return (server ?? self.server).ask(
            "POST", "/v1/login", body: credentials.bytes, peer: peer)
    }

    /// Makes wrong attempts until the server refuses more. Returns their number.
    private func exhaust(_ email: String = "ann@example.org") -> Int {
        var count = 0
        // Each from another address, so that only the account's limit applies.
        while attempt(email, peer: "192.0.2.\(count % 250)").status == 401 { count += 1 }
        return count
    }

    @Test func anAccountHasFiveAttempts() throws {
        #expect(exhaust() == 5)
        let answer = attempt("ann@example.org", "a good password", peer: "198.51.100.1")
        #expect(answer.status == 429 && answer.code == "too_many")
        #expect(answer.header("Retry-After") == "60" && answer.refusal.retryAfter == 60)
    }

    @Test func anUnknownAccountHasFiveAttemptsToo() {
        #expect(exhaust("nobody@example.org") == 5)
        #expect(exhaust() == 5)
    }

    @Test func aPauseEnds() throws {
        _ = exhaust()
        server.pass(seconds: 59)
        #expect(attempt("ann@example.org", "a good password").header("Retry-After") == "1")
        // A part of a second counts as a whole one.
        server.pass(milliseconds: 999)
        #expect(attempt("ann@example.org", "a good password").header("Retry-After") == "1")
        server.pass(milliseconds: 1)
        _ = try server.logIn()
    }

    @Test func pausesGrow() {
        var pauses: [Int] = []
        for _ in 0..<6 {
            #expect(exhaust() == 5)
            let pause = attempt().refusal.retryAfter ?? 0
            pauses.append(pause)
            server.pass(seconds: pause)
        }
        #expect(pauses == [60, 120, 240, 480, 900, 900])
    }

    @Test func pausesResetAfterAnHour() {
        for _ in 0..<3 {
            _ = exhaust()
            server.pass(seconds: attempt().refusal.retryAfter ?? 0)
        }
        server.pass(seconds: 3600)
        _ = exhaust()
        #expect(attempt().refusal.retryAfter == 60)
    }

    @Test func theMinuteStartsWithTheFirstAttempt() throws {
        for _ in 0..<4 { _ = attempt() }
        server.pass(seconds: 61)
        #expect(exhaust() == 5)
    }

    @Test func successfulLoginsDoNotCount() throws {
        for _ in 0..<30 { _ = try server.logIn() }
        for _ in 0..<4 { _ = attempt() }
        _ = try server.logIn()
        #expect(exhaust() == 5)
    }

    @Test func anAddressHasTwentyAttempts() throws {
        var count = 0
        while attempt("\(count)@example.org").status == 401 { count += 1 }
        #expect(count == 20)
        #expect(attempt("ann@example.org", "a good password").status == 429)
        _ = try server.logIn(peer: "192.0.2.2")
        server.pass(seconds: 60)
        #expect(attempt("ann@example.org", "a good password").status == 200)
    }

    @Test func attemptsSurviveARestart() throws {
        let folder = try ScratchDirectory(name: "trove-limits")
        let first = TestServer(store: try .open(folder.path("server.db")))
        _ = try first.signUp()
        for _ in 0..<6 { _ = attempt(at: first) }
        let second = TestServer(store: try .open(folder.path("server.db")))
        #expect(attempt("ann@example.org", "a good password", at: second).status == 429)
    }

    // MARK: Several servers

    /// Two servers on one store, whose files must outlive them.
    private func pair(
        on store: SharedStore, _ change: (inout SyncServer.Options) -> Void = { _ in }
    ) throws -> [TestServer] {
        try [1, 2].map { TestServer(store: try store.open(), seed: $0, change) }
    }

    @Test func serversCountTogether() throws {
        let store = try SharedStore()
        defer { withExtendedLifetime(store) {} }
        let servers = try pair(on: store)
        _ = try servers[0].signUp()
        let statuses = (0..<7).map { round in
            attempt(peer: "192.0.2.\(round)", at: servers[round % 2]).status
        }
        #expect(statuses == [401, 401, 401, 401, 401, 429, 429])
    }

    @Test func simultaneousAttemptsAtTwoServersAllCount() async throws {
        let store = try SharedStore()
        defer { withExtendedLifetime(store) {} }
        let servers = try pair(on: store)
        // Several times, because it takes two attempts at the same moment.
        for account in 0..<20 {
            let credentials = Credentials(
                email: "\(account)@example.org", password: "a bad password", device: "phone")
            let accepted = await withTaskGroup(of: Int.self) { group in
                for (number, server) in servers.enumerated() {
                    group.addTask {
                        (0..<6).count { round in
                            let request = ServerRequest(
                                method: "POST", path: "/v1/login", body: credentials.bytes,
                                peer: "192.0.\(account).\(10 * number + round)")
                            let answer = server.core.answer(request, isLast: false)
                            if case .later = answer { return true } else { return false }
                        }
                    }
                }
                return await group.reduce(0, +)
            }
            #expect(accepted == 5)
        }
    }

    @Test func serversCountSignUpsTogether() throws {
        let store = try SharedStore()
        defer { withExtendedLifetime(store) {} }
        let servers = try pair(on: store) { $0.signupsPerHour = 3 }
        let statuses = (0..<5).map { round in
            let credentials = Credentials(
                name: "A", email: "\(round)@example.org", password: "a good password", device: "x")
            return servers[round % 2].ask("POST", "/v1/signup", body: credentials.bytes).status
        }
        #expect(statuses == [201, 201, 201, 429, 429])
    }

    @Test func settingTheClockBackDoesNotLockOutForLong() throws {
        server.pass(days: 3650)
        _ = exhaust()
        server.pass(days: -3650)
        #expect(attempt("ann@example.org", "a good password").status == 200)
    }

    @Test func simultaneousAttemptsAllCount() {
        // All of them start before any is found wrong.
        let credentials = Credentials(
            email: "ann@example.org", password: "a bad password", device: "phone")
        let request = ServerRequest(
            method: "POST", path: "/v1/login", body: credentials.bytes, peer: "192.0.2.9")
        var later = 0
        for _ in 0..<10 {
            if case .later = server.core.answer(request, isLast: false) { later += 1 }
        }
        #expect(later == 5)
    }

    @Test func cleanupForgetsOldAttempts() throws {
        let folder = try ScratchDirectory(name: "trove-limits")
        let server = TestServer(store: try .open(folder.path("server.db")))
        _ = attempt("a@a", at: server)
        try server.core.collectGarbage()
        #expect(try StoredRows.count("failures", in: folder.path("server.db")) == 2)
        server.pass(days: 1)
        try server.core.collectGarbage()
        #expect(try StoredRows.count("failures", in: folder.path("server.db")) == 0)
    }

    /// Each may add a device, whose row stays.
    @Test func logInsAndNewDevicesOfAUserAreLimited() throws {
        let phone = try server.logIn()
        for _ in 0..<598 { _ = try server.logIn(resumed: phone.id) }
        let laptop = try server.logIn(device: "laptop")
        let answer = laptop.ask("POST", "/v1/devices", body: NewDevice(name: "copy").bytes)
        #expect(answer.status == 429 && answer.header("Retry-After") == "3600")
        #expect(attempt("ann@example.org", "a good password").status == 429)
        #expect(laptop.ask("GET", "/v1/devices").status == 200)
        server.pass(seconds: 3600)
        let added = laptop.ask("POST", "/v1/devices", body: NewDevice(name: "copy").bytes)
        #expect((200...201).contains(added.status))
    }
}
