package import TroveModel

/// A place behind a verb, for completion: what can stand there, and when.
package struct Slot: Sendable {
    /// What can stand in a slot.
    package enum Content: Sendable {
        case kind
        /// One item.
        case item
        /// One or several items.
        case items
        /// The title of a new item, which cannot be completed.
        case newItem
        case assignments, conditions
        /// Any of these words.
        case words([String])
        /// A word of the verb's own that chooses the form.
        case keyword(String)
        /// `name:` and a value.
        case named(String, Value)
        case verb, file, setting, month, snapshot
    }

    /// What can stand behind `name:`.
    package enum Value: Sendable {
        /// Nothing that could be completed.
        case free
        /// A field, perhaps with a minus before it, or several with commas between them.
        case fields
        /// A state of a ladder.
        case state
        case file
        /// One of these words.
        case choice([String])
        /// A value that some field of this role has.
        case known(Field.Role)
    }

    /// What can stand here.
    let content: Content
    /// The first place behind the verb, from 1, at which it may stand.
    let first: Int
    /// The only place at which it may stand; nil where it may also stand further behind.
    let only: Int?
}
