package import TroveHTTP
package import TroveStore

/// Why a server cannot be used.
package enum OfflineReason: Sendable, Hashable {
    case cannotResolve(host: String)
    case refused
    case unreachable
    case timedOut
    case cutOff
    /// TLS failed, with the message of the TLS library.
    case notSecure(String)
    /// The server did not send a valid response.
    case invalidResponse(InvalidResponse)
    /// The server is not the one that the library is connected to.
    case otherServer
    /// The server reported an internal error, with this status and message; the message may be
    /// empty.
    case trouble(status: Int, message: String)
    /// The server asked the client to pause.
    case busy
    /// The user did not wait for the answer.
    case interrupted
    /// The network is switched off with `net off`.
    case switchedOff
    /// Another shell that has the library open is making requests.
    case otherShell
    /// What the server sent cannot be stored in the library.
    case cannotStore(LibraryError)
    /// Other shells cannot be kept from syncing meanwhile.
    case cannotLock(LibraryError)

    /// Whether the only thing known of the server is that it could not be reached.
    var isUnreachable: Bool {
        switch self {
        case .cannotResolve, .refused, .unreachable, .timedOut, .cutOff: true
        case .notSecure, .invalidResponse, .otherServer, .trouble, .busy, .interrupted,
            .switchedOff, .otherShell, .cannotStore, .cannotLock:
            false
        }
    }

    /// Converts a failure of the HTTP client.
    package init(_ failure: HTTPFailure) {
        self =
            switch failure {
            case .cannotResolve(let host): .cannotResolve(host: host)
            case .refused: .refused
            case .unreachable, .notPublic: .unreachable
            case .timedOut: .timedOut
            case .cutOff: .cutOff
            case .cancelled: .interrupted
            case .notSecure(let words): .notSecure(words)
            case .tooLarge: .invalidResponse(.tooLarge)
            case .invalidRequest(let words), .invalidReply(let words), .other(let words):
                .invalidResponse(.http(words))
            case .unavailable(let reason): .invalidResponse(.noClient(reason))
            }
    }
}

/// The problem with a response of the server.
package enum InvalidResponse: Sendable, Hashable {
    /// The response exceeds the size limit.
    case tooLarge
    /// libcurl could not parse the response, with this message.
    case http(String)
    /// The HTTP client cannot be used.
    case noClient(HTTPUnavailable)
    case notJSON
    /// The JSON is not this reply of the protocol.
    case unreadable(ReplyKind)
    /// This member does not match the request, or is missing.
    case mismatch(ReplyKind, member: String)
    /// The status is not one that the protocol uses for this request.
    case status(Int, message: String)
    /// The reply would cause the same request again, without progress.
    case noProgress
    /// The server repeatedly reports a different history.
    case repeatedRealignment
    /// The server repeatedly reports that this device's operation numbers are in use.
    case repeatedRenewal
}

/// The replies of the protocol.
package enum ReplyKind: Sendable, Hashable, CaseIterable {
    case hello, login, password, devices, newDevice, token, push, changes, snapshot, account
}
