import TroveLanguage
import TroveModel
import TroveStore
import TroveTerminal

extension Interpreter {
    func add(
        _ kindIndex: Int, _ title: Spanned<String>, _ assignments: [Assignment],
        _ isConfirmed: Bool
    ) throws -> Reply {
        let kind = kinds[kindIndex]
        try beginChanging(kindIndex)
        var values = initialValues(of: kind)
        do throws(RuleViolation) {
            values[Kind.titleIndex] = try kind.fields[Kind.titleIndex].parse(
                title.value, today: session.surroundings.today)
        } catch {
            throw CommandFailure(.violation(error, kind: kind), at: title.span)
        }
        var fields: [Int] = []
        for assignment in assignments {
            let field = try kind.field(named: assignment.field)
            // The title stands before the fields already.
            if field == Kind.titleIndex {
                throw LanguageError(.fieldTwice(kind.fields[field].name), at: assignment.field.span)
            }
            fields.append(field)
        }
        try assign(assignments, fields, to: &values, of: kind)
        try check(values, of: kindIndex, after: nil, assignments, fields, elsewhere: title.span)
        return try admit(values, of: kindIndex, isConfirmed, blaming: title.span)
    }

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
    private func admit(
        _ values: [Value?], of kind: Int, _ isConfirmed: Bool, blaming span: Range<Int>?
    ) throws -> Reply {
        try session.mustAsk([(kind, .create)])
        if !isConfirmed, try confirmAgain(values, of: kind, blaming: span) {
            // While the question stood there, another shell may have been faster.
            try beginChanging(kind)
            try check(values, of: kind, after: nil, [], [], elsewhere: span)
        }
        let item = Item(
            kind: kind, number: try library.takeNumber(), id: session.makeIdentity(),
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

    func initialValues(of kind: Kind) -> [Value?] {
        kind.fields.map { field in
            switch (field.initial, field.content) {
            case (.today, _): .date(session.surroundings.today)
            case (.firstRung, .ladder(let ladder)): .text(ladder.rungs[0].name)
            case (.firstRung, _), (.none, _): nil
            }
        }
    }

    func set(_ references: [Spanned<Reference>], _ assignments: [Assignment]) throws -> Reply {
        try library.begin()
        let items = try items(references)
        for kind in Set(items.map(\.kind)) { try beginChanging(kind) }
        let changes = try items.map { item in (item, try update(item, assignments)) }
        try checkNamesAmong(changes.compactMap(\.1))
        return try withDuplicates(changes.compactMap(\.1), report(changes))
    }

    /// Performs what changes; says so of what does not.
    func report(
        _ changes: [(item: Item, change: Change?)], note: (Item) -> TerminalText? = { _ in nil }
    ) throws -> Reply {
        let made = changes.compactMap(\.change)
        if !made.isEmpty { try session.perform(made) }
        return .changes(
            try changes.flatMap { item, change in
                if let change { return try reports(of: [change]) }
                session.it = item.number
                return [ChangeReport(change: nil, item: item, note: note(item))]
            })
    }

    /// Two things that are changed together must not get the same unique name either.
    private func checkNamesAmong(_ changes: [Change]) throws {
        guard changes.count > 1 else { return }
        var owners: [[UInt8]: Int] = [:]
        for change in changes {
            guard case .update(let fields) = change.action else { continue }
            let kind = kinds[change.kind]
            for field in fields where kind.fields[field.field].isUnique {
                guard case .text(let name)? = field.after else { continue }
                if let owner = owners.updateValue(change.number, forKey: Folding.name(name)) {
                    throw CommandFailure(
                        .violation(
                            RuleViolation(
                                field: kind.fields[field.field].name, value: name,
                                rule: .isTaken(by: owner)), kind: kind))
                }
            }
        }
    }

    func delete(_ references: [Spanned<Reference>], _ isConfirmed: Bool) throws -> Reply {
        let items = try items(references)
        try session.mustAsk(items.map(Change.delete))
        if !isConfirmed { try confirm(Message.deletion(of: items, kinds), verb: "delete") }
        try library.begin()
        // While the question stood there, another shell may have been faster.
        let current = try items.map { item in
            guard let current = try library.item(numbered: item.number) else {
                throw CommandFailure(.noSuchNumber(item.number))
            }
            return current
        }
        return try perform(current.map(Change.delete))
    }

    /// Asks a person; a script must have said yes beforehand.
    func confirm(_ question: TerminalText, verb: String) throws {
        try confirm(question, else: CommandFailure(.needsConfirmation(verb)))
    }

    /// Asks a person; a script that has not said yes beforehand gets the failure.
    func confirm(_ question: TerminalText, else failure: CommandFailure) throws {
        guard session.asksFirst else { return }
        guard let person = session.person else { throw failure }
        // Nobody else shall wait while a person thinks.
        try session.settle()
        guard person.confirms(question) else { throw CommandFailure(.wasNotConfirmed) }
    }

    func advance(
        _ references: [Spanned<Reference>], to state: Spanned<String>?
    ) throws -> Reply {
        try library.begin()
        let items = try items(references)
        return try report(
            items.map { item in
                let kind = kinds[item.kind]
                guard let (field, ladder) = kind.ladder else {
                    throw CommandFailure(
                        .doesNotApply(verb: "advance", kind: kind), at: references[0].span)
                }
                var values = item.values
                values[field] =
                    try state.map { try rung($0, of: kind, field) }
                    ?? next(after: item, ladder, field, at: references.first?.span)
                try check(values, of: item.kind, after: item, [], [], elsewhere: state?.span)
                return (item, Change.update(from: item, to: values))
            })
    }

    private func rung(_ state: Spanned<String>, of kind: Kind, _ field: Int) throws -> Value {
        do throws(RuleViolation) {
            return try kind.fields[field].parse(state.value, today: session.surroundings.today)
        } catch {
            throw CommandFailure(.violation(error, kind: kind), at: state.span)
        }
    }

    private func next(
        after item: Item, _ ladder: Ladder, _ field: Int, at reference: Range<Int>?
    ) throws -> Value {
        guard case .text(let state)? = item.values[field], let rung = ladder.index(of: state)
        else { return .text(ladder.rungs[0].name) }
        guard rung + 1 < ladder.rungs.count else {
            throw CommandFailure(.isAtTop(item, state: state), at: reference)
        }
        return .text(ladder.rungs[rung + 1].name)
    }

    func turn(_ reference: Spanned<Reference>, to target: Spanned<PageTarget>) throws -> Reply {
        try library.begin()
        let item = try item(reference)
        let kind = kinds[item.kind]
        guard let progress = kind.progress else {
            throw CommandFailure(.doesNotApply(verb: "page", kind: kind), at: reference.span)
        }
        let page = try page(target, of: item, progress)
        var values = item.values
        do throws(RuleViolation) {
            values[progress.current] = try kind.fields[progress.current].parse(
                "\(page)", today: session.surroundings.today)
            try kind.check(values, after: item.values)
        } catch {
            throw CommandFailure(.violation(error, kind: kind), at: target.span)
        }
        var total: Int?
        if case .integer(let pages)? = values[progress.total] { total = pages }
        session.it = item.number
        if let change = Change.update(from: item, to: values) {
            try session.perform([change])
        }
        let now = Item(kind: item.kind, number: item.number, id: item.id, values: values)
        return .progress(now, page: page, total: total)
    }

    private func page(
        _ target: Spanned<PageTarget>, of item: Item, _ progress: (current: Int, total: Int)
    ) throws -> Int {
        var current = 0
        if case .integer(let page)? = item.values[progress.current] { current = page }
        switch target.value {
        case .page(let page): return page
        case .forward(let pages): return current.addingReportingOverflow(pages).partialValue
        case .back(let pages): return pages >= current ? 0 : current - pages
        case .percent(let percent):
            guard case .integer(let total)? = item.values[progress.total] else {
                let field = kinds[item.kind].fields[progress.total].name
                throw CommandFailure(.needsTotal(item, field: field), at: target.span)
            }
            return total * percent / 100
        }
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
