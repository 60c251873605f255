import TroveCodecs
package import TroveHTTP
package import TroveStore
import TroveWire

/// Operations that somebody waits for: pushed from inside the library's transaction.
extension SyncEngine {
    /// A push that somebody waits for.
    package struct Question {
        /// The id of its request.
        package let id: Int
        /// The number of its last operation.
        package let last: OperationNumber
        /// What was sent, and the point of the history that the push named.
        let sent: [SentOperation]
        let point: Cursor
    }

    /// What came of it.
    package enum Reply {
        case taken(PushOutcome)
        /// It never left, or the server did not look at it: nothing was done.
        case notTaken(OfflineReason?)
        /// It was sent, and nobody knows what was done.
        case unknown
    }

    /// Pushes the first operations of the outbox, those of the open transaction too, and gives the
    /// server so long; nil when there is nothing to push.
    package func ask(within time: Duration) throws(LibraryError) -> Question? {
        guard let endpoints, let cursor = library.accountStore.reached else { return nil }
        let entries = try library.outbox.entries(limit: Limits.operations)
        let (sent, body) = PushBody.make(of: entries, at: cursor)
        guard let last = sent.last?.number else { return nil }
        try library.outbox.noteSending(through: last)
        let id = makeID()
        transport.start(endpoints.push(body, timeout: time), id: id)
        return Question(id: id, last: last, sent: sent.map(\.sent), point: cursor)
    }

    /// Takes in the answer, as part of the open transaction.
    package func answered(
        _ question: Question, _ result: Result<HTTPReply, HTTPFailure>, mayHaveArrived: Bool,
        at now: Moment
    ) throws(LibraryError) -> Reply {
        let answer = RequestOutcome(result, mayHaveArrived: mayHaveArrived)
        switch answer {
        case .success(let json):
            guard let reply = try? self.reply(json, to: question) else { return .unknown }
            return .taken(try takeIn(reply, at: now))
        case .none(let reason, let mayHaveArrived):
            return mayHaveArrived ? .unknown : .notTaken(reason)
        case .refusal: return .notTaken(nil)
        }
    }

    /// The answer in a success, if it is one to the question.
    private func reply(_ json: JSON, to question: Question) throws(WireError) -> PushReply {
        let reply = try PushReply(json)
        try reply.check(against: question.sent, at: question.point)
        return reply
    }

    /// What an answer that was not `taken` says of the connection; to be called when the transaction
    /// has ended.
    package func note(
        _ question: Question, _ result: Result<HTTPReply, HTTPFailure>, mayHaveArrived: Bool,
        at now: Moment
    ) throws(LibraryError) {
        let answer = RequestOutcome(result, mayHaveArrived: mayHaveArrived)
        if case .success(let json) = answer {
            do throws(WireError) {
                _ = try reply(json, to: question)
            } catch {
                try isSenseless("a push", error, at: now)
            }
        } else {
            try failed(answer, at: now)
        }
        try step(at: now)
    }
}
