import Testing
import TroveCommands
import TroveTesting

/// The progress that long lists and exports show.
@Suite struct ProgressTests {
    private let context: FakeContext
    private let user = FakeUser()

    /// Adds enough items that each kind reports its progress twice.
    init() throws {
        context = try FakeContext()
        for number in 0..<1100 {
            try context.run("add book \"Book \(number)\"")
            try context.run("add gem \"Gem \(number)\"")
        }
        context.user = user
    }

    /// The share goes on from one kind to the next.
    @Test func aListOfSeveralKindsHasOneBar() throws {
        guard case .listing(let listing) = try context.run("list") else {
            Issue.record("no list")
            return
        }
        user.fractions = []
        var rows = 0
        for section in listing.sections { listing.forEachRow(of: section) { _ in rows += 1 } }
        #expect(rows == 2200)
        let expected = [0, 1024, 1100, 2124].map { Double($0) / 2200 }
        #expect(user.fractions == expected)
    }

    @Test func ctrlCEndsAList() throws {
        guard case .listing(let listing) = try context.run("list books") else {
            Issue.record("no list")
            return
        }
        context.isInterrupted = true
        listing.forEachRow(of: listing.sections[0]) { _ in Issue.record("it goes on") }
    }

    /// The items are read first; writing the page takes longer.
    @Test(arguments: ["html", "markdown"]) func aPageShowsHowMuchIsWritten(_ form: String) throws {
        user.fractions = []
        try context.run("export /dev/null books as:\(form)")
        let last = try #require(user.fractions.last)
        #expect(user.fractions.count > 1 && last > 0.5 && last < 1, "\(user.fractions)")
    }
}
