import Testing
import TroveTesting

/// Successive commands of a script that add items have the effect of each command on its own.
struct BulkAdditionTests {
    private static let count = 1500

    private static let fieldsOfKinds = [
        "book": [
            "state:finished", "state:finished", "state:reading", "author:\"B. Traven\"", "author:A",
            "pages:300", "page:3", "isbn:9780441172719", "isbn:0-441-17271-7", "rating:4",
            "note:\"a\\nb\"", "shelves:x,y", "genre:crime",
        ],
        "movie": [
            "state:to-watch", "state:watched", "year:1990", "rating:7", "note:x", "watched:2020",
        ],
        "gem": ["hardness:7", "color:red", "photo:none.png", "birthstone:may"],
        "read": ["author:A", "rating:3", "note:\"三\""],
    ]
    private static let wrongFields = [
        "state:nowhere", "pages:2", "page:3", "rating:99", "hardness:11", "a:b",
    ]

    /// Returns a script that mostly adds items, with errors, duplicates and other commands between.
    private static func script(using random: inout SeededRandom) -> [String] {
        func pick(_ choices: [String]) -> String {
            choices[Int.random(in: 0..<choices.count, using: &random)]
        }
        return (0..<count).map { number in
            // The lines that were parsed before are parsed again.
            if number == count / 2 { return "use movie" }
            guard Int.random(in: 0..<20, using: &random) > 0 else {
                return pick([
                    "rate it 4", "undo", "advance it", "echo x", "# none",
                    "ad book x", "delete it --yes", "note it \"三体\"",
                ])
            }
            let kind = pick(["book", "book", "book", "movie", "movie", "gem", "read"])
            // Few enough that some come twice.
            let title =
                "\"\(pick(["T", "t", "三", "T: u"])) \(Int.random(in: 0..<900, using: &random))\""
            let isWrong = Int.random(in: 0..<20, using: &random) == 0
            let fields = (0..<Int.random(in: 0..<3, using: &random)).map { _ in
                pick(isWrong ? wrongFields : fieldsOfKinds[kind, default: []])
            }
            return (["add \(kind) \(title)"] + fields + [pick(["", "", "", "--yes"])])
                .joined(separator: " ")
        }
    }

    /// Returns the items, the log and what `check` says.
    private static func state(_ trove: Trove) throws -> String {
        let items = try trove.run("list\nlog limit:9999\n", ["--json"]).requiring().text
        return items.replacing(#/"id":"[^"]*"/#, with: "") + (try trove.run("check\n").text)
    }

    @Test func togetherOrOneByOne() throws {
        try SeededRandom.run { random in
            let lines = Self.script(using: &random)
            let text = lines.map { $0 + "\n" }.joined()
            let (bulk, single) = (try Trove(), try Trove())
            let together = try bulk.run(text)
            // A script that is echoed runs line by line.
            let apart = try single.run(text, ["--echo"])
            var typed = lines[...]
            let replies = apart.lines.filter { line in
                guard let place = typed.firstIndex(of: line) else { return true }
                typed = typed[(place + 1)...]
                return false
            }
            #expect(together.lines == replies, "\(random.hint)")
            #expect(together.errorText == apart.errorText, "\(random.hint)")
            #expect(together.status == apart.status, "\(random.hint)")
            #expect(try Self.state(bulk) == Self.state(single), "\(random.hint)")
        }
    }

    /// `it` is the last item that was added, and an error ends the additions only for its line.
    @Test func laterLinesReferToTheItems() throws {
        let trove = try Trove()
        var lines = (1...600).map { "add book \"A \($0)\" pages:100" }
        lines[300] = "page it 7"
        lines[400] = "add book \"A 401\" pages:1 page:2"
        lines[599] = "rate it 5"
        let run = try trove.run(lines.map { $0 + "\n" }.joined())
        #expect(run.errorText.hasPrefix("-:401:"))
        #expect(try trove.run("count book\n").lines == ["597"])
        #expect(try trove.run("list page=7 columns:title\n").text.contains("A 300"))
        #expect(try trove.run("list rating=5 columns:title\n").text.contains("A 599"))
        // Each line was a command of its own.
        #expect(try trove.run("undo\nundo\ncount book\n").lines.last == "596")
    }
}
