import TroveHTTP
package import TroveStore
package import TroveSync
package import TroveWire

/// Operations that a command waits for.
extension SyncSession {
    /// What became of an operation that a command waits for.
    package enum Verdict {
        case rejected(Rejection)
        /// It lost to a change of another device.
        case lost
        /// Nothing was done: why the server cannot be used, or nil if it refused the push.
        case notTaken(OfflineReason?)
        /// It is unknown whether the server did it.
        case unconfirmed
    }

    /// Takes the lease for requests for a command, without waiting; false while another shell holds it.
    package func takeLeaseForCommand() throws(LibraryError) -> Bool {
        try engine.takeLeaseForCommand(at: moment)
    }

    /// Pushes what the open transaction has for the server, and waits for the replies. Operations that
    /// were not taken are taken back; the transaction stays open.
    ///
    /// - Returns: the verdicts on those that were not simply done, by number.
    package func settleAsked() throws(LibraryError) -> [OperationNumber: Verdict] {
        var verdicts: [OperationNumber: Verdict] = [:]
        while !library.outbox.asked.isEmpty {
            guard let push = try engine.startCommandPush(within: Self.patience, at: moment) else {
                break
            }
            expected.insert(push.id)
            _ = try wait(atMost: Self.patience + .milliseconds(200)) { answers[push.id] != nil }
            expected.remove(push.id)
            let (result, mayHaveArrived) =
                answers.removeValue(forKey: push.id) ?? (.failure(.timedOut), true)
            let asked = library.outbox.asked
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
                    asked.filter { outcome.rejected[$0.number] != nil }, areUsedUp: true)
                library.outbox.forgetAsked(through: push.last)
            case .notTaken(let reason):
                for operation in asked { verdicts[operation.number] = .notTaken(reason) }
                try library.outbox.takeBack(asked, areUsedUp: false)
            case .unknown:
                for operation in asked { verdicts[operation.number] = .unconfirmed }
                try library.outbox.keepUnconfirmed(asked)
            }
        }
        return verdicts
    }

    /// Lets the engine go on after a transaction.
    package func transactionEnded() throws(LibraryError) {
        try engine.handle(.transactionEnded, at: moment)
    }
}

extension SyncSession.Verdict {
    /// The highest of several verdicts on one command is shown.
    package var rank: Int {
        switch self {
        case .lost: 0
        case .notTaken: 1
        case .rejected: 2
        case .unconfirmed: 3
        }
    }

    /// Why the command failed; nil if it did not.
    package var problem: SyncProblem? {
        switch self {
        case .lost: nil
        case .notTaken(let reason): .notTaken(reason)
        case .rejected(let rejection): .rejected(rejection)
        case .unconfirmed: .isUnconfirmed
        }
    }
}
