import TroveModel

/// How far the engine is with pictures.
struct PhotoCarrier {
    /// Nil while it is not known what the library names.
    var plan: PhotoPlan?
    /// How far the library's log has been looked at.
    var seen = 0
    /// What is under way, one at a time, so that no more than one picture is in memory.
    var running: (id: Int, PhotoPlan.Waiting)?
    /// The connection has failed a picture: none is tried before this.
    var pausedUntil: Duration?
    var backoff = Backoff()
    /// Whether somebody waits for pictures; at a prompt they travel by themselves.
    var isWanted = false
    var count = PhotoCount()
}

/// How many pictures have travelled.
package struct PhotoCount: Sendable, Hashable {
    /// Pictures that were uploaded.
    package var sent = 0
    /// Pictures that were downloaded.
    package var received = 0

    package init() {}
}
