package import TroveModel

/// The body of `POST /v1/push`.
package struct PushRequest: Sendable, Hashable {
    /// How much of the history the device has; the operations' bases refer to it.
    package let cursor: Cursor
    /// The operations, in the order of their numbers.
    package let operations: [PushOperation]

    /// Creates a request.
    package init(cursor: Cursor, operations: [PushOperation]) {
        self.cursor = cursor
        self.operations = operations
    }
}

/// The reply to a push.
package struct PushReply: Sendable, Hashable {
    /// The number of the device's last operation that the server has.
    package let acknowledged: Int
    /// The version before the push.
    package let before: Version
    /// The cursor after the push.
    package let cursor: Cursor
    /// A result for each operation of the push.
    package let results: [PushResult]
    /// Whether the device should exchange its token.
    package let isTokenOld: Bool

    /// Creates a reply.
    package init(
        acknowledged: Int, before: Version, cursor: Cursor, results: [PushResult],
        isTokenOld: Bool = false
    ) {
        self.acknowledged = acknowledged
        self.before = before
        self.cursor = cursor
        self.results = results
        self.isTokenOld = isTokenOld
    }
}

/// A page of changes: the reply to `GET /v1/changes`.
package struct ChangesReply: Sendable, Hashable {
    /// The version after which the page begins.
    package let since: Version
    /// The changed entries in their last version, ordered by version.
    package let entries: [Entry]
    /// The cursor after this page.
    package let next: Cursor
    /// Whether another page follows.
    package let hasMore: Bool
    /// The number of the device's last operation that the server has.
    package let acknowledged: Int
    /// Whether the device should exchange its token.
    package let isTokenOld: Bool

    /// Creates a page.
    package init(
        since: Version, entries: [Entry], next: Cursor, hasMore: Bool, acknowledged: Int,
        isTokenOld: Bool = false
    ) {
        self.since = since
        self.entries = entries
        self.next = next
        self.hasMore = hasMore
        self.acknowledged = acknowledged
        self.isTokenOld = isTokenOld
    }
}

/// A page of all living entries: the reply to `GET /v1/snapshot`.
package struct SnapshotReply: Sendable, Hashable {
    /// The cursor when the page was made.
    package let cursor: Cursor
    /// The living entries, ordered by ID.
    package let entries: [Entry]
    /// Whether another page follows.
    package let hasMore: Bool

    /// Creates a page.
    package init(cursor: Cursor, entries: [Entry], hasMore: Bool) {
        self.cursor = cursor
        self.entries = entries
        self.hasMore = hasMore
    }
}

/// The body of `POST /v1/signup` and `POST /v1/login`.
package struct Credentials: Sendable, Hashable {
    /// The user's name, for signup only.
    package let name: String?
    /// The email, which identifies the account.
    package let email: String
    /// The password in plain text; the server stores only its hash.
    package let password: String
    /// The name of the device.
    package let device: String
    /// For login only: the ID of a logged-out device to resume, with its operation numbers.
    package let resumed: String?
    /// The invitation or the code of the class, for servers that require one for signup.
    package let invitation: String?

    /// Creates credentials.
    package init(
        name: String? = nil, email: String, password: String, device: String,
        resumed: String? = nil, invitation: String? = nil
    ) {
        self.name = name
        self.email = email
        self.password = password
        self.device = device
        self.resumed = resumed
        self.invitation = invitation
    }
}

/// A user of the server.
package struct User: Sendable, Hashable {
    /// The number of the account.
    package let id: UserID
    /// The name that the user chose at signup.
    package let name: String
    /// The email that the user logs in with.
    package let email: String

    /// Creates a user.
    package init(id: UserID, name: String, email: String) {
        self.id = id
        self.name = name
        self.email = email
    }
}

/// The reply to a signup or a login.
package struct LoginReply: Sendable, Hashable {
    /// The bearer token of the device.
    package let token: String
    /// The ID of the device.
    package let device: String
    /// The logged-in user.
    package let user: User
    /// The epoch of the user's history, as in `Cursor`.
    package let epoch: String
    /// The name of the device, which none of the user's other devices has; nil from an earlier
    /// server.
    package let name: String?

    /// Creates a reply.
    package init(token: String, device: String, user: User, epoch: String, name: String? = nil) {
        self.token = token
        self.device = device
        self.user = user
        self.epoch = epoch
        self.name = name
    }
}

