import TroveCodecs
import TroveLanguage
import TroveModel
import TroveStore
import TroveTerminal

/// Shows the fields that two devices set differently.
struct Conflicts: ShellCommand {
    static let name = "conflicts"
    static let effect = Effect.showsItems
    var showsPast: Bool { false }
    static let syntax = Syntax<Conflicts>(
        .sync, "show fields that two devices set differently",
        details: """
            Nothing is lost: both values are kept until `resolve` chooses one. Each is shown \
            with the device that set it, and how long ago.
            """,
        examples: [
            .init("conflicts", "No conflicts."),
            .init("conflicts", "No conflicts."),
        ])

    func run(in context: any CommandContext) throws -> Reply {
        try context.commit()
        let views = try context.library.conflicts.entries().map { try context.conflictView(of: $0) }
        let columns =
            context.isForPrograms
            ? columnsForPrograms : columnsForUsers(now: context.surroundings.now)
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

    private typealias Column = (name: String, value: (ConflictView) -> TerminalText?)

    /// Returns the columns for users. A conflict of other devices has no "mine", so its values are
    /// shown as kept and lost.
    private func columnsForUsers(now: Timestamp) -> [Column] {
        func kept(_ view: ConflictView) -> TerminalText { view.keptWithSource(now: now) }
        func lost(_ view: ConflictView) -> TerminalText { view.lostWithSource(now: now) }
        return [
            ("item", \.item), ("field", \.field),
            ("mine", { view in view.origin.map { $0 == .kept ? kept(view) : lost(view) } }),
            ("theirs", { view in view.origin.map { $0 == .kept ? lost(view) : kept(view) } }),
            ("kept", { $0.origin == nil ? kept($0) : nil }),
            ("lost", { $0.origin == nil ? lost($0) : nil }),
        ]
    }

    private var columnsForPrograms: [Column] {
        [
            ("thing", \.item), ("field", \.field), ("mine", \.mine), ("theirs", \.theirs),
            ("kept", { $0.origin == nil ? $0.kept : nil }),
            ("lost", { $0.origin == nil ? $0.lost : nil }),
            ("device", { TerminalText($0.device) }),
            ("lostAt", { TerminalText($0.lostAt.description) }),
            ("keptDevice", { $0.keptBy.map { TerminalText($0) } }),
            ("keptAt", { $0.keptAt.map { TerminalText($0.description) } }),
        ]
    }
}
