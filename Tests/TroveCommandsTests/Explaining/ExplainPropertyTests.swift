import Testing
import TroveCodecs
import TroveCommands
import TroveLanguage
import TroveModel
import TroveStore
import TroveSync
import TroveTerminal
import TroveTesting
import TroveWire

/// What `explain` says would change is what then changes, its error is the error that comes, and it
/// changes nothing itself: for random commands in random states.
@Suite(.timeLimit(.minutes(20))) struct ExplainPropertyTests {
    /// What a command did, or what `explain` says that it would do.
    struct Outcome: Equatable, CustomStringConvertible {
        var exitStatus: Int?
        var error: String?
        /// The changes in order, in JSON.
        var changes: [JSON] = []
        /// The number of the command in the log.
        var log: Int?
        /// The number of operations in the outbox after the command.
        var queued: Int?

        var description: String {
            "exit \(exitStatus.map { "\($0)" } ?? "?") \(error ?? "") log \(log ?? 0) "
                + "queued \(queued ?? -1)\n" + changes.map { "  \($0.written)\n" }.joined()
        }
    }

    /// The connection of the library to a server that does not exist.
    enum Connection: CaseIterable {
        case none, offline
    }

    private static let start = [
        "add book Dune author:\"Frank Herbert\" pages:604 genre:sci-fi tags:owned",
        "add book \"Dune Messiah\" state:reading page:3 pages:300",
        "add book Emma author:\"Jane Austen\" state:finished", "add gem Ruby hardness:9",
        "add gem Opal", "add movie Alien rating:9", "set 1 rating:4", "add movie Dune rating:7",
    ]

    private static func context(_ connection: Connection, at path: String) throws -> FakeContext {
        let context = try FakeContext(at: path)
        for line in start { try context.run(line) }
        _ = try context.commit()
        context.session.settings.output = .json
        guard connection == .offline else { return context }
        let library = context.library
        try library.accountStore.connect(to: "http://127.0.0.1:1")
        let sync = SyncSession(
            library: library, deviceName: "test", caFile: nil, patience: .seconds(2),
            isPolling: false, random: SeededRandom(seed: 7), now: { context.surroundings.now },
            isInterrupted: { false })
        let user = User(id: 1, name: "Ann", email: "ann@example.org")
        try library.accountStore.logIn(
            LoginReply(token: "t", device: "d", user: user, epoch: "e"),
            as: "laptop", at: context.surroundings.now)
        try sync.accountChanged()
        try sync.simulate(.off)
        context.sync = sync
        return context
    }

    // MARK: Explained

    private func explained(_ line: String, in context: FakeContext) throws -> Outcome {
        guard case .report(let report) = try context.run("explain " + line) else {
            throw Spelling.NoCommand()
        }
        func fact(_ name: String) -> JSON? {
            report.columns.firstIndex(of: name).map { report.rows[0][$0] }
        }
        var outcome = Outcome()
        outcome.exitStatus = fact("exitStatus")?.int
        outcome.error = fact("error").flatMap { error in
            error["message"]?.text.map { $0 + " / " + (error["advice"]?.text ?? "") }
        }
        outcome.changes = fact("changes")?.array ?? []
        outcome.log = fact("log")?.int
        outcome.queued = fact("queue")?["last"]?.int
        return outcome
    }

    // MARK: Real

    private func real(_ line: String, in context: FakeContext) throws -> Outcome {
        let library = context.library
        let last = try library.history.lastChange()
        let queued = try library.outbox.counts().waiting
        var outcome = Outcome(exitStatus: 0)
        do {
            try context.run(line)
        } catch let failure as CommandFailure where failure.reply != nil {
        } catch {
            let report = ErrorReport(error)
            outcome.exitStatus = 1
            outcome.error = report.text.rendered + " / " + (report.advice?.rendered ?? "")
        }
        _ = try context.commit()
        let records = try library.history.commands(limit: 10).filter { $0.id.rawValue > last }
        outcome.log = records.first?.id.rawValue
        outcome.changes = records.reversed().flatMap(\.changes).map { change in
            Self.json(change, context.kinds[change.kind])
        }
        let waiting = try library.outbox.counts().waiting
        outcome.queued = waiting > queued ? waiting : nil
        return outcome
    }

    private static func json(_ change: Change, _ kind: Kind) -> JSON {
        let pairs: [(FieldIndex, Value?, Value?)] =
            switch change.action {
            case .create(let values):
                kind.fieldIndices.filter { values[$0] != nil }.map { ($0, nil, values[$0]) }
            case .delete(let values):
                kind.fieldIndices.filter { values[$0] != nil }.map { ($0, values[$0], nil) }
            case .update(let fields): fields.map { ($0.field, $0.before, $0.after) }
            }
        return .object([
            JSON.Member("action", .string(change.action.operation.rawValue)),
            JSON.Member("kind", .string(kind.name)),
            JSON.Member("number", .integer(change.number.rawValue)),
            JSON.Member("id", .string(change.id.description)),
            JSON.Member(
                "fields",
                .object(
                    pairs.map { field, before, after in
                        JSON.Member(
                            kind.fields[field].name,
                            .array([before?.json ?? .null, after?.json ?? .null]))
                    })),
        ])
    }

    private static func withoutTitle(_ change: JSON) -> JSON {
        .object((change.members ?? []).filter { $0.name != "title" })
    }

    // MARK: The property

    @Test(arguments: Connection.allCases, [false, true])
    func explainsWhatHappens(_ connection: Connection, isAtPrompt: Bool) throws {
        let scratch = try ScratchDirectory(inMemory: true)
        try SeededRandom.run { random in
            for round in 0..<environmentNumber("TROVE_ROUNDS", default: 1) {
                let context = try Self.context(
                    connection, at: scratch.path("\(connection)\(isAtPrompt)\(round).db"))
                if isAtPrompt { context.user = FakeUser() }
                var (changed, failed) = (0, 0)
                for _ in 0..<250 {
                    let outcome = try check(context, &random)
                    if !outcome.changes.isEmpty { changed += 1 }
                    if outcome.exitStatus == 1 { failed += 1 }
                }
                // Both kinds of commands are tested, in all states.
                #expect(changed > 10 && failed > 10, "\(random.hint)")
            }
        }
    }

    /// Compares the explanation of a random command with what the command then does.
    private func check(
        _ context: FakeContext, _ random: inout SeededRandom
    ) throws -> Outcome {
        let line = RandomCommand.next(using: &random)
        let comment = Comment(rawValue: "\(line)\n\(random.hint)")
        let library = context.library
        // Sometimes only a part of the items is in memory.
        if Int.random(in: 0..<8, using: &random) == 0 {
            library.dropRows(of: library.catalog.kinds.indices)
        }
        let (file, state) = (try LibraryDump.file(library), State(context))
        var explained = try explained(line, in: context)
        #expect(try LibraryDump.file(library) == file, comment)
        #expect(State(context) == state, comment)
        explained.changes = explained.changes.map(Self.withoutTitle)
        // What memory has must be what the file has.
        try library.loadAll()
        let memory = LibraryDump.memory(library)
        library.dropRows(of: library.catalog.kinds.storedIndices)
        try library.loadAll()
        #expect(memory == LibraryDump.memory(library), comment)
        let real = try real(line, in: context)
        #expect(explained == real, comment)
        return real
    }

    /// The state of the session that commands change.
    struct State: Equatable {
        let it: ItemNumber?
        let kind: KindIndex
        let aliases: [String: String]
        let settings: [String]

        init(_ context: FakeContext) {
            it = context.session.it
            kind = context.session.currentKind
            aliases = context.session.aliases
            settings = context.session.settings.entries.map { "\($0.name)=\($0.value)" }
        }
    }
}
