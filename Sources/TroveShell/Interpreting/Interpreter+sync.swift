import TroveLanguage
import TroveModel
import TroveStore
import TroveSync
import TroveTerminal
import TroveWire

/// What goes between the library and its server.
extension Interpreter {
    func runSync(_ command: Command) throws -> Reply {
        // What waits for its commit belongs to what is synchronised.
        try session.settle()
        return switch command {
        case .connect(let address, let isConfirmed): try connect(to: address, isConfirmed)
        case .disconnect(let isConfirmed): try disconnect(isConfirmed)
        case .signUp(let email, let name, let file, let isConfirmed):
            try signUp(email, name, file, isConfirmed)
        case .logIn(let email, let file, let isConfirmed): try logIn(email, file, isConfirmed)
        case .logOut: try logOut()
        case .whoAmI: .text(Message.whoIsLoggedIn(library.account))
        case .devices(let action): try devices(action)
        case .changePassword(let old, let new): try changePassword(old, new)
        case .status: try status()
        case .sync: try syncNow()
        case .queue(let action): try queue(action)
        case .conflicts: try conflicts()
        case .resolve(let number, let side): try resolve(number, side)
        case .policy(let action): try policy(action)
        case .net(let action): try net(action)
        default: .nothing
        }
    }

    /// The connection to the server.
    ///
    /// - Throws: `isNotConnected` where there is none; `isReadOnly` where it is not used because the
    ///   library is only read.
    func connection() throws -> SyncSession {
        guard let sync = session.sync else {
            if library.account != nil { throw LibraryError.isReadOnly(library.path) }
            throw CommandFailure(.isNotConnected)
        }
        return sync
    }

    // MARK: The state of things

    private func status() throws -> Reply {
        guard let account = library.account else { return .text(Message.isLocal) }
        // What a program reads has words that stay.
        if [.json, .jsonl].contains(session.settings.output) {
            return .report(Report(try statusForPrograms(account)))
        }
        let now = session.surroundings.now
        let sync = session.sync
        let counts = try library.queueCounts()
        var facts: [(name: String, value: JSON)] = [("server", .string(account.server))]
        facts.append(("user", account.user.map { .string(Message.name(of: $0)) } ?? .null))
        let connection = sync.map { Message.words($0.state, now: now) } ?? Message.isOnlyRead
        facts.append(("connection", .string(connection)))
        if account.device != nil {
            let lastContact = sync?.engine.lastContact ?? account.lastContact
            facts.append(("in step", .string(Message.age(of: lastContact, now: now))))
            facts.append(("waiting", .integer(counts.waiting)))
            facts.append(("problems", .integer(counts.problems)))
            facts.append(("conflicts", .integer(counts.conflicts)))
            let photos = try sync?.engine.waitingPhotos().count ?? 0
            if photos > 0 { facts.append(("photos", .string(Message.waiting(photos: photos)))) }
        }
        if let trouble = sync.flatMap({ Message.trouble(of: $0.network.mode) }) {
            facts.append(("network", .string(trouble)))
        }
        return .report(Report(facts))
    }

    private func statusForPrograms(_ account: Account) throws -> [(name: String, value: JSON)] {
        let state = session.sync?.state ?? .local
        let counts = try library.queueCounts()
        var facts: [(name: String, value: JSON)] = [("server", .string(account.server))]
        if let user = account.user {
            facts.append(("email", .string(user.email)))
            facts.append(("name", .string(user.name)))
        }
        facts.append(("connection", .string(Message.word(state))))
        if case .offline(let since, let reason) = state {
            facts.append(("since", .string(since.description)))
            facts.append(("reason", .string(Message.words(reason))))
        }
        let lastContact = session.sync?.engine.lastContact ?? account.lastContact
        facts.append(("lastContact", lastContact.map { .string($0.description) } ?? .null))
        facts.append(("waiting", .integer(counts.waiting)))
        facts.append(("problems", .integer(counts.problems)))
        facts.append(("conflicts", .integer(counts.conflicts)))
        let photos = try session.sync?.engine.waitingPhotos().count ?? 0
        facts.append(("photosWaiting", .integer(photos)))
        return facts
    }

