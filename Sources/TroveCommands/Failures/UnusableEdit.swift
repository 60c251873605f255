/// An error in an edited text, with the file that preserves the text.
package struct UnusableEdit: Error {
    /// The error in the text.
    package let reason: any Error
    /// The file that preserves the text.
    package let path: String

    /// Whether the next edit of the same item opens the file.
    package var isResumable = false

    /// - Parameters:
    ///   - reason: the error in the text.
    ///   - path: the file that preserves the text.
    package init(reason: any Error, path: String) {
        self.reason = reason
        self.path = path
    }
}
