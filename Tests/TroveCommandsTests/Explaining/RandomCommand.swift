import TroveTesting

/// Random commands on a small library: valid ones, invalid ones, and ambiguous ones.
enum RandomCommand {
    private static let titles = [
        "Dune", "dune", "\"Dune Messiah\"", "Emma", "Ruby", "ruby", "Opal", "三体", "L'Étranger",
        "2001", "Dun", "duen", "\"x: y\"", "Alien", "a",
    ]
    private static let texts = [
        "sci-fi", "\"two words\"", "''", "é", "x", "2026", "owned", "Bob", "9780441172719",
    ]
    private static let numbers = ["0", "1", "2.25", "5", "9.5", "10", "300", "-1", "july"]
    private static let dates = ["today", "2026-11", "2020-02-30", "yesterday", "soon"]
    private static let fields = [
        "genre", "pages", "page", "author", "hardness", "color", "rating", "note", "notes", "tags",
        "state", "started", "title", "name", "isbn", "due", "ratin", "gener", "year", "p",
    ]
    private static let conditions = [
        "pages>100", "genre=sci-fi", "genre=scfi", "rating<5", "state=finished", "title~dun",
        "hardness>=9", "tags=owned", "xyz=1", "Dune", "not genre=sci-fi", "(pages>1 or rating>1)",
        "pages>", "pages==3", "genre=sci-fi|x", "rating > 3",
    ]
    private static let verbs = ["list", "filter", "count", "find", "show", "reads", "stats"]
    private static let wrong = [
        "lst", "add", "add book", "set", "set 1", "rate", "delete", "sort:title", "rm 1", "undo x",
        "list boks", "count boks", "--yes", "show", "use nothing", "help xyz", "advance",
    ]

    /// Returns the next command. `hasYes` lets some have `--yes`.
    static func next(using random: inout SeededRandom) -> String {
        func pick(_ choices: [String]) -> String {
            choices[Int.random(in: 0..<choices.count, using: &random)]
        }
        func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }
        let kind = pick(["book", "gem", "movie", "read", "books", ""])
        let values = [pick(texts), pick(numbers), pick(dates), pick(titles), ""]
        func assignment() -> String { "\(pick(fields)):\(pick(values))" }
        func reference() -> String {
            switch Int.random(in: 0..<10, using: &random) {
            case 0...3: "\(Int.random(in: 1...30, using: &random))"
            case 4: "it"
            case 5: "1-9"
            case 6: "2 3 4"
            case 7: "\(pick(["books ", "", "gems ", "movies "]))where \(pick(conditions))"
            default: pick(titles)
            }
        }
        let yes = chance(60) ? " --yes" : ""
        switch Int.random(in: 0..<34, using: &random) {
        case 0...5:
            let title =
                chance(40) ? "\"new \(Int.random(in: 0..<500, using: &random))\"" : pick(titles)
            let more = chance(50) ? " " + assignment() : ""
            return "add \(kind) \(title)\(more)\(yes)"
        case 6...9:
            return "set \(reference()) \(assignment())\(chance(30) ? " " + assignment() : "")\(yes)"
        case 10: return "advance \(reference())\(chance(50) ? " to:finished" : "")\(yes)"
        case 11: return "page \(reference()) \(pick(["+10", "-3", "50%", "7"]))"
        case 12: return "rate \(reference()) \(pick(numbers))\(yes)"
        case 13: return "note \(reference()) \(pick(["--append ", ""]))\(pick(texts))\(yes)"
        case 14, 15: return "delete \(reference())\(yes)"
        case 16, 17: return chance(20) ? "undo --skip" : "undo"
        case 18: return "redo"
        case 19: return "tag \(reference()) with:\(pick(texts))\(yes)"
        case 20: return "untag \(reference()) with:\(pick(texts))\(yes)"
        case 21: return "shelve \(reference()) on:\(pick(texts))"
        case 22: return "unshelve \(reference()) from:\(pick(texts))"
        case 23: return "lend \(reference()) to:\(pick(texts))\(chance(30) ? " due:2027-01" : "")"
        case 24: return "return \(reference())"
        case 25:
            return
                "read \(reference())\(chance(30) ? " on:\(pick(dates))" : "")\(chance(30) ? " --again" : "")"
        case 26: return "\(pick(["unread", "reread"])) \(reference())\(yes)"
        case 27...29: return "\(pick(verbs)) \(chance(50) ? kind : "") \(pick(conditions + [""]))"
        case 30: return pick(wrong)
        case 31: return "use \(pick(["book", "gem", "movie", "reads", "xyz"]))"
        case 32:
            return "policy \(pick(["book", "gem", "movie"])) "
                + "\(pick(["create", "update", "delete"])) \(pick(["queue", "refuse"]))"
        default:
            return pick([
                "log", "loans", "shelves", "birthstones july", "wishlist", "queue", "status",
            ])
        }
    }
}
