import TroveCodecs
import TroveTesting

/// A device under load: a `trove` that receives commands on standard input, may be killed at any
/// moment, and is checked against its output.
///
/// The output is in `--output jsonl`, with errors in between: an object for each changed item, and
/// an error with its line number for each failed command, in the order of the commands.
final class CampaignDevice {
    /// A command whose outcome is not yet known.
    private struct Sent {
        let line: Int
        let title: String
        let effect: Expectation.Effect
        let isAsked: Bool
    }

    let name: String
    let trove: Trove
    /// Whether its kinds' rules require the server's consent for books and for changes of gems.
    let isAsking: Bool
    /// The expected states of the items that this device has added, by title.
    private(set) var things: [String: Expectation] = [:]
    /// The values that this device has tried to write into shared items, by title.
    private(set) var shared: [String: Set<String>] = [:]
    /// Wrong output of the device.
    private(set) var mistakes: [String] = []
    private(set) var acknowledged = 0
    private(set) var failed = 0
    private(set) var unknown = 0

    private var program: RunningProgram?
    /// The length of the output that was examined.
    private var position = 0
    private var line = 0
    private var sent: [Sent] = []
    /// The outcomes of failed commands, by line.
    private var failures: [Int: Expectation.Outcome] = [:]
    /// The most recently used titles.
    private var recent: [String] = []
    private var lastTitle = 0
    private var lastValue = 0

    init(_ name: String, _ trove: Trove, isAsking: Bool) throws {
        self.name = name
        self.trove = trove
        self.isAsking = isAsking
        if !isAsking {
            let rules = ["create", "update", "delete"].map { "policy book \($0) queue\n" }
            try trove.prepare(rules.joined() + "policy gem update queue\n")
        }
        try start()
    }

    // MARK: - Life and death

    func start() throws {
        program = try trove.program.start(["--output", "jsonl"], errors: .merged)
        position = 0
        line = 0
    }

    /// Lets the program work for this time, unless it ends.
    func work(for time: Duration) throws {
        do {
            // It never prints this.
            try program?.read(until: "\0", timeLimit: time)
        } catch let failure as WaitFailure {
            guard case .ended = failure.reason else { return }
            throw failure
        }
    }

    /// Reads the program's output so far.
    private func listen() throws {
        try work(for: .zero)
        look(at: program?.output ?? [])
    }

    /// Kills the program; the outcome of unacknowledged commands is unknown.
    func kill() throws {
        guard let program else { return }
        self.program = nil
        program.send(.kill)
        let run = try program.waitForExit().requiring(.signaled(.kill))
        look(at: run.output)
        for command in sent { record(command, failures[command.line] ?? .unknown) }
        sent = []
        failures = [:]
    }

    /// Waits until all commands have been answered.
    func catchUp(timeLimit: Duration = .seconds(60)) throws {
        let mark = "caught up \(line)"
        try write("echo \"\(mark)\"")
        try program?.read(until: "{\"message\":\"\(mark)\"}\n", timeLimit: timeLimit)
        look(at: program?.output ?? [])
        recordUnacknowledged()
    }

    /// Waits until all commands have been answered, and closes the program's input.
    func end() throws {
        try catchUp()
        // Leftover operations in the queue are not an error.
        _ = try program?.waitForExit(timeLimit: .seconds(60))
        program = nil
    }

    /// Compares the library with the output, right after a start without the server.
    func check() throws {
        let end = "{\"message\":\"checked\"}\n"
        for command in ["net off", "list", "conflicts", "net auto", "echo checked"] {
            try write(command)
        }
        let text = try program?.read(until: end) ?? ""
        position = program?.output.count ?? 0
        let listed = Self.objects(text)
        compare(listed, conflicts: ownConflicts(in: listed))
    }

    /// Returns the objects among lines of text.
    static func objects(_ text: String) -> [JSON] {
        text.split(separator: "\n").compactMap { try? JSON(parsing: Array($0.utf8)) }
    }

    /// Returns this device's lost changes of its own items, by title: a description, or `deleted`.
    func ownConflicts(in listed: [JSON]) -> [String: [String]] {
        var found: [String: [String]] = [:]
        for conflict in listed {
            guard let thing = conflict["thing"]?.text,
                let mine = conflict["mine"].map({ $0.text ?? $0.written }),
                let title = things.keys.first(where: { thing.hasSuffix(": \($0)") })
            else { continue }
            found[title, default: []].append(mine)
        }
        return found
    }

    /// Compares the listed items with the output.
    ///
    /// - Parameters:
    ///   - listed: All items.
    ///   - conflicts: The result of `ownConflicts`; those changes are not lost.
    func compare(_ listed: [JSON], conflicts: [String: [String]] = [:]) {
        var states: [String: [Expectation.State]] = [:]
        for thing in listed {
            guard let title = (thing["title"] ?? thing["name"])?.text else { continue }
            states[title, default: []].append(.present(thing["description"]?.text ?? ""))
        }
        for (title, found) in states where found.count > 1 {
            note("\(title) is there \(found.count) times: \(found)")
        }
        for title in things.keys {
            let state = states[title]?.first ?? .absent
            let isListed = (conflicts[title] ?? []).contains { mine in
                things[title]?.possible.contains(mine == "deleted" ? .absent : .present(mine))
                    ?? false
            }
            if !isListed, things[title]?.see(state) == false {
                note("\(title) is \(state), not \(things[title]?.description ?? "there")")
            }
        }
    }

