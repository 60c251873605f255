import TroveLanguage
import TroveModel
import TroveStore
import TroveSync
import TroveTerminal

/// Changing items.
extension CommandContext {
    // MARK: Performing

    /// Performs changes, by the offline rules of their kinds.
    ///
    /// - Parameters:
    ///   - changes: what happens; they were checked before.
    ///   - command: the command that this one takes back.
    ///   - former: what this returned for earlier changes of the same command, in this transaction.
    /// - Returns: the number of the command in the log; nil when nothing changed.
    /// - Throws: `needsServer` when one of them must be refused; nothing is changed then.
    @discardableResult
    func apply(
        _ changes: [Change], reverting command: Int? = nil, continuing former: Int? = nil
    ) throws -> Int? {
        let isAsked = try mustAsk(changes)
        try keepPhotos()
        return try library.perform(
            changes, reverting: command, isAsked: isAsked, continuing: former, authorship)
    }

    /// Whether the server must have answered before any of this is done. What the server never saw may
    /// be changed and deleted freely.
    ///
    /// - Throws: `needsServer` when it must, and cannot be reached.
    @discardableResult
    func mustAsk(_ changes: [Change]) throws -> Bool {
        guard sync != nil, library.isReplicating else { return false }
        let refusable = try changes.filter { change in
            guard library.rule(change.action.operation, of: change.kind) == .refuse else {
                return false
            }
            if case .create = change.action { return true }
            return try !library.isUnseen(change.id)
        }
        return try mustAsk(refusable.map { ($0.kind, $0.action.operation) })
    }

    /// Whether the server must have answered before operations on any item of a kind are done.
    ///
    /// - Throws: `needsServer` when it must, and cannot be reached.
    @discardableResult
    func mustAsk(_ operations: [(kind: Int, operation: TroveModel.Operation)]) throws -> Bool {
        guard let sync, library.isReplicating,
            let asked = operations.first(where: {
                library.rule($0.operation, of: $0.kind) == .refuse
            })
        else { return false }
        guard sync.state.isOnline else {
            throw CommandFailure(
                .needsServer(kinds[asked.kind], asked.operation, sync.state))
        }
        guard try sync.takeLeaseForCommand() else {
            let state = Connectivity.offline(since: surroundings.now, .otherShell)
            throw CommandFailure(.needsServer(kinds[asked.kind], asked.operation, state))
        }
        return true
    }

    /// Performs changes and reports them.
    func perform(_ changes: [Change]) throws -> Reply {
        guard !changes.isEmpty else { return .changes([]) }
        try apply(changes)
        return .changes(try reports(of: changes))
    }

    func reports(of changes: [Change]) throws -> [ChangeReport] {
        try changes.compactMap { change in
            switch change.action {
            case .create(let values), .delete(let values):
                if case .create = change.action { session.it = change.number }
                return ChangeReport(
                    change: change,
                    item: Item(
                        kind: change.kind, number: change.number, id: change.id, values: values))
            case .update:
                session.it = change.number
                return try library.item(numbered: change.number)
                    .map { ChangeReport(change: change, item: $0) }
            }
        }
    }

    /// The item with fields assigned, checked against all rules.
    func update(_ item: Item, _ assignments: [Assignment]) throws -> Change? {
        let kind = kinds[item.kind]
        let fields = try assignments.map { try kind.field(named: $0.field) }
        return try update(item, fields, assignments)
    }

    private func update(
        _ item: Item, _ fields: [Int], _ assignments: [Assignment]
    ) throws -> Change? {
        var values = item.values
        try assign(assignments, fields, to: &values, of: kinds[item.kind])
        try check(values, of: item.kind, after: item, assignments, fields)
        return Change.update(from: item, to: values)
    }

    /// Puts assigned values in their places.
    func assign(
        _ assignments: [Assignment], _ fields: [Int], to values: inout [Value?], of kind: Kind
    ) throws {
        for (index, assignment) in assignments.enumerated() {
            let field = fields[index]
            if index > 0, fields[..<index].contains(field) {
                throw LanguageError(
                    .fieldTwice(kind.fields[field].name), at: assignment.field.span)
            }
            guard let typed = assignment.value else {
                values[field] = nil
                continue
            }
            var parsed: Value?
            do throws(RuleViolation) {
                let value = try kind.fields[field].parse(
                    typed.value, today: surroundings.today)
                // An empty text is none; an empty set too.
                let isEmpty = value == .text("") || value == .set([])
                parsed = isEmpty ? nil : value
            } catch {
                throw CommandFailure(.violation(error, kind: kind), at: typed.span)
            }
            if parsed != nil, kind.fields[field].role == .photo {
                parsed = try photo(typed.value, at: typed.span, insteadOf: values[field])
            }
            values[field] = parsed
        }
    }

