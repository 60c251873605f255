import TroveLanguage
import TroveModel
package import TroveTerminal

/// Messages about kinds and fields that the user defines.
extension Message {
    /// The reply to `kind new`.
    static func defined(_ kind: Kind) -> TerminalText {
        """
        Defined the kind \(kind.name) (\(kind.plural)).
        Next: `kind add-field \(kind.name) FIELD TYPE`, or `add \(kind.name) TITLE`.
        """
    }

    /// The reply to `kind add-field`.
    static func added(_ field: Field, to kind: Kind) -> TerminalText {
        "Added the field \(field.name) (\(field.content.type.rawValue)) to \(kind.name)."
    }

    /// Returns which command gives a kind the field that a verb works on; nil for another verb, and
    /// if the kind has a field of that name that has another role.
    static func fieldFor(_ verb: String, _ kind: Kind) -> TerminalText? {
        let fields = [
            "lend": ("borrower", "text"), "note": ("note", "text"),
            "rate": ("rating", "number range:1..5"), "tag": ("tags", "set"),
            "shelve": ("shelves", "set"),
        ]
        // An entry of a read list only says when another item was finished.
        let isRecord = kind.completed != nil && kind.ladder == nil
        guard let (name, type) = fields[verb], !isRecord else { return nil }
        if let index = kind.index(ofField: name) {
            guard kind.fields[index].role == nil else { return nil }
            return "`kind set \(kind.name) \(name) role:\(name)` gives its field \(name) the role"
        }
        return "`kind add-field \(kind.name) \(name) \(type) role:\(name)` gives it the field"
    }

    /// Returns what to do with an item of a kind with states instead of a verb for books; nil for
    /// another verb, and for a kind without states.
    static func insteadOf(_ verb: String, _ kind: Kind) -> TerminalText? {
        guard let (field, ladder) = kind.ladder, let last = ladder.rungs.last else { return nil }
        let name = kind.fields[field].name
        switch verb {
        case "read":
            return "`set REF \(name):\(last.name)` marks it as \(last.name)"
        case "wishlist":
            return "its first state must be called wish or wanted, as in `states:wanted,owned`"
        default: return nil
        }
    }

    /// The reply to `kind set`.
    static func changedDefinition(of name: String) -> TerminalText {
        "Changed the definition of \(name)."
    }

    /// The reply to a command that changes no definition.
    static let definedAlready: TerminalText = "Nothing changed; it is defined like this already."

    /// The reply to `kind rename-field`.
    static func renamed(_ old: String, to new: String, of kind: Kind) -> TerminalText {
        "Renamed the field \(old) of \(kind.name) to \(new). Its values are kept."
    }

    /// The reply to `kind retire-field`.
    static func retired(_ field: Field, of kind: Kind) -> TerminalText {
        """
        Retired the field \(field.name) of \(kind.name). Its values are kept; `undo`, or \
        `kind set \(kind.name) \(field.name) retired:no`, shows it again.
        """
    }

    /// The reply to `kind retire`.
    static func retired(_ kind: Kind) -> TerminalText {
        """
        Retired the kind \(kind.name). Its items are kept; `undo`, or \
        `kind set \(kind.name) retired:no`, shows them again.
        """
    }

    /// The reply to `kind check`, and to `kind load` with nothing to change.
    static func checked(_ kinds: [Kind], changes: Int) -> TerminalText {
        let names = Phrase.list(kinds.map(\.name))
        return changes == 0
            ? "\(names): no mistakes, and nothing to change."
            : "\(names): no mistakes. `kind load` would change \(changes) \(definitions(changes))."
    }

    /// The reply to `kind load`.
    static func loaded(_ kinds: [Kind], changes: Int) -> TerminalText {
        "Loaded \(Phrase.list(kinds.map(\.name))): changed \(changes) \(definitions(changes))."
    }

    /// The warning about values that a new type or new states of their field hide.
    static func hiddenValues(_ count: Int, of field: Field, _ kind: Kind) -> TerminalText {
        """
        \(Self.count(count, of: kind)) \(count == 1 ? "has" : "have") a value in \(field.name) that does \
        not fit and is hidden; `undo` shows it again
        """
    }

    /// The warning about values that a new range or new choices of their field exclude.
    static func misfits(_ count: Int, of field: Field, _ kind: Kind) -> TerminalText {
        """
        \(Self.count(count, of: kind)) \(count == 1 ? "has" : "have") a value in \(field.name) that does \
        not fit; it stays until you change it
        """
    }

