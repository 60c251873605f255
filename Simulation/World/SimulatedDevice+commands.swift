import TroveModel
import TroveStore
import TroveSync
import TroveTesting
import TroveWire

/// The actions of the user of a device.
extension SimulatedDevice {
    /// Runs a random command on the collection, and skips commands that are not possible.
    func useSomehow() throws {
        guard isRunning, asking == nil else { return }
        switch Int.random(in: 0..<100, using: &world.random) {
        case 0..<30: try change(.create)
        case 30..<68: try change(.update)
        case 68..<78: try change(.delete)
        case 78..<86: try revert()
        case 86..<91: try resolve()
        case 91..<94: try retry()
        case 94..<96: try dropSome()
        // The ids of definitions are the same for all users, and the checks go by id.
        case 96..<99 where isNewer && person.index == 0: try define()
        default: try synchronise()
        }
    }

    // MARK: Changing

    private func change(_ operation: Operation) throws {
        guard let library else { return }
        let indices = library.catalog.kinds.indices
        let kind = indices[Int.random(in: 0..<indices.count, using: &world.random)]
        let mustAsk =
            library.isReplicating && library.offlineRules.rule(operation, of: kind) == .refuse
        // Offline, a command that needs the server is refused before it starts.
        if mustAsk, engine?.state != .online { return }
        try run(isAsked: mustAsk) { library in
            switch operation {
            case .create: try creation(kind, in: library).map { [$0] } ?? []
            case .update: try updates(kind, in: library)
            case .delete: try deletions(kind, in: library)
            }
        }
    }

    /// Defines a kind or a field, unless the library has it.
    private func define() throws {
        guard let library, let kind = library.catalog.kinds.definitions,
            let definition = World.definitions.randomElement(using: &world.random)
        else { return }
        try run(isAsked: false) { library in
            let isThere = library.catalog.items.contains { item in
                item.kind == kind && item.values[0] == .text(definition.subject)
            }
            guard !isThere else { return [] }
            let number = try library.number(ofDefinition: definition.id)
            return [
                .create(
                    Item(
                        kind: kind, number: number, id: definition.id, values: definition.values))
            ]
        }
    }

    /// Returns the changes without those of definitions, which a device may make again with the
    /// same id after another has deleted them.
    private func tracked(_ changes: [Change], in library: Library) -> [Change] {
        changes.filter { $0.kind != library.catalog.kinds.definitions }
    }

    /// Undoes the last command, or the last undo.
    private func revert() throws {
        let isRedo = Int.random(in: 0..<4, using: &world.random) == 0
        var reverted: CommandNumber?
        try run(
            isAsked: false,
            changes: { library in
                guard
                    let target = try isRedo
                        ? library.history.nextRedo() : library.history.nextUndo()
                else {
                    return []
                }
                let changes = try library.history.changes(of: target).reversed().map(\.inverse)
                // Changes of items that another device has deleted cannot be undone.
                guard (try? library.catalog.check(changes)) != nil else { return [] }
                reverted = target.id
                return changes.map { current($0, in: library) }
            }, reverting: { reverted })
    }

    /// Returns the change with the current value as its old value.
    private func current(_ change: Change, in library: Library) -> Change {
        guard case .update(let fields) = change.action,
            let item = library.catalog.item(numbered: change.number)
        else {
            if case .delete = change.action,
                let item = library.catalog.item(numbered: change.number)
            {
                return .delete(item)
            }
            return change
        }
        return Change(
            kind: change.kind, number: change.number, id: change.id,
            action: .update(
                fields.map {
                    .init(field: $0.field, before: item.values[$0.field], after: $0.after)
                }))
    }

    private func creation(_ kind: KindIndex, in library: Library) throws -> Change? {
        let kinds = library.catalog.kinds
        var values = kinds[kind].fields.map { _ in Value?.none }
        let isNamed = Int.random(in: 0..<4, using: &world.random) == 0
        values[0] = .text(isNamed ? world.popularName() : world.freshText())
        for field in world.followedFields(of: kind, kinds).dropFirst() {
            if Bool.random(using: &world.random) { values[field] = .text(world.freshText()) }
        }
        guard isAllowed(values, kind, nil, in: library) else { return nil }
        let number = try library.takeNumber()
        let id = ItemID(at: moment.time, using: &world.random)
        return .create(Item(kind: kind, number: number, id: id, values: values))
    }

