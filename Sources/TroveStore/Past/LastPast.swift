import TroveModel

/// What a library remembers of its past, so that the next query about the same time costs no more
/// than one about the present. It is discarded when the library changes.
struct LastPast {
    /// The last time that was looked up in the log, and its place.
    var place: (time: Timestamp, position: LogPosition)?
    var view: Library?
}
