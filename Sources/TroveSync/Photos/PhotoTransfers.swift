/// The state of photo transfers.
struct PhotoTransfers {
    /// The current transfer. Only one runs at a time, which limits memory to one photo.
    enum Transfer {
        case idle
        /// The connection failed during the last transfer.
        case paused(until: Duration)
        case running(id: Int, PhotoPlan.Waiting)
    }

    var transfer = Transfer.idle
    /// The plan; nil before the photos of the library have been listed.
    var plan: PhotoPlan?
    /// The number of the last change of the library that the plan includes.
    var lastChange = 0
    var backoff = Backoff()
    /// Whether the user waits for photos. At a prompt, they are transferred in the background.
    var isRequested = false
}

/// The number of transferred photos.
package struct PhotoCount: Sendable, Hashable {
    /// The number of uploaded photos.
    package var sent = 0
    /// The number of downloaded photos.
    package var received = 0

    /// Creates a count of zero.
    package init() {}
}
