import TroveLanguage
import TroveLookup
import TroveModel
import TroveSync
import TroveTerminal

/// Messages of `explain`.
extension Message {
    // MARK: Words

    static let isText: TerminalText = "text"
    static let isNumber: TerminalText = "number"

    static func meaning(of verb: Verb) -> TerminalText { "verb: \(verb.summary)" }

    /// Returns the meaning of a part of a command that can be explained without the library's
    /// items.
    static func meaning(
        of meaning: CommandPart.Meaning, _ kinds: Kinds
    ) -> TerminalText {
        switch meaning {
        case .verb(let verb): self.meaning(of: verb)
        case .option: "option"
        case .keyword: "keyword"
        case .kind(let kind): "the kind \(kinds[kind].name)"
        case .newTitle: "title of the new item"
        case .searchText: "text to find in any text field"
        case .named(let name, let value, _): "argument \(name): \(value)"
        case .parenthesis: "groups conditions"
        case .command: "a command"
        case .reference, .assignment, .comparison, .text, .wrong: isText
        }
    }

    /// Returns the meaning of a reference that names no item.
    static func names(_ reference: Reference) -> TerminalText {
        switch reference {
        case .selection: "the items that meet a condition"
        case .result(let number): "result \(number) of the last search"
        case .number(let number): "item \(number), which does not exist"
        case .range: "items, none of which exists"
        case .title: "a title that does not match exactly one item"
        case .it: "the item last used, and there is none"
        }
    }

    static func namesSeveral(_ count: Int, first: TerminalText) -> TerminalText {
        "\(items(count)), the first is \(first)"
    }

    static func isState(_ name: String) -> TerminalText { "the state \(name)" }

    static func sets(_ field: String, _ value: TerminalText) -> TerminalText {
        "sets \(field) to \(value)"
    }

    static func clears(_ field: String) -> TerminalText { "clears \(field)" }

    static func setsUnknown(_ name: String) -> TerminalText { "sets \(name), an unknown field" }

    /// Returns what a change of a number such as `+1` does.
    static func changesNumber(_ field: String, by change: String) -> TerminalText {
        let number = String(change.dropFirst())
        return change.hasPrefix("-")
            ? "subtracts \(number) from \(field)" : "adds \(number) to \(field)"
    }

    /// Returns what changes of a set such as `+a` and `-b` do; nil for names without signs.
    static func changesSet(_ field: String, by changes: [String]) -> TerminalText? {
        func names(_ sign: String) -> TerminalText? {
            let names = changes.filter { $0.hasPrefix(sign) }.map { String($0.dropFirst()) }
            return names.isEmpty ? nil : TerminalText(names.joined(separator: ", "))
        }
        let parts = [
            names("+").map { "adds \($0) to \(field)" as TerminalText },
            names("-").map { "removes \($0) from \(field)" as TerminalText },
        ].compactMap(\.self)
        let areSigned = changes.allSatisfy { $0.hasPrefix("+") || $0.hasPrefix("-") }
        return parts.isEmpty || !areSigned ? nil : parts.joined(separator: ", ")
    }

    static func setsInvalid(_ field: String, _ kind: Kind) -> TerminalText {
        "sets \(field) of \(Phrase.one(kind.name)): not a valid value"
    }

    static func compares(_ field: String, _ sign: Operator, _ values: [String]) -> TerminalText {
        let value = Phrase.either(values)
        return switch sign {
        case .set: "\(field): \(value)"
        case .equal: "\(field) is \(value)"
        case .notEqual: "\(field) is not \(value)"
        case .lessOrEqual: "\(field) is at most \(value)"
        case .less: "\(field) is less than \(value)"
        case .greaterOrEqual: "\(field) is at least \(value)"
        case .greater: "\(field) is greater than \(value)"
        case .contains: "\(field) contains \(value)"
        }
    }

    // MARK: Outlines

    /// Returns the outline of a command that is not rehearsed.
    static func outline(of verb: Verb) -> TerminalText {
        "It would run `\(verb.name)`: \(verb.summary). `explain` only describes this command."
    }

    static func wouldAsk(_ source: LookupSource) -> TerminalText {
        "It would ask \(name(of: source)). The rest depends on the answer."
    }

    static func wouldOpen(editor: String) -> TerminalText {
        "It would open the item in the editor \(editor)."
    }

    static func wouldExport(
        _ counts: [(kind: Kind, count: Int)], to path: String, as form: String
    ) -> TerminalText {
        let counted = counts.filter { $0.count > 0 }.map { count($0.count, of: $0.kind) }
        let what = counted.isEmpty ? "nothing" : counted.joined(separator: ", ")
        return path == "-"
            ? "It would print \(what) as \(form)." : "It would write \(what) to \(path) as \(form)."
    }

