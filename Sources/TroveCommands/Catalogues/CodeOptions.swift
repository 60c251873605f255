import TroveLanguage

/// The options for adding books by their codes.
package struct CodeOptions: Sendable {
    /// Fields of every book, which override those of the catalogue.
    var fields: [Assignment] = []
    /// Whether duplicates are added without confirmation.
    var isConfirmed = false
}
