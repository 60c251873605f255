/// The errors in an edited text.
package struct EditErrors: Error {
    /// The errors, in the order of their lines.
    package let reports: [ErrorReport]
    /// The edited text, with each error in a comment above its line.
    package let text: String
    /// The first line with an error in `text`, from 1.
    package let line: Int
}
