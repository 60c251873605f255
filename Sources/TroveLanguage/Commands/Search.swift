package import TroveModel

/// What is looked for in an online catalogue.
package struct Search: Sendable {
    /// Where the words are looked for. The raw value is what is typed behind `by:`.
    package enum Field: String, Sendable, CaseIterable {
        case title, author
    }

    package let text: Spanned<String>
    /// Nil looks everywhere.
    package let field: Field?
    /// What is looked for: books, unless something else is asked for.
    package let subject: CatalogueSubject
}

/// What `take` does with results of the last search.
package struct Taking: Sendable {
    /// The results, each as often as it is named.
    package let results: [Spanned<Reference>]
    /// The thing that gets what it does not have yet; nil makes new things.
    package let target: Spanned<Reference>?
    /// What the new things get besides.
    package let assignments: [Assignment]
    /// Whether things that are there already are added again without a question.
    package let isConfirmed: Bool
}
