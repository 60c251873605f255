/// Waiting for what a program does: it comes, the program ends first, or the time is over.
///
/// Bytes move only while somebody waits; the two closures of a waiting belong to whoever keeps them.
struct ProgramWait {
    /// The program.
    let child: ChildProcess
    /// What is polled, and written to, while waiting.
    let channels: [ByteChannel]
    /// The command as failures quote it.
    let commandLine: String
    /// How long one waiting may take, unless it is given another limit.
    let timeLimit: Duration

    /// Waits until `find` finds something, which is asked at once and after every piece of output.
    ///
    /// - Parameters:
    ///   - awaited: What is waited for, in words.
    ///   - limit: How long it may take; nil stands for `timeLimit`.
    ///   - place: The line of the test, as `File.swift:12`.
    ///   - read: Takes what the program has written out of the channels.
    ///   - evidence: What the program has shown so far, for a failure.
    ///   - find: Looks for what is awaited; nil when it is not there.
    /// - Returns: What was found.
    /// - Throws: `WaitFailure` when the program ends first or the time limit passes;
    ///   `SystemCallError` when a channel is out of order.
    func wait<Found>(
        for awaited: String, limit: Duration?, place: String, read: () throws -> Void,
        evidence: () -> String, find: () -> Found?
    ) throws -> Found {
        let limit = limit ?? timeLimit
        let deadline = Deadline(after: limit)
        func failure(_ reason: WaitFailure.Reason) -> WaitFailure {
            WaitFailure(
                reason: reason, awaited: awaited, commandLine: commandLine, evidence: evidence(),
                place: place)
        }
        while true {
            if let found = find() { return found }
            if let ending = child.ending { throw failure(.ended(ending.status)) }
            guard try move(until: deadline, read) else { throw failure(.timeLimit(limit)) }
        }
    }

    /// Waits for the end of the program, and ends it when that takes too long.
    ///
    /// - Parameters:
    ///   - limit: How long it may take; nil stands for `timeLimit`.
    ///   - place: The line of the test, as `File.swift:12`.
    ///   - read: Takes what the program has written out of the channels.
    ///   - evidence: What the program has shown so far, for a failure.
    /// - Returns: How the program ended.
    /// - Throws: `WaitFailure` when the time limit passes; `SystemCallError` when a channel is out
    ///   of order.
    func waitForEnd(
        limit: Duration?, place: String, read: () throws -> Void, evidence: () -> String
    ) throws -> ChildProcess.Ending {
        do {
            return try wait(
                for: "the end of the program", limit: limit, place: place, read: read,
                evidence: evidence
            ) {
                child.ending
            }
        } catch let failure as WaitFailure {
            child.end()
            throw failure
        }
    }

    /// Waits until something can be moved, moves it, and says whether the deadline allowed it.
    private func move(until deadline: Deadline, _ read: () throws -> Void) throws -> Bool {
        let requests = channels.map(\.request) + [child.request]
        guard try Poll.wait(for: requests.compactMap { $0 }, until: deadline) else { return false }
        for channel in channels { try channel.writeQueued() }
        // The end is looked for before the reading, so that what the program wrote last is read.
        child.noticeEnd()
        try read()
        return true
    }
}
