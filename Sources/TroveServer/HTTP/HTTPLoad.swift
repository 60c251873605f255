/// The load of an `HTTPDaemon`.
package struct HTTPLoad: Sendable, Hashable {
    /// Open connections.
    package let connections: Int
    /// Connections that were refused so far, because their peer had too many.
    package let refused: Int
    /// Parked polls.
    package let polls: Int
    /// Requests waiting for slow work.
    package let slow: Int
}
