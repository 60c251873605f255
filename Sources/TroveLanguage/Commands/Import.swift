/// What `import` reads, and how.
package struct Import: Sendable {
    /// What a file can be. The raw value is what is typed behind `as:`.
    package enum Format: String, Sendable, CaseIterable {
        case trove, json, jsonl
        case goodreads, storygraph, librarything, calibre, openreads, bookwyrm, letterboxd
    }

    /// What becomes of things that are there already. The raw value is what is typed behind
    /// `duplicates:`.
    package enum Duplicates: String, Sendable, CaseIterable {
        case skip, add
    }

    package let path: Spanned<String>
    /// Nil where the file says it.
    package let format: Format?
    package let duplicates: Duplicates
    /// Whether it is only told what would come in.
    package let isPreview: Bool
}