    private func updates(_ kind: KindIndex, in library: Library) throws -> [Change] {
        let items = library.catalog.items.filter { $0.kind == kind }
        let count = Int.random(in: 0..<6, using: &world.random) == 0 ? 2 : 1
        var changes: [Change] = []
        for item in items.shuffled(using: &world.random).prefix(count) {
            var values = item.values
            let fields = world.followedFields(of: kind, library.catalog.kinds)
            for field in fields where Int.random(in: 0..<fields.count, using: &world.random) < 2 {
                switch Int.random(in: 0..<12, using: &world.random) {
                case 0 where field > 0: values[field] = nil
                case 1 where field == 0: values[field] = .text(world.popularName())
                default: values[field] = .text(world.freshText())
                }
            }
            world.shuffleNumbers(of: kind, in: &values)
            guard isAllowed(values, kind, item, in: library),
                let change = Change.update(from: item, to: values)
            else { continue }
            changes.append(change)
        }
        return changes
    }

    private func deletions(_ kind: KindIndex, in library: Library) throws -> [Change] {
        let items = library.catalog.items.filter { $0.kind == kind }
        let count = Int.random(in: 0..<5, using: &world.random) == 0 ? 3 : 1
        return items.shuffled(using: &world.random).prefix(count).map { .delete($0) }
    }

    private func isAllowed(
        _ values: [Value?], _ kind: KindIndex, _ former: Item?, in library: Library
    ) -> Bool {
        (try? library.catalog.kinds[kind].check(values, after: former?.values)) != nil
            && (try? library.catalog.checkNames(of: values, kind: kind, except: former?.number))
                != nil
    }

    /// Runs a command; the device may crash in the middle of it.
    private func run(
        isAsked: Bool, changes make: (Library) throws -> [Change],
        reverting: () -> CommandNumber? = { nil }
    ) throws {
        guard let library, let engine else { return }
        do {
            try library.begin()
            _ = try items()
            let changes = try make(library)
            guard !changes.isEmpty else {
                library.rollback()
                return
            }
            try library.perform(changes, reverting: reverting(), isAsked: isAsked, authorship)
            if world.dies() {
                world.note(name, "is killed before it commits \(describe(changes))")
                kill()
                return
            }
            // A change that only extends a rejected one is queued behind it, and is not sent.
            if isAsked, !library.outbox.asked.isEmpty {
                world.note(name, "asks to \(describe(changes))")
                let undo = world.oracle.acknowledge(
                    tracked(changes, in: library), of: library.catalog.kinds, by: person.index,
                    at: name, as: .unknown)
                try ask(Asking(changes: changes, undo: undo))
                return
            }
            try library.commit()
            world.note(name, "does \(describe(changes))")
            try acknowledge(changes)
        } catch {
            world.note(name, "cannot: \(describe(error))")
            library.rollback()
            return
        }
        _ = engine
        if world.dies() {
            world.note(name, "is killed after it committed")
            kill()
            return
        }
        try step()
    }

    /// Records committed commands. A command that restores the server's value in place of a
    /// rejected change has nothing to push, so it promises nothing.
    private func acknowledge(_ changes: [Change]) throws {
        guard let library else { return }
        guard library.isReplicating else {
            // The next log-in sends them.
            world.oracle.acknowledge(
                tracked(changes, in: library), of: library.catalog.kinds, by: person.index, at: name
            )
            return
        }
        let waiting = Set(try library.outbox.entries(limit: .max).map(\.operation.id))
        let kinds = library.catalog.kinds
        let changes = tracked(changes, in: library)
        world.oracle.acknowledge(
            changes.filter { waiting.contains($0.id) }, of: kinds, by: person.index, at: name)
        world.oracle.acknowledge(
            changes.filter { !waiting.contains($0.id) }, of: kinds, by: person.index,
            at: name,
            as: .unknown)
    }

    private func describe(_ changes: [Change]) -> String {
        changes.map { change in
            let fields = (library?.catalog.kinds ?? World.newerKinds)[change.kind].fields
            let what =
                switch change.action {
                case .create(let values), .delete(let values):
                    zip(fields, values).compactMap { field, value in
                        value.map { "\(field.name)=\($0)" }
                    }
                case .update(let updates):
                    updates.map {
                        "\(fields[$0.field].name): \($0.before?.description ?? "–") → "
                            + ($0.after?.description ?? "–")
                    }
                }
            return "\(change.action.operation) \(change.id.short) [\(what.joined(separator: " "))]"
        }.joined(separator: ", ")
    }

    // MARK: Problems

