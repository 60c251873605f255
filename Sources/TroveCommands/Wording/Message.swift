import TroveCodecs
import TroveLanguage
package import TroveModel
package import TroveStore
import TroveSystem
package import TroveTerminal

/// The messages of the shell, except help and errors.
package enum Message {
    static let name: TerminalText = "Trove"

    /// The first lines at the prompt of a library that was just created; `library` is its path.
    package static func welcome(library: String) -> TerminalText {
        """
        Welcome to Trove, a shell for the things you collect: books, gems, films.
        Type `add book "Dune" genre:sci-fi` to begin, then `list` to see it.
        `help` lists the commands. Your library is \(library)
        """
    }

    /// The first line at the prompt of a library that existed before; `library` is its path.
    package static func greeting(library: String) -> TerminalText {
        "Trove \(ReleaseVersion.text), \(library). `help` lists the commands."
    }

    /// The last line of a session with a library file.
    package static let goodbye: TerminalText = "Everything is saved. Goodbye."
    /// The last line of a session with a library in memory.
    package static let goodbyeEphemeral: TerminalText =
        "Goodbye. This library was in memory only, and is gone."

    static func items(_ count: Int) -> TerminalText {
        count == 1 ? "1 item" : "\(TerminalText(grouped: count)) items"
    }

    /// Returns a count with the name of the kind: `1 book`, `3 books`.
    package static func count(_ count: Int, of kind: Kind) -> TerminalText {
        "\(TerminalText(grouped: count)) \(count == 1 ? kind.name : kind.plural)"
    }

    /// Returns a heading with the note that the list is not complete.
    package static func cutShort(_ heading: TerminalText) -> TerminalText {
        "\(heading), and there are more"
    }

    /// `book 1: Dune`
    package static func name(of item: Item, _ kind: Kind) -> TerminalText {
        "\(kind.name) \(item.number): \(item.title)"
    }

    static let emptyLibrary: TerminalText =
        #"The library is empty. Type `add book "Dune" genre:sci-fi` to begin."#
    /// The labels of progress bars.
    static let listing: TerminalText = "listing"
    static let loading: TerminalText = "reading the library"
    static let readingSnapshot: TerminalText = "reading the snapshot"
    static let savingSnapshot: TerminalText = "saving the snapshot"
    static let changing: TerminalText = "changing items"
    static let comparing: TerminalText = "comparing items"
    static let scanning: TerminalText = "reading files"
    static let lookingUp: TerminalText = "looking up books"

    /// The answer of `as-of` before the first item.
    static let emptyPast: TerminalText = "The library had no items then."
    static let nothingFound: TerminalText = "Nothing found."

    /// The group of the items without a value.
    static let noValue = "(none)"

    /// Returns the hint about the first word of a title that resembles a kind.
    static func isInTitle(_ word: String, insteadOf kinds: [String]) -> TerminalText {
        let meant = kinds.map { TerminalText($0) }.joined(separator: " or ")
        return
            "\"\(word)\" became part of the title; if you meant \(meant), `undo` and add it again"
    }

    /// Returns the hint about a bare word in a condition that found nothing; nil if the word has no
    /// meaning elsewhere.
    static func hint(for text: String) -> TerminalText? {
        switch text.lowercased() {
        case "|", "<", ";": return "\(text) was searched for as text; there are no pipes"
        case ">", ">>":
            return "\(text) was searched for as text; `export FILE` writes items to a file"
        case "where", "*": return leaveOut(text)
        default: return nil
        }
    }

    /// Returns the hint about a word that has no meaning in a condition.
    static func leaveOut(_ text: String) -> TerminalText {
        "\"\(text)\" was searched for as text; leave it out"
    }

    /// Returns the hint about the number of an item.
    static func isNumber(_ text: String) -> TerminalText {
        "\(text) was searched for as text; `show \(text)` shows the item with that number"
    }

    /// Returns the hint about a field without a comparison.
    static func needsComparison(_ field: String) -> TerminalText {
        "\"\(field)\" was searched for as text; to compare the field, write \(field)=VALUE"
    }

    /// Returns the hint about a text that no item contains, and that another command takes.
    static func isShown(_ text: String, by command: String) -> TerminalText {
        "no item contains \"\(text)\"; did you mean `\(command)`?"
    }

    /// Returns the hint about a bare word that is the name of a kind, but not where `verb` expects
    /// it.
    static func kindComesFirst(_ text: String, _ kind: Kind, _ verb: String) -> TerminalText {
        "\"\(text)\" was searched for as text; the kind comes first: `\(verb) \(kind.plural) …`"
    }

    /// Returns the hint about the name of another kind in a condition; `verb` is empty for a
    /// condition that chooses the items of a command.
    static func hasKind(
        _ first: Kind, _ text: String, _ other: Kind, _ verb: String
    ) -> TerminalText {
        let fact: TerminalText = "\"\(text)\" was searched for as text in \(first.plural)"
        return verb.isEmpty ? fact : "\(fact); `\(verb) \(other.plural) …` searches those"
    }

    /// Returns the hint about bare words that are probably an argument of the verb.
    static func wereSearched(_ words: String, insteadOf arguments: [String]) -> TerminalText {
        let fact: TerminalText = "\"\(words)\" was searched for as text"
        return Phrase.didYouMean(arguments).map { "\(fact); \($0)" } ?? fact
    }

    static func nothingContains(
        _ text: String, _ nearest: [String], _ kind: Kind?
    ) -> TerminalText {
        "no \(kind?.name ?? "item") contains \"\(text)\"; did you mean \(Phrase.either(nearest.map(Quoting.quoted)))?"
    }

    static func wasLookedForAsText(_ text: String) -> TerminalText {
        "\"\(text)\" was searched for as text, and no item contains it"
    }

    static func containsInstead(_ field: String, _ value: String) -> TerminalText {
        "= compares the whole \(field); `\(field)~\(Quoting.argument(value))` searches inside it"
    }

    static func noSuchValue(
        _ value: String, field: Field, _ kind: Kind, _ nearest: [String]
    ) -> TerminalText {
        // "The genre" reads well, "the tags" and "the lent-to" do not.
        let isNoun = field.content != .set && field.role != .borrower
        let text: TerminalText =
            isNoun
            ? "no \(kind.name) has the \(field.name) \"\(value)\""
            : "no \(kind.name) has \"\(value)\" in \(field.name)"
        return nearest.isEmpty ? text : "\(text); did you mean \(Phrase.either(nearest))?"
    }

    /// Returns the reply to a change of one field, or of several, that leaves the item as it was.
    package static func unchanged(
        _ name: TerminalText, hasSeveral: Bool = false
    ) -> TerminalText {
        "Nothing changed: \(name) already has \(hasSeveral ? "these values" : "this value")"
    }

    static func unchanged(snapshot: String) -> TerminalText {
        "Nothing changed: the library already matches snapshot \(snapshot)"
    }

    static func uses(_ kind: Kind) -> TerminalText { "`add` now adds \(kind.plural)." }

    /// The answers to a question, written after it.
    static let yesOrNo: TerminalText = " [y/N] "

    static func deletion(of items: [Item], _ kinds: Kinds) -> TerminalText {
        if items.count == 1, let item = items.first {
            let kind = kinds[item.kind]
            let borrower = kind.index(ofRole: .borrower).flatMap { item.values[$0] }
            let loan = borrower.map { ", which is lent to \($0)" as TerminalText } ?? ""
            return "Are you sure you want to delete \(name(of: item, kind))\(loan)?"
        }
        let named = items.prefix(3).map { name(of: $0, kinds[$0.kind]) }.joined(separator: ", ")
        let more: TerminalText =
            items.count > 3 ? " and \(TerminalText(grouped: items.count - 3)) more" : ""
        return "Are you sure you want to delete \(named)\(more)?"
    }

    static func restoring(
        snapshot: String, definitions: [Change], changes: [Change]
    ) -> TerminalText {
        "This changes \(subject(definitions, changes)). Restore snapshot \(snapshot)?"
    }

    static func saved(snapshot: String, count: Int) -> TerminalText {
        "Saved snapshot \(snapshot): \(items(count))"
    }

    static func restored(
        snapshot: String, definitions: [Change], changes: [Change]
    ) -> TerminalText {
        let subject = subject(definitions, changes)
        return "Restored snapshot \(snapshot): \(subject) changed. `undo` reverts this."
    }

    /// Returns how many items and definitions changes concern: `2 items and 1 definition`.
    private static func subject(_ definitions: [Change], _ changes: [Change]) -> TerminalText {
        let count = Set(definitions.map(\.id)).count
        let items = Set(changes.map(\.id)).count
        let defined: TerminalText =
            count == 1 ? "1 definition" : "\(TerminalText(grouped: count)) definitions"
        if count == 0 { return self.items(items) }
        return items == 0 ? defined : "\(self.items(items)) and \(defined)"
    }

    static func deleting(snapshot: String) -> TerminalText {
        "`undo` cannot bring it back. Are you sure you want to delete snapshot \(snapshot)?"
    }

    static func deleted(snapshot: String) -> TerminalText { "Deleted snapshot \(snapshot)." }

    /// The reply when the library has no snapshots.
    package static let noSnapshots: TerminalText = "No snapshots. `snapshot save NAME` saves one."
    static let noNotices: TerminalText = "No notices."
    static let noHistoryInScripts: TerminalText = "No commands were typed: this is a script."
    /// The reply when the user does not confirm.
    package static let notConfirmed: TerminalText = "Nothing was changed."
    package static let notEdited: TerminalText =
        "Nothing was changed: the editor ended with an error."
    package static let notSaved: TerminalText = "Nothing was changed: the text was not saved."
    /// Follows these two if the text of an earlier edit was opened.
    package static func isStillKept(_ path: String) -> TerminalText {
        " Your text is still in \(path); remove the file to start with the item again."
    }

    /// Returns the last line of a script in which commands failed.
    package static func failures(_ failed: Int, of total: Int) -> TerminalText {
        "\(TerminalText(grouped: failed)) of \(TerminalText(grouped: total)) commands failed"
    }

    /// Returns the line below the commands that `log` shows, if there are more.
    package static func logIsCut(
        _ shown: Int, of total: Int, _ arguments: String
    ) -> TerminalText {
        "\(TerminalText(grouped: shown)) of \(TerminalText(grouped: total)) commands; `log \(arguments)limit:\(total)` shows all"
    }

    /// Returns the mark after an undo or a redo; empty for other commands.
    package static func mark(of record: CommandRecord) -> TerminalText {
        guard record.reverts != nil else { return "" }
        return record.isRedo ? " (redo)" : " (undo)"
    }

    /// The advice for a wrong command line that has no better advice.
    package static let usageHint: TerminalText = "`trove --help` shows the usage"

    /// The error for a `TROVE_PATIENCE` that cannot be read.
    package static let invalidPatience = ErrorReport(
        "TROVE_PATIENCE is not a valid number of seconds", "use a whole number from 1 to 600")

    /// The error for a `TROVE_NOW` that cannot be read.
    package static let invalidNow = ErrorReport(
        "TROVE_NOW is not a valid time", "write it as 2026-11-20T12:00, in UTC")

    /// Returns the error for output that cannot be written; `number` is the value of `errno`.
    package static func cannotWrite(_ number: Int32) -> TerminalText {
        "standard output cannot be written: \(SystemCall.strerror(number))"
    }

    /// Returns the line that says which commands of a script were lost when a commit failed.
    package static func notKept(from line: Int, of file: String) -> TerminalText {
        // Each option `-c` is a script of its own.
        file == "-c"
            ? "the -c that failed and those after it were not saved"
            : "nothing was saved from line \(line) of \(file) onward"
    }

    /// Returns the line that says which commands of a script were not run when it was interrupted.
    package static func notRun(from line: Int, of file: String) -> TerminalText {
        "interrupted: nothing was run from line \(line) of \(file) onward"
    }

    /// Returns the last line of `--check` when commands cannot be run.
    package static func mistakes(_ failed: Int, of total: Int) -> TerminalText {
        "\(TerminalText(grouped: failed)) of \(TerminalText(grouped: total)) commands cannot be run"
    }

    /// Returns the heading of a difference from a transcript: of the output of a command, or of
    /// what follows the last one.
    package static func differs(_ file: String, line: Int, _ command: String?) -> TerminalText {
        guard let command else { return "\(file):\(line): after the last command" }
        return "\(file):\(line): `\(command)`"
    }

    /// Returns the last line of `--verify` for a file.
    package static func verified(
        _ file: String, _ commands: Int, different: Int
    ) -> TerminalText {
        let all: TerminalText = commands == 1 ? "1 command" : "\(commands) commands"
        return different == 0
            ? "\(file): \(all), all as written"
            : different > commands
                ? "\(file): something else was printed"
                : "\(file): \(different) of \(all) printed something else"
    }

    static func summary(of command: LoggedCommand, _ kinds: Kinds) -> TerminalText {
        let changes = command.record.changes
        var operations = OperationCounts()
        operations.add(changes)
        let items = Set(changes.map(\.number)).count
        return summary(
            of: changes, title: command.title, items: items,
            isMixed: operations.areMixed(items: items), kinds)
    }

    /// Summarizes changes of several items, of which the first is given.
    ///
    /// - Parameters:
    ///   - changes: the changes of the first item, and perhaps others.
    ///   - title: the title of the first item if it was updated.
    ///   - items: the number of items.
    ///   - isMixed: whether the items were changed in different ways.
    ///   - kinds: the kinds of the items.
    /// - Returns: the summary, in a form that can follow "Undone:".
    static func summary(
        of changes: [Change], title: String?, items: Int, isMixed: Bool, _ kinds: Kinds
    ) -> TerminalText {
        guard let first = changes.first?.joined(with: changes.dropFirst()) else { return "nothing" }
        let rest = items - 1
        let noun: TerminalText = isMixed ? "other change" : "more item"
        let more: TerminalText =
            rest > 0 ? ", and \(TerminalText(grouped: rest)) \(noun)\(rest == 1 ? "" : "s")" : ""
        return summary(of: first, title, kinds[first.kind]) + more
    }

    private static func summary(
        of change: Change, _ title: String?, _ kind: Kind
    ) -> TerminalText {
        if kind.storedName == Kind.definition.storedName {
            return summary(ofDefinition: change)
        }
        return switch change.action {
        case .create(let values): "added \(kind.name) \(change.number)\(self.title(values))"
        case .delete(let values): "deleted \(kind.name) \(change.number)\(self.title(values))"
        case .update(let fields):
            "changed \(kind.name) \(change.number): \(title.map { "\($0), " } ?? "")"
                + fields.map { difference($0, kind) }.joined(separator: ", ")
        }
    }

    private static func title(_ values: [Value?]) -> TerminalText {
        values.first.flatMap { $0 }.map { ": \($0)" } ?? ""
    }

    private static func difference(_ field: Change.FieldChange, _ kind: Kind) -> TerminalText {
        let (before, after, field) = (field.before, field.after, kind.fields[field.field])
        return "\(field.name) \(shown(before, field)) → \(shown(after, field))"
    }

    /// Returns a value as users see it; `(none)` for nil.
    package static func shown(_ value: Value?, _ field: Field) -> TerminalText {
        value.map { TerminalText(field.shown($0)) } ?? "(none)"
    }
}

extension Change {
    /// Returns an update of fields together with the updates of the same item that follow it.
    fileprivate func joined(with later: ArraySlice<Change>) -> Change {
        guard case .update(var fields) = action else { return self }
        for change in later.prefix(while: { $0.number == number }) {
            guard case .update(let others) = change.action else { break }
            fields += others
        }
        return Change(kind: kind, number: number, id: id, action: .update(fields))
    }
}
