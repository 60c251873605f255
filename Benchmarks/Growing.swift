import Glibc
import TroveTesting

/// Measures what grows with the library at two sizes, one ten times the other.
///
/// A row shows the exponent of the growth: 1 if ten times the items cost ten times as much, 2 if
/// they cost a hundred times as much. The constant cost of a process is subtracted.
func growWithTheLibrary(_ workshop: Workshop, _ sizes: Sizes) throws -> [Comparison] {
    let meter = CostMeter(workshop)
    let (small, large) = (sizes.exchanged / 10, sizes.exchanged)
    workshop.note("growth: \(small.grouped) and \(large.grouped) books, in \(meter.unit)")
    var rows: [Comparison] = []
    for step in GrowthStep.all {
        let costs = try [small, large].map { try step.cost(of: $0, workshop, meter) }
        rows.append(
            growth("\(step.name), \(small.grouped) → \(large.grouped)", costs[0], costs[1]))
    }
    workshop.remove("growth.db")
    return rows
}

/// Measures the queue of a device that is offline, and the conflicts of two devices, at two sizes.
func growWithTheQueue(_ workshop: Workshop, _ sizes: Sizes) throws -> [Comparison] {
    let meter = CostMeter(workshop)
    let (small, large) = (sizes.exchanged / 200, sizes.exchanged / 20)
    workshop.note("growth: \(small.grouped) and \(large.grouped) conflicts, in \(meter.unit)")
    let folder = try workshop.emptyFolder("growth")
    let server = try SyncServer(store: "\(folder)/trove-server.db", in: workshop)
    var queues: [Cost] = []
    var changes: [Cost] = []
    var conflicts: [Cost] = []
    for (number, count) in [small, large].enumerated() {
        let library = try conflictingLibrary(of: count, user: number, server, workshop) { library in
            queues.append(try meter.cost("queue", library))
            let script = (1...count).map { "set 1 pages:\($0)" }.joined(separator: "\n")
            changes.append(try meter.cost(script, library))
        }
        conflicts.append(try meter.cost("conflicts", library))
    }
    try server.stop()
    _ = try workshop.emptyFolder("growth")
    let sizes = "\(small.grouped) → \(large.grouped)"
    return [
        growth("queue, \(sizes) operations", queues[0], queues[1]),
        growth("changes of one item, \(sizes) queued", changes[0], changes[1]),
        growth("conflicts, \(sizes)", conflicts[0], conflicts[1]),
    ]
}

/// Makes a library whose items are all in conflict with another device, and returns its path.
///
/// `whileQueued` gets the library while the changes wait in its queue.
private func conflictingLibrary(
    of count: Int, user: Int, _ server: SyncServer, _ workshop: Workshop,
    _ whileQueued: (String) throws -> Void
) throws -> String {
    let account = try SyncAccount(user, server, in: workshop)
    _ = try account.share((0..<count).map { SampleRecord(at: $0) }, in: workshop)
    for (device, genre) in [(account.first, "poetry"), (account.second, "travel")] {
        try device.run(["policy book update queue", "sync", "net off"])
        try device.run(["set 1-\(count) genre:\(genre) --yes"])
    }
    try whileQueued(account.second.library)
    for device in [account.first, account.second] { try device.run(["net auto", "sync"]) }
    try account.close()
    return account.second.library
}

private func growth(_ what: String, _ small: Cost, _ large: Cost) -> Comparison {
    Comparison(
        what: "growth of \(what): \(small.time.short) → \(large.time.short) ms",
        ours: "\(large.instructions.short) M", theirs: "\(small.instructions.short) M",
        reached: .exponent(log10(large.instructions / small.instructions)),
        target: .exponent(1.05))
}

/// A command whose cost is measured, and how its library is prepared.
private struct GrowthStep {
    let name: String
    /// The command, for a library with this many books.
    let command: @Sendable (Int) -> String
    /// The commands before it.
    let before: @Sendable (Int) -> [String]

    init(
        _ name: String, _ command: @escaping @Sendable (Int) -> String,
        after before: @escaping @Sendable (Int) -> [String] = { _ in [] }
    ) {
        self.name = name
        self.command = command
        self.before = before
    }

