import TroveLanguage
import TroveModel
import TroveStore
import TroveWire

/// Resolves conflicts.
struct Resolve: ShellCommand {
    /// The number that `conflicts` shows; nil means all conflicts.
    var number: Spanned<Int>?
    var side = Side.kept

    /// The value of a conflict to keep. The raw value is what is typed.
    enum Side: String, Sendable, CaseIterable {
        /// The value that this device wrote.
        case mine
        /// The value that another device wrote.
        case theirs
        /// The current value, from any device.
        case kept
        /// The value that lost, from any device.
        case lost
        /// All names of both values, for tags and shelves.
        case both
    }

    static let name = "resolve"
    static let effect = Effect.readsLibrary
    static let syntax = Syntax<Resolve>(
        .sync, "resolve a conflict",
        details: """
            N is the number that `conflicts` shows. Those of one loan are resolved together, and so \
            are those of a finished book and its entry in the read list. mine is the value of this \
            device, theirs that of the other device. On a device that set neither value, or both, kept is the \
            current value, and lost is the other one. both keeps all tags, or shelves, of the two. \
            `undo` reverts the change to the item; it does \
            not reopen a conflict that is resolved on the server.
            """,
        arguments: [
            .numberOrAll(\.number, .conflict, missing: .conflictNumber),
            .word(\.side, missing: .side),
        ],
        examples: [
            .init(
                "resolve 1 mine", "Resolved 1 conflict: book 1: Dune, genre: sf."),
            .init("resolve all theirs", "No conflicts."),
            .init("resolve 3 mine", "error: there is no conflict 3"),
        ])

    var needsAnswers: Bool { true }

    func run(in context: any CommandContext) throws -> Reply {
        try context.commit()
        let library = context.library
        // Another shell may have resolved the conflict, or changed its item.
        try library.begin()
        var entries = try library.conflicts.entries()
        if let number {
            guard let entry = entries.first(where: { $0.number == number.value }) else {
                throw CommandFailure(.noSuchConflict(number.value), at: number.span)
            }
            entries = try entries.filter {
                try $0.number == entry.number || context.areResolvedTogether($0, entry)
            }
        }
        guard !entries.isEmpty else { return .text(Message.noConflicts) }
        let resolutions = try zip(entries, context.conflictViews(of: entries)).map {
            try Resolution(of: $0, $1, keeping: side, among: entries.count)
        }
        // Either all conflicts can be resolved this way, or none is.
        let changes = try resolutions.compactMap { try $0.change(in: library) }
        let values = try FormerValues(of: changes, in: context)
        var command: CommandNumber?
        var deletions: [QueuedOperation] = []
        for resolution in resolutions {
            let change = try resolution.change(in: library)
            if let change { try checkNames(in: change, context) }
            let isAsked = try change.map { try context.mustAsk([$0]) } ?? false
            let deletion: QueuedOperation?
            (command, deletion) = try library.conflicts.resolve(
                resolution.entry, with: change, isAsked: isAsked, continuing: command,
                context.authorship)
            if let deletion { deletions.append(deletion) }
        }
        try library.conflicts.delete(deletions)
        let reply = Reply.text(
            Message.resolved(resolutions.map { ($0.view, $0.view.text(of: $0.choice)) }))
        let warnings = try values.warnings()
        return warnings.isEmpty ? reply : .sequence([reply] + warnings.map(Reply.warning))
    }

    /// Throws if the change would give an item a name that another one has.
    private func checkNames(in change: Change, _ context: any CommandContext) throws {
        let kind = context.kinds[change.kind]
        guard !kind.uniqueFields.isEmpty else { return }
        try context.library.loadAll(change.kind)
        var values: [Value?] = kind.fields.map { _ in nil }
        switch change.action {
        case .create(let all): values = all
        case .update(let updates): for update in updates { values[update.field] = update.after }
        case .delete: return
        }
        try context.checkNames(
            of: values, change.kind, except: change.number, elsewhere: number?.span)
    }
}

/// How a conflict is resolved.
private struct Resolution {
    let entry: ConflictEntry
    let view: ConflictView
    /// The value that the item keeps, or gets; nil for both.
    let choice: ConflictOrigin?
    /// The number of conflicts that the command resolves.
    let count: Int

    /// Throws if the side means neither value on this device.
    init(
        of entry: ConflictEntry, _ view: ConflictView, keeping side: Resolve.Side,
        among count: Int
    ) throws(CommandFailure) {
        self.entry = entry
        self.view = view
        self.count = count
        switch (side, view.origin) {
        case (.kept, _), (.mine, .kept), (.theirs, .lost): choice = .kept
        case (.lost, _), (.mine, .lost), (.theirs, .kept): choice = .lost
        case (.both, _): choice = nil
        case (.mine, nil), (.theirs, nil): throw CommandFailure(.isOfOthers(view, of: count))
        }
    }

    /// Returns the change to the item that the choice needs; nil if it needs none.
    func change(in library: Library) throws -> Change? {
        guard choice != .kept else { return nil }
        switch try library.conflicts.change(toLostOf: entry, unitingSets: choice == nil) {
        case .success(let change): return change
        case .failure(let obstacle):
            throw CommandFailure(.cannotTake(view, obstacle, of: count))
        }
    }
}
