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
    /// Whether changes are dropped without confirmation.
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
            For each change it shows the fields, how long ago you made it, and how often it was \
            sent without an answer. q1 is sent first. A rejected change has a number instead. \
            retry sends rejected changes again; drop discards them and restores the server's values.
            """,
        forms: [
            [],
            [
                .keyword("retry", \.action, Action.retry),
                .numberOrAll(\.number, .rejectedChange, missing: .queueNumber),
            ],
            [
                .keyword("drop", \.action, Action.drop),
                .numberOrAll(\.number, .rejectedChange, missing: .queueNumber),
                .option("--yes", \.isConfirmed),
            ],
        ],
        examples: [
            .init("net off", "Network simulation: offline. `net auto` ends it."),
            .init("add gem Opal", "Added gem 5: Opal"),
            .init(
                "queue",
                """
                #   state   change           age       attempts
                q1  queued  add gem 5: Opal  just now         0
                """),
            .init("queue drop 7 --yes", "error: there is no change 7 in the queue"),
        ])

    var isRepeatable: Bool { action == .show }

    func run(in context: any CommandContext) throws -> Reply {
        try context.commit()
        guard action != .show else {
            let report = Reply.report(try report(context))
            let hasRejected = try !context.library.outbox.problems().isEmpty
            return try context.withWaiting(
                hasRejected && !context.isForData
                    ? .sequence([report, .text(Message.repairing)]) : report)
        }
        let problems = try problems(in: context.library)
        guard !problems.isEmpty else { return .text(Message.nothingRefused) }
        guard action == .drop else {
            let count = try context.library.outbox.retry(problems, at: context.surroundings.now)
            return .text(Message.retried(count))
        }
        if !isConfirmed {
            // All changes of an item are dropped together.
            let items = Set(problems.map(\.operation.id))
            let dropped = try context.library.outbox.problems().filter {
                items.contains($0.operation.id)
            }
            let hasHeld = dropped.contains { $0.rejection.code == .held }
            try context.confirm(
                Message.dropping(dropped.count, hasHeld: hasHeld), verb: "queue drop")
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

    /// The largest number of queued changes, and of photos, that are listed.
    static let limit = 1000

    private func report(_ context: any CommandContext) throws -> Report {
        let outbox = context.library.outbox
        var views: [QueuedView] = []
        for problem in try outbox.problems() {
            var view = try QueuedView(problem.operation, in: context)
            view.number = problem.number
            view.state =
                context.isForData
                ? Message.nameForPrograms(of: problem) : Message.state(of: problem)
            view.reason = TerminalText(problem.rejection.message)
            views.append(view)
        }
        var position = 0
        var earlier: [ItemID: [JSON.Member]] = [:]
        for entry in try outbox.entries(limit: Self.limit) where entry.operation.action != .skip {
            let id = entry.operation.id
            var view = try QueuedView(entry.operation, after: earlier[id] ?? [], in: context)
            earlier[id, default: []] += entry.operation.sentFields
            view.state =
                context.isForData ? Message.nameForPrograms(of: entry) : Message.state(of: entry)
            view.attempts = outbox.attempts(of: entry.number)
            position += 1
            view.position = position
            views.append(view)
        }
        for photo in try context.sync?.waitingPhotos().prefix(Self.limit) ?? [] {
            var view = QueuedView(Message.summary(of: photo))
            view.state = context.isForData ? Message.waiting : Message.queued
            view.reason = photo.trouble.map { Message.description(of: $0) }
            position += 1
            view.position = position
            views.append(view)
        }
        let now = context.surroundings.now
        return context.isForData
            ? QueuedView.reportForPrograms(views)
            : QueuedView.report(views, now: now, width: context.width)
    }
}

extension CommandContext {
    /// The numbers of the rejected changes, each with what it was to do. At most `Queue.limit`.
    package var rejectedChangeNames: [(number: Int, name: String)] {
        get throws {
            try library.outbox.problems().prefix(Queue.limit).map { problem in
                (problem.number, try QueuedView(problem.operation, in: self).change.rendered)
            }
        }
    }

    /// The numbers of the conflicts, each with its item and field. At most `Queue.limit`.
    package var conflictNames: [(number: Int, name: String)] {
        get throws {
            try library.conflicts.entries().prefix(Queue.limit).map { entry in
                let item = try entry.item.flatMap { try library.item(numbered: $0) }
                let view = ConflictView(entry, item, kinds, origin: nil)
                return (view.number, (view.item + ", " + view.field).rendered)
            }
        }
    }
}
