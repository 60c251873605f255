import Testing
import TroveTesting

/// Three servers over three PostgreSQL servers, of which each may fail: acknowledged changes are
/// stored once, and devices only see a pause. Takes minutes, so it runs only if `TROVE_CLUSTER` is
/// 1.
///
/// `TROVE_SEED` repeats the choices.
@Suite(.timeLimit(.minutes(20)), .enabled(if: environmentNumber("TROVE_CLUSTER", default: 0) == 1))
struct ClusterCampaignTests {
    @Test(.enabled(if: Tools.hasSQLite && Tools.isSuperuser))
    func noFaultLosesOrDuplicates() throws {
        let random = SeededRandom.fromEnvironment()
        print("ClusterCampaignTests: \(random.hint)")
        try SeededRandom.run(random) { random in
            let cluster = try PostgresCluster()
            let servers = try ServerGroup(count: 3, database: cluster.makeDatabase("trove"))
            let campaign = try SyncCampaign(random, at: servers)
            let clients = try (1...4).map { try SteadyClient("user\($0)", port: servers.port) }
            for fault in PostgresCluster.Fault.allCases {
                try campaign.run(kills: 10, of: [.device, .server])
                try servers.start()
                for client in clients {
                    try client.wait(forPushes: 100)
                    _ = client.takeLongestPause()
                }
                let earlier = clients.map(\.failureCount).reduce(0, +)
                let primary = try cluster.primary()
                try cluster.suffer(fault)
                try campaign.run(kills: 10, of: [.device])
                if fault.replacesPrimary { try cluster.waitForPrimary(otherThan: primary) }
                if fault == .diskFilled {
                    // The disk stays full until the test makes room.
                    for client in clients { try client.wait(forStatus: 507) }
                    try cluster.heal()
                }
                for client in clients { try client.wait(forPushes: 200) }
                let failures = clients.map(\.failureCount).reduce(-earlier, +)
                let pause = clients.map { $0.takeLongestPause() }.max() ?? .zero
                try cluster.heal()
                for client in clients { try client.wait(forPushes: 100) }
                print(
                    """
                    ClusterCampaignTests: \(fault): \(pause) without an acknowledged push; \
                    the primary was \(primary), and is \(try cluster.primary()); \
                    \(failures) failed requests
                    """)
                // The database is given up after 15 s, and Patroni's times add up to less.
                #expect(pause < .seconds(60), "\(fault)")
            }
            print("ClusterCampaignTests: \(try cluster.memory())")
            for client in clients { try expectOnce(client, client.end()) }
            try campaign.syncAll()
            try campaign.check()
            print("ClusterCampaignTests: \(campaign.summary)")
            #expect(campaign.devices.allSatisfy { $0.acknowledged > 50 })
        }
    }
}
