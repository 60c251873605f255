import TroveTesting

/// A script of random commands, most of them valid.
struct RandomScript {
    /// The commands, one per line.
    let lines: [String]

    /// The script as typed.
    var text: String { lines.map { $0 + "\n" }.joined() }

    private static let titles = [
        "Dune", "Emma", "三体", "Ruby", "Opal", "L'Étranger", "2001", "\"a b\"", "Ender's Game",
        "\"x: y\"", "👩‍👩‍👧‍👦",
    ]
    private static let texts = [
        "sci-fi", "\"two words\"", "\"a\\nb\"", "''", "\"\\\"q\\\"\"", "é", "x", "2026",
    ]
    private static let states = ["wish", "to-read", "reading", "finished", "nowhere"]
    private static let numbers = ["0", "1", "2.25", "5", "9.5", "10", "11", "300", "-1", "july"]

    /// Creates a script of `commands` commands.
    init(commands: Int, using random: inout SeededRandom) {
        var made = 0
        lines = (0..<commands).map { _ in Self.command(&made, &random) }
    }

    private static func command(_ made: inout Int, _ random: inout SeededRandom) -> String {
        func pick(_ choices: [String]) -> String {
            choices[Int.random(in: 0..<choices.count, using: &random)]
        }
        let kind = pick(["book", "book", "gem", "movie"])
        let reference =
            Bool.random(using: &random) ? "it" : "\(Int.random(in: 1...40, using: &random))"
        switch Int.random(in: 0..<16, using: &random) {
        case 0...4:
            made += 1
            // Gem names are soon used up, unless they are new.
            let title = Bool.random(using: &random) ? pick(titles) : "\"new \(made)\""
            return "add \(kind) \(title) " + pick(["", "note:", "genre:", "color:"]) + pick(texts)
        case 5: return "set \(reference) genre:\(pick(texts)) pages:\(pick(numbers))"
        case 6: return "set \(reference) hardness:\(pick(numbers)) birthstone:\(pick(numbers))"
        case 7: return "set \(reference) " + pick(["title:", "name:"]) + pick(titles)
        case 8: return "set 1-9 " + pick(["note:", "notes:", "shelves:"]) + pick(texts)
        case 9: return "advance \(reference) to:\(pick(states))"
        case 10: return "advance 1 2 3"
        case 11: return "page \(reference) \(pick(["+10", "-3", "50%", "7"]))"
        case 12: return "rate \(reference) \(pick(numbers))"
        case 13: return "note \(reference) \(pick(texts))"
        case 14: return "delete \(reference) --yes"
        default:
            return pick(["delete 4-6 --yes", "set it lent-to:Bob due:2027-01", "set it cover:"])
        }
    }
}
