import TroveLanguage
import TroveModel
import TroveStore

/// Moves items to a later state of their ladder.
struct Advance: ShellCommand {
    var items: [Spanned<Reference>] = []
    /// Nil moves to the next state.
    var state: Spanned<String>?
    /// Whether several items that meet a condition are changed without confirmation.
    var isConfirmed = false

    static let name = "advance"
    static let effect = Effect.changesItems
    static let syntax = Syntax<Advance>(
        .collect, "move items to their next state",
        details: """
            States only move forward; `help book` lists those of a book. A book that you \
            set aside is abandoned with to:abandoned; `advance` without to: skips that state. A finished book is put \
            on the read list. `undo` reverts a mistake, and `reread` starts a book over.
            """,
        appliesTo: { $0.ladder != nil },
        arguments: [
            .items(\.items), .named("to", "STATE", \.state, .state),
            .option("--yes", \.isConfirmed),
        ],
        examples: [
            .init("advance 1", "Changed book 1: Dune\n  state  wish → to-read"),
            .init(
                "advance 1 to:finished",
                "Changed book 1: Dune\n  state  to-read → finished\nAdded read 5: Dune"),
        ])

    func run(in context: any CommandContext) throws -> Reply {
        try context.library.begin()
        let items: [Item]
        do {
            items = try context.items(self.items, for: .update) { _ = try ladder(of: $0) }
        } catch let failure as CommandFailure {
            throw stateWithoutName(behind: failure, context.kinds) ?? failure
        }
        return try context.report(
            context.each(of: items, named: self.items) { item in
                let kind = context.kinds[item.kind]
                let (field, ladder) = try ladder(of: kind)
                var values = item.values
                values[field] =
                    try state.map {
                        try rung($0, of: kind, field, today: context.surroundings.today)
                    } ?? next(after: item, ladder, field)
                try context.check(
                    values, of: item.kind, after: item, elsewhere: state?.span)
                return (item, Change.update(from: item, to: values))
            })
    }

    /// Returns the error for `advance Dune to reading`, where `to reading` is not part of a title;
    /// nil for other failures.
    private func stateWithoutName(behind failure: CommandFailure, _ kinds: Kinds) -> LanguageError?
    {
        guard case .reference(.noSuchTitle(let title, nearest: [], _)) = failure.problem,
            state == nil, let span = failure.span, span.count == title.utf8.count
        else { return nil }
        let names = Set(kinds.all.flatMap { $0.ladder?.ladder.names ?? [] }.map(Folding.name))
        let words = title.split(separator: " ", omittingEmptySubsequences: false)
        for place in words.indices.dropFirst() where words[place] == "to" {
            let state = words[(place + 1)...].joined(separator: " ")
            guard names.contains(Folding.name(state)) else { continue }
            let start = span.upperBound - state.utf8.count - "to ".utf8.count
            return LanguageError(
                .missingColon(field: "to", meant: "to:\(Quoting.argument(state))"),
                at: start..<span.upperBound)
        }
        return nil
    }

    private func ladder(
        of kind: Kind
    ) throws(CommandFailure) -> (field: FieldIndex, ladder: Ladder) {
        guard let (field, ladder) = kind.ladder else {
            throw CommandFailure(.doesNotApply(verb: Self.name, kind: kind), at: items[0].span)
        }
        return (field, ladder)
    }

    private func rung(
        _ state: Spanned<String>, of kind: Kind, _ field: FieldIndex, today: PartialDate
    ) throws -> Value {
        do throws(RuleViolation) {
            return try kind.fields[field].parse(state.value, today: today)
        } catch {
            throw CommandFailure(.violation(error, kind: kind), at: state.span)
        }
    }

    private func next(after item: Item, _ ladder: Ladder, _ field: FieldIndex) throws -> Value {
        guard case .text(let state)? = item.values[field], let rung = ladder.index(of: state)
        else { return .text(ladder.rungs[0].name) }
        guard let next = ladder.next(after: rung) else {
            throw CommandFailure(.isAtTop(item, state: state), at: items.first?.span)
        }
        return .text(ladder.rungs[next].name)
    }
}
