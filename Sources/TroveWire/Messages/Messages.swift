package import TroveModel

/// `POST /v1/push`
package struct PushRequest: Sendable, Hashable {
    /// How much of the history the device has; the operations' bases are of it.
    package let cursor: Cursor
    /// The operations, in the order of their numbers.
    package let operations: [PushOperation]

    package init(cursor: Cursor, operations: [PushOperation]) {
        self.cursor = cursor
        self.operations = operations
    }
}

/// The answer to a push.
package struct PushReply: Sendable, Hashable {
    /// The device's last number that the server has.
    package let acknowledged: Int
    /// The sequence number before the push.
    package let before: Version
    /// Where the history stands after it.
    package let cursor: Cursor
    /// A result for each operation of the push.
    package let results: [PushResult]

    package init(acknowledged: Int, before: Version, cursor: Cursor, results: [PushResult]) {
        self.acknowledged = acknowledged
        self.before = before
        self.cursor = cursor
        self.results = results
    }
}

/// A page of what happened: the answer to `GET /v1/changes`.
package struct ChangesReply: Sendable, Hashable {
    /// The sequence number behind which it begins.
    package let since: Version
    /// Each with its last version, in the order of their versions.
    package let entries: [Entry]
    /// How far the history is known with this page.
    package let next: Cursor
    /// Whether there is more right behind it.
    package let hasMore: Bool
    /// The device's last number that the server has.
    package let acknowledged: Int

    package init(since: Version, entries: [Entry], next: Cursor, hasMore: Bool, acknowledged: Int) {
        self.since = since
        self.entries = entries
        self.next = next
        self.hasMore = hasMore
        self.acknowledged = acknowledged
    }
}

/// A page of all that is there: the answer to `GET /v1/snapshot`.
package struct SnapshotReply: Sendable, Hashable {
    /// Where the history stood when the page was made.
    package let cursor: Cursor
    /// What is not deleted, in the order of the ids.
    package let entries: [Entry]
    /// Whether another page follows.
    package let hasMore: Bool

    package init(cursor: Cursor, entries: [Entry], hasMore: Bool) {
        self.cursor = cursor
        self.entries = entries
        self.hasMore = hasMore
    }
}

/// `POST /v1/signup` and `POST /v1/login`
package struct Credentials: Sendable, Hashable {
    /// For sign-up only.
    package let name: String?
    /// The email, which identifies the account.
    package let email: String
    /// The password in plain text; the server keeps only its hash.
    package let password: String
    /// What the device is to be called.
    package let device: String
    /// For login only: the id of a device whose token has ended, and which goes on with its numbers.
    package let resumed: String?
    /// For servers where signing up takes one.
    package let invitation: String?

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

/// A user as the account says.
package struct User: Sendable, Hashable {
    /// The number that the server gave to the account.
    package let id: UserID
    /// The name that the user chose at sign-up.
    package let name: String
    /// The email that the user logs in with.
    package let email: String

    package init(id: UserID, name: String, email: String) {
        self.id = id
        self.name = name
        self.email = email
    }
}

/// The answer to a login: who and where one is now.
package struct LoginReply: Sendable, Hashable {
    /// The bearer token of the device.
    package let token: String
    /// The new device's id.
    package let device: String
    /// The user who has logged in.
    package let user: User
    /// The name of the user's history, as in `Cursor`.
    package let epoch: String

    package init(token: String, device: String, user: User, epoch: String) {
        self.token = token
        self.device = device
        self.user = user
        self.epoch = epoch
    }
}

/// One of a user's devices.
package struct Device: Sendable, Hashable {
    /// The id that the server gave to the device.
    package let id: String
    /// The name of the device, for people.
    package let name: String
    /// When the device was created.
    package let created: Timestamp
    /// When it asked last.
    package let seen: Timestamp
    /// Whether it is the one that asks.
    package let isCurrent: Bool

    package init(
        id: String, name: String, created: Timestamp, seen: Timestamp, isCurrent: Bool
    ) {
        self.id = id
        self.name = name
        self.created = created
        self.seen = seen
        self.isCurrent = isCurrent
    }
}

/// An answer that is no success.
package struct ServerRefusal: Error, Sendable, Hashable {
    /// Reasons that a program can act on; others come as they are.
    package enum Code {
        /// An account with this email exists already.
        package static let emailTaken = "email_taken"
        /// The server takes no new accounts, or the invitation is not valid.
        package static let closed = "closed"
        /// The email or the password is wrong.
        package static let wrongCredentials = "wrong_credentials"
        /// The token is missing, unknown or ended.
        package static let badToken = "bad_token"
        /// The request is malformed.
        package static let badRequest = "bad_request"
        /// The request is too large, or the account holds as much as it may.
        package static let tooLarge = "too_large"
        /// The path leads to nothing, or to something that the user does not have.
        package static let notFound = "not_found"
        /// Too many attempts or too much data; `retryAfter` says when to try again.
        package static let tooMany = "too_many"
        /// The cursor is of another history.
        package static let epoch = "epoch"
        /// An operation is missing between the last one that the server has and a pushed one.
        package static let gap = "gap"
        /// An operation of this number came before with other content, or its result is forgotten.
        package static let fork = "fork"
        /// The cursor is older than the deletions that the server still knows.
        package static let expired = "expired"
        /// The server does not have the history up to the cursor, as after a restored backup.
        package static let rewound = "rewound"
        /// The password is too short, too long or too common.
        package static let weakPassword = "weak_password"
        /// The server no longer speaks the client's protocol. A server of protocol 1 never sends it; the
        /// clients of protocol 1 understand it, so that a later server can tell them.
        package static let outdated = "outdated"
        /// The server failed: its disk, its file or its memory.
        package static let trouble = "trouble"
    }

    /// The status of the HTTP answer.
    package let status: Int
    /// The reason, one of `Code` or one that this program does not know; empty when there is none.
    package let code: String
    /// For people.
    package let message: String
    /// How many seconds to wait, if the server says so.
    package let retryAfter: Int?

    package init(status: Int, code: String, message: String, retryAfter: Int? = nil) {
        self.status = status
        self.code = code
        self.message = message
        self.retryAfter = retryAfter
    }
}

/// The answer to `POST /v1/devices` and to `POST /v1/password`: a token, and whose it is.
package struct TokenReply: Sendable, Hashable {
    /// The new bearer token.
    package let token: String
    /// The id of the device that the token is for.
    package let device: String

    package init(token: String, device: String) {
        self.token = token
        self.device = device
    }
}
