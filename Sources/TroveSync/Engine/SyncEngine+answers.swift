import TroveCodecs
package import TroveHTTP
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
            try pollEnded(poll.query, answer, startedAt: poll.startedAt, at: now)
        } else if let (workID, work) = work, workID == id {
            self.work = nil
            try ended(work, answer, at: now)
        }
        try step(at: now)
    }

    private func pollEnded(
        _ query: ChangesQuery, _ answer: RequestOutcome, startedAt: Duration, at now: Moment
    ) throws(LibraryError) {
        if case .refusal(let refusal) = answer, refusal.status == 409 || refusal.status == 410 {
            // Another shell may be about to answer for this; a request of its own will tell.
            isCaughtUp = false
            return
        }
        guard case .success(let json) = answer else { return try failed(answer, at: now) }
        guard let page = try changes(json, query, at: now) else { return }
        guard OperationNumber(rawValue: page.acknowledged) <= library.outbox.lastNumber else {
            // Another shell may have an operation under way.
            isCaughtUp = false
            return
        }
        let pause = pace.pauseAfterPoll(
            isEmpty: page.entries.isEmpty, lasting: now.uptime - startedAt)
        pollPausedUntil = pause.map { now.uptime + $0 }
        try takeIn(page, at: now)
    }

    private func ended(
        _ work: Work, _ answer: RequestOutcome, at now: Moment
    ) throws(LibraryError) {
        if work == .renewing, answer.mayHaveArrived {
            try library.accountStore.noteRenewal(at: now.time)
        }
        guard case .success(let json) = answer else {
            if case .pushing(let sent, _) = work, case .refusal(let refusal) = answer,
                refusal.status == 400 || refusal.status == 413
            {
                return try pushMadeNoSense(sent, refusal, at: now)
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
        case .identifying: try takeInHello(json, at: now)
        case .catchingUp(let query):
            if let page = try changes(json, query, at: now) { try takeIn(page, at: now) }
        case .comparing(let query):
            if try changes(json, query, at: now) != nil { search?.note(isCommon: true) }
        case .pushing(let sent, let point):
            let reply: PushReply
            do throws(WireError) {
                reply = try PushReply(json)
                try reply.check(against: sent.map(\.sent), at: point)
            } catch {
                return try isSenseless("a push", error, at: now)
            }
            _ = try takeIn(reply, at: now)
        case .readingSnapshot(let query):
            let page: SnapshotReply
            do throws(WireError) {
                page = try SnapshotReply(json)
                try page.check(against: query)
            } catch {
                return try isSenseless("a snapshot", error, at: now)
            }
            try takeIn(page, at: now)
        case .counting: try takeInCount(json, at: now)
        case .renewing:
            let reply: TokenReply
            do throws(WireError) {
                reply = try TokenReply(json)
                guard reply.device != library.account?.device, reply.token != token else {
                    throw WireError("device")
                }
            } catch {
                return try isSenseless("a new device", error, at: now)
            }
            needsRenewal = false
            try library.accountStore.renew(reply)
            token = reply.token
            lastAnnounced = library.outbox.lastNumber
            cancelPoll()
            isCaughtUp = false
            say(.renewed)
        }
    }

    // MARK: Successes

    /// Takes in which server answers. Another one than before may be a stranger, so it gets no token.
    private func takeInHello(_ json: JSON, at now: Moment) throws(LibraryError) {
        let hello: HelloReply
        do throws(WireError) {
            hello = try HelloReply(json)
        } catch {
            return try isSenseless("hello", error, at: now)
        }
        guard library.account?.isAnother(serverID: hello.server) != true else {
            return try goOffline(.otherServer, at: now)
        }
        isIdentified = true
    }

    /// The page of changes in an answer; nil where it is not what was asked for.
    private func changes(
        _ json: JSON, _ query: ChangesQuery, at now: Moment
    ) throws(LibraryError) -> ChangesReply? {
        do throws(WireError) {
            let page = try ChangesReply(json)
            try page.check(against: query)
            return page
        } catch {
            try isSenseless("changes", error, at: now)
            return nil
        }
    }

    private func takeIn(_ page: ChangesReply, at now: Moment) throws(LibraryError) {
        guard try checkNumbers(OperationNumber(rawValue: page.acknowledged)) else { return }
        if !page.entries.isEmpty || page.next != library.account?.cursor {
            tell(try library.shadow.apply(page, at: now.time))
        }
        isCaughtUp = !page.hasMore
        isHere(at: now)
    }

    /// Takes in the answer to a push; inside a transaction it becomes part of that.
    func takeIn(
        _ reply: PushReply, at now: Moment
    ) throws(LibraryError) -> PushOutcome {
        batchLimit = min(batchLimit * 2, Limits.operations)
        let outcome = try library.outbox.apply(reply, at: now.time)
        if outcome.settled > 0 { pace.noteSettled() }
        tell(outcome)
        // Nothing else has happened on the server when the cursor stands where the push ended; if
        // something has, conflicts for example, it is in the next page.
        isCaughtUp = library.account?.cursor == reply.cursor
        if try checkNumbers(OperationNumber(rawValue: reply.acknowledged)) { isHere(at: now) }
        return outcome
    }

    /// Says what became of operations that nobody waits for.
    private func tell(_ outcome: PushOutcome) {
        let asked = Set(library.outbox.asked.map(\.number))
        let refused = outcome.rejected.keys.count { !asked.contains($0) }
        let confirmed = outcome.done.filter { $0.isUnconfirmed && !asked.contains($0.number) }
        for change in confirmed { say(.settled(change)) }
        let refusals = refused - confirmed.count { $0.rejection != nil }
        if refusals > 0 { say(.refused(refusals)) }
        let announced = outcome.done.count { change in
            change.rejection == nil && !change.isUnconfirmed && change.number <= lastAnnounced
                && !asked.contains(change.number)
        }
        if announced > 0 { say(.sent(announced)) }
    }

    private func takeIn(_ page: SnapshotReply, at now: Moment) throws(LibraryError) {
        guard var reading else { return }
        if misalignment == nil {
            tell(try library.shadow.apply(beginning: page, at: now.time))
        } else {
            try library.realignment.keep(page)
        }
        reading.cursor = reading.cursor ?? page.cursor
        reading.count += page.entries.count
        reading.query.last = page.entries.last?.id ?? reading.query.last
        reading.query.former = page.cursor
        reading.isWhole = !page.hasMore
        // No account holds more; conflicts are not counted there, and each has an entry.
        guard reading.count <= 2 * Limits.entries else {
            return try isSenseless("a snapshot", WireError("entries"), at: now)
        }
        self.reading = reading
        // What is missing is taken for deleted, so a snapshot is not believed without its count.
        guard reading.isWhole, misalignment == nil, let cursor = reading.cursor else { return }
        self.reading = nil
        try library.shadow.finishBeginning(at: cursor)
        // An empty history has nothing behind it.
        isCaughtUp = cursor.sequence == 0
        if isCaughtUp { isHere(at: now) }
    }

    /// Takes in how much the account holds: the snapshot must not lack any of it.
    private func takeInCount(_ json: JSON, at now: Moment) throws(LibraryError) {
        guard let reading, let misalignment, let cursor = reading.cursor,
            let last = reading.query.former
        else { return }
        do throws(WireError) {
            let account = try AccountReply(json)
            guard account.epoch == cursor.epoch else { throw WireError("epoch") }
            // While it was read, each operation may have deleted an entry that was on an earlier page.
            guard account.entries <= reading.count + last.sequence.distance(from: cursor.sequence)
            else {
                throw WireError("entries")
            }
        } catch {
            return try isSenseless("a snapshot", error, at: now)
        }
        self.reading = nil
        let returned = try library.realignment.finish(
            misalignment, at: cursor, common: search?.common ?? 0, time: now.time)
        self.misalignment = nil
        search = nil
        resetPhotos()
        isCaughtUp = false
        say(.realigned(misalignment, returned: returned))
    }

    private func tell(_ outcome: PullOutcome) {
        if outcome.changed > 0 { say(.changed(outcome.changed, devices: outcome.devices)) }
        if outcome.conflicts > 0 { say(.conflicts(outcome.conflicts)) }
    }

    /// The server has answered, and makes sense.
    private func isHere(at now: Moment) {
        lastContact = now.time
        pace.noteAnswer(at: now.uptime)
        pausedUntil = nil
        guard state != .online else { return }
        if case .offline = state { lastAnnounced = library.outbox.lastNumber }
        state = .online
        photos.pausedUntil = nil
        say(.online)
    }

    /// A server that knows more operations of this device than it has made is right: the library is
    /// an old copy, and goes on under a new name.
    private func checkNumbers(_ acknowledged: OperationNumber) throws(LibraryError) -> Bool {
        if acknowledged <= library.outbox.lastNumber { return true }
        // Another shell may have made some since.
        try library.refresh()
        if acknowledged <= library.outbox.lastNumber { return true }
        needsRenewal = true
        return false
    }

    // MARK: Failures

    /// The answer is not what the protocol says, or does not belong to what was asked: it is as if none
    /// had come.
    func isSenseless(
        _ what: String, _ error: WireError, at now: Moment
    ) throws(LibraryError) {
        // Whether the cursor is still of no use, the next request tells.
        if misalignment == .expired { misalignment = nil }
        try goOffline(
            .nonsense("the answer to \(what) does not fit to the request (\(error.member))"),
            at: now)
    }

    /// A batch that the server cannot read is halved; one operation that it cannot read is put
    /// aside.
    private func pushMadeNoSense(
        _ sent: [OutboxEntry], _ refusal: ServerRefusal, at now: Moment
    ) throws(LibraryError) {
        guard sent.count > 1 else {
            batchLimit = 1
            guard let entry = sent.first else { return }
            // Who cannot read that either reads nothing.
            guard entry.operation.action != .skip else {
                return try failed(.refusal(refusal), at: now)
            }
            try library.outbox.park(
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
            let ended = token
            try library.refresh()
            // Another shell may have got a newer one.
            if library.account?.token == ended, let ended {
                try library.accountStore.forget(token: ended)
                say(.signedOut)
            }
            reset()
        case (409, ServerRefusal.Code.gap), (409, ServerRefusal.Code.fork):
            cancelPoll()
            isCaughtUp = false
            needsRenewal = true
        case (409, ServerRefusal.Code.epoch), (410, ServerRefusal.Code.rewound):
            try repair(at: now) {
                // Numbers that the server has forgotten are not used again.
                needsRenewal = true
                misalignment = .rewound
                search = HistorySearch(library.realignment.checkpoints)
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

    /// The first repairs are tried at once, further ones after a pause.
    private func repair(at now: Moment, _ plan: () -> Void) throws(LibraryError) {
        plan()
        cancelPoll()
        isCaughtUp = false
        guard let pause = pace.pauseBeforeRepair(at: now.uptime) else { return }
        try goOffline(
            .nonsense("its history is another one, again and again"), at: now, pause: pause)
    }

    func goOffline(
        _ reason: OfflineReason, at now: Moment, pause: Duration? = nil
    ) throws(LibraryError) {
        cancelPoll()
        isCaughtUp = false
        forgetServer()
        reading = nil
        pausedUntil = now.uptime + pace.pause(atLeast: pause, at: now.uptime, using: &random)
        if case .offline(let since, let former) = state {
            if former != reason { state = .offline(since: since, reason) }
            return
        }
        state = .offline(since: now.time, reason)
        say(.offline(reason))
        // How old the copy is must be known after the program has ended, too.
        if let lastContact { try library.accountStore.noteContact(at: lastContact) }
    }

    private func cancelPoll() {
        guard let poll else { return }
        transport.cancel(poll.id)
        self.poll = nil
    }
}
