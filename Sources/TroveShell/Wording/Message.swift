import TroveLanguage
import TroveModel
import TroveStore

/// All sentences that the shell says, apart from help and errors.
enum Message {
    static let name = "Trove"
    static let version = "0.1.0"

    static func welcome(library: String) -> String {
        """
        Welcome to Trove, a shell for the things you collect: books, gems, films.
        Type   add book "Dune" genre:sci-fi   to begin, then   list   to see it.
        help shows every command. Your library is \(library)
        """
    }

    static func greeting(library: String) -> String {
        "Trove \(version), \(library). help shows every command."
    }

    static let goodbye = "Everything is saved. Goodbye."
    static let goodbyeEphemeral = "Goodbye. This library was kept in memory only."

    static func things(_ count: Int) -> String {
        count == 1 ? "1 thing" : "\(count) things"
    }

    static func count(_ count: Int, of kind: Kind) -> String {
        "\(count) \(count == 1 ? kind.name : kind.plural)"
    }

    /// A heading over a part of what there is.
    static func cutShort(_ heading: String) -> String { "\(heading), and there are more" }

    /// `book 1: Dune`
    static func name(of item: Item, _ kind: Kind) -> String {
        "\(kind.name) \(item.number): \(item.title)"
    }

    static let emptyLibrary =
        #"There is nothing here yet. Type   add book "Dune" genre:sci-fi   to begin."#
    static let nothingFound = "Nothing found."

    /// What to say of a bare word in a condition when nothing was found; nil when it is likely what
    /// was meant.
    static func hint(for text: String, near names: [String]) -> String? {
        if ["|", ">", "<", "*", ";", "&&"].contains(text) {
            return "\(text) has no meaning here: it was looked for as a text; there are no pipes"
        }
        if !text.isEmpty, text.utf8.allSatisfy(\.isDigit) {
            return "\(text) was looked for as a text; show \(text) shows the thing with that number"
        }
        guard !names.isEmpty else { return nil }
        return "\"\(text)\" was looked for as a text; did you mean \(Phrase.either(names))?"
    }

    static func containsInstead(_ field: String, _ value: String) -> String {
        "= compares the whole \(field); \(field)~\(Quoting.argument(value)) looks inside it"
    }

    static func noSuchValue(
        _ value: String, field: String, _ kind: Kind, _ nearest: [String]
    ) -> String {
        "no \(kind.name) has the \(field) \"\(value)\"; did you mean \(Phrase.either(nearest))?"
    }

    static func isSoAlready(_ name: String) -> String {
        "Nothing changed: \(name) already has these values"
    }

    static func isSoAlready(snapshot: String) -> String {
        "Nothing changed: the library is as snapshot \(snapshot) has it"
    }

    static func uses(_ kind: Kind) -> String { "add now adds \(kind.plural)." }

    static func deletion(of items: [Item], _ kinds: Kinds) -> String {
        if items.count == 1, let item = items.first {
            return "Are you sure you want to delete \(name(of: item, kinds[item.kind]))? [y/N] "
        }
        let named = items.prefix(3).map { name(of: $0, kinds[$0.kind]) }.joined(separator: ", ")
        let more = items.count > 3 ? " and \(items.count - 3) more" : ""
        return "Are you sure you want to delete \(named)\(more)? [y/N] "
    }

    static func restoring(snapshot: String, changes: Int) -> String {
        "Restore snapshot \(snapshot)? This changes \(things(changes)). [y/N] "
    }

    static func saved(snapshot: String, count: Int) -> String {
        "Saved snapshot \(snapshot): \(things(count))"
    }

    static func restored(snapshot: String, changes: [Change]) -> String {
        "Restored snapshot \(snapshot): \(things(changes.count)) changed. undo takes it back."
    }

    static let noSnapshots = "No snapshots. snapshot save NAME makes one."
    static let noAliases = "No aliases. alias NAME COMMAND makes one."
    static let noNotices = "No notices."
    static let noHistoryInScripts = "No commands were typed: this is a script."
    static let notConfirmed = "Nothing was changed."
    static let notEdited = "Nothing was changed: the editor ended with an error."

    static func forgot(alias: String) -> String { "Forgot alias \(alias)" }

    static func othersChanged(_ count: Int) -> String {
        "Another shell changed \(things(count))."
    }

    static func failures(_ failed: Int, of total: Int) -> String {
        "\(failed) of \(total) commands failed"
    }

    /// A mark behind commands that took others back.
    static func mark(of record: CommandRecord) -> String {
        guard record.reverts != nil else { return "" }
        return record.isRedo ? " (redo)" : " (undo)"
    }

    static let usageHint = "trove --help shows how to call it"

    static let senselessNow = ErrorReport(
        "TROVE_NOW is not a moment", "write it as 2026-11-20T12:00, in universal time")

    static func cannotWrite(_ number: Int32) -> String {
        "standard output cannot be written: \(SystemError.text(number))"
    }

    static func notKept(from line: Int, of file: String) -> String {
        "nothing was kept from line \(line) of \(file) on"
    }

    static func mistakes(_ failed: Int, of total: Int) -> String {
        "\(failed) of \(total) commands cannot be run"
    }

    /// What a change did, in words that can stand behind "Undone:".
    static func summary(of changes: [Change], _ kinds: Kinds) -> String {
        guard let first = changes.first else { return "nothing" }
        let rest = Set(changes.map(\.number)).count - 1
        let more = rest > 0 ? ", and \(things(rest)) more" : ""
        return summary(of: first, kinds[first.kind]) + more
    }

    static func summary(of change: Change, _ kind: Kind) -> String {
        switch change.action {
        case .create(let values): "added \(kind.name) \(change.number)\(title(values))"
        case .delete(let values): "deleted \(kind.name) \(change.number)\(title(values))"
        case .update(let fields):
            "changed \(kind.name) \(change.number): "
                + fields.map { difference($0, kind) }.joined(separator: ", ")
        }
    }

    private static func title(_ values: [Value?]) -> String {
        values.first.flatMap { $0 }.map { ": \($0)" } ?? ""
    }

    private static func difference(_ field: Change.FieldChange, _ kind: Kind) -> String {
        let (before, after, field) = (field.before, field.after, kind.fields[field.field])
        return "\(field.name) \(shown(before, field)) → \(shown(after, field))"
    }

    /// A value of a field, or that there is none.
    static func shown(_ value: Value?, _ field: Field) -> String {
        value.map(field.shown) ?? "(none)"
    }
}
