package import TroveWire

/// What happened to an account, for the log. It contains no names, emails or secrets.
package struct AccountEvent: Sendable, Equatable {
    /// What was done or attempted.
    package enum Action: String, Sendable, CaseIterable {
        case signedUp = "signed-up"
        case loggedIn = "logged-in"
        /// The email or the password was wrong.
        case logInFailed = "log-in-failed"
        /// The password was right, but the account is disabled.
        case logInRefused = "log-in-refused"
        case loggedOut = "logged-out"
        case passwordChanged = "password-changed"
        /// The old password was wrong.
        case passwordChangeFailed = "password-change-failed"
        case deviceAdded = "device-added"
        case deviceEnded = "device-ended"
    }

    /// What was done or attempted.
    package let action: Action
    /// The account; nil if it is not known.
    package let user: UserID?
    /// The ID of the device that the action concerns; nil for none.
    package let device: String?
    /// The client's address.
    package let peer: String

    /// Creates an event.
    package init(_ action: Action, user: UserID?, device: String? = nil, peer: String) {
        self.action = action
        self.user = user
        self.device = device
        self.peer = peer
    }
}