    private func syncNow() throws -> Reply {
        let sync = try connection()
        guard library.isReplicating, sync.state != .signedOut else {
            throw CommandFailure(.notLoggedIn)
        }
        let before = try library.queueCounts()
        let isDone = try sync.syncNow(atMost: .seconds(600), isWanted: true)
        if isDone { try carryPhotos(sync) }
        let counts = try library.queueCounts()
        let events = sync.engine.takeEvents()
        guard isDone else {
            if session.isInterrupted() { throw CommandFailure(.isInterrupted) }
            throw CommandFailure(.cannotSync(sync.state))
        }
        let text = Message.synced(
            pushed: max(0, before.waiting - counts.waiting), pulled: Message.pulled(events),
            photos: sync.engine.takePhotoCount(),
            photosLeft: try sync.engine.waitingPhotos().count, counts)
        let settled = events.compactMap { event -> Reply? in
            if case .settled(let change) = event { .text(Message.settled(change)) } else { nil }
        }
        return .sequence(
            settled + [.text(text)] + events.compactMap(Message.photoWarning).map(Reply.warning))
    }

    /// Carries all pictures, and shows how far that is.
    private func carryPhotos(_ sync: SyncSession) throws {
        try sync.carryPhotos(atMost: .seconds(3600)) { [session] done, total in
            session.person?.progresses(Double(done) / Double(total), Message.carryingPhotos)
        }
    }

    // MARK: The queue

    private func queue(_ action: QueueAction) throws -> Reply {
        switch action {
        case .show: return .report(try queueReport())
        case .retry(let number):
            let problems = try problems(number)
            guard !problems.isEmpty else { return .text(Message.nothingRefused) }
            let count = try library.retry(problems, at: session.surroundings.now)
            return .text(Message.retried(count))
        case .drop(let number, let isConfirmed):
            let problems = try problems(number)
            guard !problems.isEmpty else { return .text(Message.nothingRefused) }
            if !isConfirmed { try confirm(Message.dropping(problems.count), verb: "queue drop") }
            let count = try library.drop(problems, at: session.surroundings.now)
            return .text(Message.dropped(count))
        }
    }

    private func queueReport() throws -> Report {
        var rows: [[JSON]] = []
        for problem in try library.problems() {
            rows.append([
                .integer(problem.number), .string(Message.state(of: problem)),
                .string(Message.summary(of: problem.operation, title(of: problem.operation))),
                .string(problem.rejection.message),
            ])
        }
        for entry in try library.outbox(limit: 1000) where entry.operation.action != .skip {
            rows.append([
                .null, .string(Message.state(of: entry)),
                .string(Message.summary(of: entry.operation, title(of: entry.operation))), .null,
            ])
        }
        for photo in try session.sync?.engine.waitingPhotos().prefix(1000) ?? [] {
            rows.append([
                .null, .string(Message.waits), .string(Message.summary(of: photo)),
                photo.trouble.map { .string(Message.words($0)) } ?? .null,
            ])
        }
        return Report(["#", "state", "change", "reason"], rows, nothing: Message.nothingQueued)
    }

    private func title(of operation: QueuedOperation) -> String? {
        (try? library.item(numbered: operation.item))?.title
            ?? (try? library.serverTitle(for: operation))
    }

    /// The problems with a number, or all.
    private func problems(_ number: Spanned<Int>?) throws -> [ProblemEntry] {
        let all = try library.problems()
        guard let number else { return all }
        guard let problem = all.first(where: { $0.number == number.value }) else {
            throw CommandFailure(.notInQueue(number.value), at: number.span)
        }
        return [problem]
    }

    // MARK: Conflicts

