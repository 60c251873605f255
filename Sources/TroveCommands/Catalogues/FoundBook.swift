import TroveLanguage
import TroveModel

/// A book found by its ISBN, before it is added.
struct FoundBook {
    let isbn: ISBN
    /// A value for each field of its kind.
    let values: [Value?]
    /// The fields of the command, and whether the book is added even if it is a duplicate.
    let options: CodeOptions
    /// What the user must know about the lookup.
    var warning = Reply.nothing

    /// Returns a value for each field of its kind, which may have gained fields since.
    func values(of kind: Kind) -> [Value?] {
        values + Array(repeating: nil, count: max(0, kind.fields.count - values.count))
    }
}
