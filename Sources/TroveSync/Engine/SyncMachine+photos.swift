import TroveCodecs
import TroveHTTP
import TroveModel
import TroveStore
import TroveWire

/// Photo transfers. They run separately from the sync of changes: after the changes that name the
/// photos, and without delaying any change.
extension SyncMachine {
    /// Starts to transfer photos because the user waits. Ends all pauses.
    mutating func requestPhotos(at now: ClockReading) throws(LibraryError) {
        photos.isRequested = true
        if case .paused = photos.transfer { photos.transfer = .idle }
        // A command may have found a damaged photo.
        photos.plan = nil
        try updatePhotoPlan()
        photos.plan?.retryAll()
        try advance(at: now)
    }

    /// Ends the transfers that the user waited for; at a prompt, they continue in the background.
    mutating func releasePhotos() {
        photos.isRequested = false
        if !isPolling { cancelPhoto() }
    }

    /// Discards the plan and cancels the current transfer.
    mutating func resetPhotos() {
        cancelPhoto()
        photos.plan = nil
        photos.transfer = .idle
        photos.backoff.reset()
    }

    private mutating func cancelPhoto() {
        guard case .running(let id, _) = photos.transfer else { return }
        act(.cancel(id: id))
        photos.transfer = .idle
    }

    /// Updates the plan with the photos that items name.
    mutating func updatePhotoPlan() throws(LibraryError) {
        if photos.plan != nil {
            let (last, concerns) = try library.photos.changes(after: photos.lastChange)
            photos.lastChange = last
            if !concerns { return }
        } else {
            photos.lastChange = try library.history.lastChange()
        }
        var plan = photos.plan ?? PhotoPlan()
        if let blobs = library.blobs {
            let there = try library.photos.onServer()
            plan.update(
                try library.photos.named(), isHere: blobs.has, isThere: there.contains)
        }
        photos.plan = plan
    }

    // MARK: Requests

    /// Starts the next transfer if there is nothing else to do.
    mutating func startPhoto(at now: ClockReading) throws(LibraryError) {
        guard let session, session.retryAt == nil, let endpoints else { return }
        if case .paused(let until) = photos.transfer, until <= now.uptime {
            photos.transfer = .idle
        }
        guard isListening || photos.isRequested, case .idle = photos.transfer,
            !session.isRunning, isUpToDate, let blobs = library.blobs
        else { return }
        try updatePhotoPlan()
        while let next = photos.plan?.next(at: now.uptime) {
            if let request = try request(for: next, endpoints, blobs, at: now) {
                let id = makeID()
                photos.transfer = .running(id: id, next)
                return act(.start(id: id, request))
            }
        }
    }

    /// Returns the request for a photo, or nil if the plan has been changed instead.
    private mutating func request(
        for next: PhotoPlan.Waiting, _ endpoints: Endpoints, _ blobs: BlobFolder,
        at now: ClockReading
    ) throws(LibraryError) -> HTTPRequest? {
        switch next.direction {
        case .get:
            // Another shell may have downloaded the photo, or the user may have added it again.
            guard (try? blobs.read(next.digest)) != nil else { return endpoints.get(next.digest) }
            photos.plan?.turn(next.digest, to: .put)
            return nil
        case .put:
            do throws(BlobFolder.Failure) {
                let bytes = try blobs.read(next.digest)
                if bytes.count <= Limits.blob { return endpoints.put(bytes, as: next.digest) }
                stays(next, .isTooLarge(limit: Limits.blob), at: now)
            } catch {
                switch error {
                case .isMissing, .isDamaged: photos.plan?.turn(next.digest, to: .get)
                case .isUnusable: stays(next, .isUnusable, at: now)
                }
            }
            return nil
        }
    }

    // MARK: Replies

    /// Handles the outcome of a photo transfer.
    mutating func photoEnded(
        _ photo: PhotoPlan.Waiting, _ result: Result<HTTPReply, HTTPFailure>, at now: ClockReading
    ) throws(LibraryError) {
        if photo.direction == .get, case .success(let reply) = result, reply.status == 200 {
            return try keep(reply.body, as: photo, at: now)
        }
        // The limit of the request is above the size of any photo.
        if photo.direction == .get, case .failure(.tooLarge) = result {
            return stays(photo, .isWrong, at: now)
        }
        switch RequestOutcome(result, mayHaveArrived: true) {
        case .success where photo.direction == .get: stays(photo, .isWrong, at: now)
        case .success: try transferred(photo.digest, .put)
        // The sync of changes detects whether the server is offline.
        case .noReply: pausePhotos(nil, at: now)
        case .refusal(let refusal, _): try photoRefused(photo, refusal, at: now)
        }
    }

    private mutating func keep(
        _ bytes: [UInt8], as photo: PhotoPlan.Waiting, at now: ClockReading
    ) throws(LibraryError) {
        guard SHA256(of: bytes) == photo.digest, (try? PictureHeader(bytes)) != nil,
            let blobs = library.blobs
        else { return stays(photo, .isWrong, at: now) }
        guard (try? blobs.keep(bytes, as: photo.digest)) != nil else {
            return stays(photo, .isUnusable, at: now)
        }
        try transferred(photo.digest, .get)
    }

    private mutating func photoRefused(
        _ photo: PhotoPlan.Waiting, _ refusal: ServerRefusal, at now: ClockReading
    ) throws(LibraryError) {
        switch (refusal.status, photo.direction) {
        case (401, _): pausePhotos(nil, at: now)
        case (429, _), (503, _):
            pausePhotos(refusal.retryAfter.map { .seconds($0) }, at: now)
        case (404, .get), (405, .get):
            try library.photos.note(photo.digest, isOnServer: false, for: device)
            stays(photo, .isNotThere, at: now)
        case (404, .put), (405, .put), (501, .put): stays(photo, .takesNone, at: now)
        case (413, .put): stays(photo, .noRoom, at: now)
        default: stays(photo, .refused(refusal.message), at: now)
        }
    }

    private mutating func transferred(
        _ digest: SHA256, _ direction: PhotoPlan.Direction
    ) throws(LibraryError) {
        try library.photos.note(digest, isOnServer: true, for: device)
        photos.plan?.finish(digest)
        photos.backoff.reset()
        act(.photoTransferred(direction))
    }

    private mutating func stays(
        _ photo: PhotoPlan.Waiting, _ trouble: PhotoTrouble, at now: ClockReading
    ) {
        guard photos.plan?.fail(photo.digest, trouble, at: now.uptime) == true else { return }
        announce(.photoStays(photo.photo, trouble))
    }

    private mutating func pausePhotos(_ pause: Duration?, at now: ClockReading) {
        let pause = pause ?? photos.backoff.next(using: &random)
        photos.transfer = .paused(until: now.uptime + pause)
    }
}
