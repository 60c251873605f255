import TroveTesting

/// From the Enter of a command on one device until another one, at its prompt, says that something
/// has changed.
func seeElsewhere(_ workshop: Workshop, _ sizes: Sizes) throws -> [Comparison] {
    workshop.note("sync: \(sizes.notices) changes seen at another prompt")
    let folder = try workshop.emptyFolder("sync")
    let server = try SyncServer(store: "\(folder)/trove-server.db", in: workshop)
    let account = try SyncAccount(1, server, in: workshop)
    // Over pipes nobody is asked for a password; the terminals find the devices logged in.
    try account.close()
    let here = try account.first.openTerminal()
    let there = try account.second.openTerminal()

    var durations: [Duration] = []
    for number in 1...sizes.notices {
        // What is still to be said about the last one is not the answer to this one.
        for session in [here, there] { try session.waitUntilQuiet() }
        let command = "add gem Stone\(number)"
        try here.type(command)
        try here.waitUntil(cursorFollows: command)
        let seen = there.output.count
        durations.append(
            try duration {
                try here.press(.enter)
                // The prompt comes again below the line that says it.
                try there.waitUntil("a notice", timeLimit: .seconds(10)) {
                    there.output[seen...].contains(UInt8(ascii: "\n"))
                        && $0.textBeforeCursor.hasSuffix("> ")
                }
            })
    }
    // That something was said does not mean that it was there.
    try there.waitUntilQuiet()
    try there.enter("count gem")
    try there.waitUntil(shows: "\n\(sizes.notices)\n")

    for session in [here, there] {
        session.send(.terminate)
        try session.waitForExit(timeLimit: .seconds(10))
    }
    try server.stop()
    return [(50, "median", 30.0), (99, "99th percentile", 150.0)].map { percent, name, target in
        Comparison(
            what: "a change at another's prompt, \(name) of \(sizes.notices)",
            ours: durations.percentile(percent).short,
            theirs: "longest \(durations.percentile(100).short)",
            reached: .milliseconds(durations.percentile(percent).milliseconds),
            target: .milliseconds(target))
    }
}

extension SyncDevice {
    /// Opens its library in a terminal, and waits for the prompt; it has to be closed before.
    fileprivate func openTerminal() throws -> TerminalSession {
        let session = try trove.openTerminal(["--library", library])
        try session.waitUntil(cursorFollows: "> ", timeLimit: .seconds(10))
        return session
    }
}

extension TerminalSession {
    /// Waits until the program has said nothing for longer than it gathers notices.
    fileprivate func waitUntilQuiet() throws {
        while true {
            let seen = output.count
            do {
                try waitUntil("more", timeLimit: .milliseconds(400)) { _ in output.count > seen }
            } catch let failure as WaitFailure {
                guard case .timeLimit = failure.reason else { throw failure }
                return
            }
        }
    }
}
