package import TroveHTTP
package import TroveModel

/// How a library stands to its server.
package enum Connectivity: Sendable, Hashable {
    /// It is not connected to any.
    case local
    /// It is connected, and nobody is logged in.
    case signedOut
    /// It is being tried for the first time.
    case connecting
    case online
    case offline(since: Timestamp, OfflineReason)
    /// The server speaks only newer protocols than this program.
    case outdated

    /// Whether the server can be used now.
    package var isOnline: Bool { self == .online }
}

/// Why a server cannot be used.
package enum OfflineReason: Sendable, Hashable {
    case cannotResolve(host: String)
    case refused
    case unreachable
    case timedOut
    case cutOff
    /// The connection is not secure: the words of the TLS library.
    case notSecure(String)
    /// It answered, but with what makes no sense.
    case nonsense(String)
    /// It is not the server that the library is connected to: nobody logged in there.
    case otherServer
    /// It has trouble of its own: the status of its answer.
    case trouble(status: Int)
    /// It asks to be left alone for a while.
    case busy
    /// `net off`
    case switchedOff
    /// Another shell that has the library open is asking the server, and has not ended yet.
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
            case .tooLarge: .nonsense("an answer without end")
            case .invalidReply(let words): .nonsense(words)
            case .other(let words): .nonsense(words)
            }
    }
}