    static let all = [
        GrowthStep("list", { "list books limit:\($0)" }),
        GrowthStep("sorted list", { "list books sort:-rating,author limit:\($0)" }),
        GrowthStep("filter", { _ in "count title~ba pages>500" }),
        GrowthStep("find", { _ in "find ba" }),
        GrowthStep("stats", { _ in "stats" }),
        GrowthStep("export", { _ in "export - as:json" }),
        GrowthStep("delete", { "delete 1-\($0) --yes" }),
        GrowthStep("undo", { _ in "undo" }, after: { ["delete 1-\($0) --yes"] }),
        GrowthStep("redo", { _ in "redo" }, after: { ["delete 1-\($0) --yes", "undo"] }),
        GrowthStep("set", { "set 1-\($0) genre:poetry --yes" }),
        GrowthStep("log", { "log limit:\($0)" }),
        GrowthStep("snapshot save", { _ in "snapshot save all" }),
        GrowthStep(
            "snapshot restore", { _ in "snapshot restore all --yes" },
            after: { ["snapshot save all", "delete 1-\($0) --yes"] }),
        GrowthStep(
            "as-of", { _ in "as-of full count title~ba" },
            after: { ["mark full", "delete 1-\($0) --yes"] }),
        GrowthStep(
            "diff", { _ in "diff since:full" },
            after: { ["mark full", "set 1-\($0) genre:poetry --yes"] }),
        GrowthStep("check", { _ in "check" }),
    ]

    /// Returns the cost of the command in a copy of the library with this many books.
    func cost(of count: Int, _ workshop: Workshop, _ meter: CostMeter) throws -> Cost {
        let library = workshop.path("growth.db")
        workshop.remove("growth.db")
        try workshop.run(
            "rm -rf \"$2.snapshots\"; cp \"$1\" \"$2\"", try workshop.library(of: count), library)
        for command in before(count) {
            try workshop.trove.run(["--library", library, "-c", command]).requiring()
        }
        return try meter.cost(command(count), library)
    }
}

/// What a command costs as one process.
private struct Cost {
    /// In milliseconds.
    var time: Double
    /// In millions.
    var instructions: Double

    /// The cost beyond that of another command, always greater than zero.
    func beyond(_ other: Cost) -> Cost {
        Cost(
            time: max(0.001, time - other.time),
            instructions: max(0.001, instructions - other.instructions))
    }
}

/// Measures the cost of a command as one process.
private struct CostMeter {
    private let workshop: Workshop
    private let counter: Counter

    /// What counts the instructions.
    private enum Counter {
        case processor
        /// Many virtual machines do not have the processor's counters.
        case valgrind
    }

    init(_ workshop: Workshop) {
        self.workshop = workshop
        let run = try? workshop.run(
            "perf stat -x, -e instructions:u -o \"$1\" true", Self.path(workshop))
        counter = run != nil && Self.count(in: workshop) != nil ? .processor : .valgrind
    }

    /// What is measured.
    var unit: String {
        switch counter {
        case .processor: "millions of instructions, and time"
        case .valgrind: "millions of instructions, counted by valgrind, and time"
        }
    }

    /// Returns the cost of a command beyond that of a command without effect.
    func cost(_ command: String, _ library: String) throws -> Cost {
        try whole(command, library).beyond(whole("echo", library))
    }

    private func whole(_ command: String, _ library: String) throws -> Cost {
        let words = [workshop.trove.path, library, command]
        guard counter == .processor else {
            // The command may change the library.
            let copy = workshop.path("counted.db")
            defer {
                workshop.remove("counted.db")
                _ = try? workshop.run("rm -rf \"$1.snapshots\"", copy)
            }
            try workshop.run(
                """
                cp "$1" "$2"
                [ ! -e "$1-wal" ] || cp "$1-wal" "$2-wal"
                [ ! -e "$1.snapshots" ] || cp -r "$1.snapshots" "$2.snapshots"
                """, library, copy)
            let count = try workshop.instructions(of: [words[0], "--library", copy, "-c", command])
            let time = try workshop.duration(
                "\"$1\" --library \"$2\" -c \"$3\" >/dev/null", words[0], words[1], words[2])
            return Cost(time: time.milliseconds, instructions: count)
        }
        let time = try workshop.duration(
            "perf stat -x, -e instructions:u -o \"$4\" \"$1\" --library \"$2\" -c \"$3\" >/dev/null",
            words[0], words[1], words[2], Self.path(workshop))
        guard let count = Self.count(in: workshop) else {
            throw AnswersDiffer(answers: ["perf counted no instructions"])
        }
        return Cost(time: time.milliseconds, instructions: Double(count) / 1e6)
    }

    private static func path(_ workshop: Workshop) -> String { workshop.path("instructions.csv") }

    /// Returns the instructions that `perf` wrote; nil without a count.
    private static func count(in workshop: Workshop) -> Int? {
        let text = try? workshop.run("cat \"$1\"; rm -f \"$1\"", path(workshop)).text
        return text?.split(separator: "\n").first { $0.contains("instructions") }
            .flatMap { $0.split(separator: ",").first }.flatMap { Int($0) }
    }
}
