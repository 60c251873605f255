import TroveCodecs
import TroveWire

/// The messages of refusals, for clients that do not word them themselves.
extension ServerRefusal {
    static let emailTaken = ServerRefusal(
        status: 409, code: Code.emailTaken, message: "an account with this email already exists")
    static let closed = ServerRefusal(
        status: 403, code: Code.closed, message: "this server accepts no new accounts")
    static let needsInvitation = ServerRefusal(
        status: 403, code: Code.closed,
        message: "this server accepts new accounts by invitation only")
    static let invalidInvitation = ServerRefusal(
        status: 403, code: Code.closed,
        message:
            "this server does not accept the invitation: it is not valid, has expired or was used")
    static let needsCode = ServerRefusal(
        status: 403, code: Code.needsCode,
        message: "this server is for a class; a new account needs the code of the class")
    static let wrongCode = ServerRefusal(
        status: 403, code: Code.needsCode, message: "this is not the code of the class")
    static let wrongCredentials = ServerRefusal(
        status: 401, code: Code.wrongCredentials, message: "the email or the password is wrong")
    static let isDisabled = ServerRefusal(
        status: 403, code: Code.isDisabled,
        message: "the operator of the server has disabled this account")
    static let wrongPassword = ServerRefusal(
        status: 403, code: Code.wrongCredentials, message: "the old password is wrong")
    static let badToken = ServerRefusal(
        status: 401, code: Code.badToken, message: "the token is not valid; log in again")
    static let tokenInExchange = ServerRefusal(
        status: 503, code: Code.trouble, message: "the token is being exchanged", retryAfter: 1)
    static let tooBusy = ServerRefusal(
        status: 503, code: Code.trouble, message: "other requests of this account are running",
        retryAfter: 1)
    static let notFound = ServerRefusal(
        status: 404, code: Code.notFound, message: "not found")
    static let otherEpoch = ServerRefusal(
        status: 409, code: Code.epoch, message: "the epoch does not match this account")
    static let expired = ServerRefusal(
        status: 410, code: Code.expired,
        message: "the cursor has expired; read the snapshot")
    static let rewound = ServerRefusal(
        status: 410, code: Code.rewound,
        message: "the server does not have the history up to the cursor; read the snapshot")
    static let blobDiffers = badRequest("the SHA-256 of the body does not match the path")
    static let noMemory = ServerRefusal(
        status: 503, code: Code.trouble, message: "the server is out of memory", retryAfter: 5)

    static let isNotReady = ServerRefusal(
        status: 503, code: Code.trouble, message: "the server's database does not answer",
        retryAfter: 1)

    static func badRequest(_ message: String) -> ServerRefusal {
        ServerRefusal(status: 400, code: Code.badRequest, message: message)
    }

    static func tooLarge(_ message: String) -> ServerRefusal {
        ServerRefusal(status: 413, code: Code.tooLarge, message: message)
    }

    static func tooManyAttempts(seconds: Int) -> ServerRefusal {
        ServerRefusal(
            status: 429, code: Code.tooMany,
            message: "too many attempts; try again in \(seconds) s", retryAfter: seconds)
    }

    static func tooManyPushes(seconds: Int) -> ServerRefusal {
        ServerRefusal(
            status: 429, code: Code.tooMany,
            message: "the account is sending too many changes; try again in \(seconds) s",
            retryAfter: seconds)
    }

    static func storedQuota(_ limit: Int) -> ServerRefusal {
        ServerRefusal(
            status: 507, code: Code.tooLarge,
            message: "the account has reached its storage limit of \(limit >> 20) MiB; only "
                + "deletions are accepted", retryAfter: 3600)
    }

    static func blobQuota(_ limit: Int) -> ServerRefusal {
        .tooLarge("the account would hold more than \(limit) bytes of blobs")
    }

    static func gap(behind last: Int, _ number: Int) -> ServerRefusal {
        ServerRefusal(
            status: 409, code: Code.gap,
            message: "operation \(number) does not follow operation \(last), the last one received")
    }

    static func fork(at number: Int) -> ServerRefusal {
        ServerRefusal(
            status: 409, code: Code.fork,
            message:
                "operation \(number) was received before with other content, or has expired")
    }

    static func otherMethod(_ method: String, allowed: [String]) -> ServerRefusal {
        ServerRefusal(
            status: 405, code: ServerRefusal.Code.otherMethod,
            message: "\(method) is not allowed here; use \(allowed.joined(separator: ", "))")
    }

    /// Translates a failure of the store. The client learns that it can repeat the request, but no
    /// details.
    init(_ error: StoreFault) {
        switch error.reason {
        case .full:
            self.init(
                status: 507, code: Code.trouble, message: "the server's disk is full",
                retryAfter: 60)
        // Status 503 promises that nothing was carried out.
        case .busy, .lost:
            let state = error.reason == .busy ? "is busy" : "cannot be used now"
            self.init(
                status: 503, code: Code.trouble, message: "the server's database \(state)",
                retryAfter: 1)
        case .unknownOutcome:
            self.init(
                status: 500, code: Code.trouble,
                message: "the server's database did not confirm the change", retryAfter: 1)
        case .replaced:
            self.init(
                status: 500, code: Code.trouble,
                message: "the server's database was replaced while the server was running",
                retryAfter: 60)
        default:
            self.init(
                status: 500, code: Code.trouble, message: "the server cannot use its database",
                retryAfter: 30)
        }
    }

    init(_ failure: JSON.Failure) {
        let words =
            switch failure.reason {
            case .endsEarly: "unexpected end of the JSON"
            case .isUnexpected: "invalid JSON"
            case .notANumber: "invalid number"
            case .hasControlCharacter: "control character in a string"
            case .unknownEscape: "invalid escape"
            case .hasLoneSurrogate: "unpaired surrogate"
            case .isNotUTF8: "invalid UTF-8"
            case .repeatsName: "repeated name in an object"
            case .isTooDeep: "more than \(Limits.depth) levels"
            case .goesOn: "unexpected data after the JSON"
            }
        self = .badRequest("\(words), at byte \(failure.offset)")
    }
}
