import Testing
import TroveTesting

/// Devices and their servers are killed at random moments, with a bad network between them: all
/// acknowledged changes must finally be on every device, exactly once.
///
/// `TROVE_KILLS` sets the number of kills, `TROVE_SEED` repeats the choices.
@Suite(.timeLimit(.minutes(20))) struct SyncCampaignTests {
    private static let kills = environmentNumber("TROVE_KILLS", default: 80)
    /// More devices and servers than databases, which take longer to start.
    private static let victims: [SyncCampaign.Victim] = [
        .device, .server, .database, .device, .server, .database, .device, .server,
    ]

    @Test(.enabled(if: Tools.hasSQLite)) func nothingIsLostOrDuplicated() throws {
        let random = SeededRandom.fromEnvironment()
        print("SyncCampaignTests: \(random.hint)")
        try SeededRandom.run(random) { random in
            let campaign = try SyncCampaign(random, at: ServerGroup())
            try campaign.run(
                kills: Self.kills, of: [.server, .device], acknowledged: Self.kills / 4 + 1)
            try campaign.syncAll()
            try campaign.check()
            print("SyncCampaignTests: \(campaign.summary)")
            // The campaign proves nothing if nothing was killed or acknowledged.
            #expect(campaign.serverKills > Self.kills / 4)
            #expect(campaign.deviceKills > Self.kills / 4)
            #expect(campaign.devices.allSatisfy { $0.acknowledged > Self.kills / 4 })
        }
    }

    /// The store is on PostgreSQL, which is killed too.
    @Test(.enabled(if: Tools.hasSQLite)) func aDatabaseServerLosesAndDuplicatesNothing() throws {
        let random = SeededRandom.fromEnvironment()
        print("SyncCampaignTests: \(random.hint)")
        let kills = Self.kills / 4
        try SeededRandom.run(random) { random in
            let database = try PostgresUnderTest()
            let servers = try ServerGroup(database: database.makeDatabase())
            let campaign = try SyncCampaign(random, at: servers, on: database)
            try campaign.run(kills: kills, of: Self.victims, acknowledged: kills / 4 + 1)
            try campaign.syncAll()
            try campaign.check()
            print("SyncCampaignTests: \(campaign.summary)")
            #expect(campaign.serverKills > 0 && campaign.databaseKills > 0)
            #expect(campaign.deviceKills > 0)
            #expect(campaign.devices.allSatisfy { $0.acknowledged > kills / 4 })
        }
    }

    /// Three servers behind HAProxy are killed, and their database too.
    @Test(.enabled(if: Tools.hasSQLite)) func threeServersLoseAndDuplicateNothing() throws {
        let random = SeededRandom.fromEnvironment()
        print("SyncCampaignTests: \(random.hint)")
        let kills = Self.kills / 4
        try SeededRandom.run(random) { random in
            let database = try PostgresUnderTest()
            let servers = try ServerGroup(count: 3, database: database.makeDatabase())
            let campaign = try SyncCampaign(random, at: servers, on: database)
            try campaign.run(kills: kills, of: Self.victims, acknowledged: kills / 4 + 1)
            try campaign.syncAll()
            try campaign.check()
            print("SyncCampaignTests: \(campaign.summary)")
            #expect(campaign.serverKills > 0 && campaign.databaseKills > 0)
            #expect(campaign.deviceKills > 0)
            #expect(campaign.devices.allSatisfy { $0.acknowledged > kills / 4 })
        }
    }

    /// The database server dies for good under load, and its synchronous standby takes its place.
    @Test(.enabled(if: Tools.hasSQLite)) func aFailoverLosesAndDuplicatesNothing() throws {
        let random = SeededRandom.fromEnvironment()
        print("SyncCampaignTests: \(random.hint)")
        let kills = Self.kills / 10
        try SeededRandom.run(random) { random in
            let database = try PostgresUnderTest()
            try database.addStandby()
            let servers = try ServerGroup(count: 2, database: database.makeDatabase())
            let campaign = try SyncCampaign(random, at: servers, on: database)
            try campaign.run(kills: kills, of: [.server, .device])
            try campaign.failOver()
            try campaign.run(kills: kills, of: [.server, .device], acknowledged: kills + 1)
            try campaign.syncAll()
            try campaign.check()
            print("SyncCampaignTests: \(campaign.summary)")
            #expect(campaign.databaseKills == 1)
            #expect(campaign.devices.allSatisfy { $0.acknowledged > kills })
        }
    }
}
