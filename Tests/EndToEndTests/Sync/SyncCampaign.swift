import Testing
import TroveCodecs
import TroveTesting

/// Devices of one user and servers, connected by a bad network; all of them under load, and killed
/// at random moments.
final class SyncCampaign {
    /// What a campaign kills.
    enum Victim {
        case device, server, database
    }

    private let servers: ServerGroup
    let proxy: FaultProxy
    let devices: [CampaignDevice]
    /// The titles of books that every device changes.
    let common = (1...5).map { "common \($0)" }
    private let hint: String
    private var random: SeededRandom
    private(set) var serverKills = 0
    private(set) var deviceKills = 0
    private(set) var databaseKills = 0
    /// The database server with the store, if it can be killed.
    private let database: PostgresUnderTest?
    /// The number of titles on which a device conflicts with itself.
    private var selfConflicts = 0

    /// Creates the devices.
    ///
    /// - Parameters:
    ///   - random: The source of all choices.
    ///   - servers: The servers that they sync with.
    ///   - database: The database server with their store, for `Victim.database`.
    /// - Throws: `UnexpectedStatus` when a device cannot sync.
    init(
        _ random: SeededRandom, at servers: ServerGroup, on database: PostgresUnderTest? = nil
    ) throws {
        hint = random.hint
        self.random = random
        self.servers = servers
        self.database = database
        let proxy = try FaultProxy(to: servers.port)
        devices = try ["a", "b", "c"].map { name in
            let trove = try Trove(device: name, of: .ann, at: proxy.url, isNew: name == "a")
            return try CampaignDevice(name, trove, isAsking: name == "c")
        }
        self.proxy = proxy
        try devices[0].trove.prepare(
            common.map { "add book \"\($0)\" description:first\n" }.joined() + "sync\n")
        for device in devices.dropFirst() { try device.trove.prepare("sync\n") }
    }

    // MARK: - Under load

    /// Kills this many of the victims, each about as often as the others, and starts them again.
    /// Goes on, for at most five times as many, until every device has had `goal` commands
    /// acknowledged: on a slow machine, devices are killed before they answer.
    func run(kills: Int, of victims: [Victim], acknowledged goal: Int = 0) throws {
        var deck: [Victim] = []
        for round in 0..<5 * kills {
            let isReached = devices.allSatisfy { $0.acknowledged >= goal }
            if round >= kills, isReached { return }
            if deck.isEmpty {
                deck = (0..<kills).map { victims[$0 % victims.count] }.shuffled(using: &random)
            }
            try kill(deck.removeLast())
        }
    }

    /// Kills a victim under load, and starts it again.
    private func kill(_ victim: Victim) throws {
        changeNetwork()
        for device in devices {
            let count = Int.random(in: 1...12, using: &random)
            try device.sendBurst(count, common: common, using: &random)
        }
        let device = devices[Int.random(in: 0..<devices.count, using: &random)]
        try device.work(for: .microseconds(Int.random(in: 0...80_000, using: &random)))
        switch victim {
        case .database: try killDatabase(during: device)
        case .server: try killServer(during: device)
        case .device:
            try device.kill()
            deviceKills += 1
            try device.start()
            try device.check()
        }
    }

    private func killDatabase(during device: CampaignDevice) throws {
        guard let database else { return }
        try database.kill()
        databaseKills += 1
        if Bool.random(using: &random) {
            try device.work(for: .milliseconds(Int.random(in: 0...150, using: &random)))
        }
        try database.start()
    }

    /// Kills a server, which is sometimes down for a while. If there are others, it may stay down
    /// until a later kill.
    private func killServer(during device: CampaignDevice) throws {
        let server = servers.all[Int.random(in: 0..<servers.all.count, using: &random)]
        if server.isRunning {
            try server.kill()
            serverKills += 1
        }
        if Int.random(in: 0..<4, using: &random) == 0 {
            try device.work(for: .milliseconds(Int.random(in: 0...150, using: &random)))
        }
        for server in servers.all where servers.all.count == 1 || Bool.random(using: &random) {
            try server.start()
        }
    }

    /// Changes the network conditions now and then.
    private func changeNetwork() {
        switch Int.random(in: 0..<20, using: &random) {
        case 0..<5:
            let percent = [0, 10, 25, 50].randomElement(using: &random) ?? 0
            proxy.schedule = .seeded(
                random.next(), percent: percent, longest: .milliseconds(100))
        case 5..<8:
            // Each push is repeated after some later ones of its device.
            let after = Int.random(in: 3...12, using: &random)
            proxy.schedule = FaultSchedule { request in
                request.method == "POST" ? .repeatLater(after: after) : .pass
            }
        case 8: proxy.partition = .down
        case 9: proxy.partition = .silent
        case 10: proxy.partition = .withoutReplies
        case 11: proxy.resetConnections()
        default: proxy.partition = .none
        }
    }

