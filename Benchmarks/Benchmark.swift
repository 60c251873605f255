/// One row of the report, or several of a kind.
struct Benchmark: Sendable {
    /// What it is asked for by.
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
    ]
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

    var largest: Int { libraries.map(\.books).max() ?? 0 }

    static let whole = Sizes(
        added: 100_000, tasks: 10_000,
        libraries: [(10_000, 1.5), (100_000, 3), (1_000_000, nil)], runs: 5)

    static let quick = Sizes(
        added: 10_000, tasks: 1_000,
        libraries: [(1_000, 1.5), (10_000, 1.5), (100_000, 3)], runs: 5)
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