    private func conflicts() throws -> Reply {
        let views = try library.conflicts().map(view)
        // A value has one word where it can have one: what this device wrote, or else what stands.
        let columns: [(name: String, value: (ConflictView) -> TerminalText?)] = [
            ("thing", \.thing), ("field", \.field), ("mine", \.mine), ("theirs", \.theirs),
            ("kept", { $0.origin == nil ? $0.kept : nil }),
            ("lost", { $0.origin == nil ? $0.lost : nil }),
            ("device", { TerminalText($0.device) }),
        ]
        let shown = columns.filter { column in views.contains { column.value($0) != nil } }
        let rows = views.map { view -> [JSON] in
            var row: [JSON] = [.integer(view.number)]
            for column in shown {
                if let text = column.value(view) {
                    row.append(.string(text))
                } else {
                    row.append(.null)
                }
            }
            return row
        }
        return .report(Report(["#"] + shown.map(\.name), rows, nothing: Message.noConflicts))
    }

    private func view(of entry: ConflictEntry) throws -> ConflictView {
        ConflictView(
            entry, try entry.item.flatMap { try library.item(numbered: $0) }, kinds,
            origin: try library.origin(of: entry, deviceName: session.deviceName))
    }

    private func resolve(_ number: Spanned<Int>?, _ side: Side) throws -> Reply {
        var entries = try library.conflicts()
        if let number {
            entries.removeAll { $0.number != number.value }
            guard !entries.isEmpty else {
                throw CommandFailure(.noSuchConflict(number.value), at: number.span)
            }
        }
        guard !entries.isEmpty else { return .text(Message.noConflicts) }
        // All of them can be decided so, or none is.
        let views = try entries.map(view)
        let choices = try zip(entries, views).map { entry, view in
            let choice = try choice(side, of: view)
            _ = try change(choice, of: entry, view)
            return choice
        }
        for (index, entry) in entries.enumerated() {
            if let change = try change(choices[index], of: entry, views[index]) {
                try session.mustAsk([change])
                if case .create(let values) = change.action {
                    try library.catalog.checkNames(of: values, kind: change.kind)
                }
            }
            try library.begin()
            // Another shell may have changed the item.
            let change = try change(choices[index], of: entry, views[index])
            let isAsked =
                try change.map { try session.mustAsk([$0]) } ?? false
            try library.resolve(entry, with: change, isAsked: isAsked, session.authorship)
        }
        return .text(Message.resolved(views, choices))
    }

    /// Which of a conflict's values a word means on this device.
    private func choice(
        _ side: Side, of view: ConflictView
    ) throws(CommandFailure) -> Library.ConflictOrigin {
        switch (side, view.origin) {
        case (.kept, _), (.mine, .kept), (.theirs, .lost): return .kept
        case (.lost, _), (.mine, .lost), (.theirs, .kept): return .lost
        case (.mine, nil), (.theirs, nil): throw CommandFailure(.isOfOthers(view))
        }
    }

    /// What must happen to the item for a choice; nil for nothing.
    private func change(
        _ choice: Library.ConflictOrigin, of entry: ConflictEntry, _ view: ConflictView
    ) throws -> Change? {
        guard choice == .lost else { return nil }
        switch try library.change(toLostOf: entry) {
        case .success(let change): return change
        case .failure(let obstacle): throw CommandFailure(.cannotTake(view, obstacle))
        }
    }

    // MARK: Rules and the network

    private func policy(_ action: PolicyAction) throws -> Reply {
        switch action {
        case .show: break
        case .reset:
            try library.resetRules()
            return .text(Message.policiesReset)
        case .set(let kind, let operation, let rule):
            try library.setRule(rule, operation, of: kind)
            return .text(Message.policy(kinds[kind], operation, rule))
        }
        let operations = TroveModel.Operation.allCases
        let rows = kinds.all.indices.map { kind in
            [JSON.string(kinds[kind].name)]
                + operations.map { .string(library.rule($0, of: kind).rawValue) }
        }
        return .report(Report(["kind"] + operations.map(\.rawValue), rows))
    }

    private func net(_ action: NetAction?) throws -> Reply {
        if let action {
            session.network = mode(action)
            try session.sync?.simulate(session.network)
        }
        return .text(Message.network(session.network))
    }

    private func mode(_ action: NetAction) -> SimulatedNetwork.Mode {
        switch action {
        case .auto: .real
        case .off: .off
        case .slow(let milliseconds): .slow(.milliseconds(milliseconds))
        case .flaky(let percent, let seed):
            .flaky(percent: percent, seed: seed ?? session.surroundings.random.next())
        }
    }
}
