/// The limits of the HTTP server. Sizes are in bytes.
package struct HTTPLimits: Sendable {
    /// The request line with all header fields.
    package var head = 16 << 10
    /// The space in memory that requests share.
    package struct Room: Sendable {
        /// The bytes of all requests together. Clients without a valid token may use half of them.
        package var all: Int
        /// The bytes of one user, or of one address without a valid token.
        package var ofClient: Int

        /// Creates a space with these sizes.
        package init(all: Int, ofClient: Int) {
            self.all = all
            self.ofClient = ofClient
        }
    }

    /// The request bodies in memory at one time.
    package var bodies = Room(all: 256 << 20, ofClient: 32 << 20)
    /// The answers that clients have not read yet, without those up to `shortAnswer`.
    package var answers = Room(all: 256 << 20, ofClient: 64 << 20)
    /// The length up to which an answer takes none of that space.
    package var shortAnswer = 64 << 10
    /// The most to read and discard of a refused body. If a response is sent while the client still
    /// writes, the client may never read it.
    package var discardLimit = 8 << 20

    /// Open connections, including those with parked polls.
    package var connections = 20_000
    /// Connections of one IPv4 address or one IPv6 /64 network; loopback and trusted proxies have
    /// no limit.
    package var connectionsOfPeer = 256
    /// Parked polls of one user; another one causes the oldest to be answered.
    package var pollsOfUser = 4
    /// The longest time that a poll is parked, in seconds. A client that disappears is noticed only
    /// after that.
    package var parkedSeconds = 25
    /// Threads that read, answer and write requests.
    package var threads = 2
    /// Threads for requests that may wait for the store; 0 to answer them on the threads above.
    package var waitingThreads = 0
    /// Threads for slow work.
    package var slowThreads = 2
    /// Slow work waiting for a thread.
    package var slowWaiting = 16

    /// The proxies that name their clients. Limits by address concern these clients, and the log
    /// names them.
    package var proxies = TrustedProxies()

    /// The time for the first complete head of a connection, and for the transfer of a body or a
    /// response. A transfer gets more time as it progresses.
    package var timeout = Duration.seconds(30)
    /// The number of bytes that give a transfer another second.
    package var bytesPerSecond = 16 << 10
    /// How long an idle connection is kept open.
    package var idle = Duration.seconds(65)
    /// How long a stop waits for active requests.
    package var stopLimit = Duration.seconds(4)

    /// Creates the default limits.
    package init() {}
}
