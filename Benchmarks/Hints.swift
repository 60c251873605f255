import TroveTesting

/// Measures Tab and the suggestion after the line in a library that is loaded, as the processor
/// time of one key: its echo, its highlights, the answer and the drawing. A key is also measured
/// without suggestions: its echo and its highlights. Then Tab while the library is being loaded, as
/// the time until its answer is on the screen. A program in C that only echoes keys shows how much
/// of a key's time is the system's.
func hintWhileTyping(_ workshop: Workshop, _ sizes: Sizes) throws -> [Comparison] {
    let session = try openLibrary(workshop, sizes)
    var random = SeededRandom(seed: 1)
    var rows: [Comparison] = []
    for hint in Hint.allCases {
        workshop.note("\(hint.rawValue): 200 times")
        if hint == .key {
            try session.enter("settings suggestions off")
            try session.waitUntil(cursorFollows: "> ", timeLimit: .seconds(10))
        }
        var durations: [Duration] = []
        for _ in 0..<200 {
            let book = SampleBook(at: .random(in: 0..<sizes.largest, using: &random))
            durations.append(
                try processorTime(
                    in: session, of: hint.key, after: hint.line(for: book, using: &random)))
        }
        let target = hint == .key ? 0.2 : 0.5
        rows.append(
            Comparison(
                what: "\(hint.rawValue), \(sizes.largest.grouped) titles, 99th percentile",
                ours: durations.percentile(99).short, theirs: "median \(durations.median.short)",
                reached: .milliseconds(durations.percentile(99).milliseconds),
                target: .milliseconds(target)))
    }
    // The setting is kept for the sessions that follow.
    try session.enter("settings suggestions on")
    try session.waitUntil(cursorFollows: "> ", timeLimit: .seconds(10))
    rows.append(try echoedKey(workshop))
    return try rows
        + [.title, .words, .inside].map { try completeWhileLoading($0, workshop, sizes) }
}

/// What is asked for, and what the report calls it.
private enum Hint: String, CaseIterable {
    case title = "Tab on a title"
    case words = "Tab on words of a title"
    case inside = "Tab inside of titles"
    case author = "Tab on an author"
    case suggestion = "a suggestion of a title"
    case suggestedValue = "a key in a comparison, and its suggestion"
    case key = "a key in a comparison, without suggestions"

    /// The key that is measured.
    var key: Key? {
        switch self {
        case .title, .words, .inside, .author: .tab
        case .suggestion, .suggestedValue, .key: nil
        }
    }

    /// Returns a line to type; without a key, its last character is measured.
    func line(for book: SampleBook, using random: inout SeededRandom) -> String {
        let words = book.title.split(separator: " ")
        let last = words.last ?? ""
        switch self {
        case .title, .suggestion:
            let length = Int.random(in: min(5, book.title.count)...book.title.count, using: &random)
            return "show \"" + book.title.prefix(length)
        case .words:
            return "show \"" + words.suffix(2).map { $0.prefix(3) }.joined(separator: " ")
        case .inside:
            return "show \"" + last.dropFirst().prefix(.random(in: 2...4, using: &random))
        case .author:
            return "list author=\"" + book.author.prefix(.random(in: 1...6, using: &random))
        case .suggestedValue, .key:
            return "list genre=\(book.genre) author=\"" + book.author
        }
    }
}

/// Returns the processor time of a key at the end of a line, or of the line's last character.
private func processorTime(
    in session: TerminalSession, of key: Key?, after line: String
) throws -> Duration {
    let process = ProcessFigures(identifier: session.processIdentifier)
    let typed = key == nil ? String(line.dropLast()) : line
    try session.type(typed)
    try session.waitUntil(cursorFollows: typed, timeLimit: .seconds(10))
    try silence(of: session)
    guard let start = process.processorTime else { return .zero }
    if let key { try session.press(key) } else { try session.type(String(line.suffix(1))) }
    try silence(of: session)
    let end = process.processorTime ?? start
    try session.press(.escape, .ctrl("e"), .ctrl("u"))
    try session.waitUntil(cursorFollows: "> ", timeLimit: .seconds(10))
    return end - start
}

/// Measures the same key as `Hint.key` in a program that only echoes it.
private func echoedKey(_ workshop: Workshop) throws -> Comparison {
    workshop.note("a key that is only echoed: 200 times")
    let session = try workshop.programOfItsOwn(workshop.path("programs/echo")).openTerminal()
    try session.waitUntil(cursorFollows: "> ", timeLimit: .seconds(10))
    var random = SeededRandom(seed: 1)
    let durations = try (0..<200).map { index in
        let line = Hint.key.line(for: SampleBook(at: index), using: &random)
        return try processorTime(in: session, of: nil, after: line)
    }
    session.send(.terminate)
    _ = try session.waitForExit(timeLimit: .seconds(10))
    return Comparison(
        what: "a key that a program in C echoes, 99th percentile",
        ours: durations.percentile(99).short, theirs: "median \(durations.median.short)",
        reached: .milliseconds(durations.percentile(99).milliseconds), target: nil)
}

/// Waits until the program has written nothing for longer than it waits with a suggestion.
private func silence(of session: TerminalSession) throws {
    while true {
        let seen = session.output.count
        do {
            try session.waitUntil("more", timeLimit: .milliseconds(60)) { _ in
                session.output.count > seen
            }
        } catch is WaitFailure {
            return
        }
    }
}

/// Measures Tab while the library is loaded in the background.
private func completeWhileLoading(
    _ hint: Hint, _ workshop: Workshop, _ sizes: Sizes
) throws -> Comparison {
    let path = try workshop.library(of: sizes.largest)
    workshop.note("\(hint.rawValue) while loading: 200 times")
    var random = SeededRandom(seed: 2)
    var durations: [Duration] = []
    for _ in 0..<10 {
        let session = try workshop.trove.openTerminal(["--library", path])
        try session.waitUntil(cursorFollows: "> ", timeLimit: .seconds(10))
        for _ in 0..<20 {
            let book = SampleBook(at: .random(in: 0..<sizes.largest, using: &random))
            let typed = hint.line(for: book, using: &random)
            try session.type(typed)
            try session.waitUntil(cursorFollows: typed, timeLimit: .seconds(10))
            durations.append(try answer(of: session) { try session.press(.tab) })
            try session.press(.escape, .ctrl("e"), .ctrl("u"))
            try session.waitUntil(cursorFollows: "> ", timeLimit: .seconds(10))
        }
        session.send(.terminate)
        _ = try session.waitForExit(timeLimit: .seconds(10))
    }
    return Comparison(
        what: "\(hint.rawValue), while \(sizes.largest.grouped) are loaded, 99th percentile",
        ours: durations.percentile(99).short, theirs: "median \(durations.median.short)",
        reached: .milliseconds(durations.percentile(99).milliseconds), target: .milliseconds(2))
}