/// One of a user's devices.
package struct Device: Sendable, Hashable {
    /// The ID of the device.
    package let id: String
    /// The name of the device, for display.
    package let name: String
    /// When the device was created.
    package let created: Timestamp
    /// When the device last sent a request.
    package let seen: Timestamp
    /// Whether it is the device that asks.
    package let isCurrent: Bool
    /// The `Limits.format` of the Trove that it runs; nil if the server does not know.
    package let format: Int?

    /// Whether it runs an earlier version than this device.
    package var isEarlier: Bool { format.map { $0 < Limits.format } ?? false }

    /// Creates a device.
    package init(
        id: String, name: String, created: Timestamp, seen: Timestamp, isCurrent: Bool,
        format: Int? = nil
    ) {
        self.id = id
        self.name = name
        self.created = created
        self.seen = seen
        self.isCurrent = isCurrent
        self.format = format
    }
}

/// An error reply of the server.
package struct ServerRefusal: Error, Sendable, Hashable {
    /// The error codes that clients act on. A server may send others.
    package enum Code {
        /// An account with this email exists already.
        package static let emailTaken = "email_taken"
        /// Signup is closed, or the invitation is not valid.
        package static let closed = "closed"
        /// A new account needs a code, and it is missing or wrong.
        package static let needsCode = "needs_code"
        /// The email or the password is wrong.
        package static let wrongCredentials = "wrong_credentials"
        /// The operator has disabled the account.
        package static let isDisabled = "disabled"
        /// The token is missing, unknown or expired.
        package static let badToken = "bad_token"
        /// The request is malformed.
        package static let badRequest = "bad_request"
        /// The request is too large, or the account is full.
        package static let tooLarge = "too_large"
        /// The path does not exist, or the user has no such resource.
        package static let notFound = "not_found"
        /// The path has no such method.
        package static let otherMethod = "method_not_allowed"
        /// Rate limit; `retryAfter` says when to try again.
        package static let tooMany = "too_many"
        /// The cursor is of another epoch.
        package static let epoch = "epoch"
        /// Operations are missing between the server's last one and a pushed one.
        package static let gap = "gap"
        /// An operation of this number was received with other content, or its result has expired.
        package static let fork = "fork"
        /// The cursor is older than the server's tombstones.
        package static let expired = "expired"
        /// The server lacks the history up to the cursor, for example after it was restored from a
        /// backup.
        package static let rewound = "rewound"
        /// The password is too short, too long or too common.
        package static let weakPassword = "weak_password"
        /// The server no longer supports the client's protocol. Servers of protocol 1 never send
        /// it, but clients of protocol 1 understand it, so later servers can.
        package static let outdated = "outdated"
        /// The server failed: its disk, its database or its memory.
        package static let trouble = "trouble"
    }

    /// The HTTP status.
    package let status: Int
    /// The error code, possibly one that is not in `Code`; empty if there is none.
    package let code: String
    /// The message, for display.
    package let message: String
    /// The seconds to wait before the next attempt; nil if the server gives none.
    package let retryAfter: Int?

    /// Creates a refusal.
    package init(status: Int, code: String, message: String, retryAfter: Int? = nil) {
        self.status = status
        self.code = code
        self.message = message
        self.retryAfter = retryAfter
    }

    /// The refusal of a password that is too short or too long.
    package static let passwordLength = ServerRefusal(
        status: 400, code: Code.weakPassword,
        message:
            "a password must have \(Limits.password.lowerBound) to \(Limits.password.upperBound) characters"
    )

    /// Whether the server's history lacks the cursor of the request.
    package var isOfOtherHistory: Bool {
        (status, code) == (409, Code.epoch) || (status, code) == (410, Code.rewound)
    }

    /// Whether the device repairs something after it: its state, its number, or those of its
    /// operations.
    package var makesDeviceRepair: Bool { status == 409 || status == 410 }
}

/// The reply to `POST /v1/devices`, `POST /v1/token` and `POST /v1/password`: a new token.
package struct TokenReply: Sendable, Hashable {
    /// The new bearer token.
    package let token: String
    /// The ID of the token's device.
    package let device: String
    /// The name of a new device, which none of the user's other devices has; nil from an earlier
    /// server, and for a device that exists.
    package let name: String?

    /// Creates a reply.
    package init(token: String, device: String, name: String? = nil) {
        self.token = token
        self.device = device
        self.name = name
    }
}
