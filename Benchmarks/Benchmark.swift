/// One row of the report, or several of a kind.
struct Benchmark: Sendable {
    /// What it is asked for by; `sync/polls` belongs to `sync`, and is run when that is asked for.
    let name: String
    let run: @Sendable (Workshop, Sizes) throws -> [Comparison]

    static let all = [
        Benchmark(name: "add", run: addAgainstSQLite),
        Benchmark(name: "task", run: addAgainstTaskwarrior),
        Benchmark(name: "count", run: countInOpenSession),
        Benchmark(name: "filter", run: filterAsOneProcess),
        Benchmark(name: "prompt", run: firstPrompt),
        Benchmark(name: "tab", run: completeTitle),
        Benchmark(name: "memory", run: peakMemory),
        Benchmark(name: "exchange/csv", run: readTable),
        Benchmark(name: "exchange/export", run: exportBooks),
        Benchmark(name: "exchange/import", run: importBooks),
        Benchmark(name: "sync/records", run: syncAgainstAnki),
        Benchmark(name: "sync/notices", run: seeElsewhere),
        Benchmark(name: "sync/polls", run: parkPolls),
    ]

    /// Whether it is what was asked for, or belongs to it.
    func answers(to asked: String) -> Bool {
        name == asked || name.hasPrefix("\(asked)/")
    }
}

/// How much is measured.
struct Sizes {
    /// Lines that add a book.
    let added: Int
    /// Tasks that Taskwarrior imports; their time counts times `added / tasks`.
    let tasks: Int
    /// Libraries with so many books, each with what one process may take at most, by SQLite's time.
    let libraries: [(books: Int, target: Double?)]
    /// How often each side of a comparison is measured.
    let runs: Int
    /// So many records are synchronised at once.
    let synchronised: [Int]
    /// Books in a file that is read or written.
    let exchanged: Int
    /// How often a change is waited for at another prompt.
    let notices: Int
    /// How many long polls the server has to hold.
    let polls: Int

    var largest: Int { libraries.map(\.books).max() ?? 0 }
    var mostSynchronised: Int { synchronised.max() ?? 0 }

    static let whole = Sizes(
        added: 100_000, tasks: 10_000,
        libraries: [(10_000, 1.5), (100_000, 3), (1_000_000, nil)], runs: 5,
        synchronised: [1, 100, 10_000], exchanged: 100_000, notices: 200, polls: 5_000)

    static let quick = Sizes(
        added: 10_000, tasks: 1_000,
        libraries: [(1_000, 1.5), (10_000, 1.5), (100_000, 3)], runs: 5,
        synchronised: [1, 100, 1_000], exchanged: 10_000, notices: 40, polls: 500)
}

extension Int {
    /// With its thousands apart: `100,000`.
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
