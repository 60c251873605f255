import TroveCodecs
import TroveModel
import TroveStore
import TroveTerminal
import TroveWire

/// A queued or rejected change as `queue` shows it.
struct QueuedView {
    /// The number of a rejected change; nil for others.
    var number: Int?
    /// The position of a change that waits, from 1; nil for others.
    var position: Int?
    var state: TerminalText = ""
    /// `change book 3: Dune`
    let change: TerminalText
    /// The operation; nil for a photo.
    private let operation: QueuedOperation?
    /// The item's kind; nil if this version does not know it.
    private let kind: Kind?
    private let title: String?
    /// The fields that the change sets.
    private let fields: [JSON.Member]
    /// The values of these fields before the change: those of an earlier change in the queue, else
    /// the server's; nil for a new item.
    private let before: [JSON.Member]?
    /// How often it was sent without an answer; nil if that is not known.
    var attempts: Int?
    /// Why it was rejected, or why a photo was not transferred.
    var reason: TerminalText?

    /// Creates the view of an operation; `earlier` are the fields of its item that earlier
    /// operations in the queue set.
    init(
        _ operation: QueuedOperation, after earlier: [JSON.Member] = [],
        in context: any CommandContext
    ) throws {
        let (library, kinds) = (context.library, context.kinds)
        self.operation = operation
        // A conflict that is resolved has no item, and a kind of a newer version is not known.
        let index = kinds.index(ofStored: operation.kind)
        let kind = index.map { kinds[$0] }
        self.kind = kind
        title =
            (try? library.item(numbered: operation.item))?.title
            ?? (try? library.shadow.title(of: operation))
        change = Message.summary(of: operation, title, kinds)
        let members = operation.sentFields
        guard let kind, operation.action != .delete else {
            (fields, before) = ([], nil)
            return
        }
        fields = Message.named(members, kind)
        before =
            operation.action == .update
            ? Message.named(
                Self.values(
                    of: members, in: try library.shadow.fields(of: operation.id) + earlier), kind)
            : nil
    }

    /// Returns the last known value of each field.
    private static func values(of fields: [JSON.Member], in known: [JSON.Member]) -> [JSON.Member] {
        fields.compactMap { field in known.last { $0.name == field.name } }
    }

    /// Creates the view of a photo.
    init(_ summary: TerminalText) {
        change = summary
        operation = nil
        kind = nil
        title = nil
        fields = []
        before = nil
    }

    // MARK: Reports

    /// Returns the table for users. Columns without a value are left out. On a terminal of `width`
    /// columns, long values are cut.
    static func report(_ views: [QueuedView], now: Timestamp, width: Int?) -> Report {
        let columns: [(name: String, value: (QueuedView) -> JSON)] = [
            ("fields", { $0.fieldText(isCut: width != nil) }),
            (
                "age",
                { view in
                    view.operation.map { .string(Message.age(of: $0.at, now: now)) } ?? .null
                }
            ),
            ("attempts", { $0.attempts.map { .integer($0) } ?? .null }),
            ("reason", { $0.reason.map { .string($0) } ?? .null }),
        ]
        let shown = columns.filter { column in views.contains { !column.value($0).isNull } }
        let rows = views.map { view -> [JSON] in
            [view.label, .string(view.state), .string(view.change)]
                + shown.map { $0.value(view) }
        }
        var report = Report(
            ["#", "state", "change"] + shown.map(\.name), rows, nothing: Message.nothingQueued)
        report.headColumns = 3
        report.needsWholeValues = true
        report.titleColumn = 2
        return report
    }

    /// The number of a rejected change, which `queue retry` and `queue drop` take, or the position
    /// of another one, which they do not take.
    private var label: JSON {
        if let number { return .integer(number) }
        return position.map { .string(Message.position($0)) } ?? .null
    }

    static func reportForPrograms(_ views: [QueuedView]) -> Report {
        let columns = [
            "#", "state", "change", "reason", "action", "kind", "item", "title", "fields",
            "before", "at", "attempts",
        ]
        let rows = views.map { view -> [JSON] in
            let operation = view.operation
            let item = operation.flatMap { $0.item > 0 ? $0.item : nil }
            return [
                view.number.map { .integer($0) } ?? .null, .string(view.state),
                .string(view.change), view.reason.map { .string($0) } ?? .null,
                operation.map { .string($0.action.rawValue) } ?? .null,
                view.kind.map { .string($0.name) } ?? .null,
                item.map { .integer($0.rawValue) } ?? .null,
                view.title.map { .string($0) } ?? .null,
                view.fields.isEmpty ? .null : .object(view.fields),
                view.before.map { .object($0) } ?? .null,
                operation.map { .string($0.at.description) } ?? .null,
                view.attempts.map { .integer($0) } ?? .null,
            ]
        }
        return Report(columns, rows, nothing: Message.nothingQueued)
    }

    /// Returns the fields with their values: `page 500 → 600`, and for a new item `color red`. Null
    /// if there are none.
    private func fieldText(isCut: Bool) -> JSON {
        // The title of a new item is part of the change.
        let members = fields.filter { before != nil || $0.value.text != title }
        guard !members.isEmpty else { return .null }
        func text(_ value: JSON, _ name: String) -> TerminalText {
            let text = Message.shown(value, name, kind)
            return isCut ? Message.folded(text.rendered, to: Self.longestValue) : text
        }
        let parts = members.map { member -> TerminalText in
            guard let before else { return "\(member.name) \(text(member.value, member.name))" }
            let former = before.first { $0.name == member.name }?.value ?? .null
            return "\(member.name) \(text(former, member.name))"
                + " → \(text(member.value, member.name))"
        }
        return .string(parts.joined(separator: ", "))
    }

    /// The longest value on a terminal, in columns.
    private static let longestValue = 30
}
