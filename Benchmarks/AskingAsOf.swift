import Glibc
import TroveTesting

/// Measures questions about the library a day ago against the same questions about now.
///
/// The library has as many changes as items, all of them a week old, and 1,000 changes of today:
/// half of them edit items, the others delete and add some.
func askAsOfYesterday(_ workshop: Workshop, _ sizes: Sizes) throws -> [Comparison] {
    let books = sizes.largest
    let path = workshop.path("as-of.db")
    try prepareDay(in: path, workshop, books)
    defer { workshop.remove("as-of.db") }
    // The item is one of those that were edited.
    let item = 402 * (books / 1000)
    return try ["count state=reading", "list sort:title limit:20", "show \(item)"].flatMap {
        question in
        try [
            asOfAsOneProcess(question, path, workshop, sizes),
            asOfInOpenSession(question, path, workshop, sizes),
        ]
    }
}

/// The time of the changes, and a day before it.
private let (now, dayBefore) = ("2026-11-20T12:00", "2026-11-19T12:00")

private func prepareDay(in path: String, _ workshop: Workshop, _ books: Int) throws {
    workshop.note("as-of: a day with 1,000 changes in a library of \(books.grouped) books")
    workshop.remove("as-of.db")
    try workshop.run("cp \"$1\" \"$2\"", try workshop.library(of: books), path)
    try workshop.run(
        "sqlite3 \"$1\" 'UPDATE changes SET at = 1794571200000' >/dev/null", path)
    let step = books / 1000
    let script = (1...1000).map { number in
        let item = number * step
        return switch number % 4 {
        case 0: "delete \(item) --yes\n"
        case 1: "add book \"Added \(number)\"\n"
        default: "set \(item) note:\"note \(number)\"\n"
        }
    }
    let day = try workshop.write(script, to: "day.trove")
    try workshop.run(
        "TROVE_NOW=\(now) \"$1\" --library \"$2\" <\"$3\" >/dev/null", workshop.trove.path, path,
        day)
}

private func asOfAsOneProcess(
    _ question: String, _ path: String, _ workshop: Workshop, _ sizes: Sizes
) throws -> Comparison {
    var trove = workshop.trove
    trove.environment["TROVE_NOW"] = now
    let medians = try sideBySide(runs: sizes.runs) { side in
        let prefix = side == .ours ? "as-of \(dayBefore) " : ""
        return try trove.run(["--library", path, "-c", prefix + question]).requiring().duration
    }
    return comparison(question, "one process", medians, sizes)
}

private func asOfInOpenSession(
    _ question: String, _ path: String, _ workshop: Workshop, _ sizes: Sizes
) throws -> Comparison {
    var program = workshop.trove
    program.environment["TROVE_NOW"] = now
    let trove = try program.start(["--library", path])
    func ask(_ question: String) throws -> Duration {
        try duration {
            try trove.write(question + "\necho end\n")
            _ = try trove.read(until: "end\n", timeLimit: .seconds(300))
        }
    }
    // The first answer waits for the data to load.
    _ = try ask(question)
    _ = try ask("count")
    let medians = try sideBySide(runs: sizes.runs * 4) { side in
        try ask(side == .ours ? "as-of \(dayBefore) " + question : question)
    }
    return comparison(question, "open session", medians, sizes)
}

private func comparison(
    _ question: String, _ place: String, _ medians: (ours: Duration, theirs: Duration),
    _ sizes: Sizes
) -> Comparison {
    Comparison(
        "as-of a day ago: \(question), \(place), \(sizes.largest.grouped)", ours: medians.ours,
        "now", medians.theirs, target: 2)
}
