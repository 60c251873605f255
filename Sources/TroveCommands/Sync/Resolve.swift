import TroveLanguage
import TroveModel
import TroveStore

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
    }

    static let name = "resolve"
    static let effect = Effect.readsLibrary
    static let syntax = Syntax<Resolve>(
        .sync, "resolve a conflict",
        details: """
            N is the number that `conflicts` shows. mine is the value of this device, theirs \
            that of the other device. On a device that set neither value, or both, kept is the \
            current value and lost the other one.
            """,
        arguments: [
            .numberOrAll(\.number, missing: .conflictNumber), .word(\.side, missing: .side),
        ],
        examples: [
            .init("resolve 3 mine", "error: there is no conflict 3"),
            .init("resolve all theirs", "No conflicts."),
        ])

    func run(in context: any CommandContext) throws -> Reply {
        try context.commit()
        let library = context.library
        var entries = try library.conflicts.entries()
        if let number {
            entries.removeAll { $0.number != number.value }
            guard !entries.isEmpty else {
                throw CommandFailure(.noSuchConflict(number.value), at: number.span)
            }
        }
        guard !entries.isEmpty else { return .text(Message.noConflicts) }
        // Either all conflicts can be resolved this way, or none is.
        let views = try context.conflictViews(of: entries)
        let choices = try zip(entries, views).map { entry, view in
            let choice = try choice(for: view)
            _ = try change(choice, of: entry, view, in: library)
            return choice
        }
        var deletions: [QueuedOperation] = []
        for (index, entry) in entries.enumerated() {
            if let change = try change(choices[index], of: entry, views[index], in: library) {
                try context.mustAsk([change])
                try checkNames(in: change, context)
            }
            try library.begin()
            // Another shell may have changed the item.
            let change = try change(choices[index], of: entry, views[index], in: library)
            let isAsked = try change.map { try context.mustAsk([$0]) } ?? false
            let deletion = try library.conflicts.resolve(
                entry, with: change, isAsked: isAsked, context.authorship)
            if let deletion { deletions.append(deletion) }
        }
        try library.conflicts.delete(deletions)
        return .text(Message.resolved(views, choices))
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
            of: values, change.kind, except: change.number, [], [], elsewhere: number?.span)
    }

    /// Returns the value of a conflict that the side means on this device.
    private func choice(
        for view: ConflictView
    ) throws(CommandFailure) -> ConflictOrigin {
        switch (side, view.origin) {
        case (.kept, _), (.mine, .kept), (.theirs, .lost): return .kept
        case (.lost, _), (.mine, .lost), (.theirs, .kept): return .lost
        case (.mine, nil), (.theirs, nil): throw CommandFailure(.isOfOthers(view))
        }
    }

    /// Returns the change to the item that a choice needs; nil if it needs none.
    private func change(
        _ choice: ConflictOrigin, of entry: ConflictEntry, _ view: ConflictView,
        in library: Library
    ) throws -> Change? {
        guard choice == .lost else { return nil }
        switch try library.conflicts.change(toLostOf: entry) {
        case .success(let change): return change
        case .failure(let obstacle): throw CommandFailure(.cannotTake(view, obstacle))
        }
    }
}
