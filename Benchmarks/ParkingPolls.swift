import TroveTesting

/// Measures many devices that wait for changes at once: the server's memory, and how quickly one of
/// them and all of them are answered.
func parkPolls(_ workshop: Workshop, _ sizes: Sizes) throws -> [Comparison] {
    let accounts = (sizes.polls + pollsPerAccount - 1) / pollsPerAccount
    let kept = try keptAccounts(accounts, workshop)
    let folder = try workshop.emptyFolder("server")
    let store = "\(folder)/trove-server.db"
    try workshop.run("cp \"$1\" \"$2\"", "\(kept).db", store)
    let server = try SyncServer(store: store, in: workshop)
    let devices = try LoadClient(server.address, accounts: "\(kept).txt", in: workshop)
    let empty = server.figures.memory

    workshop.note("server: parking \(sizes.polls) polls")
    try devices.ask("park \(sizes.polls) \(pollsPerAccount)")
    server.figures.waitUntilIdle()
    let answered = try devices.ask("answered").number("answered")
    let memory = server.figures.memory
    guard let empty, let memory, answered == 0 else {
        throw AnswersDiffer(answers: ["\(answered) of \(sizes.polls) polls were not parked"])
    }
    let wakes = try (0..<20).map { _ in try devices.ask("wake").duration() }
    let all = try devices.ask("wake-all")
    let peak = server.figures.peakMemory ?? 0
    try devices.end()
    try server.stop()
    let polls = sizes.polls.grouped
    return [
        Comparison(
            what: "server memory, \(polls) parked polls",
            ours: "\((Double(memory) / 1e6).short) MB",
            theirs: "without \((Double(empty) / 1e6).short) MB",
            reached: .megabytes(Double(memory) / 1e6), target: .megabytes(150)),
        Comparison(
            what: "one of them woken, from the push, median of \(wakes.count)",
            ours: wakes.median.short, theirs: "longest \(wakes.percentile(100).short)",
            reached: .milliseconds(wakes.median.milliseconds), target: .milliseconds(5)),
        Comparison(
            what: "all of them woken, by pushes of \(accounts.grouped) users",
            ours: try all.duration().short, theirs: "memory \((Double(peak) / 1e6).short) MB",
            reached: .milliseconds(try all.duration().milliseconds), target: .milliseconds(2000)),
    ]
}

/// The most parked polls of one user on the server.
private let pollsPerAccount = 4

/// Returns the path, without its suffix, of a server's store with this many accounts and of the
/// list of their tokens. Signs up missing accounts in the usual way, which takes a few minutes the
/// first time because password hashing is deliberately slow.
private func keptAccounts(_ count: Int, _ workshop: Workshop) throws -> String {
    let kept = workshop.path("accounts-2-\(count)")
    guard try workshop.shell.run(["-c", "test -e \"$1.db\"", "sh", kept]).status != .success else {
        return kept
    }
    workshop.note("signing up \(count) users")
    let folder = try workshop.emptyFolder("server")
    let store = "\(folder)/trove-server.db"
    let server = try SyncServer(store: store, in: workshop)
    try workshop.run("rm -f \"$1.txt\"", kept)
    let devices = try LoadClient(server.address, accounts: "\(kept).txt", in: workshop)
    try devices.ask("sign-up \(count)")
    try devices.end()
    try server.stop()
    // The server leaves its log in place, where the next start reads it.
    try workshop.run(
        "sqlite3 \"$1\" 'PRAGMA wal_checkpoint(TRUNCATE)' >/dev/null && mv \"$1\" \"$2.db\"", store,
        kept)
    return kept
}
