import TroveCodecs
import TroveHTTP
import TroveModel
import TroveStore
import TroveWire

/// Handling of replies.
extension SyncMachine {
    /// Handles the outcome of a request. Ignores canceled requests.
    mutating func finished(
        _ id: Int, _ result: Result<HTTPReply, HTTPFailure>, mayHaveArrived: Bool,
        at now: ClockReading
    ) throws(LibraryError) {
        if case .running(id: id, let photo) = photos.transfer {
            photos.transfer = .idle
            return try photoEnded(photo, result, at: now)
        }
        let outcome = RequestOutcome(result, mayHaveArrived: mayHaveArrived)
        if case .waiting(id: id, let startedAt, let query) = session?.poll {
            session?.poll = .idle
            try pollEnded(query, outcome, startedAt: startedAt, at: now)
        } else if case .running(id: id, let request) = session?.turn {
            session?.turn = .idle
            try ended(request, outcome, at: now)
        }
    }

    private mutating func pollEnded(
        _ query: ChangesQuery, _ outcome: RequestOutcome, startedAt: Duration,
        at now: ClockReading
    ) throws(LibraryError) {
        if case .refusal(let refusal, _) = outcome, [409, 410].contains(refusal.status) {
            // A pending request of another shell may explain this, so the request is repeated under
            // the request lease.
            session?.need.note(isCaughtUp: false)
            return
        }
        guard case .success(let json) = outcome else { return try failed(outcome, at: now) }
        guard let page = try changes(json, query, at: now) else { return }
        guard OperationNumber(page.acknowledged) <= library.outbox.lastNumber else {
            // Another shell may have a pending operation.
            session?.need.note(isCaughtUp: false)
            return
        }
        let pause = throttle.pauseAfterPoll(
            isEmpty: page.entries.isEmpty, lasting: now.uptime - startedAt)
        if let pause { session?.poll = .paused(until: now.uptime + pause) }
        try apply(page, query, at: now)
    }

    private mutating func ended(
        _ request: SyncRequest, _ outcome: RequestOutcome, at now: ClockReading
    ) throws(LibraryError) {
        if request == .newDevice, outcome.mayHaveArrived {
            try library.accountStore.noteRenewal(at: now.time)
        }
        if case .push(let sent, _) = request, let last = sent.last {
            try noteFailedPush(through: last.number, outcome)
        }
        switch (outcome, request) {
        case (.success(let json), _):
            if let token, request != .hello {
                try library.accountStore.noteAccepted(token: token)
            }
            try received(json, for: request, at: now)
        case (.refusal(let refusal, _), .push(let sent, _))
        where [400, 413].contains(refusal.status):
            try pushIsUnreadable(sent, refusal, at: now)
        // The answers to fewer operations are shorter; the server keeps those that it has given.
        case (.noReply(.invalidResponse(.tooLarge), _), .push(let sent, _)) where sent.count > 1:
            session?.batchLimit = max(1, sent.count / 2)
        // The present token is still valid.
        case (.refusal(let refusal, _), .token) where refusal.status != 401:
            session?.exchange = .done
        case (.noReply(.trouble, _), .token): session?.exchange = .done
        case (.refusal(let refusal, _), .comparison) where [409, 410].contains(refusal.status):
            noteComparison(isCommon: false)
        default: try failed(outcome, at: now)
        }
    }

    /// Records a push without an answer, which `queue` counts as an attempt.
    private func noteFailedPush(
        through number: OperationNumber, _ outcome: RequestOutcome
    ) throws(LibraryError) {
        guard case .noReply = outcome else { return }
        try library.outbox.noteFailedPush(through: number, of: device)
    }

