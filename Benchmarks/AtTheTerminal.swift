import TroveTesting

/// Measures the time from the start of the program to its prompt.
func firstPrompt(_ workshop: Workshop, _ sizes: Sizes) throws -> [Comparison] {
    try sizes.libraries.map { books, _ in
        let path = try workshop.library(of: books)
        workshop.note("prompt: \(books.grouped) books")
        let medians = try sideBySide(runs: sizes.runs * 4) { side in
            var session: TerminalSession?
            let duration = try duration {
                let opened =
                    switch side {
                    case .ours: try workshop.trove.openTerminal(["--library", path])
                    case .theirs: try workshop.sqlite.openTerminal([path])
                    }
                session = opened
                try opened.waitUntil("the prompt", timeLimit: .seconds(10)) {
                    let line = $0.textBeforeCursor
                    return line.hasPrefix(side == .ours ? "trove" : "sqlite")
                        && line.hasSuffix("> ")
                }
            }
            session?.send(.terminate)
            _ = try session?.waitForExit(timeLimit: .seconds(10))
            return duration
        }
        return Comparison(
            "first prompt on a terminal, \(books.grouped) books", ours: medians.ours, "sqlite3",
            medians.theirs, target: 1.5)
    }
}

/// Measures the peak memory of a terminal session that has loaded everything and can complete
/// titles, against the size of the same books as CSV.
func peakMemory(_ workshop: Workshop, _ sizes: Sizes) throws -> [Comparison] {
    let session = try openLibrary(workshop, sizes)
    for command in ["count book state=reading", "count book note~zzz", "filter author~zzz"] {
        try session.enter(command)
        ProcessFigures(identifier: session.processIdentifier).waitUntilIdle()
    }
    guard let peak = ProcessFigures(identifier: session.processIdentifier).peakMemory else {
        throw AnswersDiffer(answers: ["no VmHWM for process \(session.processIdentifier)"])
    }
    let csv = try workshop.run(
        """
        sqlite3 -header -csv "$1" "SELECT number, title, author, genre, pages, page, state, rating, \
        note FROM book" | wc -c
        """, try workshop.library(of: sizes.largest))
    guard let size = csv.lines.first.flatMap({ Double($0) }) else {
        throw AnswersDiffer(answers: [csv.text])
    }
    return [
        Comparison(
            what: "peak memory, \(sizes.largest.grouped) books open",
            ours: "\((Double(peak) / 1e6).short) MB", theirs: "CSV \((size / 1e6).short) MB",
            reached: .times(Double(peak) / size), target: .times(1.3))
    ]
}

/// Opens a terminal session on the largest library, and waits until it has loaded it and is idle.
func openLibrary(_ workshop: Workshop, _ sizes: Sizes) throws -> TerminalSession {
    let path = try workshop.library(of: sizes.largest)
    workshop.note("loading \(sizes.largest.grouped) books")
    let session = try workshop.trove.openTerminal(["--library", path])
    try session.waitUntil(cursorFollows: "> ", timeLimit: .seconds(10))
    // The library loads while the user does not type; the next prompt shows the number of items.
    ProcessFigures(identifier: session.processIdentifier).waitUntilIdle()
    try session.enter("count book")
    try session.waitUntil(shows: "\(sizes.largest)", timeLimit: .seconds(10))
    try session.waitUntil(cursorFollows: "> ", timeLimit: .seconds(10))
    ProcessFigures(identifier: session.processIdentifier).waitUntilIdle()
    return session
}

/// Measures the time from an action to the last of its output.
func answer(
    of session: TerminalSession, to action: () throws -> Void
) throws -> Duration {
    let clock = ContinuousClock()
    var seen = session.output.count
    let start = clock.now
    try action()
    try session.waitUntil("an answer", timeLimit: .seconds(10)) { _ in session.output.count > seen }
    // More output may follow, so the answer ends only after a long silence.
    while true {
        let latest = clock.now
        seen = session.output.count
        do {
            try session.waitUntil("more", timeLimit: .milliseconds(15)) { _ in
                session.output.count > seen
            }
        } catch is WaitFailure {
            return start.duration(to: latest)
        }
    }
}
