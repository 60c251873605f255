import TroveModel
import TroveStore
import TroveWire

/// An answer that is applied once the next request has been started.
enum HeldAnswer {
    case page(ChangesReply, ChangesQuery)
    case push(PushReply)
}

/// Starting the next request before the last answer is applied, so that the server works on it
/// meanwhile.
///
/// This is done only if the answer cannot change the next request: a page of changes that another
/// one follows, if there is nothing to push, or a push that was applied as it was sent, for the
/// first time. If the answer cannot be applied, the next request is canceled. What was pushed stays
/// in the outbox then, and the server repeats its answers.
extension SyncMachine {
    mutating func applyHeldAnswer(at now: ClockReading) throws(LibraryError) {
        let answer = heldAnswer
        heldAnswer = nil
        do throws(LibraryError) {
            switch answer {
            case .page(let page, let query): try apply(page, query, at: now)
            case .push(let reply): _ = try apply(reply, at: now)
            case nil: break
            }
        } catch {
            cancelTurn()
            session?.need.note(isCaughtUp: false)
            throw error
        }
    }

    /// Starts the pull of the page behind a page that has not been applied. Returns false if that
    /// has to wait.
    mutating func startPull(
        behind page: ChangesReply, _ query: ChangesQuery
    ) throws(LibraryError) -> Bool {
        guard page.hasMore, session?.need == .changes, canStartAtOnce,
            hasMade(acknowledged: page.acknowledged), !isOvertaken(page, query), let endpoints,
            try library.outbox.isEmpty()
        else { return false }
        let reached = library.accountStore.reached.flatMap {
            $0.epoch == page.next.epoch && $0.sequence > page.next.sequence ? $0 : nil
        }
        throttle.note(cursor: page.next.epoch, page.next.sequence)
        let next = ChangesQuery(since: page.next.sequence, reached: reached ?? page.next)
        return startIfAllowed(.changes(next), endpoints.changes(next, wait: 0))
    }

    /// Starts the push of the operations behind those of a push whose answer has not been applied.
    /// Returns false if that has to wait.
    mutating func startPush(
        behind sent: [OutboxEntry], _ reply: PushReply
    ) throws(LibraryError) -> Bool {
        guard let session, session.need == .nothing || session.need == .changes,
            canStartAtOnce, hasMade(acknowledged: reply.acknowledged), let endpoints,
            let last = sent.last,
            // If so, the device has the history up to the end of the push.
            let cursor = library.account?.cursor, cursor.epoch == reply.cursor.epoch,
            cursor.sequence == reply.before, reply.results.count == sent.count,
            reply.results.allSatisfy({ $0.status == .applied && !$0.isDuplicate })
        else { return false }
        let answered = Set(
            sent.lazy.map(\.operation).filter { $0.action != .skip }.map(\.id))
        let limit = min(session.batchLimit * 2, Limits.operations)
        let push = try library.outbox.takePush(limit: limit, behind: last.number) { entries in
            // The version that the answer tells is the base of later operations on the same entry,
            // and the deletion of a conflict may wait for the answer.
            let mustWait = entries.contains {
                $0.operation.kind == Conflict.kind || answered.contains($0.operation.id)
            }
            return mustWait ? nil : PushBody.make(of: entries, at: reply.cursor)
        }
        guard let push, hasPresentToken else { return false }
        throttle.note(cursor: reply.cursor.epoch, reply.cursor.sequence)
        return startIfAllowed(.push(push.sent, at: reply.cursor), endpoints.push(push.bytes))
    }

    /// Whether a request with the token can start at once.
    private var canStartAtOnce: Bool {
        guard let session, session.isIdentified, session.retryAt == nil else { return false }
        return leases.contains(.requests) && hasPresentToken
            && library.outbox.asked.isEmpty && !library.isInTransaction
    }

    /// Whether the library has made all operations that the server has from this device.
    private func hasMade(acknowledged: Int) -> Bool {
        OperationNumber(acknowledged) <= library.outbox.lastNumber
    }
}
