package import TroveModel

/// A position after a verb, for completion: its possible content, and when it applies.
package struct Slot: Sendable {
    /// The possible content of a slot.
    package enum Content: Sendable {
        case kind
        /// A kind that the user defined.
        case ownKind
        /// A kind that the user defined or added fields to.
        case changeableKind
        /// One item.
        case item
        /// One item. A number may be that of a deleted one.
        case formerItem
        /// One or several items.
        case items
        /// Several records of finished items; see `Kind.completions`.
        case records
        /// The title of a new item, which has no completions.
        case newItem
        /// A number after the items, which has no completions.
        case number
        case assignments, conditions
        /// A field of the kind that the line names.
        case field
        /// A field of the kind that the line names, if the user defined it.
        case ownField
        /// Such a field and its options.
        case changedField
        /// The name of a new field, its type and its options.
        case newField
        /// An existing value of a field with this role.
        case known(Field.Role)
        /// The name of a search result, such as `r2`.
        case result
        /// The number of a conflict, or `all`.
        case conflict
        /// The number of a rejected change, or `all`.
        case rejectedChange
        /// Any of these words.
        case words([String])
        /// A keyword that selects the form.
        case keyword(String)
        /// A `name:` and its value.
        case named(String, Value)
        case verb, file, setting, month, snapshot, alias
        /// A command that the verb runs. Its alias is expanded before the line is parsed.
        case command
        /// The name of a lesson of `demo`.
        case demo
        /// The name of a lesson of `tutorial`, or a file with one.
        case tutorial
        /// The name of a mark.
        case mark
        /// The name of a mark, or a time.
        case place
    }

    /// The possible values after `name:`.
    package enum Value: Sendable {
        /// Free text, which has no completions.
        case free
        /// A field, optionally after a minus, or several separated by commas.
        case fields
        /// One item.
        case item
        /// A kind.
        case kind
        /// A state of a ladder.
        case state
        case file
        /// The name of a mark, or a time.
        case place
        /// The name of a mark; a time is possible, too, but not offered.
        case mark
        /// One of these words.
        case choice([String])
        /// An existing value of a field with this role.
        case known(Field.Role)
    }

    let content: Content
    /// The first position after the verb, from 1, where it may be.
    let first: Int
    /// The only position where it may be; nil if later ones are possible too.
    let only: Int?
}
