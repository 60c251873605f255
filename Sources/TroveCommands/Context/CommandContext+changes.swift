package import TroveLanguage
package import TroveModel
import TroveStore
import TroveSync
import TroveTerminal

/// Changing items.
extension CommandContext {
    // MARK: Performing

    /// Performs changes as they are, following the offline rules of their kinds. Verbs that edit
    /// items call `carryOut`.
    ///
    /// - Parameters:
    ///   - changes: the changes, already checked against the rules of their kinds.
    ///   - former: the return value for earlier changes of the same command in this transaction.
    ///   - showsProgress: whether a progress bar is shown if that takes long.
    /// - Returns: the number of the command in the log; nil if there was no change.
    /// - Throws: `needsServer` if the offline rules refuse a change, and `AnswerNeeded` if an
    ///   earlier change of an item waits for the server; then nothing is changed.
    @discardableResult
    func apply(
        _ changes: [Change], continuing former: CommandNumber? = nil, showsProgress: Bool = false
    ) throws -> CommandNumber? {
        if former == nil, changes.contains(where: awaitsAnswer) { throw AnswerNeeded() }
        let isAsked = try mustAsk(changes)
        try keepPhotos()
        let authorship = authorship
        let command = try write(
            changes, isAsked: isAsked, continuing: former, authorship, showsProgress: showsProgress)
        try library.conflicts.settle(changes, at: authorship.at)
        return command
    }

    /// Whether an earlier change to the same item is waiting for the server.
    private func awaitsAnswer(_ change: Change) -> Bool {
        if case .create = change.action { return false }
        return library.outbox.asked.contains { $0.id == change.id }
    }

    /// Writes changes, in parts if there are many and progress is shown. Those that the server must
    /// confirm are written together, because a rejected change of one item concerns all of them.
    private func write(
        _ changes: [Change], isAsked: Bool, continuing former: CommandNumber?,
        _ authorship: Authorship, showsProgress: Bool
    ) throws -> CommandNumber? {
        guard showsProgress, !isAsked, let user, changes.count > progressStep else {
            return try library.perform(
                changes, isAsked: isAsked, continuing: former, authorship)
        }
        var former = former
        for start in stride(from: 0, to: changes.count, by: progressStep) {
            let part = changes[start..<min(start + progressStep, changes.count)]
            former = try library.perform(
                Array(part), isAsked: isAsked, continuing: former, authorship)
            user.showProgress(
                Double(part.endIndex) / Double(changes.count), Message.changing,
                done: part.endIndex)
        }
        return former
    }

    /// The number of items after which progress is reported.
    var progressStep: Int { 1000 }

    /// Returns whether any of the changes must be confirmed by the server before it is committed.
    /// Items that were never sent to the server can always be changed and deleted offline.
    ///
    /// - Throws: `needsServer` if the server must confirm one but is not available.
    @discardableResult
    func mustAsk(_ changes: [Change]) throws -> Bool {
        try mustAsk(changes.filter(isRefusable).map { ($0.kind, $0.action.operation) })
    }

    /// Returns whether the offline rules refuse a change if the server is not available. A change
    /// that takes back an unsent change does not need the server.
    func isRefusable(_ change: Change) throws -> Bool {
        guard library.isReplicating,
            library.offlineRules.rule(change.action.operation, of: change.kind) == .refuse,
            try !library.outbox.takesBack(change)
        else { return false }
        if case .create = change.action { return true }
        return try !library.outbox.isUnseen(change.id)
    }

    /// Returns whether any of the operations must be confirmed by the server.
    ///
    /// - Throws: `needsServer` if the server must confirm one but is not available; what
    ///   `connection` throws.
    @discardableResult
    func mustAsk(_ operations: [(kind: KindIndex, operation: Operation)]) throws -> Bool {
        guard library.isReplicating,
            let asked = operations.first(where: {
                library.offlineRules.rule($0.operation, of: $0.kind) == .refuse
            })
        else { return false }
        func failure(_ state: Connectivity) -> CommandFailure {
            CommandFailure(.needsServer(kinds[asked.kind], asked.operation, state))
        }
        guard !isRehearsal else {
            // Nothing is sent, so a server that was not contacted yet counts as online.
            let state = sync?.state ?? .connecting
            guard state.isOnline || state == .connecting else { throw failure(state) }
            return true
        }
        let sync = try connection()
        guard sync.state.isOnline else { throw failure(sync.state) }
        guard try sync.takeLeaseForCommand() else {
            throw failure(.offline(since: surroundings.now, .otherShell))
        }
        return true
    }