    /// Kills the database server in the middle of the load, and makes its standby take its place.
    func failOver() throws {
        guard let database else { return }
        proxy.heal()
        for device in devices {
            try device.sendBurst(
                Int.random(in: 1...12, using: &random), common: common, using: &random)
        }
        try devices[0].work(for: .microseconds(Int.random(in: 0...80_000, using: &random)))
        try database.failOver()
        databaseKills += 1
    }

    // MARK: - Afterwards

    /// Stops the faults, and gives all devices three rounds to sync.
    func syncAll() throws {
        proxy.heal()
        try servers.start()
        for device in devices {
            try device.end()
            try device.start()
            try device.check()
            try device.end()
        }
        for _ in 1...3 {
            for device in devices { try device.trove.prepare("sync\n") }
        }
    }

    /// Checks the final state.
    func check() throws {
        let comment = Comment(rawValue: hint)
        for device in devices {
            let status = try device.trove.status()
            for count in ["waiting", "problems"] {
                #expect(status[count]?.int == 0, "\(device.name): \(status.written), \(hint)")
            }
        }
        // A new device sees what the server has.
        let fresh = try Trove(device: "fresh", of: .ann, at: servers.url)
        try fresh.prepare("sync\n")
        let things = try fresh.things()
        let expected = Self.byID(things)
        #expect(expected.count == things.count, comment)
        for device in devices {
            let found = Self.byID(try device.trove.things())
            let differences = Set(found.keys).union(expected.keys).sorted()
                .filter { found[$0] != expected[$0] }
                .map { "\($0): \(found[$0] ?? "absent"), not \(expected[$0] ?? "absent")" }
            #expect(
                differences.isEmpty,
                "\(device.name)\n\(differences.joined(separator: "\n"))\n\(hint)")
            let listed = try device.trove.program.run(["--output", "jsonl", "-c", "conflicts"])
            let conflicts = device.ownConflicts(in: CampaignDevice.objects(listed.text))
            // A device killed while waiting for the server's consent continues as a new device,
            // which can conflict with its own earlier changes. Otherwise changes by a single device
            // never conflict.
            #expect(device.isAsking || conflicts.isEmpty, "\(device.name): \(conflicts), \(hint)")
            selfConflicts += conflicts.count
            device.compare(things, conflicts: conflicts)
            #expect(
                device.mistakes.isEmpty, "\(device.mistakes.joined(separator: "\n"))\n\(hint)")
            #expect(try device.trove.sqlite("PRAGMA integrity_check") == "ok", comment)
        }
        checkCommon(things)
        for server in servers.all { try server.terminate() }
        for server in servers.all where server.database == nil {
            #expect(
                try devices[0].trove.sqlite("PRAGMA integrity_check", in: server.storePath) == "ok")
        }
    }

    /// Checks that shared items have a value that some device wrote.
    private func checkCommon(_ things: [JSON]) {
        for title in common {
            let value = things.first { $0["title"]?.text == title }?["description"]?.text
            let given = devices.reduce(into: Set(["first"])) { given, device in
                given.formUnion(device.shared[title] ?? [])
            }
            #expect(
                given.contains(value ?? "nothing"), "\(title) is \(value ?? "nothing"), \(hint)")
        }
    }

    /// Returns the items as text by id, without their device-specific numbers.
    private static func byID(_ things: [JSON]) -> [String: String] {
        var found: [String: String] = [:]
        for thing in things {
            let fields = (thing.members ?? []).filter { $0.name != "number" }
            found[thing["id"]?.text ?? "no id"] = JSON.object(fields).written
        }
        return found
    }

    /// A summary for the log.
    var summary: String {
        let commands = devices.map { device in
            "\(device.name): \(device.acknowledged) acknowledged, \(device.failed) refused, "
                + "\(device.unknown) unknown"
        }
        let faults = proxy.traffic.faults.values.reduce(0, +)
        return """
            \(serverKills) kills of servers, \(databaseKills) of their database, \
            \(deviceKills) of devices; \
            \(proxy.traffic.requestCount) requests, \(faults) faults \
            (\(proxy.traffic.faults["repeatLater"] ?? 0) repeated later); \
            \(selfConflicts) conflicts of a device with itself; \
            \(commands.joined(separator: "; ")); \(hint)
            """
    }
}
