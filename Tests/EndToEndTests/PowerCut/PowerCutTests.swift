import Testing
import TroveTesting

/// The power is cut while a shell or the server works: everything acknowledged is on the disk
/// exactly once, and nothing is half done. See `DiskAfterCut` for the possible states of a disk.
///
/// `TROVE_CUTS` sets the number of random moments, `TROVE_SEED` repeats their choice.
@Suite(.timeLimit(.minutes(60)), .enabled(if: Tools.canTrace)) struct PowerCutTests {
    private static let cuts = environmentNumber("TROVE_CUTS", default: 400)
    private static let shell = Result { try RecordedShell() }
    private static let server = Result { try RecordedServer() }

    @Test func theShellLosesNothing() throws {
        try SeededRandom.run { random in
            let shell = try Self.shell.get()
            let hint = random.hint
            var looked = 0
            try shell.cuts.forEach(random: Self.cuts, using: &random) { cut in
                looked += 1
                let finding = try shell.finding(after: cut)
                #expect(finding == nil, "\(cut)\n\(hint)")
                return true
            }
            #expect(looked > Self.cuts)
        }
    }

    @Test func theServerLosesNothing() throws {
        try SeededRandom.run { random in
            let server = try Self.server.get()
            let hint = random.hint
            try server.cuts.forEach(random: Self.cuts / 5, using: &random) { cut in
                let finding = try server.finding(after: cut)
                #expect(finding == nil, "\(cut)\n\(hint)")
                return true
            }
        }
    }

    /// A program that omits a sync.
    struct Mistake: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let isInServer: Bool
        let isLeftOut: @Sendable (DiskEvent) -> Bool

        /// Omits syncs of paths with this suffix.
        init(_ description: String, endOfPath: String, isInServer: Bool = false) {
            testDescription = description
            self.isInServer = isInServer
            isLeftOut = { event in
                if case .sync(let path) = event { path.hasSuffix(endOfPath) } else { false }
            }
        }
    }

    static let mistakes = [
        Mistake("the library's log", endOfPath: "library.db-wal"),
        Mistake("the library", endOfPath: "library.db"),
        Mistake("the library's folder", endOfPath: "/trove"),
        Mistake("the folder above that", endOfPath: "/share"),
        Mistake("a snapshot", endOfPath: ".partial"),
        Mistake("the folder of snapshots", endOfPath: ".snapshots"),
        Mistake("the folder of photos", endOfPath: ".blobs"),
        Mistake("the server's log", endOfPath: "server.db-wal", isInServer: true),
        Mistake("the server's folder", endOfPath: "/store", isInServer: true),
    ]

    @Test(arguments: mistakes) func missingSyncsAreDetected(_ mistake: Mistake) throws {
        try SeededRandom.run { random in
            let cuts = try mistake.isInServer ? Self.server.get().cuts : Self.shell.get().cuts
            let planted = cuts.without(mistake.isLeftOut)
            #expect(planted.events.count < cuts.events.count)
            var isFound = false
            try planted.forEach(random: 50, using: &random) { cut in
                let finding =
                    try mistake.isInServer
                    ? Self.server.get().finding(after: cut)
                    : Self.shell.get().finding(after: cut)
                isFound = finding != nil
                return !isFound
            }
            #expect(isFound, "\(random.hint)")
        }
    }
}
