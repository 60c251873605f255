import TroveTesting

/// Measures the sync of records between two devices, against Anki's server and client.
///
/// Each measurement of `push` and `pull` uses a new account, and ends with a comparison of the
/// records on the second device. Both servers and both clients keep running.
func syncAgainstAnki(_ workshop: Workshop, _ sizes: Sizes) throws -> [Comparison] {
    workshop.note("sync: \(sizes.runs) runs of each")
    let records = (0..<sizes.mostSynchronised).map { SampleRecord(at: $0) }
    let file = try workshop.write(records.lazy.map { "\($0.row)\n" }, to: "sync-records.tsv")
    let folder = try workshop.emptyFolder("sync")
    let server = try SyncServer(store: "\(folder)/trove-server.db", in: workshop)
    let anki = try Peer("anki_peer", [file, "\(folder)/anki"], in: workshop)

    var number = 0
    var account: SyncAccount?
    /// Syncs records from one device to the other, with a new account.
    func share(_ count: Int) throws -> (pushed: Duration, pulled: Duration) {
        try account?.close()
        number += 1
        let new = try SyncAccount(number, server, in: workshop)
        account = new
        return try new.share(Array(records.prefix(count)), in: workshop)
    }
    // Warm up the caches.
    _ = try share(1)
    try anki.ask("push 1")

    var rows: [Comparison] = []
    for (count, target) in sizes.synchronised {
        let medians = try sideBySide(runs: sizes.runs) { side in
            switch side {
            case .ours: try share(count).pushed
            case .theirs: try anki.ask("push \(count)").duration()
            }
        }
        rows.append(
            Comparison(
                "push \(count.grouped) records, acknowledged", ours: medians.ours, "anki",
                medians.theirs, target: target))
    }
    let most = sizes.mostSynchronised
    let pulls = try sideBySide(runs: sizes.runs) { side in
        switch side {
        case .ours: try share(most).pulled
        case .theirs: try anki.ask("pull \(most)").duration()
        }
    }
    rows.append(
        Comparison(
            "pull \(most.grouped) records, durable", ours: pulls.ours, "anki", pulls.theirs,
            target: 0.4))

    guard let account else { return rows }
    let idle = try sideBySide(runs: sizes.runs) { side in
        switch side {
        case .ours: try account.idle()
        case .theirs: try anki.ask("idle").duration()
        }
    }
    rows.append(
        Comparison(
            "nothing to do, \(most.grouped) records there", ours: idle.ours, "anki", idle.theirs,
            target: 0.3))
    // Trove is controlled over pipes, Anki's client by function calls. With a single request to the
    // server that overhead dominates, so this row shows the time of the pipes too.
    var pipes: [Duration] = []
    let again = try sideBySide(runs: sizes.runs * 4) { side in
        switch side {
        case .ours:
            pipes.append(try account.first.duration(of: "echo"))
            return try account.first.duration(of: "sync")
        case .theirs: return try anki.ask("again").duration()
        }
    }
    rows.append(
        Comparison(
            "nothing to do, twice in a row (our pipes: \(pipes.median.short))", ours: again.ours,
            "anki", again.theirs, target: nil))
    try account.close()
    try server.stop()
    try anki.end()
    _ = try workshop.emptyFolder("sync")
    return rows
}
