/// An error in an edited text, with the file that preserves the text.
package struct UnusableEdit: Error {
    let reason: any Error
    let path: String

    /// - Parameters:
    ///   - reason: the error in the text.
    ///   - path: the file that preserves the text.
    package init(reason: any Error, path: String) {
        self.reason = reason
        self.path = path
    }
}
