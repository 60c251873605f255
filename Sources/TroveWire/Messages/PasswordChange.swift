/// The body of `POST /v1/password`.
package struct PasswordChange: Sendable, Hashable {
    /// The current password in plain text.
    package let old: String
    /// The new password in plain text.
    package let new: String

    /// Creates a request.
    package init(old: String, new: String) {
        self.old = old
        self.new = new
    }
}
