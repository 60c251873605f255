import TroveCodecs
import TroveHTTP
package import TroveStore
import TroveWire

/// Pictures go beside the protocol of changes: after the changes that name them, and without ever
/// standing in the way of one.
extension SyncEngine {
    /// The pictures that have not got where they should be.
    package func waitingPhotos() throws(LibraryError) -> [PhotoPlan.Waiting] {
        guard state != .local, library.account?.device != nil else { return [] }
        return try photoPlan().waiting
    }

    /// How many have travelled since this was asked last.
    package func takePhotoCount() -> PhotoCount {
        defer { photos.count = PhotoCount() }
        return photos.count
    }

    /// Begins to carry pictures for somebody who waits for them, however long the pauses were to be.
    package func hurryPhotos(at now: Moment) throws(LibraryError) {
        photos.isWanted = true
        photos.pausedUntil = nil
        _ = try photoPlan()
        photos.plan?.hurry()
        try step(at: now)
    }

    /// Nobody waits for pictures any more.
    package func stopPhotos() {
        photos.isWanted = false
        if !isPolling { cancelPhoto() }
    }

    /// Whether no picture can be carried now.
    package func arePhotosSettled(at now: Moment) -> Bool {
        guard photos.running == nil else { return false }
        guard state == .online, photos.pausedUntil == nil, let plan = photos.plan else {
            return true
        }
        return plan.next(at: now.uptime) == nil
    }

    /// When `step` must be called for pictures, if nothing else happens.
    package var photosWakeAt: Duration? {
        guard state == .online, isListening || photos.isWanted, photos.running == nil else {
            return nil
        }
        return photos.pausedUntil ?? photos.plan?.wakeAt
    }

    /// Forgets what was found out, and gives up what is under way.
    func resetPhotos() {
        cancelPhoto()
        photos.plan = nil
        photos.pausedUntil = nil
        photos.backoff.reset()
    }

    private func cancelPhoto() {
        if let running = photos.running { transport.cancel(running.id) }
        photos.running = nil
    }

    /// The plan for what the library names today.
    private func photoPlan() throws(LibraryError) -> PhotoPlan {
        if let plan = photos.plan {
            let (last, concerns) = try library.photos.changes(after: photos.seen)
            photos.seen = last
            if !concerns { return plan }
        } else {
            photos.seen = try library.history.lastChange()
        }
        var plan = photos.plan ?? PhotoPlan()
        if let blobs = library.blobs {
            let there = try library.photos.onServer()
            plan.update(
                try library.photos.named(), isHere: blobs.has, isThere: there.contains)
        }
        photos.plan = plan
        return plan
    }

    /// Starts the next picture, when nothing else is to be done.
    func startPhoto(_ endpoints: Endpoints, at now: Moment) throws(LibraryError) {
        if let until = photos.pausedUntil, until <= now.uptime { photos.pausedUntil = nil }
        guard isListening || photos.isWanted, photos.running == nil, photos.pausedUntil == nil,
            work == nil, isUpToDate, let blobs = library.blobs
        else { return }
        _ = try photoPlan()
        while let next = photos.plan?.next(at: now.uptime) {
            if let request = try request(for: next, endpoints, blobs, at: now) {
                let id = makeID()
                photos.running = (id, next)
                transport.start(request, id: id)
                return
            }
        }
    }

    /// Nil where the plan had to be changed.
    private func request(
        for next: PhotoPlan.Waiting, _ endpoints: Endpoints, _ blobs: BlobFolder, at now: Moment
    ) throws(LibraryError) -> HTTPRequest? {
        switch next.direction {
        case .get:
            // Another shell may have got it, or somebody has brought it a second time.
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

    /// Takes in the end of a picture's request.
    func photoEnded(
        _ photo: PhotoPlan.Waiting, _ result: Result<HTTPReply, HTTPFailure>, at now: Moment
    ) throws(LibraryError) {
        if photo.direction == .get, case .success(let reply) = result, reply.status == 200 {
            return try takeIn(reply.body, as: photo, at: now)
        }
        // What is too long to be a picture is none.
        if photo.direction == .get, case .failure(.tooLarge) = result {
            return stays(photo, .isWrong, at: now)
        }
        switch RequestOutcome(result, mayHaveArrived: true) {
        case .success where photo.direction == .get: stays(photo, .isWrong, at: now)
        case .success:
            try isOnServer(photo.digest)
            photos.count.sent += 1
            photos.backoff.reset()
        // The protocol of changes finds out by itself what the connection is worth.
        case .none: pausePhotos(nil, at: now)
        case .refusal(let refusal): try refused(photo, refusal, at: now)
        }
    }

    private func takeIn(
        _ bytes: [UInt8], as photo: PhotoPlan.Waiting, at now: Moment
    ) throws(LibraryError) {
        guard SHA256(of: bytes) == photo.digest, (try? PictureHeader(bytes)) != nil,
            let blobs = library.blobs
        else { return stays(photo, .isWrong, at: now) }
        guard (try? blobs.keep(bytes, as: photo.digest)) != nil else {
            return stays(photo, .isUnusable, at: now)
        }
        try isOnServer(photo.digest)
        photos.count.received += 1
        photos.backoff.reset()
    }

    private func refused(
        _ photo: PhotoPlan.Waiting, _ refusal: ServerRefusal, at now: Moment
    ) throws(LibraryError) {
        switch (refusal.status, photo.direction) {
        case (401, _): pausePhotos(nil, at: now)
        case (429, _), (503, _):
            pausePhotos(refusal.retryAfter.map { .seconds($0) }, at: now)
        case (404, .get), (405, .get):
            try library.photos.note(photo.digest, isOnServer: false)
            stays(photo, .isNotThere, at: now)
        case (404, .put), (405, .put), (501, .put): stays(photo, .takesNone, at: now)
        case (413, .put): stays(photo, .noRoom, at: now)
        default: stays(photo, .refused(refusal.message), at: now)
        }
    }

    private func isOnServer(_ digest: SHA256) throws(LibraryError) {
        try library.photos.note(digest, isOnServer: true)
        photos.plan?.finish(digest)
    }

    private func stays(_ photo: PhotoPlan.Waiting, _ trouble: PhotoTrouble, at now: Moment) {
        guard photos.plan?.fail(photo.digest, trouble, at: now.uptime) == true else { return }
        say(.photoStays(photo.photo, trouble))
    }

    private func pausePhotos(_ pause: Duration?, at now: Moment) {
        photos.pausedUntil = now.uptime + (pause ?? photos.backoff.next(using: &random))
    }
}
