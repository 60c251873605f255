/// A benchmark, which produces one or more rows of the report.
struct Benchmark: Sendable {
    /// The name to select it by; selecting `sync` also runs `sync/notices`.
    let name: String
    let run: @Sendable (Workshop, Sizes) throws -> [Comparison]

    static let all = [
        Benchmark(name: "add", run: addAgainstSQLite),
        Benchmark(name: "start", run: start),
        Benchmark(name: "task", run: addAgainstTaskwarrior),
        Benchmark(name: "count", run: countInOpenSession),
        Benchmark(name: "filter", run: filterAsOneProcess),
        Benchmark(name: "as-of", run: askAsOfYesterday),
        Benchmark(name: "prompt", run: firstPrompt),
        Benchmark(name: "tab", run: hintWhileTyping),
        Benchmark(name: "memory", run: peakMemory),
        Benchmark(name: "exchange/csv", run: readTable),
        Benchmark(name: "exchange/export", run: exportBooks),
        Benchmark(name: "exchange/import", run: importBooks),
        Benchmark(name: "exchange/update", run: updateBooks),
        Benchmark(name: "exchange/undo", run: undoImport),
        Benchmark(name: "instructions", run: countInstructions),
        Benchmark(name: "growth/library", run: growWithTheLibrary),
        Benchmark(name: "growth/queue", run: growWithTheQueue),
        Benchmark(name: "sync/records", run: syncAgainstAnki),
        Benchmark(name: "sync/notices", run: seeElsewhere),
        Benchmark(name: "server/push", run: pushToServer),
        Benchmark(name: "server/pull", run: pullFromServer),
        Benchmark(name: "server/hello", run: greetServer),
        Benchmark(name: "server/polls", run: parkPolls),
        Benchmark(name: "server/slow", run: answerBesideSlowClients),
    ]

    /// Returns whether the selected name is this benchmark's or its group's.
    func answers(to asked: String) -> Bool {
        name == asked || name.hasPrefix("\(asked)/")
    }
}

/// The sizes of the measurements.
struct Sizes {
    /// Commands that add a book.
    let added: Int
    /// Tasks that Taskwarrior imports; its time is multiplied by `added / tasks`.
    let tasks: Int
    /// The sizes of the libraries, each with the highest acceptable ratio to SQLite's time for one
    /// process.
    let libraries: [(books: Int, target: Double?)]
    /// The number of measurements of each side.
    let runs: Int
    /// The numbers of records to sync at once, each with the highest acceptable ratio to Anki's
    /// time.
    let synchronised: [(count: Int, target: Double)]
    /// Books in a file that is read or written.
    let exchanged: Int
    /// The number of changes that are awaited at another prompt.
    let notices: Int
    /// The number of parked long polls.
    let polls: Int
    /// How long each measurement of a server's rate takes, in seconds.
    let rated: Double

    var largest: Int { libraries.map(\.books).max() ?? 0 }
    var mostSynchronised: Int { synchronised.map(\.count).max() ?? 0 }

    static let whole = Sizes(
        added: 100_000, tasks: 10_000,
        libraries: [(10_000, 1.3), (100_000, 1.3), (1_000_000, 1.3)], runs: 5,
        synchronised: [(1, 0.4), (100, 0.5), (10_000, 0.6)], exchanged: 100_000, notices: 200,
        polls: 10_000, rated: 2)

    static let quick = Sizes(
        added: 10_000, tasks: 1_000,
        libraries: [(1_000, 1.3), (10_000, 1.3), (100_000, 1.3)], runs: 5,
        synchronised: [(1, 0.4), (100, 0.5), (1_000, 0.6)], exchanged: 10_000, notices: 40,
        polls: 1_000, rated: 0.5)
}

extension Int {
    /// The number with thousands separators: `100,000`.
    var grouped: String {
        var digits = Array(String(self))
        var place = digits.count - 3
        while place > 0 {
            digits.insert(",", at: place)
            place -= 3
        }
        return String(digits)
    }
}
