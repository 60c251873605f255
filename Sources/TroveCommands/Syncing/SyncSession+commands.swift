import TroveHTTP
package import TroveStore
package import TroveSync
package import TroveWire

/// Operations that a command waits for.
extension SyncSession {
    /// The outcome of an operation that a command waits for.
    package enum Verdict {
        case rejected(Rejection)
        /// The operation lost to a change of another device.
        case lost
        /// The operation was not carried out: why the server is not available, or nil if it refused
        /// the push.
        case notTaken(OfflineReason?)
        /// The operation was not carried out yet, and stays queued: why the server is not
        /// available, or nil if it refused the push.
        case queued(OfflineReason?)
        /// It is unknown whether the server carried out the operation: why it gave no valid answer,
        /// or that the user did not wait for it.
        case unconfirmed(OfflineReason?)
    }

    /// Takes the request lease for a command without blocking. Returns false while another shell
    /// has it.
    package func takeLeaseForCommand() throws(LibraryError) -> Bool {
        try engine.takeLeaseForCommand(at: moment)
    }

    /// Pushes the operations of the open transaction, and blocks until the server replies. Reverts
    /// the operations that the server did not carry out, unless it has carried out others of the
    /// same command and the user did not interrupt it. The transaction stays open.
    ///
    /// - Parameter showProgress: receives the number of operations that are sent, and of all in the
    ///   queue.
    /// - Returns: the verdicts by operation number; an operation that succeeded has none.
    /// - Throws: an error if the library cannot be read or written.
    package func settleAsked(
        showProgress: (Int, Int) -> Void
    ) throws(LibraryError) -> [OperationNumber: Verdict] {
        var verdicts: [OperationNumber: Verdict] = [:]
        let count = try library.outbox.counts().waiting
        var sent = 0
        var settled: AskedOperation?
        while !library.outbox.asked.isEmpty {
            guard let push = try engine.startCommandPush(within: patience, at: moment) else {
                // Another shell has logged in or out.
                try takeBackAsked(&verdicts, because: .otherShell)
                break
            }
            expected.insert(push.id)
            _ = try wait(atMost: patience + .milliseconds(200)) {
                showProgress(sent, max(count, sent))
                return answers[push.id] != nil
            }
            let (result, mayHaveArrived) = takeAnswer(to: push.id)
            let asked = library.outbox.asked.filter { $0.number <= push.last }
            switch try engine.finish(push, result, mayHaveArrived: mayHaveArrived, at: moment) {
            case .taken(let outcome):
                for operation in asked {
                    if let rejection = outcome.rejected[operation.number] {
                        verdicts[operation.number] = .rejected(rejection)
                    } else if outcome.lost.contains(operation.number) {
                        verdicts[operation.number] = .lost
                    }
                }
                try library.outbox.takeBack(
                    asked.filter { outcome.rejected[$0.number] != nil }, areUsedUp: true,
                    at: moment.time)
                try library.outbox.stopWaiting(for: asked)
                settled = asked.last ?? settled
                sent += push.count
            case .notTaken(.interrupted):
                try takeBackAsked(&verdicts, because: .interrupted)
            case .notTaken(let reason):
                let begun = try library.outbox.rest(ofCommandOf: settled)
                for operation in begun { verdicts[operation.number] = .queued(reason) }
                try library.outbox.stopWaiting(for: begun)
                try takeBackAsked(&verdicts, because: reason)
            case .unknown:
                let reason = Self.reason(result)
                for operation in asked { verdicts[operation.number] = .unconfirmed(reason) }
                try library.outbox.keepUnconfirmed(asked)
                // The others were not sent yet.
                guard reason != .interrupted else {
                    try takeBackAsked(&verdicts, because: .interrupted)
                    continue
                }
                let others = library.outbox.asked
                for operation in others { verdicts[operation.number] = .queued(reason) }
                try library.outbox.stopWaiting(for: others)
            }
        }
        return verdicts
    }

    /// Takes back the operations that the server did not carry out. Without a reason, it has
    /// refused the push.
    private func takeBackAsked(
        _ verdicts: inout [OperationNumber: Verdict], because reason: OfflineReason?
    ) throws(LibraryError) {
        let others = library.outbox.asked
        for operation in others { verdicts[operation.number] = .notTaken(reason) }
        try library.outbox.takeBack(others, areUsedUp: false, at: moment.time)
    }

    /// Returns why a request has no valid reply; nil if it has one.
    private static func reason(_ result: Result<HTTPReply, HTTPFailure>) -> OfflineReason? {
        switch RequestOutcome(result, mayHaveArrived: true) {
        case .success, .refusal: nil
        case .noReply(let reason, _): reason
        }
    }

    /// Resumes the engine after a transaction.
    package func transactionEnded() throws(LibraryError) {
        try engine.handle(.transactionEnded, at: moment)
    }
}

extension SyncSession.Verdict {
    /// The severity. If a command has several verdicts, the most severe is shown.
    package var rank: Int {
        switch self {
        case .lost: 0
        case .queued: 1
        case .notTaken: 2
        case .rejected: 3
        case .unconfirmed: 4
        }
    }

    /// Returns the problem that the server rejected some operations of a command, and carried out
    /// others; nil otherwise.
    ///
    /// - Parameters:
    ///   - verdicts: A verdict for each operation, in their order; nil for one that succeeded.
    ///   - isUndo: Whether the command reverts another one.
    /// - Returns: The problem, with the first rejection.
    package static func partialRejection(_ verdicts: [Self?], isUndo: Bool) -> SyncProblem? {
        var rejections: [Rejection] = []
        var (isQueued, isLost) = (false, false)
        for verdict in verdicts {
            switch verdict {
            case .rejected(let rejection): rejections.append(rejection)
            case .notTaken, .unconfirmed: return nil
            case .queued: isQueued = true
            case .lost: isLost = true
            case nil: break
            }
        }
        guard let first = rejections.first, rejections.count < verdicts.count else { return nil }
        return .isPartlyRejected(
            first, rejections.count, of: verdicts.count, isQueued: isQueued, isLost: isLost,
            isUndo: isUndo)
    }

    /// The error of the command; nil if it succeeded.
    package var problem: SyncProblem? {
        switch self {
        case .lost, .queued: nil
        case .notTaken(let reason): .notTaken(reason)
        case .rejected(let rejection): .rejected(rejection)
        case .unconfirmed(let reason): .isUnconfirmed(reason)
        }
    }
}