    /// Checks a thing as a whole; a rule that is broken is shown where the field was typed.
    func check(
        _ values: [Value?], of kindIndex: Int, after former: Item?, _ assignments: [Assignment],
        _ fields: [Int], elsewhere: Range<Int>? = nil
    ) throws {
        let kind = kinds[kindIndex]
        do throws(RuleViolation) {
            try kind.check(values, after: former?.values)
            try library.catalog.checkNames(of: values, kind: kindIndex, except: former?.number)
        } catch {
            let blamed = kind.index(ofField: error.field)
            let position = fields.firstIndex { $0 == blamed }
            throw CommandFailure(
                .violation(error, kind: kind),
                at: position.map { assignments[$0].span } ?? elsewhere)
        }
    }

    /// Takes the lock for writing, and loads what the rules of a kind must see.
    func beginChanging(_ kind: Int) throws {
        try library.begin()
        if !kinds[kind].uniqueFields.isEmpty { try library.loadAll(kind) }
    }

    /// Performs what changes; says so of what does not.
    func report(
        _ changes: [(item: Item, change: Change?)], note: (Item) -> TerminalText? = { _ in nil }
    ) throws -> Reply {
        let made = changes.compactMap(\.change)
        if !made.isEmpty { try apply(made) }
        return .changes(
            try changes.flatMap { item, change in
                if let change { return try reports(of: [change]) }
                session.it = item.number
                return [ChangeReport(change: nil, item: item, note: note(item))]
            })
    }

    /// A reply to changes, with a warning for those that have made a thing the same as another.
    func withDuplicates(_ changes: [Change], _ reply: Reply) throws -> Reply {
        var warnings: [TerminalText] = []
        for change in changes {
            let kind = kinds[change.kind]
            guard case .update(let fields) = change.action,
                let key = library.catalog.duplicateKeys[change.kind],
                fields.contains(where: { key.includes($0.field) }),
                let item = try library.item(numbered: change.number),
                let duplicate = try library.duplicate(
                    of: item.values, kind: change.kind, except: change.number),
                let other = try library.item(numbered: duplicate.number)
            else { continue }
            warnings.append(Message.isSame(item, as: other, kind, duplicate.reason))
        }
        return warnings.isEmpty ? reply : .sequence([reply] + warnings.map(Reply.warning))
    }

    // MARK: Adding

    /// Adds a thing of these values, by all rules that `add` goes by.
    ///
    /// - Parameters:
    ///   - values: one place for each field; `initialValues` has what stands there at first.
    ///   - kind: the kind of the thing.
    ///   - isConfirmed: whether it is wanted even if it is there already.
    ///   - span: what is to blame where it cannot be added.
    /// - Returns: what was added.
    /// - Throws: `CommandFailure` when a rule is broken, when the server must have a part in it and
    ///   cannot, or when it is there already and nobody says yes.
    func addThing(
        _ values: [Value?], of kind: Int, isConfirmed: Bool, blaming span: Range<Int>?
    ) throws -> Reply {
        try beginChanging(kind)
        try check(values, of: kind, after: nil, [], [], elsewhere: span)
        return try admit(values, of: kind, isConfirmed, blaming: span)
    }

    /// Adds a thing that keeps the rules of its kind, unless it is there already and not wanted
    /// twice.
    func admit(
        _ values: [Value?], of kind: Int, _ isConfirmed: Bool, blaming span: Range<Int>?
    ) throws -> Reply {
        try mustAsk([(kind, .create)])
        if !isConfirmed, try confirmAgain(values, of: kind, blaming: span) {
            // While the question stood there, another shell may have been faster.
            try beginChanging(kind)
            try check(values, of: kind, after: nil, [], [], elsewhere: span)
        }
        let item = Item(
            kind: kind, number: try library.takeNumber(), id: makeIdentity(),
            values: values)
        return try perform([.create(item)])
    }

    /// Asks whether a thing that is there already is wanted again; false when it is not there.
    func confirmAgain(
        _ values: [Value?], of kind: Int, blaming span: Range<Int>?
    ) throws -> Bool {
        guard session.asksFirst, let duplicate = try library.duplicate(of: values, kind: kind),
            let item = try library.item(numbered: duplicate.number)
        else { return false }
        try confirm(
            Message.addingAgain(item, kinds[kind], duplicate.reason),
            else: CommandFailure(.isDuplicate(of: item, kinds[kind], duplicate.reason), at: span))
        return true
    }

    /// The values that a new item of a kind begins with.
    func initialValues(of kind: Kind) -> [Value?] {
        kind.initialValues(today: surroundings.today)
    }

    /// Sets the field that plays a role: the rating of whatever can be rated.
    func setRole(
        of reference: Spanned<Reference>, to text: Spanned<String>, verb: String,
        _ isRole: (Field.Role) -> Bool
    ) throws -> Reply {
        try library.begin()
        let item = try item(reference)
        let kind = kinds[item.kind]
        guard let field = kind.index(ofRole: isRole) else {
            throw CommandFailure(.doesNotApply(verb: verb, kind: kind), at: reference.span)
        }
        let assignment = Assignment(
            field: Spanned(kind.fields[field].name, text.span), value: text, span: text.span)
        return try report([(item, try update(item, [assignment]))])
    }
}
