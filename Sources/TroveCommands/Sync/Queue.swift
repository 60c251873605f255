import TroveCodecs
import TroveLanguage
import TroveModel
import TroveStore
import TroveSync
import TroveTerminal
import TroveWire

/// Shows queued and rejected changes, and retries or drops rejected ones.
struct Queue: ShellCommand {
    var action = Action.show
    /// The number of a change; nil means all rejected changes.
    var number: Spanned<Int>?
    /// Whether changes are dropped without a confirmation.
    var isConfirmed = false

    /// What `queue` does.
    enum Action: Sendable {
        case show
        /// Sends rejected changes again.
        case retry
        /// Drops rejected changes and reverts them in the local copy.
        case drop
    }

    static let name = "queue"
    static let effect = Effect.readsLibrary
    static let syntax = Syntax<Queue>(
        .sync, "show queued and rejected changes",
        details: """
            retry sends rejected changes again. drop discards them and restores the server's \
            values.
            """,
        forms: [
            [],
            [
                .keyword("retry", \.action, Action.retry),
                .numberOrAll(\.number, missing: .queueNumber),
            ],
            [
                .keyword("drop", \.action, Action.drop),
                .numberOrAll(\.number, missing: .queueNumber), .option("--yes", \.isConfirmed),
            ],
        ],
        examples: [
            .init("queue", "Nothing is queued."),
            .init("queue drop 7 --yes", "error: there is no change 7 in the queue"),
        ])

    func run(in context: any CommandContext) throws -> Reply {
        try context.commit()
        guard action != .show else { return .report(try report(context)) }
        let problems = try problems(in: context.library)
        guard !problems.isEmpty else { return .text(Message.nothingRefused) }
        guard action == .drop else {
            let count = try context.library.outbox.retry(problems)
            return .text(Message.retried(count))
        }
        if !isConfirmed {
            try context.confirm(Message.dropping(problems.count), verb: "queue drop")
        }
        let count = try context.library.outbox.drop(problems, at: context.surroundings.now)
        return .text(Message.dropped(count))
    }

    /// Returns the rejected change with the number, or all of them.
    private func problems(in library: Library) throws -> [ProblemEntry] {
        let all = try library.outbox.problems()
        guard let number else { return all }
        guard let problem = all.first(where: { $0.number == number.value }) else {
            throw CommandFailure(.notInQueue(number.value), at: number.span)
        }
        return [problem]
    }

    private func report(_ context: any CommandContext) throws -> Report {
        let library = context.library
        func summary(_ operation: QueuedOperation) -> JSON {
            .string(
                Message.summary(
                    of: operation, title(of: operation, in: library), library.catalog.kinds))
        }
        let isForPrograms = context.isForPrograms
        var rows: [[JSON]] = []
        for problem in try library.outbox.problems() {
            rows.append([
                .integer(problem.number),
                .string(isForPrograms ? Message.jsonName(of: problem) : Message.state(of: problem)),
                summary(problem.operation), .string(problem.rejection.message),
            ])
        }
        for entry in try library.outbox.entries(limit: 1000) where entry.operation.action != .skip {
            rows.append([
                .null,
                .string(isForPrograms ? Message.jsonName(of: entry) : Message.state(of: entry)),
                summary(entry.operation), .null,
            ])
        }
        for photo in try context.sync?.waitingPhotos().prefix(1000) ?? [] {
            rows.append([
                .null, .string(isForPrograms ? Message.waiting : Message.queued),
                .string(Message.summary(of: photo)),
                photo.trouble.map { .string(Message.description(of: $0)) } ?? .null,
            ])
        }
        return Report(["#", "state", "change", "reason"], rows, nothing: Message.nothingQueued)
    }

    private func title(of operation: QueuedOperation, in library: Library) -> String? {
        (try? library.item(numbered: operation.item))?.title
            ?? (try? library.shadow.title(of: operation))
    }
}
