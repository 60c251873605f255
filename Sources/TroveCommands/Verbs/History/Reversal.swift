import TroveModel
import TroveStore
import TroveTerminal

/// Reverts a command of the log, by an undo or a redo.
///
/// The log is read in batches, so memory does not grow with the command: once to check that all
/// changes can be reverted, and again to revert them. The newest command of the log needs no check.
struct Reversal {
    /// Why the command cannot be reverted; nil if it can.
    private(set) var obstacle: CommandFailure.Obstacle?
    private let context: any CommandContext
    private let command: CommandOutline
    /// Whether the command is an undo, which a redo reverts.
    private let isRedo: Bool
    /// The changes to report: those of the command, or for a redo their inverses. Only those of the
    /// first item unless the reply is for programs.
    private var reported: [Change] = []
    /// What the command did with the items, which the check or the reversal counts.
    private var operations = OperationCounts()
    private var kinds: Set<KindIndex> = []
    /// The operations that the offline rules refuse without the server.
    private var refusable: [(kind: KindIndex, operation: Operation)] = []
    /// The items that the command changed more than once, as they are before the next change.
    private var states: [ItemNumber: Item?] = [:]
    private var deleted: Set<ItemNumber> = []
    /// The numbers of all items of a local library by their ids; nil until they are needed.
    private var numbers: [ItemID: ItemNumber]?
    /// The items of kinds with unique names that the reversal changes, as they are after it.
    private var renamed: [ItemNumber: Item?] = [:]

    /// Checks whether a command can be reverted.
    ///
    /// - Throws: an error if the library cannot be read.
    init(
        of command: CommandOutline, isRedo: Bool, in context: any CommandContext
    ) throws {
        self.context = context
        self.command = command
        self.isRedo = isRedo
        if try preparesWithoutCheck() {
            try readSummary()
        } else {
            try check()
        }
        if !isRedo { reported.reverse() }
    }

    /// Prepares for a reversal that is not checked, because nothing can prevent it: the library is
    /// local, and the command is the newest one in its log. However, a reply for programs needs all
    /// changes, and a reply that lists the changes of one item needs all of these.
    ///
    /// - Returns: false if the reversal must be checked.
    private func preparesWithoutCheck() throws -> Bool {
        let library = context.library
        guard !context.isForPrograms, !library.isReplicating,
            command.changeCount == command.itemCount, try library.history.isLast(command)
        else { return false }
        guard isLong else { return true }
        // An invalid entry of the log is found only while the command is being reverted, and the
        // rollback must not include earlier commands. Another shell may write after the commit.
        try context.commit()
        try library.begin()
        return try library.history.isLast(command)
    }

    /// Whether the changes are read in several batches.
    private var isLong: Bool { command.changeCount > CommandHistory.batchSize }

    /// Prepares a reversal without a check.
    private mutating func readSummary() throws {
        for kind in command.kinds {
            kinds.insert(kind)
            try context.beginChanging(kind)
        }
        guard
            let change = try context.library.history.change(ofCommand: command, isLast: isRedo)
        else { return }
        reported = [isRedo ? change.inverse : change]
    }

    /// Reads the changes, and checks whether each can be reverted.
    private mutating func check() throws {
        let keepsAll = context.isForPrograms
        var done = 0
        try context.library.history.forEachBatch(of: command) { changes in
            guard !context.isInterrupted else { throw CommandFailure(.isInterrupted) }
            operations.add(changes)
            for change in changes {
                let inverse = change.inverse
                let isOfSameItem = reported.last.map { $0.number == change.number } ?? true
                if isRedo, keepsAll || isOfSameItem { reported.append(inverse) }
                if !isRedo {
                    if !keepsAll, !isOfSameItem { reported.removeAll() }
                    reported.append(change)
                }
                if kinds.insert(inverse.kind).inserted { try context.beginChanging(inverse.kind) }
                if obstacle == nil { obstacle = try meet(inverse) }
                if obstacle == nil { try noteRefusal(of: inverse) }
            }
            done += changes.count
            showProgress(Message.comparing, done: done)
        }
        obstacle = obstacle ?? takenName()
    }

    /// Returns the first unique name that another item has taken since; nil if none is taken.
    private func takenName() -> CommandFailure.Obstacle? {
        for item in renamed.values.compactMap(\.self).sorted(by: { $0.number < $1.number }) {
            do throws(RuleViolation) {
                try context.library.catalog.checkNames(
                    of: item.values, kind: item.kind, except: item.number)
            } catch {
                // An item that the reversal changes, too, had another name at the time.
                if case .isTaken(let owner) = error.rule, renamed[owner] != nil { continue }
                return .breaksRule(error, context.kinds[item.kind])
            }
        }
        return nil
    }

    /// Returns the text that names the command in a message.
    func summary() throws -> TerminalText {
        Message.summary(
            of: reported, title: try context.title(of: reported), items: command.itemCount,
            isMixed: operations.areMixed(items: command.itemCount), context.kinds)
    }