    private mutating func received(
        _ json: JSON, for request: SyncRequest, at now: ClockReading
    ) throws(LibraryError) {
        switch request {
        case .hello: try receivedHello(json, at: now)
        case .changes(let query):
            guard let page = try changes(json, query, at: now) else { return }
            if try startPull(behind: page, query) {
                heldAnswer = .page(page, query)
            } else {
                try apply(page, query, at: now)
            }
        case .comparison(let query):
            if try changes(json, query, at: now) != nil { noteComparison(isCommon: true) }
        case .push(let sent, let point):
            let reply: PushReply
            do throws(WireError) {
                reply = try PushReply(json)
                try reply.check(against: sent.map(\.sent), at: point)
            } catch {
                return try replyDoesNotFit(.push, error, at: now)
            }
            if try startPush(behind: sent, reply) {
                heldAnswer = .push(reply)
            } else {
                _ = try apply(reply, at: now)
            }
        case .snapshot(let query):
            let page: SnapshotReply
            do throws(WireError) {
                page = try SnapshotReply(json)
                try page.check(against: query)
            } catch {
                return try replyDoesNotFit(.snapshot, error, at: now)
            }
            try apply(page, at: now)
        case .account: try receivedAccount(json, at: now)
        case .newDevice: try receivedDevice(json, at: now)
        case .token: try receivedToken(json, at: now)
        }
    }

    // MARK: Server and device

    /// Checks the identity of the server. The token is not sent to a different server than before.
    private mutating func receivedHello(_ json: JSON, at now: ClockReading) throws(LibraryError) {
        let hello: HelloReply
        do throws(WireError) {
            hello = try HelloReply(json)
        } catch {
            return try replyDoesNotFit(.hello, error, at: now)
        }
        guard library.account?.isAnother(serverID: hello.server) != true else {
            return try goOffline(.otherServer, at: now)
        }
        session?.isIdentified = true
        if hello.isNewer { announce(.newerServer) }
    }

    private mutating func receivedDevice(_ json: JSON, at now: ClockReading) throws(LibraryError) {
        let reply: TokenReply
        do throws(WireError) {
            reply = try TokenReply(json)
            guard reply.device != library.account?.device, reply.token != token else {
                throw WireError("device")
            }
        } catch {
            return try replyDoesNotFit(.newDevice, error, at: now)
        }
        // If the library cannot store the new device, one is still needed.
        try library.accountStore.renew(device, by: reply, as: deviceName)
        // Otherwise another shell was first, and `advance` takes its token.
        guard library.account?.device == reply.device else { return }
        let realignment = session?.need.realignment
        session?.need = realignment.map { .realignment($0) } ?? .changes
        token = reply.token
        device = reply.device
        lastAnnounced = library.outbox.lastNumber
        cancelPoll()
        // A device that realigns needs another number because the server has another history.
        if realignment == nil { announce(.renewed) }
    }

    /// Stores another token of this device. The server ends the former one when this one is used,
    /// so the next request uses it.
    private mutating func receivedToken(_ json: JSON, at now: ClockReading) throws(LibraryError) {
        let reply: TokenReply
        do throws(WireError) {
            reply = try TokenReply(json)
            guard reply.device == library.account?.device, reply.token != token else {
                throw WireError("device")
            }
        } catch {
            session?.exchange = .done
            return try replyDoesNotFit(.token, error, at: now)
        }
        session?.exchange = .done
        guard let token else { return }
        try library.accountStore.replace(token: token, by: reply.token)
        // Otherwise another shell has changed the password, and `advance` takes its token.
        guard library.account?.token == reply.token else { return }
        self.token = reply.token
        // The token of the poll becomes invalid.
        cancelPoll()
    }

    /// Records whether the server asks to exchange the token.
    private mutating func note(isTokenOld: Bool) {
        guard isTokenOld, session?.exchange == .notNeeded else { return }
        session?.exchange = .needed
    }

    // MARK: Changes

    /// Returns the page of changes in a reply, or nil if it does not match the query.
    private mutating func changes(
        _ json: JSON, _ query: ChangesQuery, at now: ClockReading
    ) throws(LibraryError) -> ChangesReply? {
        do throws(WireError) {
            let page = try ChangesReply(json)
            try page.check(against: query)
            return page
        } catch {
            try replyDoesNotFit(.changes, error, at: now)
            return nil
        }
    }

    mutating func apply(
        _ page: ChangesReply, _ query: ChangesQuery, at now: ClockReading
    ) throws(LibraryError) {
        guard try checkNumbers(page.acknowledged) else { return }
        guard !isOvertaken(page, query) else {
            session?.need.note(isCaughtUp: false)
            return goOnline(at: now)
        }
        if !page.entries.isEmpty || page.next != library.account?.cursor {
            announce(try library.shadow.apply(page, to: device, at: now.time))
        }
        session?.need.note(isCaughtUp: !page.hasMore)
        note(isTokenOld: page.isTokenOld)
        goOnline(at: now)
    }

