package import TroveHTTP
import TroveModel
package import TroveStore
import TroveWire

/// What the engine makes of answers.
extension SyncEngine {
    /// Takes in the end of a request, and starts what comes next.
    package func finished(
        _ id: Int, _ result: Result<HTTPReply, HTTPFailure>, mayHaveArrived: Bool, at now: Moment
    ) throws(LibraryError) {
        if let (photoID, photo) = photos.running, photoID == id {
            photos.running = nil
            try photoEnded(photo, result, at: now)
            return try step(at: now)
        }
        let answer = RequestOutcome(result, mayHaveArrived: mayHaveArrived)
        if let poll, poll.id == id {
            self.poll = nil
            try pollEnded(answer, startedAt: poll.startedAt, at: now)
        } else if let (workID, work) = work, workID == id {
            self.work = nil
            try ended(work, answer, at: now)
        }
        try step(at: now)
    }

    private func pollEnded(
        _ answer: RequestOutcome, startedAt: Duration, at now: Moment
    ) throws(LibraryError) {
        guard case .success(let json) = answer else { return try failed(answer, at: now) }
        guard let page = try? ChangesReply(json) else { return try isSenseless("changes", at: now) }
        // A server that does not let the request wait is not asked without end.
        let isHasty = page.entries.isEmpty && now.uptime - startedAt < .milliseconds(500)
        emptyPolls = isHasty ? emptyPolls + 1 : 0
        if emptyPolls >= 3 { pollPausedUntil = now.uptime + .seconds(1) }
        try takeIn(page, at: now)
    }

    private func ended(
        _ work: Work, _ answer: RequestOutcome, at now: Moment
    ) throws(LibraryError) {
        guard case .success(let json) = answer else {
            if case .pushing(let sent) = work, case .refusal(let refusal) = answer,
                refusal.status == 400 || refusal.status == 413
            {
                return try pushMadeNoSense(sent, refusal)
            }
            if case .comparing = work, case .refusal(let refusal) = answer,
                refusal.status == 409 || refusal.status == 410
            {
                search?.note(isCommon: false)
                return
            }
            return try failed(answer, at: now)
        }
        switch work {
        case .catchingUp:
            guard let page = try? ChangesReply(json) else {
                return try isSenseless("changes", at: now)
            }
            try takeIn(page, at: now)
        case .pushing:
            guard let reply = try? PushReply(json) else {
                return try isSenseless("a push", at: now)
            }
            _ = try takeIn(reply, at: now)
        case .readingSnapshot:
            guard let page = try? SnapshotReply(json) else {
                return try isSenseless("a snapshot", at: now)
            }
            try takeIn(page, at: now)
        case .comparing: search?.note(isCommon: true)
        case .renewing:
            guard let reply = try? TokenReply(json) else {
                return try isSenseless("a new device", at: now)
            }
            needsRenewal = false
            // In this order: a token without its device is noticed by the server.
            keepToken(reply.token)
            token = reply.token
            try library.renew(device: reply.device)
            tokenDevice = reply.device
            cancelPoll()
            isCaughtUp = false
            say(.renewed)
        }
    }

    // MARK: Successes

    private func takeIn(_ page: ChangesReply, at now: Moment) throws(LibraryError) {
        guard checkNumbers(page.acknowledged) else { return }
        if !page.entries.isEmpty || page.next != library.account?.cursor {
            tell(try library.apply(page, at: now.time))
        }
        isCaughtUp = !page.hasMore
        isHere(at: now)
    }

    /// Takes in the answer to a push; inside a transaction it becomes part of that.
    func takeIn(
        _ reply: PushReply, at now: Moment
    ) throws(LibraryError) -> Library.PushOutcome {
        batchLimit = min(batchLimit * 2, Limits.operations)
        failedRepairs = 0
        let outcome = try library.apply(reply, at: now.time)
        // What somebody waits for is said to them.
        let refused = outcome.rejected.keys.filter { number in
            !library.asked.contains { $0.number == number }
        }
        if !refused.isEmpty { say(.refused(refused.count)) }
        // Nothing else has happened on the server when the cursor stands where the push ended; if
        // something has, conflicts for example, it is in the next page.
        isCaughtUp = library.account?.cursor == reply.cursor
        isHere(at: now)
        return outcome
    }

