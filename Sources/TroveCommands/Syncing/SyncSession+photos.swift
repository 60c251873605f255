package import TroveStore
package import TroveSync

/// The transfer of photos.
extension SyncSession {
    /// Returns the photos that are not yet where they should be.
    package func waitingPhotos() throws(LibraryError) -> [PhotoPlan.Waiting] {
        try engine.waitingPhotos(at: moment)
    }

    /// Transfers photos until none can be transferred any more. Failures have no effect on changes.
    ///
    /// - Parameters:
    ///   - time: how long it may take.
    ///   - progresses: called repeatedly with the number of photos transferred and their total.
    /// - Throws: when the library cannot store them.
    package func carryPhotos(
        atMost time: Duration, progresses: (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) throws(LibraryError) {
        guard engine.state.isOnline else { return }
        let total = try waitingPhotos().count
        guard total > 0 else { return }
        try engine.handle(.photosRequested, at: moment)
        _ = try wait(atMost: time) {
            let left = (try? waitingPhotos().count) ?? 0
            progresses(max(0, total - left), total)
            return engine.arePhotosSettled(at: moment)
        }
        try engine.handle(.photosReleased, at: moment)
    }
}
