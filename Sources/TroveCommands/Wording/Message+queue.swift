import TroveCodecs
import TroveLanguage
import TroveModel
package import TroveStore
import TroveSync
package import TroveTerminal
import TroveWire

/// Messages about queued and rejected changes and conflicts.
extension Message {
    // MARK: The queue and conflicts

    static let nothingRefused: TerminalText = "There are no rejected changes."

    static func retried(_ count: Int) -> TerminalText {
        "Queued \(changes(count)) again."
    }

    static func dropping(_ count: Int, hasHeld: Bool) -> TerminalText {
        let held: TerminalText = hasHeld ? ", or that are held behind them" : ""
        return "Drop \(changes(count)) that the server rejected\(held)?"
    }

    static func dropped(_ count: Int) -> TerminalText {
        "Dropped \(changes(count)). The library has the server's values now."
    }

    /// The largest number of resolved conflicts that are named.
    private static let maximumResolved = 10

    static func resolved(
        _ conflicts: [(view: ConflictView, value: TerminalText)]
    ) -> TerminalText {
        let lines = conflicts.prefix(maximumResolved).map { view, value -> TerminalText in
            "\(view.item), \(view.field): \(value)"
        }
        if let line = lines.first, conflicts.count == 1 { return "Resolved 1 conflict: \(line)." }
        let rest = conflicts.count - lines.count
        let all = lines + (rest > 0 ? [moreRows(rest)] : [])
        return "Resolved \(self.conflicts(conflicts.count)):"
            + all.map { "\n  \($0)" }.joined(separator: "")
    }

    /// Returns the position of a change that waits, with a letter that distinguishes it
    /// from the number of a rejected one.
    static func position(_ position: Int) -> TerminalText { "q\(position)" }

    static func state(of problem: ProblemEntry) -> TerminalText {
        problem.rejection.code == .held ? "held" : "rejected"
    }

    /// The state in JSON.
    static func nameForPrograms(of problem: ProblemEntry) -> TerminalText {
        problem.rejection.code == .held ? "held" : "refused"
    }

    static func state(of entry: OutboxEntry) -> TerminalText {
        entry.isUnconfirmed ? "unconfirmed" : "queued"
    }

    /// The state in JSON.
    static func nameForPrograms(of entry: OutboxEntry) -> TerminalText {
        entry.isUnconfirmed ? "unconfirmed" : waiting
    }

    static func itemName(_ kind: String, _ number: ItemNumber?, _ title: String?) -> TerminalText {
        let numbered: TerminalText =
            if let number, number > 0 { "\(kind) \(number)" } else { TerminalText(kind) }
        return title.map { "\(numbered): \($0)" } ?? numbered
    }

    /// `add book 3: Dune`
    static func summary(
        of operation: QueuedOperation, _ title: String?, _ kinds: Kinds
    ) -> TerminalText {
        if operation.kind == Conflict.kind { return "resolve a conflict" }
        let verb =
            switch operation.action {
            case .create: "add"
            case .update: "change"
            case .delete: "delete"
            case .skip: "nothing"
            }
        if operation.kind == Kind.definition.storedName {
            return "\(verb) \(definitionName(title ?? "", kinds))"
        }
        // A kind of a newer version has its stored name only.
        let kind = kinds.index(ofStored: operation.kind).map { kinds[$0].name } ?? operation.kind
        return "\(verb) \(itemName(kind, operation.item, title))"
    }

    /// Returns what a definition with this subject defines: `the field artist of vinyl`.
    static func definitionName(_ subject: String, _ kinds: Kinds) -> TerminalText {
        let definition = Definition(subject: subject, text: "")
        let kind = kinds.index(ofStored: definition.kind).map { kinds[$0] }
        let kindName = TerminalText(kind?.name ?? definition.kind)
        guard let field = definition.field else { return "the kind \(kindName)" }
        let name = kind.flatMap { kind in kind.index(ofStored: field).map { kind.fields[$0].name } }
        return "the field \(name ?? field) of \(kindName)"
    }

    static let definition: TerminalText = "definition"
    static let wholeItem: TerminalText = "the whole item"
    static let isDeleted: TerminalText = "deleted"

    /// `name:Opal color:red`
    static func shown(_ fields: [JSON.Member], _ kind: Kind?) -> TerminalText {
        fields.filter { !$0.value.isNull }.map { "\($0.name):\(shown($0.value, $0.name, kind))" }
            .joined(separator: " ")
    }

    /// Returns stored fields under the names that users see, which differ from the stored ones
    /// after a field was renamed, and with the names of months.
    static func named(_ stored: [JSON.Member], _ kind: Kind) -> [JSON.Member] {
        stored.map { member in
            let field = kind.index(ofStored: member.name).map { kind.fields[$0] }
            return JSON.Member(field?.name ?? member.name, named(member.value, field))
        }
    }

    /// Returns a stored value as lists show it: a month by its name.
    static func named(_ value: JSON, _ field: Field?) -> JSON {
        guard field?.content == .month, let month = value.int.flatMap(Month.init(rawValue:)) else {
            return value
        }
        return .string(month.name)
    }

    /// Returns a value of a field as users see it. The kind is nil if this version does not know
    /// it.
    static func shown(_ value: JSON, _ name: String, _ kind: Kind?) -> TerminalText {
        let field = kind.flatMap { kind in kind.index(ofField: name).map { kind.fields[$0] } }
        if let field, field.content == .isbn, case .string(let text) = value {
            return shown(.text(text), field)
        }
        return switch value {
        case .null: "(none)"
        // Users see only the name of a photo.
        case .string(let text): TerminalText(PhotoValue(text).name)
        case .array(let values): Phrase.list(values.map { $0.text ?? $0.written })
        default: TerminalText(value.written)
        }
    }

    // MARK: Marks

    /// Returns the mark after the number of an item that differs from the server's copy.
    package static func mark(_ mark: SyncMark) -> TerminalText {
        switch mark {
        case .queued: "↑"
        case .unconfirmed: "?"
        case .refused: "!"
        }
    }

    /// Returns the explanation of a mark, for the line below a listing.
    package static func legend(of mark: SyncMark) -> TerminalText {
        "\(self.mark(mark)) \(meaning(of: mark))"
    }

    static func meaning(of mark: SyncMark) -> TerminalText {
        switch mark {
        case .queued: "queued for the server"
        case .unconfirmed: "sent, but not confirmed yet"
        case .refused: "rejected by the server: see `queue`"
        }
    }

    /// Returns the mark in JSON.
    package static func nameForPrograms(of mark: SyncMark) -> TerminalText {
        switch mark {
        case .queued: "queued"
        case .unconfirmed: "unconfirmed"
        case .refused: "refused"
        }
    }
}