    private func takeIn(_ page: SnapshotReply, at now: Moment) throws(LibraryError) {
        guard var reading else { return }
        let cursor = reading.cursor ?? page.cursor
        guard page.cursor.epoch == cursor.epoch else {
            // The history was another one while it was read.
            self.reading = nil
            return
        }
        if misalignment == nil {
            tell(try library.apply(beginning: page, at: now.time))
        } else {
            try library.keep(page)
        }
        reading.cursor = cursor
        reading.last = page.entries.last?.id.description ?? reading.last
        self.reading = page.hasMore && !page.entries.isEmpty ? reading : nil
        guard self.reading == nil else { return }
        if let misalignment {
            let returned = try library.finishRealignment(
                misalignment, at: cursor, common: search?.common ?? 0, time: now.time)
            self.misalignment = nil
            search = nil
            resetPhotos()
            isCaughtUp = false
            say(.realigned(misalignment, returned: returned))
        } else {
            try library.finishBeginning(at: cursor)
            // An empty history has nothing behind it.
            isCaughtUp = cursor.sequence == 0
            if isCaughtUp { isHere(at: now) }
        }
    }

    private func tell(_ outcome: Library.PullOutcome) {
        if outcome.changed > 0 { say(.changed(outcome.changed, devices: outcome.devices)) }
        if outcome.conflicts > 0 { say(.conflicts(outcome.conflicts)) }
    }

    /// The server has answered, and makes sense.
    private func isHere(at now: Moment) {
        lastContact = now.time
        backoff.reset()
        pausedUntil = nil
        guard state != .online else { return }
        state = .online
        photos.pausedUntil = nil
        say(.online)
    }

    /// A server that knows more operations of this device than it has made is right: the library is
    /// an old copy, and goes on under a new name.
    private func checkNumbers(_ acknowledged: Int) -> Bool {
        guard acknowledged > library.lastOperation else { return true }
        needsRenewal = true
        return false
    }

    // MARK: Failures

    private func isSenseless(_ what: String, at now: Moment) throws(LibraryError) {
        try failed(.none(.nonsense("the answer to \(what)"), mayHaveArrived: true), at: now)
    }

    /// A batch that the server cannot read is halved; one operation that it cannot read is put
    /// aside.
    private func pushMadeNoSense(
        _ sent: [OutboxEntry], _ refusal: ServerRefusal
    ) throws(LibraryError) {
        guard sent.count > 1 else {
            batchLimit = 1
            guard let entry = sent.first else { return }
            try library.park(
                entry.number,
                Rejection(refusal.status == 413 ? .tooLarge : .invalid, refusal.message))
            say(.refused(1))
            return
        }
        batchLimit = max(1, sent.count / 2)
    }

    /// What to do about an answer that is no success.
    func failed(_ answer: RequestOutcome, at now: Moment) throws(LibraryError) {
        switch answer {
        case .success: break
        case .none(let reason, _): try goOffline(reason, at: now)
        case .refusal(let refusal): try refused(refusal, at: now)
        }
    }

    private func refused(_ refusal: ServerRefusal, at now: Moment) throws(LibraryError) {
        switch (refusal.status, refusal.code) {
        case (401, _):
            if takeOverToken() { return }
            token = nil
            keepToken(nil)
            reset()
            say(.signedOut)
        case (409, ServerRefusal.Code.gap), (409, ServerRefusal.Code.fork):
            try repair(at: now) { needsRenewal = true }
        case (409, ServerRefusal.Code.epoch), (410, ServerRefusal.Code.rewound):
            try repair(at: now) {
                // Numbers that the server has forgotten are not used again.
                needsRenewal = true
                misalignment = .rewound
                search = HistorySearch(library.checkpoints)
                reading = nil
            }
        case (410, _):
            try repair(at: now) {
                if misalignment == nil { misalignment = .expired }
                reading = nil
            }
        case (426, _):
            reset()
            state = .outdated
            say(.outdated)
        case (429, _), (503, _):
            try goOffline(.busy, at: now, pause: refusal.retryAfter.map { .seconds($0) })
        default:
            try goOffline(
                .nonsense("status \(refusal.status) \(refusal.message)"), at: now)
        }
    }

    /// Repairs are tried at once, but not without end.
    private func repair(at now: Moment, _ plan: () -> Void) throws(LibraryError) {
        plan()
        cancelPoll()
        isCaughtUp = false
        failedRepairs += 1
        if failedRepairs > 3 { pausedUntil = now.uptime + backoff.next(using: &random) }
    }

    func goOffline(
        _ reason: OfflineReason, at now: Moment, pause: Duration? = nil
    ) throws(LibraryError) {
        cancelPoll()
        isCaughtUp = false
        reading = nil
        pausedUntil = now.uptime + (pause ?? backoff.next(using: &random))
        if case .offline(let since, let former) = state {
            if former != reason { state = .offline(since: since, reason) }
            return
        }
        state = .offline(since: now.time, reason)
        say(.offline(reason))
        // How old the copy is must be known after the program has ended, too.
        if let lastContact { try library.noteContact(at: lastContact) }
    }

    private func cancelPoll() {
        guard let poll else { return }
        transport.cancel(poll.id)
        self.poll = nil
    }
}