    /// Reverts the command.
    ///
    /// - Throws: `needsServer` if the offline rules refuse a change; then nothing is changed.
    mutating func perform() throws -> Reply {
        let isAsked = try context.mustAsk(refusable)
        try context.keepPhotos()
        let library = context.library
        // Loading the rows again when they are needed costs less than changing so many loaded rows.
        if isLong { library.dropRows(of: kinds) }
        var former: CommandNumber?
        var done = 0
        operations = OperationCounts()
        do {
            try library.history.forEachBatch(of: command) { changes in
                // At a prompt, nothing but this command is rolled back.
                if context.user != nil, context.isInterrupted {
                    throw CommandFailure(.isInterrupted)
                }
                former = try library.perform(
                    changes.map(\.inverse), reverting: command.id, isAsked: isAsked,
                    continuing: former, context.authorship)
                if isRedo {
                    try library.conflicts.settle(changes, at: context.authorship.at)
                }
                operations.add(changes)
                done += changes.count
                showProgress(Message.changing, done: done)
            }
        } catch {
            // Some batches may have been reverted.
            if former != nil { library.rollback() }
            throw error
        }
        if command.changeCount == 1, let change = reported.first,
            (isRedo ? change : change.inverse).action.isDeletion == false
        {
            context.session.it = change.number
        }
        let record = CommandRecord(
            id: command.id, reverts: command.reverts, isRedo: isRedo, at: command.at,
            by: command.by, changes: reported)
        return .reverted(
            try context.logged(record),
            items: command.itemCount, isMixed: operations.areMixed(items: command.itemCount))
    }

    private func showProgress(_ label: TerminalText, done: Int) {
        context.user?.showProgress(
            Double(done) / Double(max(1, command.changeCount)), label, done: done)
    }

    private mutating func noteRefusal(of change: Change) throws {
        let operation = change.action.operation
        if refusable.contains(where: { $0.kind == change.kind && $0.operation == operation }) {
            return
        }
        if try context.isRefusable(change) { refusable.append((change.kind, operation)) }
    }

    private func wasChanged(_ item: Item) -> CommandFailure.Obstacle {
        .wasChanged(item, isDefinition: item.kind == context.kinds.definitions)
    }

    /// Returns why a change cannot be performed; nil if it can. The item must be in the state that
    /// the change expects, although other devices may have changed it. Earlier changes of the
    /// reversal count: an import may change an item that it added.
    private mutating func meet(_ change: Change) throws -> CommandFailure.Obstacle? {
        let change = change.fitting(context.kinds)
        let item =
            try states[change.number]
            ?? context.library.item(numbered: change.number, of: change.kind)
        let next: Item?
        switch (change.action, item) {
        case (.create(let values), nil):
            // An import may have added the item again, under another number.
            if let number = try number(of: change.id), number != change.number,
                !deleted.contains(number),
                let other = try context.library.item(numbered: number)
            {
                return wasChanged(other)
            }
            next = Item(
                kind: change.kind, number: change.number, id: change.id, values: values)
        case (.create, let item?): return wasChanged(item)
        case (.update(let fields), var item?):
            guard fields.allSatisfy({ item.values[$0.field] == $0.before }) else {
                return wasChanged(item)
            }
            let kind = context.kinds[change.kind]
            let former = item.values
            for field in fields { item.values[field.field] = field.after }
            if let violation = kind.violation(of: item.values),
                kind.violation(of: former) == nil
            {
                return .breaksRule(violation, kind)
            }
            next = item
        case (.delete(let values), let item?):
            guard item.values == values else { return wasChanged(item) }
            if let use = try use(ofDeleted: change) { return use }
            deleted.insert(change.number)
            next = nil
        case (.update, nil), (.delete, nil): return .isGone(change.number)
        }
        if command.isRepeated(change.number) { states[change.number] = .some(next) }
        if !context.kinds[change.kind].uniqueFields.isEmpty {
            renamed[change.number] = .some(next)
        }
        return nil
    }

    /// Returns the number of the item with an id; nil if there is none.
    private mutating func number(of id: ItemID) throws -> ItemNumber? {
        let library = context.library
        if library.isReplicating { return try library.shadow.number(of: id) }
        let numbers = try numbers ?? library.storedItems.numbersByID()
        self.numbers = numbers
        return numbers[id]
    }

    /// Returns the items that would be hidden, because a change deletes the definition of their
    /// kind or of one of their fields; nil if there are none. Other devices may have added them, or
    /// their values. A command that changes items too, such as an import, deletes its own.
    private func use(ofDeleted change: Change) throws -> CommandFailure.Obstacle? {
        let kinds = context.kinds
        guard let definitions = kinds.definitions, change.kind == definitions,
            command.kinds.allSatisfy({ $0 == definitions }),
            case .delete(let values) = change.action, let definition = Definition(values: values),
            let index = kinds.index(ofStored: definition.kind)
        else { return nil }
        try context.library.loadAll(index)
        let (kind, table) = (kinds[index], context.library.catalog.tables[index])
        guard let name = definition.field else {
            return table.count > 0 ? .hasItems(table.count, kind) : nil
        }
        guard let field = kind.index(ofStored: name) else { return nil }
        let count = table.count(matching: .not(.isAbsent(field: field)))
        return count > 0 ? .hasValues(count, kind, kind.fields[field]) : nil
    }
}

extension Kind {
    /// Returns the rule that values of an item break together; nil if they break none.
    fileprivate func violation(of values: [Value?]) -> RuleViolation? {
        do throws(RuleViolation) {
            try check(values)
            return nil
        } catch {
            return error
        }
    }
}
