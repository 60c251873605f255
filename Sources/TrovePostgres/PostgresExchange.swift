import TroveSystem

/// The state of a round trip: statements that were sent, and answers that came.
struct PostgresExchange {
    /// When the wait for answers ends, a time of `MonotonicClock`.
    let deadline: Duration
    /// The position of the first COMMIT among the statements; nil for none.
    let commit: Int?
    /// The number of statements that have succeeded.
    private(set) var done = 0
    /// The first failure.
    private(set) var failure: PostgresError?

    /// Creates the state of statements that have just been sent.
    ///
    /// - Parameters:
    ///   - commit: the position of the first COMMIT among them; nil for none.
    ///   - timeLimit: how long their answers may take.
    init(commit: Int?, timeLimit: Duration) {
        deadline = MonotonicClock.uptime + timeLimit
        self.commit = commit
    }

    /// Notes the answer to a statement. Returns false if the exchange cannot continue after it.
    mutating func note(_ result: PostgresResult) -> Bool {
        switch result.status {
        case .rows, .done:
            // COMMIT rolls a failed transaction back, and PostgreSQL calls that a success.
            if done == commit, result.tag == "ROLLBACK", failure == nil {
                failure = PostgresError(
                    .other, state: "25P02",
                    message: "the transaction was rolled back: a statement in it had failed")
            }
            done += 1
        case .aborted, .synced:
            break
        case .failed:
            fail(result.error)
        case .unexpected:
            fail(PostgresError(.other, message: "COPY is not supported"))
            return false
        }
        return true
    }

    /// Notes a failure, unless there is one already. The outcome of the transaction is unknown if
    /// the COMMIT itself failed, or if no answer to a COMMIT that was sent will come.
    mutating func fail(_ error: PostgresError) {
        guard failure == nil else { return }
        let isOpen = commit.map { done == $0 || error.state == nil && done < $0 } ?? false
        failure = isOpen ? error.withUnknownOutcome : error
    }
}

extension StringProtocol {
    var isCommit: Bool {
        let word = drop(while: \.isWhitespace).prefix(while: \.isLetter).lowercased()
        return word == "commit" || word == "end"
    }
}
