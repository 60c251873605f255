import TroveLanguage
import TroveModel
import TroveStore
import TroveTerminal

/// Carries commands out.
struct Interpreter {
    let session: Session

    var library: Library { session.library }
    var kinds: Kinds { session.kinds }

    /// Carries one command out. What it changes is in the library's transaction, not yet committed.
    ///
    /// - Throws: `CommandFailure`, `LanguageError`, `ValueError` for what the command is to blame
    ///   for, and then nothing was changed; `LibraryError` for what it is not.
    func run(_ command: Command) throws -> Reply {
        switch command {
        case .add(let kind, let title, let assignments, let isConfirmed):
            try add(kind, title, assignments, isConfirmed)
        case .set(let references, let assignments): try set(references, assignments)
        case .edit(let reference): try edit(reference)
        case .delete(let references, let isConfirmed): try delete(references, isConfirmed)
        case .advance(let references, let state): try advance(references, to: state)
        case .page(let reference, let target): try turn(reference, to: target)
        case .rate(let reference, let rating):
            try setRole(of: reference, to: rating, verb: "rate") { $0 == .rating }
        case .note(let reference, let text):
            try setRole(of: reference, to: text, verb: "note") { $0 == .note }
        case .list(let query): try list(query)
        case .count(let query): try count(query)
        case .show(let references): try show(references)
        case .use(let kind): use(kind)
        case .birthstones(let month): try birthstones(month?.value)
        case .search(let search): try self.search(search)
        case .more: try more()
        case .take(let taking): try take(taking)
        case .read(let references): try read(references)
        case .unread(let references): try unread(references)
        case .reads(let query): try reads(query)
        case .isbn(let text, let isConfirmed): try isbn(text, isConfirmed: isConfirmed)
        case .scan(let file, let isConfirmed): try scan(file, isConfirmed: isConfirmed)
        case .cover(let reference): try cover(reference)
        case .shelve(let references, let shelf): try shelve(references, on: shelf)
        case .unshelve(let references, let shelf): try unshelve(references, from: shelf)
        case .shelves(let shelf): try shelves(shelf)
        case .wishlist(let query): try wishlist(query)
        case .lend(let reference, let borrower, let due):
            try lend(reference, to: borrower, due: due)
        case .giveBack(let references): try giveBack(references)
        case .loans: try loans()
        case .statistics(let kind, let year): try statistics(of: kind, in: year)
        case .export(let export): try self.export(export)
        case .importing(let file): try importThings(file)
        case .undo(let isSkipping): try undo(isSkipping: isSkipping)
        case .redo: try redo()
        case .log(let reference, let limit): try log(reference, limit: limit)
        case .snapshot(let action): try snapshot(action)
        case .check: try check()
        case .connect, .disconnect, .signUp, .logIn, .logOut, .whoAmI, .devices, .changePassword,
            .status, .sync, .queue, .conflicts, .resolve, .policy, .net:
            try runSync(command)
        case .help(let verb): try help(verb)
        case .alias(let alias): try setAlias(alias)
        case .history: history()
        case .echo(let text): .text(TerminalText(lines: text))
        case .settings(let setting): try settings(setting)
        case .notices: notices()
        case .quit: .quit
        // The runner reads files, because their errors name lines of their own.
        case .source: .nothing
        }
    }

    // MARK: References

    /// The things that references name, each once, in the order in which they are named.
    func items(_ references: [Spanned<Reference>]) throws -> [Item] {
        var seen: Set<Int> = []
        return try references.flatMap { try items($0) }
            .filter { seen.insert($0.number).inserted }
    }

    /// The one thing that a reference names.
    func item(_ reference: Spanned<Reference>) throws -> Item {
        switch reference.value {
        case .number(let number): try item(numbered: number, at: reference.span)
        case .range(let range): try item(numbered: range.lowerBound, at: reference.span)
        case .title(let title): try item(titled: title, at: reference.span)
        case .result(let number):
            throw CommandFailure(.isResult(number), at: reference.span)
        case .it:
            if let it = session.it, let item = try library.item(numbered: it) {
                item
            } else {
                throw CommandFailure(.nothingIsIt, at: reference.span)
            }
        }
    }

    /// The things that a reference names; a title is looked for among some kinds, or all.
    func items(_ reference: Spanned<Reference>, among kinds: [Int]? = nil) throws -> [Item] {
        if case .title(let title) = reference.value {
            return [try item(titled: title, at: reference.span, among: kinds)]
        }
        guard case .range(let range) = reference.value else { return [try item(reference)] }
        let items = try range.compactMap { try library.item(numbered: $0) }
        guard !items.isEmpty else {
            throw CommandFailure(.noSuchNumber(range.lowerBound), at: reference.span)
        }
        return items
    }

    private func item(numbered number: Int, at span: Range<Int>) throws -> Item {
        guard let item = try library.item(numbered: number) else {
            throw CommandFailure(.noSuchNumber(number), at: span)
        }
        return item
    }

    /// The thing with this title; else the only one whose title begins so.
    func item(
        titled title: String, at span: Range<Int>, among chosen: [Int]? = nil
    ) throws -> Item {
        let key = Folding.name(title)
        var whole: [Item] = []
        var beginnings: [Item] = []
        var total = 0
        for kind in chosen ?? Array(kinds.all.indices) {
            try library.loadAll(kind)
            // More than a dozen matches are only counted.
            let found = library.rows(of: kind, titleBeginningWith: title, limit: 12)
            let items = found.rows.map { library.catalog.item(kind, at: $0) }
            whole += items.filter { Folding.name($0.title) == key }
            beginnings += items
            total += found.total
        }
        if whole.count == 1 { return whole[0] }
        if whole.count > 1 {
            throw CommandFailure(
                .ambiguousTitle(title, whole, total: whole.count), at: span)
        }
        if beginnings.count == 1, total == 1 { return beginnings[0] }
        guard beginnings.isEmpty else {
            throw CommandFailure(.ambiguousTitle(title, beginnings, total: total), at: span)
        }
        throw CommandFailure(.noSuchTitle(title, nearest: nearestTitles(to: title)), at: span)
    }

    /// Titles that were perhaps meant: among all of a library of usual size, else among those that
    /// begin with the same letters.
    private func nearestTitles(to title: String) -> [String] {
        let beginning = library.catalog.count > 20_000 ? String(title.prefix(3)) : ""
        let titles = kinds.all.indices.flatMap { kind in
            library.rows(of: kind, titleBeginningWith: beginning, limit: 20_000).rows
                .map { library.catalog.item(kind, at: $0).title }
        }
        let near = Nearest.names(to: title, among: titles)
        guard near.isEmpty else { return near }
        // Nothing sounds alike; perhaps it is a word of a title.
        return kinds.all.indices.flatMap { kind in
            library.catalog.tables[kind]
                .rows(matching: .contains(field: Kind.titleIndex, [title]), limit: 3)
                .map { library.catalog.item(kind, at: $0).title }
        }
    }

    // MARK: Changing

    /// Performs changes and reports them.
    func perform(_ changes: [Change]) throws -> Reply {
        guard !changes.isEmpty else { return .changes([]) }
        try session.perform(changes)
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
                    typed.value, today: session.surroundings.today)
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
}
