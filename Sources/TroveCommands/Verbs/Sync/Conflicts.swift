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
            .init(
                "conflicts",
                """
                #  item          field  mine                   theirs
                1  book 1: Dune  genre  sf (laptop, just now)  classic (phone, just now)
                `resolve N mine` or `resolve N theirs` settles a conflict.
                """),
            .init(
                "resolve 1 mine", "Resolved 1 conflict: book 1: Dune, genre: sf."),
        ])

    func run(in context: any CommandContext) throws -> Reply {
        try context.commit()
        let views = try context.conflictViews(of: context.library.conflicts.entries())
        let now = context.surroundings.now
        let columns = context.isForData ? columnsForPrograms : columnsForUsers(now: now)
        // Programs find the same columns each time.
        let shown = columns.filter { column in
            context.isForData || views.contains { !column.value($0).isNull }
        }
        let rows = views.map { view in [.integer(view.number)] + shown.map { $0.value(view) } }
        var report = Report(["#"] + shown.map(\.name), rows, nothing: Message.noConflicts)
        guard !context.isForData else { return .report(report) }
        // The number, the item and the field.
        report.headColumns = 3
        report.titleColumn = 1
        report.needsWholeValues = true
        guard !views.isEmpty else { return try context.withWaiting(.report(report)) }
        return .sequence([.report(report), .text(Message.settling(views))])
    }

    private typealias Column = (name: String, value: (ConflictView) -> JSON)

    /// Returns the columns for users. A conflict of other devices has no "mine", so its values are
    /// shown as kept and lost.
    private func columnsForUsers(now: Timestamp) -> [Column] {
        func valueAndSource(_ column: String) -> (ConflictView) -> JSON {
            { view in
                guard let origin = Self.origin(of: column, view) else { return .null }
                let value = origin == .kept ? view.kept : view.lost
                return .string(value + view.source(of: origin, now: now))
            }
        }
        let names: [Column] = [("item", { .string($0.item) }), ("field", { .string($0.field) })]
        let values: [Column] = ["mine", "theirs", "kept", "lost"].map { ($0, valueAndSource($0)) }
        return names + values
    }

    /// Returns which of the two values a column for users shows; nil if it shows none.
    private static func origin(of column: String, _ view: ConflictView) -> ConflictOrigin? {
        switch column {
        case "mine": view.origin
        case "theirs": view.origin?.other
        case "kept": view.origin == nil ? .kept : nil
        case "lost": view.origin == nil ? .lost : nil
        default: nil
        }
    }

    private var columnsForPrograms: [Column] {
        [
            ("thing", { .string($0.item) }), ("field", { .string($0.field) }),
            ("mine", { view in view.origin.map(view.value) ?? .null }),
            ("theirs", { view in view.origin.map { view.value($0.other) } ?? .null }),
            ("kept", { $0.origin == nil ? $0.value(.kept) : .null }),
            ("lost", { $0.origin == nil ? $0.value(.lost) : .null }),
            ("device", { .string($0.device) }),
            ("lostAt", { .string($0.lostAt.description) }),
            ("keptDevice", { $0.keptBy.map { .string($0) } ?? .null }),
            ("keptAt", { $0.keptAt.map { .string($0.description) } ?? .null }),
        ]
    }
}