    private func resolve() throws {
        guard let library,
            let entry = try library.conflicts.entries().randomElement(using: &world.random)
        else { return }
        let keepsMine = Bool.random(using: &world.random)
        do {
            // A value that can no longer be set stays in conflict.
            let change = keepsMine ? try library.conflicts.change(toLostOf: entry).get() : nil
            try library.begin()
            let deletion = try library.conflicts.resolve(entry, with: change, authorship).deletion
            try library.conflicts.delete(deletion.map { [$0] } ?? [])
            try library.commit()
            world.note(
                name,
                "keeps \(keepsMine ? "mine" : "theirs") of conflict \(entry.id.short) about "
                    + "\(entry.conflict.entry.short) \(entry.conflict.field)")
            let listed = try ListedConflict(entry.conflict.fields)
            world.oracle.discard(
                listed.trackedValues, deletions: listed.deletion.map { [$0] } ?? [])
            if let change {
                world.oracle.acknowledge(
                    tracked([change], in: library), of: library.catalog.kinds, by: person.index,
                    at: name)
            }
        } catch {
            world.note(name, "cannot resolve: \(describe(error))")
            library.rollback()
        }
        try step()
    }

    private func retry() throws {
        guard let library,
            let problem = try library.outbox.problems().randomElement(using: &world.random)
        else { return }
        do {
            let id = problem.operation.id
            let before = try item(id)
            _ = try library.outbox.retry([problem], at: moment.time)
            world.note(name, "tries \(id.short) again")
            // The user sees the value that lost in a conflict replace the value that stood.
            if let change = change(from: before, to: try item(id)) {
                world.oracle.acknowledge(
                    tracked([change], in: library), of: library.catalog.kinds, by: person.index,
                    at: name)
            }
        } catch {
            world.note(name, "cannot retry: \(describe(error))")
        }
        try step()
    }

    private func item(_ id: ItemID) throws -> Item? { try items().first { $0.id == id } }

    private func change(from former: Item?, to item: Item?) -> Change? {
        switch (former, item) {
        case (nil, nil): nil
        case (nil, let item?): .create(item)
        case (let former?, nil): .delete(former)
        case (let former?, let item?): .update(from: former, to: item.values)
        }
    }

    private func dropSome() throws {
        guard let library,
            let problem = try library.outbox.problems().randomElement(using: &world.random)
        else { return }
        try drop([problem])
    }

    /// Discards the rejected changes of these items.
    func drop(_ chosen: [ProblemEntry]) throws {
        guard let library else { return }
        let ids = Set(chosen.map(\.operation.id))
        let dropped = try library.outbox.problems().filter { ids.contains($0.operation.id) }
        do {
            _ = try library.outbox.drop(chosen, at: moment.time)
        } catch {
            world.note(name, "cannot drop: \(describe(error))")
            return
        }
        let what = dropped.map { "\($0.operation.id.short) \($0.operation.fields)" }
        world.note(name, "gives up \(what)")
        for problem in dropped {
            let operation = problem.operation
            world.oracle.discard(
                TrackedValue.all(try members(operation.fields), of: operation.id),
                deletions: operation.action == .delete ? [operation.id] : [])
        }
        try step()
    }

    /// The command `sync`.
    func synchronise() throws {
        guard let library, let engine, !library.isInTransaction else { return }
        do {
            try engine.handle(.refresh(isRequested: false), at: moment)
        } catch {
            failed(error)
        }
        planWake()
    }

    // MARK: The account

    /// Connects and logs in, for the first time or again.
    func logIn() throws {
        guard let library, let engine, asking == nil, let core = world.server.core else { return }
        let credentials = Credentials(
            email: person.email, password: Person.password, device: name,
            resumed: try library.accountStore.deviceToResume(for: person.email)?.id)
        guard let json = try world.answer(core, "/v1/login", credentials.bytes) else { return }
        let reply = try LoginReply(json)
        do {
            if library.account == nil { try library.accountStore.connect(to: World.address) }
            try library.accountStore.logIn(reply, as: name, at: moment.time)
        } catch {
            failed(error)
            return
        }
        try engine.handle(.accountChanged, at: moment)
        world.note(name, "logs in as \(person.name), device \(reply.device)")
        try step()
    }

    /// Disconnects the library until it logs in again.
    func disconnect() throws {
        guard let library, asking == nil, !hasFullDisk, library.account?.token != nil else {
            return
        }
        try library.accountStore.disconnect()
        world.note(name, "is disconnected")
        try restartEngine()
    }
}

extension SimulatedDevice {
    /// Makes some devices queue changes that otherwise need the server.
    func choosePolicies() throws {
        guard let library, Int.random(in: 0..<3, using: &world.random) > 0 else { return }
        for kind in World.kinds.indices {
            for operation in Operation.allCases
            where Int.random(in: 0..<5, using: &world.random) > 0 {
                try library.offlineRules.set(.queue, operation, of: kind)
            }
        }
    }
}
