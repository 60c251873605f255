import Testing
import TroveTesting

/// Many commands in one commit have the same effect as one commit for each.
@Suite(.timeLimit(.minutes(20))) struct BulkPathTests {
    private static let rounds = environmentNumber("TROVE_ROUNDS", default: 3)

    /// Returns the items and the log as JSON.
    private static func state(_ trove: Trove) throws -> String {
        try trove.run("list\nlog limit:1000\n", ["--json"]).requiring().text
            .replacing(#/"id":"[^"]*"/#, with: "")
    }

    @Test func oneCommitOrOneForEachCommand() throws {
        try SeededRandom.run { random in
            for _ in 0..<Self.rounds {
                // So many that lines are parsed ahead.
                var lines = RandomScript(commands: 400, using: &random).lines
                for number in 0..<20 {
                    let place = Int.random(in: 0..<lines.count, using: &random)
                    let kind = ["book", "gem", "movie"][number % 3]
                    lines.insert(
                        contentsOf: ["use \(kind)", "add \"plain \(number)\""], at: place)
                }
                let (bulk, single) = (try Trove(), try Trove())
                let together = try bulk.run(lines.map { $0 + "\n" }.joined())
                // Each `-c` is a script of its own, which ends with a commit.
                let apart = try single.run("", lines.flatMap { ["-c", $0] })
                #expect(together.text == apart.text, "\(random.hint)")
                #expect(together.status == apart.status, "\(random.hint)")
                // The places of errors differ.
                #expect(
                    together.errorText.replacing(#/(?m)^-:\d+:/#, with: "-c:")
                        == apart.errorText.replacing(#/(?m)^-c:(1:)?/#, with: "-c:"),
                    "\(random.hint)")
                #expect(try Self.state(bulk) == Self.state(single), "\(random.hint)")
            }
        }
    }
}
