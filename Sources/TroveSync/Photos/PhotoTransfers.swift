/// How far the transfer of photos has come.
struct PhotoTransfers {
    /// One photo at a time, so that no more than one is in memory.
    enum Transfer {
        case idle
        /// The connection failed during the last photo.
        case paused(until: Duration)
        case running(id: Int, PhotoPlan.Waiting)
    }

    var transfer = Transfer.idle
    /// Nil while it is not known which photos the library names.
    var plan: PhotoPlan?
    /// The library's last change that the plan knows.
    var lastChange = 0
    var backoff = Backoff()
    /// Whether the user waits for photos; at a prompt they are transferred in the background.
    var isRequested = false
}

/// How many photos have been transferred.
package struct PhotoCount: Sendable, Hashable {
    /// Photos that were uploaded.
    package var sent = 0
    /// Photos that were downloaded.
    package var received = 0

    package init() {}
}
