import TroveLoopback

/// Waits for a program's output or its end, up to a time limit.
///
/// Bytes move only during a wait. The two closures of a wait belong to the caller.
struct ProgramWait {
    let child: ChildProcess
    /// The channels to poll and write to while waiting.
    let channels: [ByteChannel]
    /// The command line, for failures.
    let commandLine: String
    /// The default time limit of one wait.
    let timeLimit: Duration

    /// Blocks until `find` returns a value; it is called at once and after every piece of output.
    ///
    /// - Parameters:
    ///   - awaited: What is awaited, in words.
    ///   - limit: The time limit; nil for `timeLimit`.
    ///   - place: The line of the test, as `File.swift:12`.
    ///   - read: Reads the program's output from the channels.
    ///   - evidence: The program's output so far, for a failure.
    ///   - find: Looks for what is awaited; nil if it is not there.
    /// - Returns: What was found.
    /// - Throws: `WaitFailure` when the program ends first or after the time limit;
    ///   `SystemCallError` when a channel fails.
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

    /// Waits for the end of the program, and kills it after the time limit.
    ///
    /// - Parameters:
    ///   - limit: The time limit; nil for `timeLimit`.
    ///   - place: The line of the test, as `File.swift:12`.
    ///   - read: Reads the program's output from the channels.
    ///   - evidence: The program's output so far, for a failure.
    /// - Returns: How the program ended.
    /// - Throws: `WaitFailure` after the time limit; `SystemCallError` when a channel fails.
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

    /// Waits until a channel is ready and moves its bytes. Returns false after the deadline.
    private func move(until deadline: Deadline, _ read: () throws -> Void) throws -> Bool {
        let requests = channels.map(\.request) + [child.request]
        guard try Poll.wait(for: requests.compactMap { $0 }, until: deadline) else { return false }
        for channel in channels { try channel.writeQueued() }
        // The end is checked before reading, so that the last output is read.
        child.noticeEnd()
        try read()
        return true
    }
}
