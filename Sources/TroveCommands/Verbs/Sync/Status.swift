import TroveCodecs
import TroveLanguage
import TroveModel
import TroveStore
import TroveSync
import TroveTerminal
import TroveWire

/// Shows the state of the connection to the server.
struct Status: ShellCommand {
    static let name = "status"
    static let effect = Effect.readsLibrary
    static let syntax = Syntax<Status>(
        .sync, "show the state of the connection",
        examples: [
            .init(
                "status",
                """
                server       http://localhost:7391
                user         Ann <ann@example.org>
                connection   online
                last synced  just now
                queued       0
                rejected     0
                conflicts    0
                """),
            .init("net off", "Network simulation: offline. `net auto` ends it."),
            .init(
                "status",
                """
                server       http://localhost:7391
                user         Ann <ann@example.org>
                connection   offline since …: switched off with `net off`
                last synced  just now
                queued       0
                rejected     0
                conflicts    0
                network      offline
                """),
        ])

    var isRepeatable: Bool { true }

    func run(in context: any CommandContext) throws -> Reply {
        try context.commit()
        guard let account = context.library.account else {
            return try stateOfLocalLibrary(context)
        }
        guard !context.isForData else {
            return .report(Report(try factsForPrograms(account, context)))
        }
        return try context.withWaiting(.report(Report(factsForUsers(account, context))))
    }

    /// Describes a library without a connection, and what waits for a login if it was disconnected.
    private func stateOfLocalLibrary(_ context: any CommandContext) throws -> Reply {
        guard context.isForData else { return try context.withWaiting(.text(Message.isLocal)) }
        let connection = JSON.string(Message.nameForPrograms(of: .local))
        let waiting = try context.waitingForLogin()
        return .report(
            Report(
                [("server", .null), ("connection", connection)]
                    + (waiting.map { facts(of: $0.counts) } ?? [])))
    }

    private func facts(of counts: QueueCounts) -> [(name: String, value: JSON)] {
        [
            ("waiting", .integer(counts.waiting)), ("problems", .integer(counts.problems)),
            ("conflicts", .integer(counts.conflicts)),
        ]
    }

    private func factsForUsers(
        _ account: Account, _ context: any CommandContext
    ) throws -> [(name: String, value: JSON)] {
        let now = context.surroundings.now
        let sync = context.sync
        let counts = try context.library.outbox.counts()
        var facts: [(name: String, value: JSON)] = [("server", .string(account.server))]
        facts.append(("user", account.user.map { .string(Message.name(of: $0)) } ?? .null))
        let connection =
            sync.map { Message.description(of: $0.state) }
            ?? Message.unopened(isReadOnly: context.library.isReadOnly)
        facts.append(("connection", .string(connection)))
        if account.device != nil {
            let lastContact = sync?.engine.lastContact ?? account.lastContact
            let age = Message.age(of: lastContact, now: now)
            facts.append(("last synced", .string(context.isPartialCopy ? "not complete yet" : age)))
            facts.append(("queued", .integer(counts.waiting)))
            facts.append(("rejected", .integer(counts.problems)))
            facts.append(("conflicts", .integer(counts.conflicts)))
            let unknown = try context.library.unknownItems()
            if !unknown.isEmpty { facts.append(("unknown", .string(Message.unknown(unknown)))) }
            let photos = try sync?.waitingPhotos().count ?? 0
            if photos > 0 { facts.append(("photos", .string(Message.waiting(photos: photos)))) }
        }
        if let trouble = sync.flatMap({ Message.trouble(of: $0.network.mode) }) {
            facts.append(("network", .string(trouble)))
        }
        return facts
    }

    private func factsForPrograms(
        _ account: Account, _ context: any CommandContext
    ) throws -> [(name: String, value: JSON)] {
        let state = context.sync?.state ?? .local
        let counts =
            try context.waitingForLogin()?.counts ?? context.library.outbox.counts()
        var facts: [(name: String, value: JSON)] = [("server", .string(account.server))]
        if let user = account.user {
            facts.append(("email", .string(user.email)))
            facts.append(("name", .string(user.name)))
        }
        facts.append(("connection", .string(Message.nameForPrograms(of: state))))
        if case .offline(let since, let reason) = state {
            facts.append(("since", .string(since.description)))
            facts.append(("reason", .string(Message.description(of: reason))))
        }
        let lastContact = context.sync?.engine.lastContact ?? account.lastContact
        facts.append(("lastContact", lastContact.map { .string($0.description) } ?? .null))
        facts += self.facts(of: counts)
        let photos = try context.sync?.waitingPhotos().count ?? 0
        facts.append(("photosWaiting", .integer(photos)))
        return facts
    }
}
