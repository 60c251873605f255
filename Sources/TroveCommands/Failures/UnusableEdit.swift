/// A text from an editor that cannot be used, and the file in which it is kept.
package struct UnusableEdit: Error {
    let reason: any Error
    let path: String

    /// - Parameters:
    ///   - reason: what is wrong with the text.
    ///   - path: the file that keeps it.
    package init(reason: any Error, path: String) {
        self.reason = reason
        self.path = path
    }
}
