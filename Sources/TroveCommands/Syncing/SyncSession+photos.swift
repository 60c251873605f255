package import TroveStore
package import TroveSync

/// The transfer of photos.
extension SyncSession {
    /// Returns the photos that are not synced yet.
    package func waitingPhotos() throws(LibraryError) -> [PhotoPlan.Waiting] {
        try engine.waitingPhotos(at: moment)
    }

    /// Transfers photos until no more can be transferred. Failures do not affect changes.
    ///
    /// - Parameters:
    ///   - time: the timeout.
    ///   - showProgress: called repeatedly with the number of photos transferred and their total.
    /// - Throws: an error if the library cannot store the photos.
    package func transferPhotos(
        atMost time: Duration, showProgress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) throws(LibraryError) {
        guard engine.state.isOnline else { return }
        try engine.handle(.photosRequested, at: moment)
        let total = try waitingPhotos().count
        _ = try wait(atMost: time) { () throws(LibraryError) in
            let left = try waitingPhotos().count
            if total > 0 { showProgress(max(0, total - left), total) }
            return engine.arePhotosSettled(at: moment)
        }
        try engine.handle(.photosReleased, at: moment)
    }
}
