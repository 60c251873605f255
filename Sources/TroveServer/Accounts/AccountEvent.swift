package import TroveWire

/// What happened to an account, for the log. It contains no names, emails or secrets.
package struct AccountEvent: Sendable, Equatable {
    /// What was done or attempted.
    package enum Action: String, Sendable, CaseIterable {
        case signedUp = "signed-up"
        /// Sign-up is closed, the invitation or the code is wrong, or the email is taken.
        case signUpRefused = "sign-up-refused"
        /// There were too many sign-ups, or too many wrong codes.
        case signUpLimited = "sign-up-limited"
        case loggedIn = "logged-in"
        /// The email or the password was wrong.
        case logInFailed = "log-in-failed"
        /// The password was right, but the account is disabled.
        case logInRefused = "log-in-refused"
        /// There were too many wrong passwords.
        case logInLimited = "log-in-limited"
        /// A device has logged out, or the operator has logged out all devices of the account.
        case loggedOut = "logged-out"
        case passwordChanged = "password-changed"
        /// The old password was wrong.
        case passwordChangeFailed = "password-change-failed"
        /// There were too many wrong passwords.
        case passwordChangeLimited = "password-change-limited"
        case deviceAdded = "device-added"
        case deviceEnded = "device-ended"
        /// The device has exchanged its token.
        case tokenRotated = "token-rotated"
        // Actions of the operator.
        case invited
        case disabled
        case enabled
        case deleted
        case exported
        case passwordReset = "password-reset"
        /// All accounts of a class were deleted.
        case reset
    }

    /// What was done or attempted.
    package let action: Action
    /// The account; nil if it is not known.
    package let user: UserID?
    /// The ID of the device that the action concerns; nil for none.
    package let device: String?
    /// The client's address, `operator` for a command, or `upkeep` for the daily removal of old
    /// data.
    package let peer: String

    /// The peer of a command of the operator.
    static let byOperator = "operator"
    /// The peer of the daily removal of old data.
    static let byUpkeep = "upkeep"

    /// Creates an event.
    package init(_ action: Action, user: UserID?, device: String? = nil, peer: String) {
        self.action = action
        self.user = user
        self.device = device
        self.peer = peer
    }
}