    func perform(_ changes: [Change]) throws -> Reply {
        guard !changes.isEmpty else { return .changes([]) }
        return .changes(try reports(of: carryOut(changes)))
    }

    /// Returns the reports of changes that were made. Sets `it` to the item that was changed, not
    /// to the records that follow.
    func reports(of made: Consequences) throws -> [ChangeReport] {
        let reports = try reports(of: made.changes, made.notes)
        session.it =
            made.changes.last { !kinds.isRecord($0.kind) && !$0.action.isDeletion }?.number
            ?? session.it
        return reports
    }

    private func reports(
        of changes: [Change], _ notes: [ItemNumber: TerminalText]
    ) throws -> [ChangeReport] {
        try changes.compactMap { change in
            switch change.action {
            case .create(let values), .delete(let values):
                if case .create = change.action { session.it = change.number }
                return ChangeReport(
                    change: change,
                    item: Item(
                        kind: change.kind, number: change.number, id: change.id, values: values),
                    note: notes[change.number])
            case .update:
                session.it = change.number
                return try library.item(numbered: change.number)
                    .map { ChangeReport(change: change, item: $0, note: notes[change.number]) }
            }
        }
    }

    /// Returns the change that assigns fields of an item, checked against all rules; nil if the
    /// item already has the values.
    func update(_ item: Item, _ assignments: [Assignment]) throws -> Change? {
        let kind = kinds[item.kind]
        let fields = try assignments.map { try kind.field(named: $0.field) }
        return try update(item, fields, assignments)
    }

    private func update(
        _ item: Item, _ fields: [FieldIndex], _ assignments: [Assignment]
    ) throws -> Change? {
        let kind = kinds[item.kind]
        var values = item.values
        try assign(assignments, fields, to: &values, of: kind)
        kind.completeLoan(
            of: &values, after: item.values, given: fields, today: surroundings.today)
        kind.completeState(of: &values, given: fields)
        try check(values, of: item.kind, after: item, assignments, fields)
        return Change.update(from: item, to: values)
    }

    /// Parses assigned values and stores them in `values`, one position for each field.
    func assign(
        _ assignments: [Assignment], _ fields: [FieldIndex], to values: inout [Value?],
        of kind: Kind, replaces: Bool = false
    ) throws {
        try kind.assign(
            assignments, fields, to: &values, today: surroundings.today, replaces: replaces
        ) { (typed, former) in
            try photo(typed.value, at: typed.span, insteadOf: former)
        }
    }

    /// Checks an item against the rules of its kind. An error points at the assignment of its
    /// field, or else at `elsewhere`.
    func check(
        _ values: [Value?], of kindIndex: KindIndex, after former: Item?,
        _ assignments: [Assignment] = [], _ fields: [FieldIndex] = [],
        elsewhere: Range<Int>? = nil
    ) throws {
        let kind = kinds[kindIndex]
        do throws(RuleViolation) {
            try kind.check(values, after: former?.values)
        } catch {
            throw kind.failure(error, assignments, fields, elsewhere: elsewhere)
        }
        try checkNames(
            of: values, kindIndex, except: former?.number, after: former?.values, assignments,
            fields, elsewhere: elsewhere)
    }

    /// Checks that no other item of the kind has the unique names of an item, except for those
    /// that it had before. Errors point where those of `check` do.
    func checkNames(
        of values: [Value?], _ kindIndex: KindIndex, except number: ItemNumber? = nil,
        after former: [Value?]? = nil, _ assignments: [Assignment] = [],
        _ fields: [FieldIndex] = [], elsewhere: Range<Int>?
    ) throws(CommandFailure) {
        do throws(RuleViolation) {
            try library.catalog.checkNames(
                of: values, kind: kindIndex, except: number, after: former)
        } catch {
            throw kinds[kindIndex].failure(error, assignments, fields, elsewhere: elsewhere)
        }
    }

