import TroveTesting

/// Measures a count in an open session, against SQLite with a table in memory.
///
/// Both run over pipes; the time is from the request to its answer.
func countInOpenSession(_ workshop: Workshop, _ sizes: Sizes) throws -> [Comparison] {
    let path = try workshop.library(of: sizes.largest)
    workshop.note("count: loading both")
    let trove = try workshop.trove.start(["--library", path])
    // `stdbuf` makes SQLite's shell flush every line to the pipe.
    let sqlite = try ProgramUnderTest("stdbuf", scratch: workshop.sqlite.scratch)
        .start(["-oL", "sqlite3", ":memory:"])
    try sqlite.write(
        "ATTACH '\(path)' AS f; CREATE TABLE book AS SELECT * FROM f.book; DETACH f;\n")

    func ask(_ side: Side) throws -> (answer: String, duration: Duration) {
        let program = side == .ours ? trove : sqlite
        let question =
            side == .ours
            ? "count book state=reading\n"
            : "SELECT count(*) FROM book WHERE state = 'reading';\n"
        var answer = ""
        let duration = try duration {
            try program.write(question)
            answer = try program.read(until: "\n", timeLimit: .seconds(300))
        }
        return (answer, duration)
    }
    // The first answers wait for the data to load.
    let answers = try Side.allCases.map { try ask($0).answer }
    guard answers[0] == answers[1] else { throw AnswersDiffer(answers: answers) }
    let medians = try sideBySide(runs: sizes.runs * 4) { try ask($0).duration }
    return [
        Comparison(
            "count state=reading, open session, \(sizes.largest.grouped) books",
            ours: medians.ours, "sqlite3 :memory:", medians.theirs, target: 0.1)
    ]
}

let filterCommand = "filter state=reading genre=sci-fi limit:20"
/// The same for SQLite.
let filterStatement = """
    SELECT number, title, author, genre, pages, page, state, rating FROM book
    WHERE state = 'reading' AND genre = 'sci-fi' LIMIT 20
    """

/// Measures a listing as one process, against SQLite on the same file.
func filterAsOneProcess(_ workshop: Workshop, _ sizes: Sizes) throws -> [Comparison] {
    try sizes.libraries.map { books, target in
        let path = try workshop.library(of: books)
        workshop.note("filter: \(books.grouped) books")
        let medians = try sideBySide(runs: sizes.runs * 4) {
            side in
            let run =
                switch side {
                case .ours: try workshop.trove.run(["--library", path, "-c", filterCommand])
                case .theirs: try workshop.sqlite.run([path, filterStatement])
                }
            return try run.requiring().duration
        }
        return Comparison(
            "filter state=reading genre=sci-fi, one process, \(books.grouped)", ours: medians.ours,
            "sqlite3", medians.theirs, target: target)
    }
}

/// The two programs gave different answers, so their times cannot be compared.
struct AnswersDiffer: Error {
    let answers: [String]
}
