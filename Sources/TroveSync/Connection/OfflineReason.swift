package import TroveHTTP

/// Why a server cannot be used.
package enum OfflineReason: Sendable, Hashable {
    case cannotResolve(host: String)
    case refused
    case unreachable
    case timedOut
    case cutOff
    /// TLS failed, with this message of the TLS library.
    case notSecure(String)
    /// The server did not send a valid response.
    case invalidResponse(InvalidResponse)
    /// The server is not the one that the library is connected to.
    case otherServer
    /// The server failed, with this status.
    case trouble(status: Int)
    /// The server has asked for a pause.
    case busy
    /// The network is switched off with `net off`.
    case switchedOff
    /// Another shell that has the library open is making requests.
    case otherShell

    /// Translates a failure of the HTTP client.
    package init(_ failure: HTTPFailure) {
        self =
            switch failure {
            case .cannotResolve(let host): .cannotResolve(host: host)
            case .refused: .refused
            case .unreachable: .unreachable
            case .timedOut: .timedOut
            case .cutOff, .cancelled: .cutOff
            case .notSecure(let words): .notSecure(words)
            case .tooLarge: .invalidResponse(.tooLarge)
            case .invalidReply(let words), .other(let words): .invalidResponse(.http(words))
            case .unavailable(let reason): .invalidResponse(.noClient(reason))
            }
    }
}

/// What is wrong with a server's response.
package enum InvalidResponse: Sendable, Hashable {
    /// It has more bytes than a response may have.
    case tooLarge
    /// libcurl could not read it, with this message.
    case http(String)
    /// There is no HTTP client to read it.
    case noClient(HTTPUnavailable)
    case notJSON
    /// It is not what this request is answered with.
    case unreadable(ServerReply)
    /// This member does not fit the request, or is missing.
    case mismatch(ServerReply, member: String)
    /// It has a status that the protocol does not use there.
    case status(Int, message: String)
    /// The same request would be sent again, although nothing has changed.
    case noProgress
    /// The server keeps reporting that its history is another one.
    case repeatedRealignment
    /// The server keeps reporting that this device's numbers are in use.
    case repeatedRenewal
}

/// The replies of the protocol.
package enum ServerReply: Sendable, Hashable, CaseIterable {
    case hello, login, password, devices, newDevice, push, changes, snapshot
}