    static func wouldDelete(snapshot: String) -> TerminalText {
        "It would delete snapshot \(snapshot)."
    }

    static func wouldSave(snapshot: String, count: Int) -> TerminalText {
        "It would save a copy of the library as snapshot \(snapshot): \(items(count))."
    }

    static func wouldConnect(to server: String) -> TerminalText {
        "It would ask \(server) whether it is a Trove server, and connect the library to it."
    }

    /// Returns the outline of `sync`.
    static func outlineOfSync(
        waiting: Int, photos: Int, server: String, _ state: Connectivity
    ) -> [TerminalText] {
        var lines: [TerminalText] = [
            waiting == 0
                ? "Nothing is queued."
                : "It would send \(waiting == 1 ? "1 queued change" : "\(waiting) queued changes") "
                    + "to \(server).",
            "It would fetch the changes of other devices.",
        ]
        if photos > 0 {
            lines.append("It would transfer \(photos == 1 ? "1 photo" : "\(photos) photos").")
        }
        lines.append("The connection is \(description(of: state)).")
        return lines
    }

    // MARK: Effects

    /// Returns a change that a command would make: `change book 1 "Dune": rating (none) → 5`.
    static func wouldChange(_ effect: Explanation.Effect) -> TerminalText {
        let (change, kind) = (effect.change, effect.kind)
        // Users know definitions by what they define.
        let name: TerminalText =
            effect.isDefinition
            ? "the definition \(effect.title)"
            : "\(kind.name) \(change.number): \(effect.title)"
        func values(_ values: [Value?]) -> TerminalText {
            let shown = kind.fieldIndices.filter { $0 != Kind.titleIndex }.compactMap { field in
                values[field].map { value -> TerminalText in
                    "\(kind.fields[field].name) \(Message.shown(value, kind.fields[field]))"
                }
            }
            return shown.isEmpty ? "" : " (\(shown.joined(separator: ", ")))"
        }
        switch change.action {
        case .create(let new) where effect.isDefinition: return "define \(subject(new))"
        case .update where effect.isDefinition:
            let changes = Definition.changes(by: change.action)
            let list = changes.map { "\($0.name) \(difference($0))" as TerminalText }
            return "change \(name): \(list.joined(separator: ", "))"
        case .create(let new): return "add \(name)\(values(new))"
        case .delete: return "delete \(name)"
        case .update(let fields):
            let differences = fields.map { field -> TerminalText in
                let named = kind.fields[field.field]
                return "\(named.name) \(shown(field.before, named)) → \(shown(field.after, named))"
            }
            return "change \(name): \(differences.joined(separator: ", "))"
        }
    }

    /// Returns why an import would reject a row of its file.
    static func rejects(_ row: (line: Int, reason: String)) -> TerminalText {
        "line \(row.line): \(row.reason)"
    }

    static func moreChanges(_ count: Int, of total: Int) -> TerminalText {
        "and \(TerminalText(grouped: count)) more (\(TerminalText(grouped: total)) in all)"
    }

    static func matches(_ match: Explanation.Match) -> TerminalText {
        guard let total = match.total else { return count(match.count, of: match.kind) }
        return "\(TerminalText(grouped: match.count)) of \(count(total, of: match.kind))"
    }

    /// Returns what an offline rule says about an operation.
    static func ruling(_ ruling: Explanation.Ruling) -> TerminalText {
        let source: TerminalText =
            ruling.isPolicy ? "set with `policy`" : "the rule of the kind \(ruling.kind.name)"
        let rule: TerminalText =
            "\(ruling.operation.rawValue) \(ruling.kind.name): \(ruling.rule.rawValue) (\(source))"
        let outcome: TerminalText =
            switch ruling.outcome {
            case .asked where ruling.isAssumed:
                """
                the server is asked first, and the change is saved after its answer; it was not \
                contacted yet, and if it is not available, the change is refused
                """
            case .asked: "the server is asked first, and the change is saved after its answer"
            case .queued: "the change is saved at once, and queued for the server"
            case .refused: "refused, because the server is not available"
            }
        return "\(rule): \(outcome)"
    }

    /// Returns the places in the queue that a command would take; nil if it takes none.
    static func queued(before: Int, after: Int) -> TerminalText? {
        if after == before { return nil }
        if after < before { return "\(before - after) fewer queued" }
        let first = before + 1
        return first == after ? "place \(first)" : "places \(first) to \(after)"
    }

    static func logged(as number: Int, isUndoable: Bool) -> TerminalText {
        "command \(number) of the log; "
            + (isUndoable ? "`undo` then reverts it" : "`undo` then reverts an earlier command")
    }

    static let changesNothing: TerminalText = "nothing"

    static let statusIsOpen: TerminalText = "0 if it succeeds, otherwise 1"
}
