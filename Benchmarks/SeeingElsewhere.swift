import TroveTesting

/// Measures the time from Enter on one device until another one, at its prompt, shows a notice of
/// the change.
func seeElsewhere(_ workshop: Workshop, _ sizes: Sizes) throws -> [Comparison] {
    workshop.note("sync: \(sizes.notices) changes seen at another prompt")
    let folder = try workshop.emptyFolder("sync")
    let server = try SyncServer(store: "\(folder)/trove-server.db", in: workshop)
    let account = try SyncAccount(1, server, in: workshop)
    // Over pipes the program asks for no password; the terminals start with logged-in devices.
    try account.close()
    let here = try account.first.openTerminal()
    let there = try account.second.openTerminal()

    var durations: [Duration] = []
    for number in 1...sizes.notices {
        // Late output about the previous change must not count as the answer to this one.
        for session in [here, there] { try session.waitUntilQuiet() }
        let command = "add gem Stone\(number)"
        try here.type(command)
        try here.waitUntil(cursorFollows: command)
        let seen = there.output.count
        durations.append(
            try duration {
                try here.press(.enter)
                // The prompt is shown again below the notice.
                try there.waitUntil("a notice", timeLimit: .seconds(10)) {
                    there.output[seen...].contains(UInt8(ascii: "\n"))
                        && $0.textBeforeCursor.hasSuffix("> ")
                }
            })
    }
    // The notice alone does not prove that the change has arrived.
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
    /// Opens the device's library in a terminal, and waits for the prompt. The device must be
    /// closed.
    fileprivate func openTerminal() throws -> TerminalSession {
        let session = try trove.openTerminal(["--library", library])
        try session.waitUntil(cursorFollows: "> ", timeLimit: .seconds(10))
        return session
    }
}

extension TerminalSession {
    /// Waits until the program has been silent for longer than it collects notices.
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