    /// Begins a transaction, and loads the items that the rules of a kind refer to.
    func beginChanging(_ kind: KindIndex) throws {
        try library.begin()
        if !kinds[kind].uniqueFields.isEmpty { try library.loadAll(kind) }
    }

    /// Returns the result of a function for each item that the references name. If there are
    /// several items, an error names its item and points at its reference.
    func each<Result>(
        of items: [Item], named references: [Spanned<Reference>],
        _ body: (Item) throws -> Result
    ) throws -> [Result] {
        try items.map { item in
            do {
                return try body(item)
            } catch let failure as CommandFailure where items.count > 1 {
                let reference = reference(to: item, among: references)
                throw (reference.map { failure.at($0, among: references) } ?? failure).of(item)
            }
        }
    }

    /// Performs the changes, and reports every item, including those without a change.
    func report(
        _ changes: [(item: Item, change: Change?)], note: (Item) -> TerminalText? = { _ in nil }
    ) throws -> Reply {
        let made = try carryOut(changes.compactMap(\.change))
        let reported = try reports(of: made)
        var all: [ChangeReport] = []
        // The reports of each item, the first one last.
        var places = Dictionary(grouping: reported.indices.reversed()) {
            reported[$0].item.number
        }
        for (item, change) in changes {
            session.it = item.number
            if change == nil {
                all.append(ChangeReport(change: nil, item: item, note: note(item)))
            } else if let index = places[item.number]?.popLast() {
                all.append(reported[index])
            }
        }
        let further = places.values.joined().sorted()
        return .changes(all + further.map { reported[$0] })
    }

    /// Returns a reply to changes, with a warning for each item that has become a duplicate.
    func withDuplicates(_ changes: [Change], _ reply: Reply) throws -> Reply {
        var warnings: [TerminalText] = []
        for change in changes {
            let kind = kinds[change.kind]
            guard case .update(let fields) = change.action,
                let key = library.catalog.duplicateKey(of: change.kind),
                fields.contains(where: { key.includes($0.field) }),
                let item = try library.item(numbered: change.number),
                let duplicate = try library.duplicates.first(
                    of: item.values, kind: change.kind, isTitleEnough: true,
                    except: change.number),
                let other = try library.item(numbered: duplicate.number)
            else { continue }
            warnings.append(Message.isSame(item, as: other, kind, duplicate.reason))
        }
        return warnings.isEmpty ? reply : .sequence([reply] + warnings.map(Reply.warning))
    }

    /// Sets the field of items that has a role, such as their rating.
    ///
    /// - Parameters:
    ///   - references: the items.
    ///   - text: the new value, as it was typed.
    ///   - verb: the verb that an error names.
    ///   - isRole: whether a role matches; the first field with a matching role is set.
    ///   - combine: returns the new text for the former value and the typed one.
    /// - Returns: the changes.
    /// - Throws: `CommandFailure` if the kind of an item has no such field, or the value does not
    ///   fit.
    package func setRole(
        of references: [Spanned<Reference>], to text: Spanned<String>, verb: String,
        _ isRole: (Field.Role) -> Bool,
        combining combine: (Value?, String) -> String = { _, text in text }
    ) throws -> Reply {
        try library.begin()
        func field(of kind: Kind) throws(CommandFailure) -> FieldIndex {
            guard let field = kind.index(ofRole: isRole) else {
                throw CommandFailure(
                    .doesNotApply(verb: verb, kind: kind), at: references.first?.span)
            }
            return field
        }
        let items = try items(references, for: .update) { _ = try field(of: $0) }
        return try report(
            each(of: items, named: references) { item in
                let kind = kinds[item.kind]
                let field = try field(of: kind)
                let assignment = Assignment(
                    field: Spanned(kind.fields[field].name, text.span),
                    value: Spanned(combine(item.values[field], text.value), text.span),
                    span: text.span)
                return (item, try update(item, [assignment]))
            })
    }
}
