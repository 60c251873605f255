package import TroveModel

/// The state of a library's connection to its server, for display.
package enum Connectivity: Sendable, Hashable {
    /// The library is not connected to a server.
    case local
    /// The library is connected, but no user is logged in.
    case signedOut
    /// The server has not answered yet.
    case connecting
    case online
    case offline(since: Timestamp, OfflineReason)
    /// The server speaks only newer versions of the protocol.
    case outdated

    /// Whether the server can be used now.
    package var isOnline: Bool { self == .online }
}
