import TroveTesting

/// Texts and lines that are likely to cause errors.
enum RandomText {
    private static let pieces = [
        "a", "B", "it", "7", "--", "-", "#", "\"", "'", "\\", ":", "=", "!=", "<", ">=", "~", "|",
        "(", ")",
        " ", "\t", "\n", "\r\n", "\u{0}", "\u{7F}", "\u{A0}", "é", "e\u{301}", "\u{301}", "三", "ß",
        "😀",
        "👩‍👩‍👧", "🇵🇱", "\u{200F}", "\u{FEFF}", "%", "+", ",", "\u{1F}", "\u{2028}",
    ]

    /// Returns a short text of random Unicode scalars, mostly those with a meaning to the lexer.
    static func next(using random: inout SeededRandom) -> String {
        (0..<Int.random(in: 0...6, using: &random)).map { _ in
            if Int.random(in: 0..<8, using: &random) == 0 {
                let scalar = Unicode.Scalar(UInt32.random(in: 0...0x10FFFF, using: &random)) ?? "x"
                return String(Character(scalar))
            }
            return pieces.randomElement(using: &random) ?? ""
        }.joined()
    }

    private static let words = [
        "add", "set", "edit", "delete", "advance", "page", "rate", "note", "list", "filter", "find",
        "show",
        "count", "use", "birthstones", "undo", "redo", "log", "snapshot", "check", "help", "source",
        "alias",
        "connect", "disconnect", "signup", "login", "logout", "devices", "password", "status",
        "queue", "conflicts", "resolve", "policy", "net", "forget", "retry", "drop", "all", "mine",
        "update", "refuse", "slow", "800ms", "flaky", "30%", "seed:7", "a@b.org", "name:Ann",
        "file:x", "https://a@b", "signin",
        "history", "echo", "settings", "notices", "quit", "book", "gems", "movie", "reads", "Dune",
        "it",
        "3", "7-9", "+20", "50%", "sort:title", "sort:-pages", "limit:3", "columns:title,pages",
        "to:",
        "genre:sci-fi", "genre:", "state=reading", "pages>300", "title~", "a|b", "genre=a|b", "(",
        ")",
        "and", "or", "not", "--yes", "--remove", "--x", "\"", "'", "\\", "# x", "july", "save",
        "restore",
    ]

    /// Returns a line of words of the language in random order.
    static func line(using random: inout SeededRandom) -> String {
        (0..<Int.random(in: 0...7, using: &random)).map { _ in
            Int.random(in: 0..<10, using: &random) == 0
                ? next(using: &random) : words.randomElement(using: &random) ?? ""
        }.joined(separator: Int.random(in: 0..<12, using: &random) == 0 ? "" : " ")
    }
}
