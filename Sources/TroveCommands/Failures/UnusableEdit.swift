/// An error in a text from the editor, with the file that keeps the text.
package struct UnusableEdit: Error {
    let reason: any Error
    let path: String

    /// - Parameters:
    ///   - reason: the error in the text.
    ///   - path: the file that keeps it.
    package init(reason: any Error, path: String) {
        self.reason = reason
        self.path = path
    }
}