    /// Whether the device has learned of a later point of the history since it asked for a page,
    /// and the page does not show that this point is in it. If the server was restored from an
    /// older copy in the meantime, the page is of another history; the next request names the
    /// point.
    func isOvertaken(_ page: ChangesReply, _ query: ChangesQuery) -> Bool {
        guard let point = library.accountStore.reached ?? library.account?.cursor else {
            return false
        }
        return point.epoch == page.next.epoch && point.sequence > query.reached.sequence
            && page.next.sequence >= point.sequence && page.next != point
    }

    /// Applies the reply to a push, as part of the open transaction if there is one.
    mutating func apply(
        _ reply: PushReply, at now: ClockReading
    ) throws(LibraryError) -> PushOutcome {
        let outcome = try library.outbox.apply(reply, to: device, at: now.time)
        if let session {
            self.session?.batchLimit = min(session.batchLimit * 2, Limits.operations)
        }
        if outcome.settled > 0 { throttle.noteSettled() }
        // If nothing else has happened on the server, the cursor is at the end of the push. Other
        // entries, such as conflicts, are on the next page.
        let isCaughtUp = library.account?.cursor == reply.cursor
        session?.need.note(isCaughtUp: isCaughtUp)
        note(isTokenOld: reply.isTokenOld)
        // Going online first: what was queued until then is announced.
        if try checkNumbers(reply.acknowledged) { goOnline(at: now) }
        announce(outcome)
        return outcome
    }

    /// Checks the number of operations that the server has from this device. If it has more than
    /// the library has made, the library is an old copy and must become a new device.
    private mutating func checkNumbers(_ acknowledged: Int) throws(LibraryError) -> Bool {
        if OperationNumber(acknowledged) <= library.outbox.lastNumber { return true }
        // Another shell may have made some since.
        try library.refresh()
        if OperationNumber(acknowledged) <= library.outbox.lastNumber { return true }
        session?.need.requireNewDevice()
        return false
    }

    /// Records that the server has sent a valid reply.
    mutating func goOnline(at now: ClockReading) {
        lastContact = now.time
        throttle.noteAnswer(at: now.uptime)
        guard let link = session?.link, link != .online else { return }
        if case .offline = link { lastAnnounced = library.outbox.lastNumber }
        session?.link = .online
        if case .paused = photos.transfer { photos.transfer = .idle }
        announce(.online)
    }

    // MARK: Announcements

    /// Announces each queued operation when it is sent.
    mutating func announceQueue() { lastAnnounced = library.outbox.lastNumber }

    /// Announces the outcomes of operations that no command waits for. Unconfirmed ones are
    /// announced one by one, unless there are many.
    private mutating func announce(_ outcome: PushOutcome) {
        let asked = Set(library.outbox.asked.map(\.number))
        let done = outcome.done.filter { !asked.contains($0.number) }
        var confirmed = done.filter(\.isUnconfirmed)
        if confirmed.count > PushOutcome.namedLimit { confirmed = [] }
        for change in confirmed { announce(.settled(change)) }
        let named = Set(confirmed.map(\.number))
        let refused =
            outcome.rejected.keys.count { !asked.contains($0) }
            - confirmed.count { $0.rejection != nil }
        let rest = done.filter { !named.contains($0.number) }
        if refused > 0 {
            let titles = rest.filter { $0.rejection != nil }.compactMap(\.title)
            announce(.refused(refused, titles: titles))
        }
        let sent = rest.filter { change in
            change.rejection == nil && (change.isUnconfirmed || change.number <= lastAnnounced)
        }
        if !sent.isEmpty { announce(.sent(sent.count, titles: sent.compactMap(\.title))) }
        if outcome.changes.count > 0 { announce(.changed(outcome.changes)) }
        for data in outcome.hidden { announce(.hidden(data)) }
    }

    /// Announces the changes of other devices.
    mutating func announce(_ outcome: PullOutcome) {
        if outcome.changes.count > 0 { announce(.changed(outcome.changes)) }
        for data in outcome.hidden { announce(.hidden(data)) }
        if outcome.conflicts.count > 0 { announce(.conflicts(outcome.conflicts)) }
        if outcome.resolved.count > 0 { announce(.resolved(outcome.resolved)) }
    }
}