    /// The warning about several items whose values of a field, which is unique now, others have.
    static func sharedValues(_ count: Int, of field: Field, _ kind: Kind) -> TerminalText {
        """
        \(Self.count(count, of: kind)) have a value in \(field.name) that another one has, too; each \
        stays until you change it
        """
    }

    /// The note about a file of the folder `kinds` that was loaded.
    package static func loadedFile(_ path: String, changes: Int) -> TerminalText {
        "loaded \(path): changed \(changes) \(definitions(changes))"
    }

    /// The warning about a file of the folder `kinds` that cannot be read.
    static func unreadable(kindFile path: String) -> TerminalText { "\(path) cannot be read" }

    /// The warning about a file of the folder `kinds` with a mistake.
    static func notLoaded(_ path: String, _ reason: TerminalText) -> TerminalText {
        """
        \(path) was not loaded
        \(reason)
        `kind check \(Quoting.argument(path))` shows this again
        """
    }

    /// The warning of a preview of a file that defines kinds or fields.
    ///
    /// - Parameters:
    ///   - definitions: what the file defines and the library lacks.
    ///   - isRead: whether the rows of the preview were read with these definitions.
    /// - Returns: the text.
    static func willDefine(_ definitions: [Definition], isRead: Bool) -> TerminalText {
        let subjects = Phrase.list(definitions.map(\.subject))
        return isRead
            ? "the file also defines \(subjects); the import adds this first"
            : """
            the file also defines \(subjects), which the import adds first; the preview of a \
            read-only library rejects the rows of these kinds
            """
    }

    /// The note that an import has added the definitions of its file.
    static func hasDefined(_ definitions: [Definition]) -> TerminalText {
        "the file also defined \(Phrase.list(definitions.map(\.subject))), which `undo` reverts, too"
    }

    /// The warning of `--check` about a library whose kinds cannot be read.
    package static func unknownKinds(_ reason: TerminalText) -> TerminalText {
        "cannot read the kinds and fields that the library defines\n\(reason)"
    }

    private static func definitions(_ count: Int) -> TerminalText {
        count == 1 ? "definition" : "definitions"
    }

    /// The warning about definitions that this version cannot read.
    static func unreadable(_ subjects: [String]) -> TerminalText {
        """
        this version cannot read the definitions of \(Phrase.list(subjects)); they are kept, and \
        a newer version may show them
        """
    }

    static func summary(ofDefinition change: Change) -> TerminalText {
        switch change.action {
        case .create(let values): return "defined \(subject(values))"
        case .delete(let values): return "removed the definition of \(subject(values))"
        case .update(let fields): return summary(ofUpdate: fields, change.action)
        }
    }

    /// Returns what an update did to a definition, whose text begins with `kind` or `field` and the
    /// name.
    private static func summary(
        ofUpdate fields: [Change.FieldChange], _ action: Change.Action
    ) -> TerminalText {
        let changes = Definition.changes(by: action)
        var words: [Substring] = []
        if case .text(let text)? = fields.last?.after {
            words = text.split(separator: " ", maxSplits: 2)
        }
        let rename = changes.first { $0.name == "name" }
        var list = changes
        var summary: TerminalText = "changed a definition"
        if let former = rename?.before, words.count > 1 {
            // The name that items are stored with stays as it was.
            list.removeAll { ["name", "stored"].contains($0.name) }
            summary = "renamed the \(String(words[0])) \(former) to \(String(words[1]))"
        } else if words.count > 1 {
            summary = "changed the \(String(words[0])) \(String(words[1]))"
        }
        guard !list.isEmpty else { return summary }
        let parts = list.map { "\($0.name) \(difference($0))" as TerminalText }
        return "\(summary): " + parts.joined(separator: ", ")
    }

    /// Returns a property of a definition before and after a change.
    static func difference(_ change: Definition.PropertyChange) -> TerminalText {
        func shown(_ text: String?) -> TerminalText { text.map { TerminalText($0) } ?? "(none)" }
        return "\(shown(change.before)) → \(shown(change.after))"
    }

    /// Returns the name of what a definition defines: `the field location of book`.
    static func name(ofDefinition item: Item) -> TerminalText { subject(item.values) }

    /// Returns the name of what the values of a definition define.
    static func subject(_ values: [Value?]) -> TerminalText {
        guard let definition = Definition(values: values) else { return "" }
        guard let field = definition.field else { return "the kind \(definition.kind)" }
        return "the field \(field) of \(definition.kind)"
    }

    /// Returns the row of `status` about items of unknown kinds.
    static func unknown(_ items: [(kind: String, count: Int)]) -> String {
        items.map { "\($0.count) of kind \($0.kind)" }.joined(separator: ", ")
    }
}
