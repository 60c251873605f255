/// What an `HTTPDaemon` is busy with.
package struct HTTPLoad: Sendable, Hashable {
    /// Open connections.
    package let connections: Int
    /// Parked polls.
    package let polls: Int
    /// Requests that wait for slow work.
    package let slow: Int
}
