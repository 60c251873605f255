import TroveTesting

/// Counts the instructions of commands as one process, against those of SQLite's shell. Unlike
/// times, they hardly change from run to run.
func countInstructions(_ workshop: Workshop, _ sizes: Sizes) throws -> [Comparison] {
    let trove = workshop.trove.path
    var rows: [Comparison] = []
    /// Adds a row for two command lines, with their input files.
    func compare(
        _ what: String, _ ours: [String], from script: String = "/dev/null", _ theirs: [String],
        from statements: String = "/dev/null"
    ) throws {
        workshop.note("instructions: \(what)")
        let counts = try [
            workshop.instructions(of: [trove] + ours, input: script),
            workshop.instructions(of: ["sqlite3"] + theirs, input: statements),
        ]
        rows.append(
            Comparison(
                what: "instructions: \(what)", ours: "\(counts[0].short) M",
                theirs: "sqlite3 \(counts[1].short) M", reached: .times(counts[0] / counts[1]),
                target: nil))
    }

    try compare("--version", ["--version"], [":memory:", "SELECT 1"])
    try compare("echo x", ["--ephemeral", "-c", "echo x"], [":memory:", "SELECT 1"])
    for (books, _) in sizes.libraries {
        let library = try workshop.library(of: books)
        try compare(
            "a filter, \(books.grouped) books", ["--library", library, "-c", filterCommand],
            [library, filterStatement])
    }
    let library = try workshop.library(of: sizes.exchanged)
    let file = workshop.path("counted.csv")
    try compare(
        "export of \(sizes.exchanged.grouped) books",
        ["--library", library, "-c", "export \(file) books --yes"],
        ["-csv", "-cmd", ".output \(file)", library, exportStatement])

    // Under valgrind, more would take minutes.
    let added = sizes.added / 10
    let books = (0..<added).lazy.map { SampleBook(at: $0) }
    let script = try workshop.write(books.map(\.command), to: "add.trove")
    let statements = try workshop.write(
        [[tableOfBooks], books.map(\.statement), ["COMMIT;\n"]].joined(), to: "add.sql")
    for name in ["new.db", "theirs.db"] { workshop.remove(name) }
    try compare(
        "\(added.grouped) lines that add a book", ["--library", workshop.path("new.db")],
        from: script, [workshop.path("theirs.db")], from: statements)
    for name in ["new.db", "theirs.db", "add.trove", "add.sql", "counted.csv"] {
        workshop.remove(name)
    }
    return rows
}

extension Workshop {
    /// Returns the instructions of a command, in millions, as valgrind counts them.
    ///
    /// - Parameters:
    ///   - words: The program and its arguments.
    ///   - input: The path of its standard input.
    /// - Returns: The instructions of all its threads.
    /// - Throws: An error if the command fails, or valgrind is missing.
    func instructions(of words: [String], input: String = "/dev/null") throws -> Double {
        let log = path("instructions.log")
        defer { remove("instructions.log") }
        try run(
            """
            log=$1; input=$2; shift 2
            valgrind --tool=callgrind --callgrind-out-file=/dev/null --log-file="$log" "$@" \
            <"$input" >/dev/null 2>&1
            """, words: [log, input] + words)
        let text = try run("cat \"$1\"", log).text
        let count = text.split(separator: "\n").first { $0.contains("Collected") }
            .flatMap { $0.split(separator: " ").last }.flatMap { Double($0) }
        guard let count else { throw AnswersDiffer(answers: [text]) }
        return count / 1e6
    }
}