    private func note(_ mistake: String) {
        let mistake = "\(name): \(mistake)"
        if !mistakes.contains(mistake) { mistakes.append(mistake) }
    }

    // MARK: - Commands

    /// Sends some random commands.
    ///
    /// - Parameters:
    ///   - count: The number of commands.
    ///   - common: The titles of items shared by all devices.
    ///   - random: The source of the choices.
    /// - Throws: `SystemCallError` when the pipe to the program fails.
    func sendBurst(_ count: Int, common: [String], using random: inout SeededRandom) throws {
        try listen()
        for _ in 0..<count {
            switch Int.random(in: 0..<100, using: &random) {
            case 0..<40: try add(isGem: Bool.random(using: &random))
            case 40..<65: try change(using: &random) { .set($0) }
            case 65..<75: try change(using: &random) { _ in .delete }
            case 75..<83:
                guard let title = common.randomElement(using: &random) else { break }
                let value = nextValue()
                shared[title, default: []].insert(value)
                try write("set \"\(title)\" description:\(value)")
            default: try write("sync")
            }
        }
    }

    private func add(isGem: Bool) throws {
        lastTitle += 1
        let number = String(lastTitle)
        // All of one length, so that none is a prefix of another.
        let padding = String(repeating: "0", count: max(0, 6 - number.count))
        let title = "\(isGem ? "gem" : "book") \(name)-\(padding)\(number)"
        let value = nextValue()
        let isAsked = isAsking && !isGem
        try send(
            "add \(isGem ? "gem" : "book") \"\(title)\" description:\(value)", title, .add(value),
            isAsked: isAsked)
    }

    /// Changes one of the device's own items that certainly exists.
    private func change(
        using random: inout SeededRandom, _ effect: (String) -> Expectation.Effect
    ) throws {
        // Late or repeated operations do harm where something has changed since, so most changes
        // are to recently changed items.
        let isRecent = Int.random(in: 0..<3, using: &random) > 0
        let titles = isRecent ? Array(recent) : things.keys.sorted()
        let waiting = Set(sent.map(\.title))
        let there = titles.filter { title in
            guard case .present = things[title]?.certain else { return false }
            return !waiting.contains(title)
        }
        guard let title = there.randomElement(using: &random) else { return }
        let isGem = title.hasPrefix("gem")
        let effect = effect(nextValue())
        switch effect {
        case .set(let value):
            try send("set \"\(title)\" description:\(value)", title, effect, isAsked: isAsking)
        default:
            try send("delete \"\(title)\" --yes", title, effect, isAsked: isAsking && !isGem)
        }
    }

    private func nextValue() -> String {
        lastValue += 1
        return "\(name)-v\(lastValue)"
    }

    private func send(
        _ command: String, _ title: String, _ effect: Expectation.Effect, isAsked: Bool
    ) throws {
        try write(command)
        sent.append(Sent(line: line, title: title, effect: effect, isAsked: isAsked))
        recent.append(title)
        if recent.count > 20 { recent.removeFirst() }
        things[title, default: Expectation()] = things[title] ?? Expectation()
    }

    private func write(_ command: String) throws {
        line += 1
        try program?.write(command + "\n")
    }

    // MARK: - Output

    /// Reads the lines since the last call; a truncated one does not count.
    private func look(at output: [UInt8]) {
        while let end = output[position...].firstIndex(of: 0x0A) {
            look(atLine: output[position..<end])
            position = end + 1
        }
    }

    private func look(atLine bytes: ArraySlice<UInt8>) {
        let text = String(decoding: bytes, as: UTF8.self)
        if text.hasPrefix("-:"), let number = Int(text.dropFirst(2).prefix { $0 != ":" }) {
            failures[number] = text.contains("it is not known yet") ? .unknown : .failed
            return
        }
        guard let said = try? JSON(parsing: bytes),
            let title = (said["title"] ?? said["name"])?.text, things[title] != nil
        else { return }
        // The commands before it failed with an error, or the output is wrong.
        while let first = sent.first, first.title != title || failures[first.line] != nil {
            sent.removeFirst()
            record(first, failures.removeValue(forKey: first.line))
        }
        guard !sent.isEmpty else {
            note("\(text) answers nothing")
            return
        }
        record(sent.removeFirst(), .acknowledged)
    }

    /// Marks all commands before a mark as failed unless they were acknowledged.
    private func recordUnacknowledged() {
        for command in sent { record(command, failures[command.line]) }
        sent = []
        failures = [:]
    }

    private func record(_ command: Sent, _ outcome: Expectation.Outcome?) {
        guard let outcome else {
            note("\(command.effect) of \(command.title) was not answered")
            return
        }
        switch outcome {
        case .acknowledged: acknowledged += 1
        case .failed:
            failed += 1
            if !command.isAsked {
                note("\(command.effect) of \(command.title) failed")
            }
        case .unknown: unknown += 1
        }
        // Operations that need the server are pushed before they are committed, with everything in
        // the same transaction.
        things[command.title]?.take(command.effect, outcome, mayBeUnderWay: isAsking)
    }
}
