/// What the HTTP side bears. Sizes are in bytes.
package struct HTTPLimits: Sendable {
    /// The request line and all fields together.
    package var head = 16 << 10
    /// Bodies that are kept at one time, of all requests together.
    package var bodies = 256 << 20
    /// What is read of a body only to throw it away, so that the client sees why it was refused: an
    /// answer that is sent while the client still writes may be lost.
    package var swallowed = 8 << 20

    /// Connections at one time, parked ones among them.
    package var connections = 10_000
    /// Connections of one address (of one /64 network in IPv6); loopback has no such limit.
    package var connectionsOfPeer = 256
    /// Polls of one user that wait; the oldest is answered when one more comes.
    package var pollsOfUser = 4
    /// How long a poll is parked at most, in seconds: while it is, nobody notices that its client has
    /// gone.
    package var parkedSeconds = 25
    /// Slow work that is done at one time.
    package var slowThreads = 2
    /// Slow work that waits for a thread.
    package var slowWaiting = 16

    /// How long a connection may take to its first whole head, and a body or an answer to be
    /// transferred; a transfer has more time the more of it went over the line.
    package var patience = Duration.seconds(30)
    /// The bytes that give a transfer another second.
    package var bytesPerSecond = 16 << 10
    /// How long a connection is kept for its next request.
    package var idle = Duration.seconds(65)
    /// How long a stop waits for requests that are being answered.
    package var farewell = Duration.seconds(4)

    /// The limits that `trove-server` has.
    package init() {}
}
