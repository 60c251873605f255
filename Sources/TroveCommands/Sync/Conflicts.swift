import TroveCodecs
import TroveLanguage
import TroveStore
import TroveTerminal

/// Shows the fields that two devices set differently.
struct Conflicts: ShellCommand {
    static let name = "conflicts"
    static let effect = Effect.showsItems
    static let syntax = Syntax<Conflicts>(
        .sync, "show fields that two devices set differently",
        details: "Nothing is lost: both values are kept until `resolve` chooses one.",
        examples: [
            .init("conflicts", "No conflicts."),
            .init("conflicts", "No conflicts."),
        ])

    func run(in context: any CommandContext) throws -> Reply {
        try context.commit()
        let views = try context.library.conflicts.entries().map { try context.conflictView(of: $0) }
        // A conflict of other devices has no "mine", so its values are shown as kept and lost.
        let columns: [(name: String, value: (ConflictView) -> TerminalText?)] = [
            (context.isForPrograms ? "thing" : "item", \.item), ("field", \.field),
            ("mine", \.mine), ("theirs", \.theirs),
            ("kept", { $0.origin == nil ? $0.kept : nil }),
            ("lost", { $0.origin == nil ? $0.lost : nil }),
            ("device", { TerminalText($0.device) }),
        ]
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
}
