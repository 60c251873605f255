import TroveLanguage

/// How books are added by their codes.
package struct CodeOptions: Sendable {
    /// Fields of every book, which are used instead of those of the catalogue.
    var fields: [Assignment] = []
    /// Whether duplicates are added without a confirmation.
    var isConfirmed = false
}
