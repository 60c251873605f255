import TroveHTTP
import TroveModel
import TroveStore
import TroveWire

/// Pushes that a command waits for, made during the library's transaction.
extension SyncMachine {
    /// Why a push of a command failed.
    enum CommandPushFailure {
        /// The server sent a reply that does not match the push.
        case invalidReply(WireError)
        case failed(RequestOutcome)
    }

    /// Pushes the first operations of the outbox, which includes those of the open transaction.
    mutating func startCommandPush(within time: Duration) throws(LibraryError) {
        failedCommandPush = nil
        guard let endpoints, let cursor = library.accountStore.reached else { return }
        let push = try library.outbox.takePush(limit: session?.batchLimit ?? Limits.operations) {
            PushBody.make(of: $0, at: cursor)
        }
        guard let push, let last = push.sent.last?.number else { return }
        let id = makeID()
        act(.start(id: id, endpoints.push(push.bytes, timeout: time)))
        act(
            .commandPushStarted(
                CommandPush(id: id, last: last, sent: push.sent.map(\.sent), point: cursor)))
    }

    /// Applies the reply as part of the open transaction. The effect of a failure on the connection
    /// is handled when the transaction ends.
    mutating func commandPushFinished(
        _ push: CommandPush, _ outcome: RequestOutcome, at now: ClockReading
    ) throws(LibraryError) {
        switch outcome {
        case .success(let json):
            let reply: PushReply
            do throws(WireError) {
                reply = try PushReply(json)
                try reply.check(against: push.sent, at: push.point)
            } catch {
                failedCommandPush = .invalidReply(error)
                return act(.commandPushEnded(.unknown))
            }
            act(.commandPushEnded(.taken(try apply(reply, at: now))))
        case .noReply(let reason, let mayHaveArrived):
            failedCommandPush = .failed(outcome)
            if mayHaveArrived { try library.outbox.noteFailedPush(through: push.last, of: device) }
            act(.commandPushEnded(mayHaveArrived ? .unknown : .notTaken(reason)))
        case .refusal(let refusal, let mayHaveArrived):
            if refusal.status == 413, push.sent.count > 1 {
                // The next command sends fewer operations at once; the connection is fine.
                session?.batchLimit = push.sent.count / 2
            } else {
                failedCommandPush = .failed(outcome)
            }
            // The server may have carried it out in the history that it has lost, and other devices
            // may know of it.
            let isUnknown = mayHaveArrived || refusal.isOfOtherHistory
            act(.commandPushEnded(isUnknown ? .unknown : .notTaken(nil)))
        }
    }

    /// Handles the failure of a push that was made during the transaction.
    mutating func transactionEnded(at now: ClockReading) throws(LibraryError) {
        switch failedCommandPush {
        case nil: return releaseIdleLease()
        case .invalidReply(let error)?:
            failedCommandPush = nil
            try replyDoesNotFit(.push, error, at: now)
        case .failed(let outcome)?:
            failedCommandPush = nil
            try failed(outcome, at: now)
        }
        try advance(at: now)
    }
}
