/// What `export` writes, and where.
package struct Export: Sendable {
    /// How things are written down. The raw value is what is typed behind `as:`, and how the names
    /// of such files end.
    package enum Form: String, Sendable, CaseIterable {
        case csv, json, jsonl
    }

    /// The file; `-` is standard output.
    package let path: Spanned<String>
    /// Which things, in what order. It names no columns.
    package let query: Query
    /// Nil where the file's name says it.
    package let form: Form?
    /// Whether a file that is there may be replaced.
    package let isConfirmed: Bool
}
